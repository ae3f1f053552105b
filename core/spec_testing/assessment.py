"""One verdict on a specification from all that its tests have shown, in words and with the witness.

The two rates of the literature do not tell a weak specification from a strong one: five random wrong outputs leave a
third of the weak ones unseen, and a specification with several right answers is not weak. So the evidence is read in
this order, and the first that there is decides:

1. A right output is refused, or the input of a test, or no output at all is accepted: *wrong* (or the test is).
2. Nothing is promised, or only what is true of every output, or no input is allowed: *vacuous*.
3. An output is accepted that the tests refuse on that input, or that a mutant of the body returns there, and that is
   not the body's own choice, or an input is allowed on which the body fails, or that is labelled invalid: *weak*. So
   it is where nobody says what is right, and two outputs are accepted on an input, in a language whose bodies leave no
   choice open (`Notation.choices`): whatever a body returns, one of them is another.
4. Something that decides this was not found out, or the body was not executed on some of the inputs that were made, be
   it for want of time, and nobody has written a test: *unknown*.
5. On every tested input each accepted output was right, and on one there were several: *strong up to choice*. Inputs on
   which the body leaves more choices open than were tried say nothing, where there are others.
6. On every tested input the expected output is accepted and, proved, no other one: *strong*.

A verdict is about the inputs that were tested, and about no others, unless its reason says that a solver proved it of
all: that on no valid input two outputs are accepted (`open_inputs`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from attrs import evolve, frozen

from ..ir.contracts import Specification
from .clauses import ClauseScore
from .examples import OF_BODY, SPECIFICATION, UntestedInputs
from .findings import Finding, Witness
from .findings_of_tests import OPEN, two_outputs, undetermined_output
from .notation import Notation
from .triples import Tested

Assessment = Literal["strong", "strong up to choice", "weak", "wrong", "vacuous", "unknown"]

ASSESSMENTS: Mapping[Assessment, str] = {
    "wrong": "it refuses an output or an input that is right according to a test",
    "vacuous": "it says nothing: every output is accepted, or no input is allowed",
    "weak": "it accepts a wrong output, or allows an input on which the body fails or that is labelled invalid",
    "unknown": "too little is known",
    "strong up to choice": "each output that it accepts is right, and on some input there are several",
    "strong": "on every tested input it accepts the right output and no other (proved)",
}
"""Assessment → what it means, what to look at first before the rest."""


@frozen(slots=True)
class Assessed:
    """The verdict on a specification, why, and the output that shows it where one does. `executed`: it would be strong
    by the inputs on which the body was executed; on others that were made it was not, and so it is *unknown*.
    `qualifiers`: what else a caller has to know of a strong one."""

    verdict: Assessment
    reason: str
    witness: Witness | None = None
    executed: bool = False
    qualifiers: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The verdict with what qualifies it: *strong, not fresh*."""
        return ", ".join((self.verdict, *self.qualifiers))


FEWEST_HELD = 4
"""Inputs on which a promise holds, for each one on which it takes too long to be evaluated. Chosen, not measured."""
NOBODY_SAYS = "several outputs are accepted, and no test and no body says which are right"
NOT_FRESH = "not fresh"
_REFUSED = ("contradicts-test", "body-breaks-postcondition", "no-output")
REFUSALS = frozenset({*_REFUSED, "contradiction", "breaks-precondition"})
"""Kinds of findings, one of which a specification that is *wrong* has."""


def assess(
    specification: Specification,
    tests: Sequence[Tested],
    ensures: Sequence[ClauseScore],
    findings: Sequence[Finding],
    language: Notation,
) -> Assessed:
    """The verdict on a specification. `tests`: what was tried; `ensures`: its clauses; `findings`: about it;
    `language`: how values are written."""
    found = next(_evidence(specification, tests, ensures, findings))
    if found.reason == NOBODY_SAYS:
        found = _with_two_outputs(found, specification, tests, language)
    strong = found.verdict in ("strong", "strong up to choice")
    not_fresh = strong and any(finding.kind == "not-fresh" for finding in findings)
    return evolve(found, qualifiers=(NOT_FRESH,)) if not_fresh else found


def _with_two_outputs(
    assessed: Assessed, specification: Specification, tests: Sequence[Tested], language: Notation
) -> Assessed:
    """The verdict with a call of which several outputs are accepted: that is what its author has to decide about."""
    shown = undetermined_output(specification, tests, language)
    if shown is None:
        return assessed
    return evolve(assessed, reason=f"{assessed.reason}: {two_outputs(specification, shown)}", witness=shown)


def on_every_input(assessed: Assessed, engine: str) -> Assessed:
    """The verdict where an engine proved that the postcondition determines its outputs on every valid input."""
    if assessed.verdict != "strong" and not assessed.executed:
        return assessed
    reason = f"{assessed.reason}; no valid input has two that are accepted (proved by {engine})"
    return evolve(assessed, verdict="strong", reason=reason, executed=False)


def but_for(assessed: Assessed, left_out: UntestedInputs) -> Assessed:
    """The verdict where it is not about some valid inputs: only who reads *strong* has to know of these."""
    if assessed.verdict not in ("strong", "strong up to choice"):
        return assessed
    reason, qualifiers = f"{assessed.reason}; {left_out.reason}", (*assessed.qualifiers, left_out.qualifier)
    return evolve(assessed, reason=reason, qualifiers=qualifiers)


def assess_definition(
    specification: Specification, tests: Sequence[Tested], findings: Sequence[Finding], proved: str | None = None
) -> Assessed:
    """The verdict on a lemma, which has no output, or on a function, whose body is known to its callers: what is
    promised about it may only be wrong. Without a body it is the promise that defines the function. `proved`: who
    proved of all inputs what a lemma promises."""
    wrong = ("counterexample", "body-breaks-postcondition", "no-output")
    # In the order in which evidence decides: a false promise, an impossible one, a body that fails, and then what held.
    false = next((finding for finding in findings if finding.kind in wrong), None)
    if false is not None:
        return Assessed("wrong", false.message, false.witness)
    if never := next((finding for finding in findings if finding.kind == "contradiction"), None):
        return Assessed("vacuous", never.message)
    if fails := next((finding for finding in findings if finding.kind == "fails-at-run-time"), None):
        return Assessed("weak", f"the precondition allows an input on which the body fails: {fails.message}")
    # A proof of all inputs beats any number of tests.
    if proved is not None:
        return Assessed("strong", f"what is promised holds on every valid input (proved by {proved})")
    held = sum(test.judgement is not None and test.judgement.verdict == "holds" for test in tests)
    # One test that is undecided leaves the promise open, but for a few that are too large to be evaluated: smaller ones
    # might have been made instead.
    too_large = sum(map(_takes_too_long, tests))
    if not tests or held + too_large < len(tests) or held < FEWEST_HELD * too_large:
        return Assessed("unknown", _why_open(tests) if tests else _no_test(findings))
    if (missing := _unexecuted(tests, findings)) is not None:
        return Assessed("unknown", f"what is promised holds on {_of(held, tests)}; {missing.message}")
    # Without a body the promise is the definition, and it has to determine the result.
    if any(test.example.source == SPECIFICATION for test in tests):
        return Assessed("strong", f"there is no body, and what is promised determines the result on {_of(held, tests)}")
    large = f", and takes too long on {too_large}" if too_large else ""
    if specification.kind == "lemma":
        told = f"what is promised holds on {_of(held, tests)}{large}; of all inputs it is neither proved nor refuted"
        # Of many inputs one says next to nothing: often it is empty, and the only one that is known to be valid.
        return Assessed("unknown" if len(tests) == 1 and specification.inputs else "strong", told)
    return Assessed("strong", f"the body defines the result, and what is promised holds on {_of(held, tests)}{large}")


def _evidence(
    specification: Specification,
    tests: Sequence[Tested],
    ensures: Sequence[ClauseScore],
    findings: Sequence[Finding],
) -> Iterator[Assessed]:
    # Reversed, so that the first finding of a kind is the one that is kept.
    by_kind = {finding.kind: finding for finding in reversed(findings)}
    if refused := next((by_kind[kind] for kind in _REFUSED if kind in by_kind), None):
        yield Assessed("wrong", refused.message, refused.witness)
    # A clause that no output satisfies makes every body wrong.
    impossible = [score for score in ensures if score.strength == "contradiction"]
    if impossible:
        yield Assessed("wrong", f"no output satisfies {_text(impossible[0])} (proved by {impossible[0].engine})")
    if none := next((test for test in tests if test.accepted is not None and test.accepted.verdict == "none"), None):
        yield Assessed("wrong", f"no output satisfies the postcondition on a valid input (proved by {_engine(none)})")
    if "contradiction" in by_kind:
        yield Assessed("vacuous", by_kind["contradiction"].message)
    # Types promise something of fields and results too, but that is not what the author says of the method.
    if all(condition.clause.fact or condition.clause.origin == "type" for condition in specification.ensures):
        yield Assessed("vacuous", "it has no postcondition")
    written = [score for score in ensures if score.condition.clause.origin != "type"]
    # All clauses are tautologies: a postcondition in form only.
    if written and all(score.strength == "tautology" for score in written):
        yield Assessed("vacuous", f"each clause is true of every output (proved by {written[0].engine})")
    # The author's test and the author's precondition disagree.
    if invalid := by_kind.get("breaks-precondition"):
        yield Assessed("wrong", f"it refuses the input of a test: {invalid.message}")
    if weak := by_kind.get("accepts-another-output"):
        yield Assessed("weak", weak.message, weak.witness)
    of_accepted = _of_accepted(tests, findings)
    # Tests that let several outputs be right say that there is a choice; then one beyond them may be a choice, too.
    if of_accepted.verdict != "strong up to choice" and (left := by_kind.get("leaves-output-open")):
        yield Assessed("weak", left.message, left.witness)
    if survives := by_kind.get("body-mutant-survives"):
        yield Assessed("weak", survives.message, survives.witness)
    if fails := by_kind.get("fails-at-run-time"):
        yield Assessed("weak", f"the precondition allows an input on which the body fails: {fails.message}")
    if allowed := by_kind.get("allows-bad-input"):
        # What was found of weakness comes first; only then may it be called strong.
        yield Assessed("weak", allowed.message)
    missing = _unexecuted(tests, findings)
    # `strong` rests on the inputs that were tried: where the body could not be followed on some, it is withheld.
    if of_accepted.verdict in ("strong", "strong up to choice") and missing is not None:
        reason = f"{of_accepted.reason}; {missing.message}"
        of_accepted = evolve(of_accepted, verdict="unknown", reason=reason, executed=of_accepted.verdict == "strong")
    yield of_accepted


def _unexecuted(tests: Sequence[Tested], findings: Sequence[Finding]) -> Finding | None:
    """What says that the body was not executed on some of the inputs that were made, where there are no others. These
    may be just those that show a weakness: the most steps are taken on large ones."""
    if not all(test.example.source in OF_BODY for test in tests):
        return None
    return next((finding for finding in findings if finding.kind == "not-executed"), None)


def _no_test(findings: Sequence[Finding]) -> str:
    """Why there is none, where some were to be made: the body cannot be executed, or what a clause says is not known,
    so that no input is known to be valid."""
    why = next((finding for kind in _NO_INPUT for finding in findings if finding.kind == kind), None)
    return "there is no test" if why is None else f"there is no test: {why.message}"


def _takes_too_long(test: Tested) -> bool:
    """Is it only for want of time, or of steps, that it is not known whether a promise holds on a valid input?"""
    judgement = test.judgement
    if judgement is None or judgement.verdict not in ("timeout", "unknown"):
        return False
    return judgement.verdict == "timeout" or judgement.reason.startswith("out of fuel")


_NO_INPUT = ("not-executed", "unsupported-clause")


def _why_open(tests: Sequence[Tested]) -> str:
    """Say on how many inputs the promise is undecided, and the commonest reason."""
    judged = [test.judgement or test.precondition for test in tests]
    undecided = [judgement for judgement in judged if judgement.verdict != "holds"]
    reasons = Counter(reason for judgement in undecided if (reason := judgement.reason))
    why = f": {reasons.most_common(1)[0][0]}" if reasons else ""
    return f"whether it holds is open on {_of(len(undecided), tests)}{why}"


def _why_nothing_counts(tests: Sequence[Tested], findings: Sequence[Finding]) -> str:
    if not tests:
        return _no_test(findings)
    if any(test.verdict == "approximate" for test in tests):
        return "the tests expect rounded outputs, which the specification refuses"
    return "no test has a valid input"


def _of_accepted(tests: Sequence[Tested], findings: Sequence[Finding]) -> Assessed:
    """The verdict where nothing is known to be accepted wrongly."""
    # Invalid inputs, and outputs known up to rounding only, show nothing about strength.
    counted = [test for test in tests if test.verdict not in ("invalid input", "approximate")]
    if not counted:
        return Assessed("unknown", _why_nothing_counts(tests, findings))
    # What the body may return on these inputs is not known, so that they say nothing; on the others it is.
    tried, counted = counted, [test for test in counted if not _is_open(test)] or counted
    counter = Counter(_shown_by(test) for test in counted)
    # One input that is open leaves the whole open, with the commonest reason.
    if counter["unknown"]:
        reasons = Counter(_reason(test) for test in counted if _shown_by(test) == "unknown")
        most = reasons.most_common(1)[0][0]
        if most == NOBODY_SAYS:
            return Assessed("unknown", NOBODY_SAYS)
        why = f": {most}" if most else ""
        on = _of(counter["unknown"], counted)
        return Assessed("unknown", f"whether another output is accepted is open on {on}{why}")
    if counter["several"]:
        on = _of(counter["several"], counted)
        return Assessed("strong up to choice", f"several right outputs are accepted on {on}")
    # That only one output is accepted where the body has no choice says nothing of where it has one.
    if still := len(tried) - len(counted):
        return Assessed("unknown", f"whether another output is accepted is open on {_of(still, tried)}: {OPEN}")
    return Assessed("strong", f"the right output is accepted and no other, proved on {_of(len(counted), counted)}")


def _is_open(test: Tested) -> bool:
    """Does the body leave more choices open on the input than were tried?"""
    return test.accepted is not None and test.accepted.verdict == "unknown" and test.accepted.reason == OPEN


def _shown_by(test: Tested) -> Literal["functional", "several", "unknown"]:
    if test.judgement is None or test.judgement.verdict != "holds" or test.accepted is None:
        return "unknown"
    match test.accepted.verdict:
        # An output that the specification itself gave is none that a person expects.
        case "several" if test.example.source == SPECIFICATION or test.accepted.reason:
            return "unknown"
        case "functional" | "several" as verdict:
            return verdict
        case _:
            return "unknown"


def _reason(test: Tested) -> str:
    if test.judgement is None or test.judgement.verdict != "holds":
        why = "" if test.judgement is None else test.judgement.reason
        return f"whether the expected output is accepted is not known{': ' if why else ''}{why}"
    if test.example.source == SPECIFICATION and test.accepted is not None and test.accepted.verdict == "several":
        return NOBODY_SAYS
    return "" if test.accepted is None else test.accepted.reason


def _of(number: int, tests: Sequence[Tested]) -> str:
    return f"{number} of {len(tests)} valid inputs" if len(tests) > 1 else "the one valid input"


def _text(score: ClauseScore) -> str:
    return " ".join(score.condition.clause.text.split())


def _engine(test: Tested) -> str | None:
    return None if test.accepted is None else test.accepted.engine
