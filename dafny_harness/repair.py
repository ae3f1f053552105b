"""A proposal for a weak postcondition: the smallest of a few known strengthenings that keeps every test right.

The usual slips are an implication in the place of an equivalence, an inequality in the place of an equation, and an
inclusion that is stated one way only. Each is tried as an edit of the clause's text; what an edit does is computed
by the evaluator on the tests and on the wrong outputs that survive. A proposal is shown, never applied.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import evolve, frozen

from ..core.contracts import Condition, Program, Specification
from ..core.deciding import Engines, theory_of
from ..core.errors import ParseError, SortError, Unsupported
from ..core.sorts import BOOL, Sort
from ..core.terms import Term
from ..frontends.dafny import parse_expression
from .examples import Example
from .judging import judge_outputs
from .triples import Tested

MOST_EDITS = 40
MOST_CHECKED = 40
"""How many tests, and how many surviving outputs, an edit is tried on."""

_STRONGER = (
    (re.compile(r"(?<![<=])==>"), "<==>"),
    (re.compile(r"<==(?![>=])"), "<==>"),
    (re.compile(r"(?<![<>=!])[<>]=(?![=>])"), "=="),
)
_NAME = re.compile(r"[A-Za-z_][\w']*")
_LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.S)


@frozen(slots=True)
class Repair:
    """A clause and what to write for it, or beside it. `kills`: how many of the `survivors` it refuses. `tests`: how
    many there are, and it keeps all of them."""

    clause: int
    before: str
    after: str
    added: bool
    kills: int
    survivors: int
    tests: int

    @property
    def diff(self) -> str:
        """The change as lines of a diff."""
        kept, new = ("  " if self.added else "- "), "+ "
        return f"{kept}ensures {self.before}\n{new}ensures {self.after}"


def repair(
    specification: Specification, tests: Sequence[Tested], program: Program, engines: Engines
) -> Repair | None:
    """The strengthening that refuses most surviving outputs, the first of these; None when none refuses any, when
    nothing survives, or when the postcondition refuses a right output anyway."""
    valid = [test for test in tests if test.judgement is not None]
    survivors = list(islice(_survivors(valid), MOST_CHECKED))
    refused = any(test.verdict != "holds" for test in valid)
    if specification.is_dynamic or specification.modifies or refused or not survivors:
        return None
    right = [(test.example, test.example.outputs) for test in valid if not test.example.constraints]
    if len(right) != len(valid):
        return None
    only = evolve(engines, backends=(), use_evaluator=True)
    best: Repair | None = None
    for index, after, added in islice(_edits(specification), MOST_EDITS):
        changed = _changed(specification, index, after, added, program)
        if changed is None or _kept(changed, right[:MOST_CHECKED], program, only) < min(len(right), MOST_CHECKED):
            continue
        kills = _refused(changed, survivors, program, only)
        if kills > (best.kills if best else 0):
            before = specification.ensures[index].clause.text
            best = Repair(index, before, after, added, kills, len(survivors), len(right))
    return best


def _survivors(tests: Sequence[Tested]) -> Iterator[tuple[Example, Mapping[str, Any]]]:
    for test in tests:
        for mutant in test.mutants:
            if mutant.judgement.verdict == "holds":
                yield test.example, mutant.outputs
        if test.accepted is not None and test.accepted.other:
            yield test.example, test.accepted.other


def _edits(specification: Specification) -> Iterator[tuple[int, str, bool]]:
    """Clause, new text, and whether it is a clause more: replaced operators first, then converses."""
    lowered = [(i, c.clause.text) for i, c in enumerate(specification.ensures) if c.term is not None]
    for pattern, stronger in _STRONGER:
        for index, text in lowered:
            hidden = [match.span() for match in _LITERAL.finditer(text)]
            for match in pattern.finditer(text):
                if not any(start <= match.start() < end for start, end in hidden):
                    yield index, text[: match.start()] + stronger + text[match.end() :], False
    for index, text in lowered:
        for output in specification.outputs:
            for other in specification.inputs:
                names = set(_NAME.findall(text))
                if {output.name, other.name} <= names and _alike(output.sort, other.sort):
                    yield index, _exchanged(text, output.name, other.name), True


def _alike(left: Sort, right: Sort) -> bool:
    """Whether what is said of one may be said of the other: collections of the same elements."""
    return bool(left.args) and left.args == right.args


def _exchanged(text: str, one: str, other: str) -> str:
    names = {one: other, other: one}
    return _NAME.sub(lambda match: names.get(match[0], match[0]), text)


def _changed(
    specification: Specification, index: int, text: str, added: bool, program: Program
) -> Specification | None:
    """The specification with an edited clause; None when the text is none."""
    old = specification.ensures[index]
    scope = {binder.name: binder.sort for binder in (*specification.inputs, *specification.outputs)}
    try:
        term: Term = parse_expression(text, scope, BOOL, program, old.clause.span)
    except (ParseError, SortError, Unsupported):
        return None
    new = Condition(evolve(old.clause, text=text), term)
    conditions = list(specification.ensures)
    conditions[index : index + (not added)] = [new]
    return evolve(specification, ensures=tuple(conditions))


def _kept(
    changed: Specification, outputs: Sequence[tuple[Example, Mapping[str, Any]]], program: Program, engines: Engines
) -> int:
    return _verdicts(changed, outputs, program, engines).count("holds")


def _refused(
    changed: Specification, outputs: Sequence[tuple[Example, Mapping[str, Any]]], program: Program, engines: Engines
) -> int:
    return _verdicts(changed, outputs, program, engines).count("refuted")


def _verdicts(
    changed: Specification, outputs: Sequence[tuple[Example, Mapping[str, Any]]], program: Program, engines: Engines
) -> list[str]:
    theory = theory_of(program)
    return [
        judge_outputs(evolve(example, specification=changed), output, (), theory, engines, "repair").verdict
        for example, output in outputs
    ]
