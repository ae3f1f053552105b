"""The rules that findings are about: their stable names, what each means, what to do, and how much it matters."""

from typing import Literal

from ...core.spec_testing.findings import KINDS as OF_SPECIFICATIONS

Level = Literal["error", "warning", "note"]

KINDS: dict[str, str] = {
    **OF_SPECIFICATIONS,
    "contradictory-contract": "no input satisfies the contract: its clauses contradict each other (proved)",
    "redundant-clause": "each input that violates the clause violates others, too: these imply it (proved)",
    "idle-clause": "no input violates the clause: it is always true, so it checks nothing",
    "unreachable": "no input makes the clause false (proved): a statement before it raises on each that would",
    "fails-on-valid-input": "the contract accepts a call on which the function fails: it refuses too little",
    "raising-clause": "every input found that violates the clause makes it raise; none makes it false",
    "wrong-infeasible": "the verdict is infeasible, but an input is known that violates exactly these clauses",
    "disagreement": "one solver answers sat and another unsat",
    "refuted-proof": "a solver proved that there is no input, and one was found: the verdict was corrected",
    "open-contract": "it is not known whether any input satisfies the contract",
    "open-clause": "it is not known whether any input violates the clause",
    "guard-not-read": "a guard of the function is no part of its contract as it is read: nothing is said about it",
    "unsupported-contract": "the contract of the function is in a form that is not supported",
    "unknown-verdict": "too little is known of a specification for a verdict: the message says why",
    "not-looked-at": "sets of clauses that are undecided because of a limit of the run",
    "not-done": "the task or file could not be processed",
    "invalid-input": "an input that the data call valid breaks the contract of its task",
    "no-answer": "the canonical solution gives no answer on an input that the data call valid",
    "duplicate-task": "a task or file has the content of another one",
    "duplicate-input": "a task or method has the same test twice",
}
"""Kind → what it means. Kinds are stable."""

_OF_DATA = frozenset({"invalid-input", "no-answer", "duplicate-task", "duplicate-input"})


def kinds_of(command: Literal["cvt", "spec"]) -> frozenset[str]:
    """Return the kinds of findings that a command can have."""
    if command == "spec":
        return frozenset(OF_SPECIFICATIONS) | {"not-done"}
    return frozenset(KINDS) - frozenset(OF_SPECIFICATIONS) - _OF_DATA | {"unsupported-clause"}


ADVICE: dict[str, str] = {
    "accepts-another-output": "Add a clause that refuses the output of the witness, or accept it in the test.",
    "body-mutant-survives": "Add a clause that refuses the output of the witness, or let it be a choice of the body.",
    "no-output": "Correct the postcondition, or exclude the input by the precondition.",
    "contradicts-test": "Correct the clause, or the output that the test expects.",
    "body-breaks-postcondition": "Correct the body, or the clause that refuses what it returns.",
    "body-fails-test": "Correct the body, or the test; and add a clause that refuses the wrong output of the two.",
    "counterexample": "Correct what the lemma says, or require what it needs.",
    "fails-at-run-time": "Correct the body, or exclude the input by the precondition.",
    "breaks-precondition": "Give the test an input that is allowed, or weaken the precondition.",
    "not-fresh": "Say `fresh(…)`, or which array or object it is.",
    "no-postcondition": "Say what the method promises.",
    "requires-more-than-needed": "Remove the clause, if callers may pass such inputs; or keep it, where nothing is "
    "promised for them.",
    "leaves-output-open": "Add a test with the input of the witness, and a clause if its other output is wrong.",
    "unmet-requires": "Add a test whose input is allowed.",
    "tautology": "Remove the clause, or say what it was meant to say.",
    "contradiction": "Correct the clause: no program satisfies it.",
    "against-recommendation": "Guard the call by what the function recommends, or recommend less.",
    "kills-nothing": "Add a test that needs the clause.",
    "repair": "Look at the proposed clause: it is never applied.",
    "unsupported-clause": "Write the clause with supported constructs, or cover it by tests.",
    "redundant-clause": "Remove the clause, if nobody needs its message; or say what it was meant to say.",
    "unreachable": "Move the clause before the statement that raises, or remove it.",
    "idle-clause": "Remove the clause, or say what it was meant to say.",
    "contradictory-contract": "Correct one of the clauses: no call satisfies all of them.",
    "open-contract": "Give the run more time (--budget), or a valid input in a test of the function.",
    "fails-on-valid-input": "Refuse such a call, say in the docstring that this is raised, or correct the body.",
    "raising-clause": "Check the type in a clause before this one, so that the caller learns what is wrong.",
    "open-clause": "Give the run more time (--budget), or write the clause more plainly.",
    "guard-not-read": "Move the guard before the statement that is named, or check its condition in a function.",
    "unsupported-contract": "Write the contract at the beginning of a function, or with a decorator.",
    "unknown-verdict": "The message says what would help.",
    "not-looked-at": "Give the run more time (--budget) or look at more sets of clauses (--max-subsets).",
    "not-done": "The message says what would help.",
    "invalid-input": "Correct the contract, or leave the input out.",
    "no-answer": "Correct the canonical solution, or leave the input out.",
    "duplicate-task": "Leave one of them out: it counts twice in every rate.",
    "duplicate-input": "Leave one of them out.",
    "accepts-wrong-output": "Add a clause that refuses the output of the witness.",
    "allows-bad-input": "Add a clause to the precondition that refuses the input of the witness.",
}
"""Kind → what to do about it, where that is the same every time."""

UNSUPPORTED = frozenset(
    {
        "unsupported-clause",
        "unsupported-contract",
        "guard-not-read",
        "unsupported-test",
        "not-executed",
        "unconverted-test",
        "undecided",
        "unknown-verdict",
        "open-clause",
        "open-contract",
        "not-looked-at",
        "not-done",
    }
)
"""Kinds that say what was not done or not decided: with `--strict` they fail a run."""

NOTES = UNSUPPORTED | {"approximate", "body-not-tried", "no-tests", "no-expectation", "no-method", "no-mutants"}
"""Kinds that say what is not known."""

PROPOSALS = frozenset(
    {"repair", "kills-nothing", "raising-clause", "requires-more-than-needed", "against-recommendation"}
)
"""Kinds that say what could be better: a strong specification may have a clause that its tests do not need."""

NO_DEFECTS = NOTES | PROPOSALS
"""The other kinds say what is wrong: with them a run exits with 1."""

_ERRORS = frozenset(
    {
        "contradicts-test",
        "contradiction",
        "no-output",
        "contradictory-contract",
        "wrong-infeasible",
        "disagreement",
        "refuted-proof",
        "not-done",
    }
)


def level_of(kind: str, *, strict: bool = False) -> Level:
    """How much a finding matters. `strict`: what is not supported is an error."""
    if kind in _ERRORS or (strict and kind in UNSUPPORTED):
        return "error"
    return "note" if kind in NO_DEFECTS else "warning"


def is_defect(kind: str, *, strict: bool = False) -> bool:
    """Whether a run with such a finding exits with 1. `strict`: what is not supported counts."""
    return kind not in NO_DEFECTS or (strict and kind in UNSUPPORTED)
