"""Comparisons for people: the finding first, then each clause that one side has and the other lacks."""

from collections.abc import Iterator, Mapping

from ..schema import ComparisonRow, ConditionsPart, ImplicationPart, ReferencePart, SeparatingPart

_WORDS = {
    "equal": "equal to",
    "weaker": "weaker than",
    "stronger": "stronger than",
    "incomparable": "incomparable with",
}
_ACCEPTANCE = {
    "equal": "A and B accept the same",
    "weaker": "A accepts more than B",
    "stronger": "A accepts less than B",
    "incomparable": "each accepts some that the other refuses",
    "unknown": "not known",
}
_OUTCOMES = {
    "accepted": "accepts it", "false": "refuses it", "undefined": "is undefined there", "unknown": "is not known",
}  # fmt: skip


def lines_of(row: ComparisonRow) -> Iterator[str]:
    """What a row says, line by line."""
    yield f"{row.task_id}: A is {relation_in_words(row)} B"
    yield f"  A  {row.first}"
    yield f"  B  {row.second}"
    if row.reason:
        yield f"  not compared: {row.reason}"
        return
    for note in row.notes:
        yield f"  {note}"
    for what, part in (("inputs", row.inputs), ("outputs", row.outputs)):
        if part is not None:
            yield from _part(what, part)
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


def relation_in_words(row: ComparisonRow) -> str:
    """`weaker than`; where that is not known, what is left."""
    if row.relation != "unknown":
        return _WORDS[row.relation]
    if len(row.possible) == 4:
        return "in no known relation to"
    return f"(not decided: {' or '.join(row.possible)}) to"


def _part(what: str, part: ConditionsPart) -> Iterator[str]:
    clauses = (*part.first, *part.second)
    proved = sum(each.verdict == "implied" for each in clauses)
    decided = f"{proved} of {len(clauses)} clauses implied by the other side" if clauses else "no clauses"
    yield f"  {what}: {_ACCEPTANCE[part.relation]} ({decided})"
    for name, other, listed in (("A", "B", part.first), ("B", "A", part.second)):
        for each in listed:
            if each.verdict != "implied":
                kind = "only" if each.verdict == "not implied" else "open,"
                yield f"    {kind} {name}: {each.text}"
                yield from _why(each, other)
    if part.undefined is not None:
        yield f"    undefined is not false: on {_value(part.undefined)}: {_outcomes(part.undefined)}"


def _why(each: ImplicationPart, other: str) -> Iterator[str]:
    if each.separating is not None:
        yield f"      {_value(each.separating)}: {_outcomes(each.separating)}"
    elif each.bounds:
        yield f"      implied by {other} within bounds only: {each.bounds}"
    elif each.reason:
        yield f"      whether {other} implies it is not known: {each.reason}"


def _value(value: SeparatingPart) -> str:
    shown = _texts(value.inputs)
    if value.outputs:
        shown = f"{shown} → {_texts(value.outputs)}"
    if value.second_inputs is not None and value.second_inputs != value.inputs:
        shown += f" (in B: {_texts(value.second_inputs)})"
    return shown


def _texts(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={text}" for name, text in values.items()) or "no arguments"


def _outcomes(value: SeparatingPart) -> str:
    return f"A {_OUTCOMES[value.first]}, B {_OUTCOMES[value.second]} ({', '.join(value.replayed)})"
