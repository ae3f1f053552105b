"""The IR of a source file, for people."""

from collections.abc import Iterable, Iterator

from ..core.ir.contracts import Clause, Condition, Problem, Program
from ..core.ir.statements import (
    Assign,
    Block,
    Break,
    Check,
    Continue,
    Define,
    Evaluate,
    Expect,
    For,
    If,
    OpaqueStatement,
    Print,
    Raise,
    Remark,
    Return,
    Statement,
    Target,
    Try,
    While,
)
from ..core.ir.terms import Binder, Term
from ..core.ir.updates import (
    Arbitrary,
    Call,
    Choose,
    ElementPlace,
    FieldPlace,
    NewArray,
    NewObject,
    Place,
    Update,
    UpdateAll,
)
from .show import show

INDENTATION = "  "


def lines(program: Program) -> Iterator[str]:
    """The IR as indented text: datatypes, functions, contracts, specifications, tests; then what is
    unsupported."""
    if program.dialect:
        yield f"dialect {program.dialect}"
    for datatype in program.datatypes.values():
        constructors = (constructor.name + _signature(constructor.fields) for constructor in datatype.constructors)
        yield f"datatype {datatype.name} = {' | '.join(constructors)}"
    for function in program.functions.values():
        ghost = "ghost " if function.ghost else ""
        yield f"{ghost}function {function.name}{_signature(function.parameters)}: {function.result}"
        yield from (f"{INDENTATION}requires {show(term)}" for term in function.requires)
        yield from (f"{INDENTATION}ensures {show(term)}" for term in function.ensures)
        if function.body is not None:
            yield f"{INDENTATION}{show(function.body)}"
        elif function.unread:
            yield f"{INDENTATION}… unsupported: {function.unread}"
    for contract in program.contracts:
        yield f"contract {contract.name}({', '.join(contract.parameters)})"
        yield from _block(contract.body, 1)
    for specification in program.specifications:
        returns = f" returns {_signature(specification.outputs)}" if specification.outputs else ""
        yield f"specification {specification.name}{_signature(specification.inputs)}{returns}"
        if specification.modifies:
            yield f"{INDENTATION}modifies {', '.join(map(str, specification.modifies))}"
        for condition in specification.conditions:
            yield INDENTATION + _condition(condition)
    for test in program.tests:
        yield f"test {test.name}"
        yield from _block(program.tested[test.name].body if test.name in program.tested else (), 1)
    yield from map(str, unsupported(program))


def unsupported(program: Program) -> list[Problem]:
    """What was read but not lowered, each once."""
    clauses: list[Clause] = [clause for contract in program.contracts for clause in contract.clauses]
    for specification in program.specifications:
        clauses += (condition.clause for condition in specification.conditions)
    found = [problem for clause in clauses for problem in clause.problems]
    return list(dict.fromkeys((*found, *program.problems, *program.unread)))


def _signature(binders: Iterable[Binder]) -> str:
    return f"({', '.join(f'{binder.name}: {binder.sort}' for binder in binders)})"


def _condition(condition: Condition) -> str:
    if condition.term is None:
        return f"{condition.clause.kind} … {'; '.join(map(str, condition.clause.problems))}"
    return f"{condition.clause.kind} {show(condition.term)}"


def _block(statements: Iterable[Statement], depth: int) -> Iterator[str]:
    """The lines of a block of statements."""
    for statement in statements:
        yield from _statement(statement, INDENTATION * depth, depth + 1)


def _statement(statement: Statement, indent: str, inner: int) -> Iterator[str]:
    match statement:
        case Check(clause=clause, test=test):
            yield f"{indent}{clause}: assert {show(test)}"
        case Expect(test=test):
            yield f"{indent}expect {show(test)}"
        case Assign(target=target, value=value):
            yield f"{indent}{_target(target)} = {show(value)}"
        case Update(places=places, values=values):
            yield f"{indent}{_listed(map(_place, places))} := {_listed(map(_place, values))}"
        case Call(method=method, arguments=arguments, places=places, subject=subject):
            called = method if subject is None else f"{show(subject)}.{method.rpartition('.')[2]}"
            results = f"{_listed(map(_place, places))} := " if places else ""
            yield f"{indent}{results}{called}({_listed(map(_place, arguments))})"
        case Arbitrary(target=target):
            yield f"{indent}{target.name} := *"
        # The hidden variables of what is made (`object#1`) are shown: a call of the constructor stands between them and
        # the variable that the text assigns, and the order is what is executed.
        case NewArray():
            made = f"new {statement.sort}[{_listed(map(show, statement.lengths))}]"
            filled = statement.elements if statement.elements is not None else statement.element
            yield f"{indent}{statement.target} := {made}" + ("" if filled is None else f" {show(filled)}")
        case NewObject(target=target, kind=kind):
            yield f"{indent}{target} := new {kind}"
        case Choose(targets=targets, choice=choice):
            yield f"{indent}{_listed(str(target.name) for target in targets)} :| {show(choice)}"
        case UpdateAll(choices=choices, updates=updates):
            yield f"{indent}forall {show(choices)}"
            for place, held in updates:
                yield f"{INDENTATION * inner}{_place(place)} := {_place(held)}"
        case Block(body=body):
            yield f"{indent}block"
            yield from _block(body, inner)
        case If(test=test, then=then, orelse=orelse):
            yield f"{indent}if {show(test)}"
            yield from _block(then, inner)
            yield from _optional("else", orelse, indent, inner)
        case For(target=target, iterable=iterable, body=body, orelse=orelse):
            yield f"{indent}for {_target(target)} in {show(iterable)}"
            yield from _block(body, inner)
            yield from _optional("else", orelse, indent, inner)
        case While(test=test, body=body, orelse=orelse):
            yield f"{indent}while {show(test)}"
            yield from _block(body, inner)
            yield from _optional("else", orelse, indent, inner)
        case Try(body=body, handlers=handlers, orelse=orelse, final=final):
            yield f"{indent}try"
            yield from _block(body, inner)
            for handler in handlers:
                name = f" as {handler.name}" if handler.name else ""
                yield f"{indent}except {', '.join(handler.exceptions)}{name}".rstrip()
                yield from _block(handler.body, inner)
            yield from _optional("else", orelse, indent, inner)
            yield from _optional("finally", final, indent, inner)
        case Define(name=name, body=body):
            yield f"{indent}def {name}({', '.join(statement.signature.heading)})"
            yield from _block(body, inner)
        case Return(value=value):
            yield f"{indent}return" + (f" {show(value)}" if value is not None else "")
        case Raise(exception=exception):
            yield f"{indent}raise" + (f" {exception}" if exception else "")
        case Evaluate(value=value):
            yield f"{indent}{show(value)}"
        case Print(values=values):
            yield f"{indent}print {', '.join(map(show, values))}"
        case Remark(text=text):
            yield f"{indent}// {text.strip()}"
        case Break() | Continue():
            yield indent + type(statement).__name__.lower()
        case OpaqueStatement(construct=construct):
            yield f"{indent}… {construct}"


def _optional(keyword: str, body: tuple[Statement, ...], indent: str, inner: int) -> Iterator[str]:
    if body:
        yield indent + keyword
        yield from _block(body, inner)


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _place(place: Place | Term | FieldPlace) -> str:
    match place:
        case FieldPlace(subject=subject, field=name):
            return f"{show(subject)}.{name}"
        case ElementPlace(array=array, indices=indices):
            return f"{_place(array)}[{_listed(map(show, indices))}]"
        case Term():
            return show(place)
        case _:
            return str(place)


def _target(target: Target) -> str:
    return target if isinstance(target, str) else f"({', '.join(map(_target, target))})"
