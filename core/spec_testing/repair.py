"""A proposal for a weak postcondition: the smallest of a few known strengthenings that keeps what is right.

Each is an edit of a clause's text, which the language gives (`Rewriting`); what an edit does is computed by the
evaluator on the tests and on the wrong outputs that survive. An edit must be well-formed wherever the precondition and
the clauses before it hold, or a verifier rejects it (Dafny's reference manual, *Well-formedness of specifications*);
and it must leave an output to every valid input that a search finds and to which the old clauses leave one. A proposal
is shown, never applied.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from attrs import evolve, frozen

from ..deciding.clauses import theory_of, valid
from ..deciding.engines import Engines
from ..errors import ParseError, SortError, Unsupported
from ..ir.build import conj, is_true
from ..ir.contracts import Condition, Program, Specification, lowered_terms
from ..ir.definedness import well_defined
from ..ir.sorts import BOOL
from ..ir.variables import Valuation
from .candidate_inputs import Candidates
from .clauses import premises_of
from .examples import Example
from .functional import outputs_of
from .judging import judge_inputs, judge_outputs
from .notation import Edit, Rewriting
from .output_search import OutputQuery
from .spec_testing_limits import LIMITS
from .triples import Tested


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
    diff: str
    """The change as lines of a diff."""


def repair(
    specification: Specification,
    tests: Sequence[Tested],
    program: Program,
    engines: Engines,
    rewriting: Rewriting | None,
) -> Repair | None:
    """The strengthening that refuses most surviving outputs, the first of these; None when none refuses any, when
    nothing survives, when the postcondition refuses a right output anyway, and when none is known to be well-formed and
    to leave an output to every input. `rewriting` is what may be written for a
    clause; without it there is none."""
    # The tests with a valid input.
    valid = [test for test in tests if test.judgement is not None]
    survivors = list(islice(_survivors(valid), LIMITS.edit_tests))
    wrong = any(test.verdict != "holds" for test in valid)
    # A repair makes sense where everything right is accepted and something wrong is, too.
    if rewriting is None or specification.modifies or wrong or not survivors:
        return None
    right = [(test.example, test.example.outputs) for test in valid if not test.example.constraints]
    # A test that only constrains its output cannot say that it is kept.
    if len(right) != len(valid):
        return None
    # Forty edits on forty tests are too many queries for a solver.
    only = evolve(engines, backends=(), use_evaluator=True)
    useful: list[tuple[Repair, Specification]] = []
    # Edits in the order of likelihood; each is evaluated on all right and surviving outputs.
    for edit in islice(rewriting.edits(specification), LIMITS.edits):
        changed = _changed(specification, edit, program, rewriting)
        if changed is None:
            continue
        kept, kills = (
            _verdicts(changed, outputs, program, only) for outputs in (right[: LIMITS.edit_tests], survivors)
        )
        # Everything right is kept, nothing becomes undefined, and something wrong is refused.
        if set(kept) == {"holds"} and "undefined" not in kills and "refuted" in kills:
            before = specification.ensures[edit.clause].clause.text
            refused = kills.count("refuted")
            lines = f"{' ' if edit.added else '-'} {rewriting.clause(before)}\n+ {rewriting.clause(edit.text)}"
            proposal = Repair(edit.clause, before, edit.text, edit.added, refused, len(survivors), len(right), lines)
            useful.append((proposal, changed))
    # Most kills first; the sort is stable, so likelier edits win ties.
    useful.sort(key=lambda pair: -pair[0].kills)
    if not useful:
        return None
    inputs = _valid_inputs(right[0][0], [example for example, _ in right], program, only)
    # The dear checks only for what helps: defined everywhere, and not refusing everything.
    limited = engines.part(LIMITS.repair_share).within(LIMITS.edit_check_seconds, "the checks of repairs")
    for proposal, changed in useful:
        position = proposal.clause + proposal.added
        if _is_well_formed(changed, position, program, engines) and _leaves_outputs(changed, inputs, program, limited):
            return proposal
    return None


def _valid_inputs(example: Example, known: Sequence[Example], program: Program, engines: Engines) -> list[Example]:
    """The example with other inputs: small ones and some near the known ones, of which the precondition holds."""
    specification = example.specification
    # What a type parameter stands for may differ from test to test.
    alike = [example_known for example_known in known if example_known.specification.inputs == specification.inputs]
    inputs = [dict(example_known.inputs) for example_known in alike[: LIMITS.edit_tests]]
    candidates = Candidates(
        specification.inputs, specification.terms, inputs, specification.nullable, program.datatypes
    )
    theory = theory_of(program)
    limited = engines.part(LIMITS.repair_share)
    examples: list[Example] = []
    try:
        # Valid inputs beyond the tests, on which the edited clause must leave an output.
        for values in islice(candidates, LIMITS.edit_inputs):
            if limited.remaining <= 0:
                break
            if judge_inputs(example, values, theory, limited, "repair-input").verdict == "holds":
                examples.append(evolve(example, inputs=values, outputs={}))
    except Unsupported:
        pass  # A parameter without literals: the tests have to do.
    return examples


def _leaves_outputs(changed: Specification, inputs: Sequence[Example], program: Program, engines: Engines) -> bool:
    """Does the changed postcondition accept an output on each input on which the old one is known to?"""
    seen = evolve(engines, backends=())
    for old in inputs:
        new = OutputQuery(evolve(old, specification=changed), {}, "refuted", label="repair")
        # Solvers take long, and most inputs do not need them.
        if not any(outputs_of(new, program, each).other for each in (seen, engines)):
            before = outputs_of(OutputQuery(old, {}, "refuted", label="repair"), program, engines)
            if before.verdict != "none":
                return False
    return True


def _is_well_formed(changed: Specification, place: int, program: Program, engines: Engines) -> bool:
    """Is the clause at this place known to be defined wherever the precondition and the clauses before it hold?"""
    term = changed.ensures[place].term
    assert term is not None
    try:
        total = well_defined(term, program.functions)
    except Unsupported:
        return False  # An edit may ask for an operation outside of its domain, which has a value that nobody knows.
    if is_true(total):
        return True
    earlier = lowered_terms(changed.ensures[:place])
    limited = evolve(engines, seconds=min(engines.seconds, LIMITS.edit_proof_seconds))
    premises = premises_of(changed, conj(*earlier, total))
    proof = valid(total, (*premises, *earlier), theory=theory_of(program), engines=limited, label="repair-defined")
    return proof.verdict == "holds"


def _survivors(tests: Sequence[Tested]) -> Iterator[tuple[Example, Valuation]]:
    for test in tests:
        for mutant in test.mutants:
            if mutant.judgement.verdict == "holds":
                yield test.example, mutant.outputs
        if test.accepted is not None and test.accepted.other:
            yield test.example, test.accepted.other


def _changed(specification: Specification, edit: Edit, program: Program, rewriting: Rewriting) -> Specification | None:
    """The specification with an edited clause; None when the text is none."""
    old = specification.ensures[edit.clause]
    scope = specification.sorts
    try:
        term = rewriting.parse(edit.text, scope, BOOL, program, old.clause.span)
    except (ParseError, SortError, Unsupported):
        return None
    new = Condition(evolve(old.clause, text=edit.text), term)
    conditions = list(specification.ensures)
    conditions[edit.clause + edit.added : edit.clause + 1] = [new]
    return evolve(specification, ensures=tuple(conditions))


def _verdicts(
    changed: Specification, outputs: Sequence[tuple[Example, Valuation]], program: Program, engines: Engines
) -> list[str]:
    """The verdict on each output; `undefined` where a clause has no value: no verifier reads such a clause."""
    theory = theory_of(program)
    found: list[str] = []
    for example, output in outputs:
        judged = judge_outputs(evolve(example, specification=changed), output, (), theory, engines, "repair")
        undefined = any(clause.undefined for clause in judged.clauses)
        found.append("undefined" if undefined else judged.verdict)
    return found
