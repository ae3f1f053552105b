"""Stronger clauses, as changes of their text.

They undo the usual slips: an implication in the place of an equivalence, an inequality in the place of an equation, and
an inclusion that is stated one way only.
"""

import re
from collections.abc import Iterator

from ..ir.contracts import Specification
from ..ir.sorts import Sort
from .notation import Edit

_COMPARISON = re.compile(r"(?<![<>=!])[<>]=(?![=>])")
_STRONGER = (
    (re.compile(r"(?<![<=])==>"), "<==>"),
    (re.compile(r"<==(?![>=])"), "<==>"),
    (_COMPARISON, "=="),
)
_NAME = re.compile(r"[A-Za-z_][\w']*")
_LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.S)


def edits(specification: Specification, between: re.Pattern[str]) -> Iterator[Edit]:
    """What may be written for clauses of the postcondition: replaced operators first, then converses. `between` matches
    what stands between operands of comparisons."""
    # A clause that was not read cannot be judged after an edit.
    lowered = [(i, c.clause.text) for i, c in enumerate(specification.ensures) if c.term is not None]
    for pattern, stronger in _STRONGER:
        for index, text in lowered:
            # Quoted texts are no code.
            hidden = [match.span() for match in _LITERAL.finditer(text)]
            for match in pattern.finditer(text):
                compares = pattern is _COMPARISON
                # A comparison of quantified variables is a bound, not a claim about outputs.
                if compares and not _mentions_output(text, match.span(), specification, between):
                    continue
                if not any(start <= match.start() < end for start, end in hidden):
                    yield Edit(index, text[: match.start()] + stronger + text[match.end() :])
    # Converses: the same clause with an output and an input exchanged, as a further clause.
    for index, text in lowered:
        for output in specification.outputs:
            for input_ in specification.inputs:
                names = set(_NAME.findall(text))
                if {output.name, input_.name} <= names and _alike(output.sort, input_.sort):
                    yield Edit(index, _exchanged(text, str(output.name), str(input_.name)), added=True)


def _mentions_output(
    text: str, operator: tuple[int, int], specification: Specification, between: re.Pattern[str]
) -> bool:
    """Is an output compared? The bound of a quantified variable, `0 <= i`, is no slip for `0 == i`."""
    start, end = operator
    operands = between.split(text[:start])[-1] + " " + between.split(text[end:])[0]
    return not {binder.name for binder in specification.outputs}.isdisjoint(_NAME.findall(operands))


def _alike(left: Sort, right: Sort) -> bool:
    """Whether what is said of one may be said of the other: collections of the same elements."""
    return bool(left.args) and left.args == right.args


def _exchanged(text: str, first: str, second: str) -> str:
    names = {first: second, second: first}
    return _NAME.sub(lambda match: names.get(match[0], match[0]), text)
