"""What a harness declares before its methods: the functions and datatypes that the clauses need, and no more."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from ...backends.dafny.process import ReleaseLine
from ...core.ir.contracts import Datatype, Function, Program
from ...core.ir.sorts import OBJECT, Sort
from ...core.ir.terms import Binder, Term, make, rebuild, substitute, subterms, var
from ...core.ir.terms import fold as fold_term
from ...core.ir.variables import RECEIVER, Name, is_pre_state, without_state
from ...core.spans import Span
from ...frontends.dafny import show_term, show_type
from .triple import numbered, numbered_sort

_DECLARATION = re.compile(r"(ghost\s+)?(static\s+)?(function|predicate)\b")


@frozen(slots=True)
class Needed:
    """Functions and datatypes in the order of the program."""

    functions: tuple[Function, ...]
    datatypes: tuple[Datatype, ...]


def needed(terms: Iterable[Term], sorts: Iterable[Sort], program: Program) -> Needed:
    """What terms and values of these sorts refer to, directly or through others."""
    functions: set[str] = set()
    datatypes: set[str] = set()
    pending = list(terms)
    reached = list(sorts)
    # Terms lead to sorts, and sorts to datatypes whose fields lead to further sorts: both lists are emptied together.
    while pending or reached:
        if reached:
            sort = reached.pop()
            reached.extend(sort.args)
            name = str(sort.label)
            # A datatype that was met is not entered again, so that recursive ones end.
            if sort.kind == "Datatype" and name in program.datatypes and name not in datatypes:
                datatypes.add(name)
                constructors = program.datatypes[name].constructors
                reached.extend(binder.sort for constructor in constructors for binder in constructor.fields)
            continue
        for node in subterms(pending.pop()):
            reached.append(node.sort)
            if node.op == "call" and node.data in program.functions and node.data not in functions:
                functions.add(node.data)
                function = program.functions[node.data]
                reached.extend((function.result, *(binder.sort for binder in function.parameters)))
                pending.extend(function.terms)
    # In the order of the program, so that the text is the same in every run.
    return Needed(
        tuple(function for name, function in program.functions.items() if name in functions),
        tuple(datatype for name, datatype in program.datatypes.items() if name in datatypes),
    )


Sources = Mapping[str, Sequence[str]]
"""The files of a program, as its spans name them, and their lines."""


def sources_of(program: Program) -> Sources:
    """The files in which a program declares functions: its own and those that it includes. Raises OSError."""
    files = {function.span.file for function in program.functions.values() if function.span is not None}
    # Lines end where the parser's lines end: splitlines() knows more ends than "\n".
    return {file: Path(file).read_bytes().decode("utf-8").split("\n") for file in sorted(files)}


def source_text(found: Needed, sources: Sources) -> str | None:
    """The declarations as the author wrote them; None where that text does not stand alone at the top of a file."""
    texts = []
    for function in found.functions:
        text = "" if function.span is None else _slice(function.span, sources[function.span.file])
        if not isinstance(function.name, str) or "." in function.name or not _DECLARATION.match(text):
            return None
        texts.append(text)
    return None if found.datatypes else "\n".join(texts)


def _slice(span: Span, lines: Sequence[str]) -> str:
    """The text of a span."""
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    first, *middle, last = lines[span.line - 1 : span.end_line]
    return "\n".join((first[span.column - 1 :], *middle, last[: span.end_column - 1]))


def printed_text(found: Needed, dialect: ReleaseLine) -> str:
    """The declarations printed from the intermediate representation. Raises Unsupported."""
    return "\n".join(
        (*map(_datatype, found.datatypes), *(_function(function, dialect) for function in found.functions))
    )


def _datatype(declared: Datatype) -> str:
    constructors = []
    for constructor in declared.constructors:
        fields = ", ".join(f"{binder.name}: {printed_type(binder.sort)}" for binder in constructor.fields)
        constructors.append(f"{constructor.name}({fields})" if fields else constructor.name)
    return f"datatype {plain(declared.name)}{_generics(declared.parameters)} = {' | '.join(constructors)}"


def _function(function: Function, dialect: ReleaseLine) -> str:
    generic = sorted(_type_parameters(binder.sort for binder in (*function.parameters, Binder("", function.result))))
    parameters = ", ".join(f"{_variable(binder.name)}: {printed_type(binder.sort)}" for binder in function.parameters)
    lines = [
        f"{dialect.function} {plain(function.name)}{_generics(generic)}({parameters}): {printed_type(function.result)}"
    ]
    lines.extend(f"  reads {_variable(binder.name)}" for binder in function.parameters if binder.sort.kind == "Array")
    # Of a two-state function the pre-state is a parameter of its own.
    renaming = {
        parameter.name: var(_variable(parameter.name), parameter.sort)
        for parameter in function.parameters
        if is_pre_state(parameter.name)
    }
    lines.extend(f"  requires {printed(term, renaming)}" for term in function.requires)
    lines.extend(f"  ensures {printed(term, renaming)}" for term in function.ensures)
    if function.body is not None:
        lines.append(f"{{ {printed(function.body, renaming)} }}")
    return "\n".join(lines)


def _generics(names: Iterable[str]) -> str:
    # Equality of every element is what the intermediate representation takes for granted.
    parameters = ", ".join(f"{name}(==)" for name in names)
    return f"<{parameters}>" if parameters else ""


def _type_parameters(sorts: Iterable[Sort]) -> Iterator[str]:
    found: dict[str, None] = {}
    pending = list(sorts)
    while pending:
        sort = pending.pop()
        pending.extend(sort.args)
        if sort.kind == "Uninterpreted" and sort != OBJECT:
            found[str(sort.label)] = None
    yield from found


def printed(term: Term, renaming: Mapping[Name, Term] = {}) -> str:
    """A term in the flat name space of a printed harness. Raises Unsupported."""
    return show_term(flat(substitute(term, renaming)))


def flat(term: Term) -> Term:
    """The term with the names of a printed harness: no modules, no members, no `this`, and numbers for objects."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        match node.op:
            case "call":
                return make("call", args, _flat_sort(node.sort), plain(node.data), node.span)
            case "var" if is_pre_state(node.data):  # how it is printed depends on where it stands
                return var(node.data, _flat_sort(node.sort), node.span)
            case "var":
                return var(_variable(node.data), _flat_sort(node.sort), node.span)
            case "const":
                return make("const", (), _flat_sort(node.sort), numbered(node.data), node.span)
        whole = rebuild(node, args)
        if isinstance(node.data, tuple) and node.data and isinstance(node.data[0], Binder):
            binders = tuple(Binder(_variable(binder.name), _flat_sort(binder.sort)) for binder in node.data)
            return make(whole.op, whole.args, _flat_sort(whole.sort), binders, whole.span)
        return make(whole.op, whole.args, _flat_sort(whole.sort), whole.data, whole.span)

    return fold_term(term, step)


def printed_type(sort: Sort) -> str:
    """A sort in the flat name space of a printed harness. Raises Unsupported."""
    return show_type(_flat_sort(sort))


def _flat_sort(sort: Sort) -> Sort:
    if sort == OBJECT:
        return numbered_sort(sort)
    label = plain(sort.label) if isinstance(sort.label, str) else sort.label
    return Sort(sort.kind, tuple(map(_flat_sort, sort.args)), label)


def plain(name: Name) -> str:
    """A qualified name as one identifier."""
    return str(name).replace(".", "_")


def _variable(name: Name) -> str:
    """A variable's name as an identifier: a field of an object has a dot in its name, a value before a call brackets,
    and a variable that nobody writes a number sign."""
    if name == RECEIVER:
        return "this_"
    whole = f"old_{without_state(name)}" if is_pre_state(name) else str(name)
    return plain(whole).replace("#", "_")
