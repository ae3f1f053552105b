"""The IR of a source file, for people."""

from collections.abc import Callable, Iterable, Iterator

from attrs import frozen

from ..core.ir.contracts import Clause, Condition, Problem, Program
from ..core.ir.sorts import Sort
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
from ..core.ir.variables import RECEIVER
from .show import show

INDENTATION = "  "


@frozen(slots=True)
class ProgramListing:
    """How a program is listed: its terms and types, by default in notations that belong to no language."""

    show: Callable[[Term], str] = show
    show_type: Callable[[Sort], str] = str
    receiver: str = RECEIVER

    def lines(self, program: Program) -> Iterator[str]:
        """The IR as indented text: datatypes, functions, contracts, specifications, tests; then what is
        unsupported."""
        if program.dialect:
            yield f"dialect {program.dialect}"
        for datatype in program.datatypes.values():
            constructors = (
                constructor.name + self._signature(constructor.fields) for constructor in datatype.constructors
            )
            yield f"datatype {datatype.name} = {' | '.join(constructors)}"
        for function in program.functions.values():
            ghost = "ghost " if function.ghost else ""
            signature = f"{self._signature(function.parameters)}: {self.show_type(function.result)}"
            yield f"{ghost}function {function.name}{signature}"
            yield from (f"{INDENTATION}requires {self.show(term)}" for term in function.requires)
            yield from (f"{INDENTATION}ensures {self.show(term)}" for term in function.ensures)
            if function.body is not None:
                yield f"{INDENTATION}{self.show(function.body)}"
            # A body that was refused is told, for otherwise the function looks as if it had none.
            elif function.unread:
                yield f"{INDENTATION}… unsupported: {function.unread}"
        for contract in program.contracts:
            yield f"contract {contract.name}({', '.join(contract.parameters)})"
            yield from self._block(contract.body, 1)
        for specification in program.specifications:
            returns = f" returns {self._signature(specification.outputs)}" if specification.outputs else ""
            yield f"specification {specification.name}{self._signature(specification.inputs)}{returns}"
            if specification.modifies:
                yield f"{INDENTATION}modifies {', '.join(map(str, specification.modifies))}"
            for condition in specification.conditions:
                yield INDENTATION + self._condition(condition)
        for test in program.tests:
            yield f"test {test.name}"
            yield from self._block(program.tested[test.name].body if test.name in program.tested else (), 1)
        yield from map(str, unsupported(program))

    def _signature(self, binders: Iterable[Binder]) -> str:
        return f"({', '.join(f'{self._name(binder)}: {self.show_type(binder.sort)}' for binder in binders)})"

    def _name(self, binder: Binder) -> str:
        return self.receiver if binder.name == RECEIVER else str(binder.name)

    def _condition(self, condition: Condition) -> str:
        if condition.term is None:
            return f"{condition.clause.kind} … {'; '.join(map(str, condition.clause.problems))}"
        return f"{condition.clause.kind} {self.show(condition.term)}"

    def _block(self, statements: Iterable[Statement], depth: int) -> Iterator[str]:
        """The lines of a block of statements."""
        for statement in statements:
            yield from self._statement(statement, INDENTATION * depth, depth + 1)

    def _statement(self, statement: Statement, indent: str, inner: int) -> Iterator[str]:
        match statement:
            case Check(clause=clause, test=test):
                yield f"{indent}{clause}: assert {self.show(test)}"
            case Expect(test=test):
                yield f"{indent}expect {self.show(test)}"
            case Assign(target=target, value=value):
                yield f"{indent}{_target(target)} = {self.show(value)}"
            case Update(places=places, values=values):
                yield f"{indent}{_listed(map(self._place, places))} := {_listed(map(self._place, values))}"
            case Call(method=method, arguments=arguments, places=places, subject=subject):
                called = method if subject is None else f"{self.show(subject)}.{method.rpartition('.')[2]}"
                results = f"{_listed(map(self._place, places))} := " if places else ""
                yield f"{indent}{results}{called}({_listed(map(self._place, arguments))})"
            case Arbitrary(target=target):
                yield f"{indent}{target.name} := *"
            # The hidden variables of what is made (`object#1`) are shown: a call of the constructor stands between
            # them and the variable that the text assigns, and the order is what is executed.
            case NewArray():
                made = f"new {self.show_type(statement.sort)}[{_listed(map(self.show, statement.lengths))}]"
                filled = statement.elements if statement.elements is not None else statement.element
                yield f"{indent}{statement.target} := {made}" + ("" if filled is None else f" {self.show(filled)}")
            case NewObject(target=target, kind=kind):
                yield f"{indent}{target} := new {kind}"
            case Choose(targets=targets, choice=choice):
                yield f"{indent}{_listed(str(target.name) for target in targets)} :| {self.show(choice)}"
            case UpdateAll(choices=choices, updates=updates):
                yield f"{indent}forall {self.show(choices)}"
                for place, held in updates:
                    yield f"{INDENTATION * inner}{self._place(place)} := {self._place(held)}"
            case Block(body=body):
                yield f"{indent}block"
                yield from self._block(body, inner)
            case If(test=test, then=then, orelse=orelse):
                yield f"{indent}if {self.show(test)}"
                yield from self._block(then, inner)
                yield from self._optional("else", orelse, indent, inner)
            case For(target=target, iterable=iterable, body=body, orelse=orelse):
                yield f"{indent}for {_target(target)} in {self.show(iterable)}"
                yield from self._block(body, inner)
                yield from self._optional("else", orelse, indent, inner)
            case While(test=test, body=body, orelse=orelse):
                yield f"{indent}while {self.show(test)}"
                yield from self._block(body, inner)
                yield from self._optional("else", orelse, indent, inner)
            case Try(body=body, handlers=handlers, orelse=orelse, final=final):
                yield f"{indent}try"
                yield from self._block(body, inner)
                for handler in handlers:
                    name = f" as {handler.name}" if handler.name else ""
                    yield f"{indent}except {', '.join(handler.exceptions)}{name}".rstrip()
                    yield from self._block(handler.body, inner)
                yield from self._optional("else", orelse, indent, inner)
                yield from self._optional("finally", final, indent, inner)
            case Define(name=name, body=body):
                yield f"{indent}def {name}({', '.join(statement.signature.heading)})"
                yield from self._block(body, inner)
            case Return(value=value):
                yield f"{indent}return" + (f" {self.show(value)}" if value is not None else "")
            case Raise(exception=exception):
                yield f"{indent}raise" + (f" {exception}" if exception else "")
            case Evaluate(value=value):
                yield f"{indent}{self.show(value)}"
            case Print(values=values):
                yield f"{indent}print {', '.join(map(self.show, values))}"
            case Remark(text=text):
                yield f"{indent}// {text.strip()}"
            case Break() | Continue():
                yield indent + type(statement).__name__.lower()
            case OpaqueStatement(construct=construct):
                yield f"{indent}… {construct}"

    def _optional(self, keyword: str, body: tuple[Statement, ...], indent: str, inner: int) -> Iterator[str]:
        if body:
            yield indent + keyword
            yield from self._block(body, inner)

    def _place(self, place: Place | Term | FieldPlace) -> str:
        match place:
            case FieldPlace(subject=subject, field=name):
                return f"{self.show(subject)}.{name}"
            case ElementPlace(array=array, indices=indices):
                return f"{self._place(array)}[{_listed(map(self.show, indices))}]"
            case Term():
                return self.show(place)
            case _:
                return str(place)


def lines(program: Program) -> Iterator[str]:
    """The listing in notations that belong to no language."""
    return ProgramListing().lines(program)


def unsupported(program: Program) -> list[Problem]:
    """What was read but not lowered, each once."""
    clauses: list[Clause] = [clause for contract in program.contracts for clause in contract.clauses]
    for specification in program.specifications:
        clauses += (condition.clause for condition in specification.conditions)
    found = [problem for clause in clauses for problem in clause.problems]
    return list(dict.fromkeys((*found, *program.problems, *program.unread)))


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _target(target: Target) -> str:
    return target if isinstance(target, str) else f"({', '.join(map(_target, target))})"
