"""The text of a harness: declarations, then a method for each query about a triple."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from attrs import evolve, frozen

from ...backends.dafny.process import METHOD, ReleaseLine
from ...core.errors import ParseError, SortError, Unsupported
from ...core.ir.build import is_true
from ...core.ir.contracts import Condition, Program
from ...core.ir.definedness import well_defined
from ...core.ir.sorts import BOOL
from ...core.ir.terms import Binder, Term
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Name, Valuation
from ...frontends.dafny import literal, parse_expression, show_term
from .declarations import Sources, flat, needed, printed_text, printed_type, source_text
from .harness_limits import LIMITS
from .hints import Hints
from .triple import Triple, with_numbers, without_fields
from .values import Values, given

Form = Literal["source", "printed"]
"""`source`: clauses and functions as the author wrote them, which tests our reading of them too. `printed`: from the
intermediate representation, for a verifier that does not read the author's dialect."""

Direction = Literal["holds", "refuted"]
_EMPTY = {"Seq": "[]", "Set": "{}", "Multiset": "multiset{}", "Map": "map[]"}
_OLD = ("old(", "unchanged(", "fresh(")


@frozen(slots=True)
class VerifierQuery:
    """Does the postcondition (or its negation) of a triple verify? `total`: its definedness is part of it.
    `instances`: whether the instances of quantifiers are spelled out."""

    triple: Triple
    direction: Direction
    form: Form
    total: bool = False
    instances: bool = True


@frozen(slots=True)
class Harness:
    """A file. `spans`: name of a method → its first and last line, from 1."""

    text: str
    spans: dict[str, tuple[int, int]]

    def method_at(self, line: int) -> str | None:
        """The method that a line belongs to."""
        return next((name for name, (first, last) in self.spans.items() if first <= line <= last), None)


def harness(methods: Mapping[str, str], declarations: str) -> Harness:
    """A file of declarations and methods, by name."""
    parts = [declarations]
    line = declarations.count("\n") + 2
    spans = {}
    for name, text in methods.items():
        length = text.count("\n") + 1
        spans[name] = (line, line + length - 1)
        parts.append(text)
        line += length
    return Harness("\n".join(parts) + "\n", spans)


def declarations(triples: Sequence[Triple], form: Form, dialect: ReleaseLine, sources: Sources) -> str | None:
    """What the clauses of triples of one program need. None where the text of its `sources` does not do.

    Raises Unsupported for what cannot be printed."""
    if not triples:
        return ""
    terms = [condition.term for triple in triples for condition in triple.clauses if condition.term is not None]
    terms += [term for triple in triples for term in triple.constraints]
    sorts = [binder.sort for triple in triples for binder in _variables(triple)]
    found = needed(terms, sorts, triples[0].program)
    return source_text(found, sources) if form == "source" else printed_text(found, dialect)


def name_of(number: int) -> str:
    """The name of the method that asks a query."""
    return f"{METHOD}{number}"


def check_of(name: str) -> str:
    """The name of a method's vacuity check."""
    return f"{name}Vacuity"


@frozen(slots=True)
class Methods:
    """`query` verifies if the answer is yes; `vacuity` must not: it is `assert false` from all that the first has
    proved."""

    query: str
    vacuity: str


def methods(name: str, query: VerifierQuery) -> Methods:
    """The methods that ask a query, called `name` and `check_of(name)`. Raises Unsupported for what Dafny cannot
    say."""
    query = evolve(query, triple=with_numbers(without_fields(query.triple)))
    triple = query.triple
    goals = _goals(query)
    show = (lambda term: show_term(flat(term))) if query.form == "printed" else show_term
    values = triple.values
    if query.direction == "holds":
        values = {**values, **triple.witness}
    hints = Hints(triple.program, values, show, query.instances)
    for condition in triple.clauses:
        if condition.term is not None:
            hints.about(condition.term)
    writer = _in_two_states if triple.specification.modifies or _mentions_old(goals) else _in_one_state
    header, setting = writer(triple, values)
    goals = [f"({goal})" for goal in goals]
    typed = (f"var {name}: {printed_type(sort)} := {_EMPTY[sort.kind]};" for sort, name in hints.empty.items())
    # A harness whose assumptions contradict each other would verify anything. So the same text is asked again with
    # `assert false` in place of the goals, which it may then assume: if that verifies, the first answer counts nothing.
    start = [*header[1:], "{", *setting, *typed]
    proof = [*hints.found.values(), *(f"assert {goal};" for goal in goals)]
    known = [f"assume {{:axiom}} {fact};" for fact in (*hints.found, *goals)]
    limit = f"{{:timeLimit {LIMITS.vacuity_seconds}}}"
    return Methods(
        "\n".join((f"method {name}{header[0]}", *start, *proof, "}")),
        "\n".join((f"method {limit} {check_of(name)}{header[0]}", *start, *known, "assert false;", "}")),
    )


def _variables(triple: Triple) -> tuple[Binder, ...]:
    return (*triple.specification.inputs, *triple.specification.outputs)


def _goals(query: VerifierQuery) -> list[str]:
    """What is to be proved, in order."""
    triple = query.triple
    if query.total or triple.constraints:
        parts = [show_total(term, triple.program, query.form) for term in triple.constraints]
        parts += [
            show_total(condition.term, triple.program, query.form)
            for condition in triple.clauses
            if condition.term is not None
        ]
    else:
        parts = [_clause(condition, triple, query.form) for condition in triple.clauses]
    return parts if query.direction == "holds" else [f"!({' && '.join(parts)})"]


def show_total(term: Term, program: Program, form: Form) -> str:
    """ "It is defined and true" in Dafny. Raises Unsupported."""
    defined = well_defined(term, program.functions)
    parts = (term,) if is_true(defined) else (defined, term)
    return " && ".join(f"({show_term(flat(part) if form == 'printed' else part)})" for part in parts)


def _clause(condition: Condition, triple: Triple, form: Form) -> str:
    """A clause as it is written; printed where it is no expression, as `n: nat` among the parameters."""
    term = condition.term
    if term is None:
        raise Unsupported("; ".join(map(str, condition.clause.problems)))
    if form == "printed":
        return f"({show_term(flat(term))})"
    scope = {binder.name: binder.sort for binder in _variables(triple)}
    try:
        parse_expression(condition.clause.text, scope, BOOL, triple.program, condition.clause.span)
    except (ParseError, SortError, Unsupported):
        return f"({show_term(term)})"
    return f"({condition.clause.text}\n)"


def _mentions_old(goals: Sequence[str]) -> bool:
    return any(word in goal for goal in goals for word in _OLD)


def _in_one_state(triple: Triple, values: Valuation) -> tuple[list[str], list[str]]:
    """Everything is a local variable; unknowns are parameters."""
    writer = Values({binder.name for binder in _variables(triple)}, triple.program.datatypes)
    for binder in _variables(triple):
        if binder.name in values:
            writer.declare(binder.name, binder.sort, values[binder.name])
    return [f"({_unknowns(triple, values)})"], writer.statements


def _in_two_states(triple: Triple, values: Valuation) -> tuple[list[str], list[str]]:
    """Inputs are parameters, so that `old` means the pre-state; the body makes the state after."""
    specification = triple.specification
    parameters = [f"{binder.name}: {printed_type(binder.sort)}" for binder in specification.inputs]
    unknowns = _unknowns(triple, values)
    header = [f"({', '.join([*parameters, *filter(None, [unknowns])])})"]
    seen: dict[Name, Any] = {}
    for binder in specification.inputs:
        # An input that repeats an earlier array is said to be the same one, so that a change of one is seen in the
        # other.
        value = triple.inputs[binder.name]
        header.extend(
            f"  requires {one}" for one in given(binder.name, binder.sort, value, seen, triple.program.datatypes)
        )
        seen[binder.name] = value
    if specification.modifies:
        header.append(f"  modifies {', '.join(map(str, specification.modifies))}")
    writer = Values({binder.name for binder in _variables(triple)}, triple.program.datatypes)
    # A name is given to each array before values are written: outputs may hold the same arrays.
    for binder in specification.inputs:
        if isinstance(triple.inputs[binder.name], ArrayValue):
            writer.arrays.setdefault(triple.inputs[binder.name].identity, binder.name)
        # What the frame leaves out keeps its value, and Dafny knows it without an assignment.
        if binder.name in specification.modifies:
            writer.statements.extend(_assignments(binder, triple, values))
    for binder in specification.outputs:
        if binder.name in values:
            writer.declare(binder.name, binder.sort, values[binder.name])
    return header, writer.statements


def _assignments(binder: Binder, triple: Triple, after: Valuation) -> list[str]:
    """Statements that bring an array into its state after the call."""
    name, element = binder.name, binder.sort.args[0]
    old, new = triple.inputs[name], after.get(name)
    if not isinstance(new, ArrayValue) or new.identity != old.identity or len(new.elements) != len(old.elements):
        raise Unsupported(f"{name} is another array after the call")
    return [
        f"{name}[{index}] := {literal(one, element, triple.program.datatypes)};"
        for index, one in enumerate(new.elements)
        if one != old.elements[index]
    ]


def _unknowns(triple: Triple, values: Valuation) -> str:
    missing = (binder for binder in triple.unknowns if binder.name not in values)
    return ", ".join(f"{binder.name}: {printed_type(binder.sort)}" for binder in missing)
