"""Statements in words, for the "where" at the end of a sentence.

A clause may be about names that statements before it bind: with `total = sum(xs)` before `assert total > 0` the
sentence ends with what `total` is.

Invariant: all statements that matter have words, or none has (`NoEnglish`): a step that is left out would make the
sentence wrong. Names that are bound more than once are told as steps, in their order, never as definitions.
"""

from collections import Counter
from collections.abc import Callable

from ...core.ir.statements import (
    Assign,
    Break,
    Check,
    Continue,
    Define,
    Evaluate,
    ExceptHandler,
    For,
    If,
    Raise,
    Return,
    Statement,
    Target,
    Try,
    While,
    statements_of,
)
from ...core.ir.terms import Term
from ...frontends.show import show
from .claims import Loop, negate
from .logic import NoEnglish, claims
from .nouns import callee, code, listed, noun
from .predicates import Kinds
from .surroundings import binds
from .wording import IS, Words, domain, sentence

_GROWS = {"+": "increased by", "-": "decreased by", "*": "multiplied by", "/": "divided by"}
_CONVERSIONS = (int, float, str, list, tuple, set)
_TESTS = frozenset({"python.and", "python.or", "python.not", "python.compare"})
_QUESTIONS: tuple[Callable[..., object], ...] = (all, any, isinstance, issubclass, callable, hasattr)


class StepWords:
    """Words for statements in order. `known` are the names that are bound so far, `changing` those that are bound more
    than once; `leaving` says what a bare return does."""

    def __init__(
        self, kinds: Kinds, known: frozenset[str], changing: frozenset[str], leaving: str = "nothing more is checked"
    ) -> None:
        self.kinds = kinds
        self.known = known
        self.changing = changing
        self.leaving = leaving

    def texts(self, body: tuple[Statement, ...]) -> list[str]:
        """One text for each statement that does something. Raises NoEnglish."""
        texts = []
        for previous, statement in zip((None, *body), body, strict=False):
            if not isinstance(statement, Check):
                # `if x: return` before it: the statement happens only in the other case, though it is not indented.
                texts.append(("otherwise " if _returns(previous) else "") + self.text(statement))
        return texts

    def text(self, statement: Statement) -> str:
        match statement:
            case Assign(target, value):
                return self._assign(target, value)
            case If(test, then, orelse):
                return self._if(test, then, orelse)
            case For(target, iterable, body, orelse):
                head = f"for every {domain(Loop(target, iterable), self.kinds).named} in turn"
                return f"{head}: {self._block(body)}{self._at_the_end(orelse)}"
            case While(test, body, orelse):
                return f"as long as {self._condition(test)}: {self._block(body)}{self._at_the_end(orelse)}"
            case Try(body, handlers, orelse, final):
                return self._try(body, handlers, orelse, final)
            case Define(name, parameters, _, body):
                inner_words = StepWords(self.kinds, self.known | set(parameters), rebound(body), "the result is None")
                call = code(f"{name}({', '.join(statement.signature.heading)})")
                return f"{call} means: {'; '.join(inner_words.texts(body)) or 'nothing'}"
            case Return(value):
                return self.leaving if value is None else f"the result is {self._result(value)}"
            case Raise(exception):
                return "the exception is raised again" if exception is None else f"{exception} is raised"
            case Break():
                return "the loop ends"
            case Continue():
                return "the next iteration begins"
            case Evaluate(value):
                return f"{code(show(value))} is executed"
            case _:
                raise NoEnglish(type(statement).__name__)

    def _block(self, body: tuple[Statement, ...]) -> str:
        texts = self.texts(body)
        if not texts:
            return "nothing happens"
        return texts[0] if len(texts) == 1 and ";" not in texts[0] else f"({'; '.join(texts)})"

    def _at_the_end(self, orelse: tuple[Statement, ...]) -> str:
        return f", and when the loop has not been left: {self._block(orelse)}" if orelse else ""

    def _condition(self, test: Term) -> str:
        return sentence(claims(test, self.kinds), IS, Words(self.kinds))

    def _if(self, test: Term, then: tuple[Statement, ...], orelse: tuple[Statement, ...]) -> str:
        then, orelse = _without_checks(then), _without_checks(orelse)
        # `if x: pass` `else: y = 1`, or what is left when checks, which have sentences of their own, are taken out.
        if orelse and not then:
            denied = sentence(negate(claims(test, self.kinds)), IS, Words(self.kinds))
            return f"if {denied}, {self._block(orelse)}"
        text = f"if {self._condition(test)}, {self._block(then)}"
        return f"{text}, otherwise {self._block(orelse)}" if orelse else text

    def _assign(self, target: Target, value: Term) -> str:
        if not isinstance(target, str):
            names = _names(target)
            self.known |= set(names)
            if value.op == "python.tuple" and len(value.args) == len(target) == len(names):
                return f"{listed([code(name) for name in names])} are {listed([noun(arg).text for arg in value.args])}"
            return f"{listed([code(name) for name in names])} are the parts of {noun(value).text}"
        name = code(target)
        # Whether the name is known decides between "is" and "becomes": it has to be asked before the name is added.
        is_known = target in self.known
        self.known |= {target}
        if is_known and value.op == "python.binary" and value.data in _GROWS and _is_amount(value.args[1]):
            if _is_variable(value.args[0], target):
                return f"{name} is {_GROWS[value.data]} {noun(value.args[1]).text}"
        elif (
            is_known and callee(value) in _CONVERSIONS and len(value.args) == 2 and _is_variable(value.args[1], target)
        ):
            return f"{name} is converted to {code(callee(value).__name__)}"
        first = "starts as" if target in self.changing else "is"
        verb = "becomes" if is_known else first
        return f"{name} {verb} {self._result(value)}"

    def _result(self, value: Term) -> str:
        if value.op in _TESTS or callee(value) in _QUESTIONS:
            return f"whether {self._condition(value)}"
        return noun(value).text

    def _try(
        self,
        body: tuple[Statement, ...],
        handlers: tuple[ExceptHandler, ...],
        orelse: tuple[Statement, ...],
        final: tuple[Statement, ...],
    ) -> str:
        texts = ["; ".join([*self.texts(body), *self.texts(orelse)])]
        for handler in handlers:
            if not any(isinstance(statement, Raise) for statement in handler.body):
                caught = listed(list(handler.exceptions), "or") or "an exception"
                texts.append(f"if that raises {caught}, {self._block(handler.body)}")
        if final:
            texts.append(f"in any case, {self._block(final)}")
        return "; ".join(texts)


def _without_checks(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    return tuple(statement for statement in body if not isinstance(statement, Check))


def _returns(statement: Statement | None) -> bool:
    """Is what follows the statement the other case of it?"""
    if not isinstance(statement, If) or statement.orelse:
        return False
    return any(isinstance(last, Return) for last in statement.then[-1:])


def _is_variable(term: Term, name: str) -> bool:
    return term.op == "var" and term.data == name


def _is_amount(term: Term) -> bool:
    """Can something be increased by it, as opposed to extended?"""
    return term.op in ("var", "python.index", "python.call") or (term.op == "const" and not isinstance(term.data, str))


def rebound(body: tuple[Statement, ...]) -> frozenset[str]:
    """The names that more than one statement of a block assigns to or changes."""
    changes = (statement for statement in statements_of(body) if isinstance(statement, (Assign, Evaluate)))
    times = Counter(name for change in changes for name in binds(change))
    return frozenset(name for name, count in times.items() if count > 1)


def _names(target: Target) -> list[str]:
    return [target] if isinstance(target, str) else [name for element in target for name in _names(element)]
