"""What comments of a test say of the outputs of a call: `//expected [4, 5]`, `// assert res1 == 61;`."""

import re
from difflib import get_close_matches

from attrs import evolve

from ..core.deciding.simplify import simplify
from ..core.errors import ParseError, SortError, Unsupported
from ..core.ir.build import op
from ..core.ir.contracts import Program
from ..core.ir.sorts import BOOL, CHAR, Sort, seq_of, tuple_of
from ..core.ir.terms import Term, const, free_variables, substitute
from ..core.ir.variables import Name
from ..core.spans import Span
from ..core.test_execution.expectations import equals
from ..core.test_execution.tracing import CommentReading, MethodCall, Note
from ..frontends.dafny import parse_expression

# Not every word that begins like "expected": of `var p := Power(2, 3); // exponent 3` the 3 is no result.
_VALUE = re.compile(
    r"(?:exp(?:ect(?:ed|s|ing|ations?)?)?(?:\s+(?:output|result|value|answer))?|should\s+(?:be|return|print|output|give|equal)|must\s+be)\b"
    r"\s*(?:is|to\s+be)?\s*[:=]*\s*(?P<value>.+)",
    re.I,
)
ALIKE = 0.9
"""Least similarity, of 1, of a misspelt word: one letter more or less in eight. `exponent` has 0.6."""
# Words that introduce a value only where nothing but a value follows: `// result 5`, and not `// result of x`.
_PLAIN_VALUE = re.compile(
    r"(?:(?:returns?|results?|outputs?|prints?|answer)\b|=+>|-+>)\s*(?:is\b)?\s*[:=]*\s*(?P<value>.+)", re.I
)
_CONDITION = re.compile(r"(?:assert|expect)\b\s*(?P<condition>.+)", re.I)


def read_comment(note: Note, program: Program) -> CommentReading | None:
    """The expectation in a comment about the call before it; None for a comment that does not look like
    one."""
    text = _stripped(note.text)
    problems = []
    condition = _CONDITION.fullmatch(text)
    # A comment with `==` is meant as a condition. Its error is kept, for it tells the writer more than that no value
    # was read.
    if condition or re.match(r"\w+\s*==", text):
        try:
            return CommentReading(_condition(condition["condition"] if condition else text, note, program))
        except (ParseError, SortError, Unsupported) as error:
            problems.append(str(error))
    value = _VALUE.fullmatch(text)
    plain = None if value else _PLAIN_VALUE.fullmatch(text)
    # A value after a word such as `expected` may name variables of the test; a bare one could be any word, and is
    # read without them.
    found = value or plain
    if found:
        try:
            return CommentReading(_value(found["value"], note if value else evolve(note, scope={}), program))
        except (ParseError, SortError, Unsupported) as error:
            problems.append(str(error))
        # What is no expression may still be the text that a call prints.
        try:
            output = _output(found["value"], note, program)
        except (ParseError, SortError, Unsupported):
            output = None
        if output is not None:
            return CommentReading(output)
    return CommentReading(None, "; ".join(problems)) if problems else None


def looks_like_one(text: str) -> bool:
    """Does a comment look as if it said what is expected?"""
    text = _stripped(text)
    return any(each.fullmatch(text) is not None for each in (_VALUE, _PLAIN_VALUE, _CONDITION))


def subjects_of(note: Note) -> list[Term]:
    """What a bare value in a comment is about: what was printed of results or, where nothing was, the results of the
    call before it."""
    printed = [term for term in note.printed if free_variables(term)]
    return printed or [note.call.unknowns[name] for name in _results(note.call)]


def _stripped(text: str) -> str:
    """A comment without what surrounds it, and with its first word spelled right."""
    return re.sub(r"\A\w+", _spelled, text.strip().rstrip(";.").strip())


def _spelled(word: re.Match[str]) -> str:
    return "expected" if get_close_matches(word[0].lower(), ["expected"], cutoff=ALIKE) else word[0]


def _condition(text: str, note: Note, program: Program) -> Term:
    scope = {name: term.sort for name, term in note.scope.items()}
    term = parse_expression(text, scope, BOOL, program, _span(note))
    return substitute(term, note.scope)


def _value(text: str, note: Note, program: Program) -> Term:
    """What was printed, or the call returned, equals what is written: one value, or a tuple of as many."""
    results = subjects_of(note)
    if len(results) == 1:
        return equals(results[0], _read(text, results[0].sort, note, program))
    wanted = tuple_of(*(_written_as(result.sort) for result in results))
    written = _read(text if text.startswith("(") else f"({text})", wanted, note, program)
    return op("and", *(equals(result, op("tuple.at", written, data=index)) for index, result in enumerate(results)))


def _output(text: str, note: Note, program: Program) -> Term | None:
    """The results in a comment that repeats what is printed: `print "abs: ", r, "\\n"; // Expected: abs: 3`. None where
    it does not, or where nothing but results is printed."""
    literals = [term for term in note.printed if term.op == "const" and term.sort == seq_of(CHAR)]
    if not any("".join(term.data).strip() for term in literals):
        return None
    subjects = [term for term in note.printed if term not in literals]
    parts = [re.escape("".join(term.data).strip()) if term in literals else "(.+?)" for term in note.printed]
    shown = re.fullmatch(r"\s*".join(filter(None, parts)), text.strip()) if subjects else None
    if shown is None:
        return None
    facts = []
    for term, group in zip(subjects, shown.groups(), strict=True):
        if term.sort == seq_of(CHAR):
            facts.append(equals(term, const(tuple(group), term.sort)))
        else:
            facts.append(equals(term, _read(group.strip(), term.sort, evolve(note, scope={}), program)))
    return op("and", *facts) if len(facts) > 1 else facts[0]


def _results(call: MethodCall) -> list[Name]:
    """What a bare value in a comment is about: the results or, of a method without any, the changed
    parameters."""
    return [binder.name for binder in call.specification.outputs] or list(call.unknowns)


def _read(text: str, sort: Sort, note: Note, program: Program) -> Term:
    """The value written, as a term of the sort in which one writes values of `sort`."""
    scope = {name: term.sort for name, term in note.scope.items()}
    wanted = _written_as(sort)
    try:
        term = parse_expression(text, scope, wanted, program, _span(note))
    except SortError:
        term = parse_expression(text, scope, None, program, _span(note))
    return simplify(substitute(term, note.scope), {}, program.functions, program.datatypes)


def _written_as(sort: Sort) -> Sort:
    """The sort of the literals for a sort: an array's contents are written as a sequence."""
    return seq_of(*sort.args) if sort.kind == "Array" else sort


def _span(note: Note) -> Span:
    return note.span or Span("<comment>", 1, 1, 1, 1)
