"""Comparisons for people: the finding first, then each clause that one side has and the other lacks."""

from collections.abc import Iterator, Mapping

from attrs import frozen

from ..schema import CandidatesRow, ComparisonRow, ConditionsPart, ImplicationPart, ReferencePart, SeparatingPart

_WORDS = {
    "equal": "equal to",
    "weaker": "weaker than",
    "stronger": "stronger than",
    "incomparable": "incomparable with",
}
_ACCEPTANCE = {
    "equal": "{} and {} accept the same",
    "weaker": "{} accepts more than {}",
    "stronger": "{} accepts less than {}",
    "incomparable": "each accepts some that the other refuses",
    "unknown": "not known",
}
_OUTCOMES = {
    "accepted": "accepts it", "false": "refuses it", "undefined": "is undefined there", "unknown": "is not known",
}  # fmt: skip


@frozen(slots=True)
class SideNames:
    """What the two sides are called."""

    first: str = "A"
    second: str = "B"


A_AND_B = SideNames()
VERSIONS = SideNames("after", "before")


def lines_of(row: ComparisonRow, names: SideNames = A_AND_B) -> Iterator[str]:
    """What a row says, line by line."""
    yield f"{row.task_id}: {names.first} is {relation_in_words(row)} {names.second}"
    width = max(len(names.first), len(names.second))
    yield f"  {names.first:{width}}  {row.first}"
    yield f"  {names.second:{width}}  {row.second}"
    if row.reason:
        yield f"  not compared: {row.reason}"
        return
    for note in row.notes:
        yield f"  {note}"
    for what, part in (("inputs", row.inputs), ("outputs", row.outputs)):
        if part is not None:
            yield from _part(what, part, names)
    if row.outputs is None and row.outputs_reason:
        yield f"  outputs: not compared, {row.outputs_reason}"
    if row.reference is not None:
        yield from _reference(row.reference)


def _reference(found: ReferencePart) -> Iterator[str]:
    if not found.tests:
        yield f"  reference: no test to judge ({found.reason or 'none converts'})"
        return
    yield f"  reference: its result satisfies the postcondition on {found.satisfied} of {found.tests} tests"
    if found.counterexample is not None:
        value = found.counterexample
        yield f"    refuted on {_texts(value.inputs)} → {_texts(value.outputs)}"
    if found.unknown:
        yield f"    undecided on {found.unknown}"
    if found.left_out:
        yield f"    left out: {found.left_out} ({found.reason})"


def lines_of_candidates(row: CandidatesRow) -> Iterator[str]:
    """The order of several candidates, the strongest first, and the questions."""
    yield f"{row.task_id}: {len(row.candidates)} candidates, {len(row.classes)} different"
    for number, candidate in enumerate(row.candidates, 1):
        yield f"  {number}  {candidate}"
    names = [" = ".join(map(str, members)) for members in row.classes]
    for one, other in row.stronger:
        yield f"  {names[one]} is stronger than {names[other]}"
    ordered = {place for pair in row.stronger for place in pair}
    for place, name in enumerate(names):
        if place not in ordered:
            yield f"  {name}" + ("" if len(names) == 1 else ": in no order with the others")
    for first, second in row.open:
        yield f"  {first} and {second}: not decided"
    if row.questions:
        least = ", and no fewer do" if row.fewest else ""
        yield f"  To single one out, at most {row.most} of these questions{least}:"
    for number, question in enumerate(row.questions, 1):
        asked = f"is {_texts(question.outputs)} right for " if question.outputs else "is this input valid: "
        yield f"    {number}. {asked}{_texts(question.inputs)}?"
        for branch in question.branches:
            then = f", then ask {branch.ask + 1}" if branch.ask is not None else ""
            yield f"       {branch.answer}: {', '.join(map(str, branch.left))}{then}"


def relation_in_words(row: ComparisonRow) -> str:
    """`weaker than`; where that is not known, what is left."""
    if row.relation != "unknown":
        return _WORDS[row.relation]
    if len(row.possible) == 4:
        return "in no known relation to"
    return f"(not decided: {' or '.join(row.possible)}) to"


def _part(what: str, part: ConditionsPart, names: SideNames) -> Iterator[str]:
    clauses = (*part.first, *part.second)
    proved = sum(each.verdict == "implied" for each in clauses)
    decided = f"{proved} of {len(clauses)} clauses implied by the other side" if clauses else "no clauses"
    yield f"  {what}: {_ACCEPTANCE[part.relation].format(names.first, names.second)} ({decided})"
    for name, other, listed in (
        (names.first, names.second, part.first), (names.second, names.first, part.second),
    ):  # fmt: skip
        for each in listed:
            if each.verdict != "implied":
                kind = "only" if each.verdict == "not implied" else "open,"
                yield f"    {kind} {name}: {each.text}"
                yield from _why(each, other, names)
    if part.undefined is not None:
        yield f"    undefined is not false: on {_value(part.undefined, names)}: {_outcomes(part.undefined, names)}"


def _why(each: ImplicationPart, other: str, names: SideNames) -> Iterator[str]:
    if each.separating is not None:
        yield f"      {_value(each.separating, names)}: {_outcomes(each.separating, names)}"
    elif each.bounds:
        yield f"      implied by {other} within bounds only: {each.bounds}"
    elif each.reason:
        yield f"      whether {other} implies it is not known: {each.reason}"


def _value(value: SeparatingPart, names: SideNames) -> str:
    shown = _texts(value.inputs)
    if value.outputs:
        shown = f"{shown} → {_texts(value.outputs)}"
    if value.second_inputs is not None and value.second_inputs != value.inputs:
        shown += f" (in {names.second}: {_texts(value.second_inputs)})"
    return shown


def _texts(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={text}" for name, text in values.items()) or "no arguments"


def _outcomes(value: SeparatingPart, names: SideNames) -> str:
    both = f"{names.first} {_OUTCOMES[value.first]}, {names.second} {_OUTCOMES[value.second]}"
    asked = f"; not confirmed by {value.unconfirmed}" if value.unconfirmed else ""
    return f"{both} ({', '.join(value.replayed)}{asked})"
