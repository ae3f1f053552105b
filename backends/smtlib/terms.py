"""SMT-LIB terms as terms of the IR, so that the reference evaluator can tell whether a model satisfies a script.

What is read has one value under any interpretation: Bool, Int, Real, String and bit-vector constants, the functions of
SMT-LIB's theories that the IR has with the same meaning, `let`, and functions that are defined without recursion.
Everything else (quantifiers, arrays, datatypes, uninterpreted functions) is refused. Division by zero, which each
solver may interpret as it likes, is *undefined* to the evaluator.

Example: `(let ((y (+ x 1))) (< x y 7))` becomes `x < x + 1 and x + 1 < 7`; what `let` names is shared, not copied.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations, pairwise
from typing import Any

from attrs import frozen

from ...core.errors import SortError, Unsupported
from ...core.ir.build import add, boolean, conj, disj, eq, implies, integer, ite, mul, ne, neg, negate, op, real, sub
from ...core.ir.operator_names import OperatorName
from ...core.ir.operators.arithmetic import BIT_VECTORS
from ...core.ir.operators.text import STRINGS
from ...core.ir.sorts import BOOL, INT, REAL, STRING, Sort
from ...core.ir.terms import Term, const, var
from .query import ScriptQuery
from .reader import ValueReader
from .sorts import SortTable
from .symbols import SExpr

TermScope = Mapping[str, Term]
_NUMERAL, _DECIMAL = re.compile(r"\d+"), re.compile(r"\d+\.\d+")
_SORTS: Mapping[str, Sort] = {"Bool": BOOL, "Int": INT, "Real": REAL, "String": STRING}
_DIFFERENT = ("str.from_code", "str.replace_all", "str.in_re")
"""Whose IR reads more characters, or arguments that are not read here."""
_THEORY: Mapping[str, tuple[OperatorName, int]] = {
    row.smtlib: (row.name, row.sorts.arity)
    for row in (*STRINGS, *BIT_VECTORS)
    if row.smtlib is not None and row.smtlib not in _DIFFERENT and row.sorts.arity
}
"""SMT-LIB function → operator of the IR with the same arguments, and their number."""
_ORDER: Mapping[str, OperatorName] = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_VALUES = ValueReader(SortTable({}, lambda text: None), {})


@frozen(slots=True)
class ReadQuery:
    """The assertions of a query over the sorts of its constants."""

    assertions: tuple[Term, ...]
    constants: Mapping[str, Sort]

    def model(self, values: Mapping[str, str]) -> dict[str, Any]:
        """The values of constants, whose texts a solver printed, by their symbols. Raises SolverFailure and NotAValue
        for a text that is not understood."""
        declared_names = [name for name in values if name in self.constants]
        return {name: _VALUES.read(values[name], self.constants[name]) for name in declared_names}


@frozen(slots=True)
class _Definition:
    parameters: tuple[tuple[str, Sort], ...]
    result: Sort
    body: SExpr


def read_terms(query: ScriptQuery) -> ReadQuery:
    """The assertions of a query. Raises Unsupported for what is not read."""
    try:
        return _QueryReader().read(query)
    except SortError as error:
        raise Unsupported(f"a term that is not well-sorted: {error}") from error
    except RecursionError:
        raise Unsupported("a term that is nested too deeply") from None


def sort_of(expr: SExpr) -> Sort:
    """The sort that an S-expression names. Raises Unsupported."""
    match expr:
        case str() if expr in _SORTS:
            return _SORTS[expr]
        case ["_", "BitVec", str() as width] if _NUMERAL.fullmatch(width):
            return Sort("BitVec", label=int(width))
    raise Unsupported(f"the sort {str(expr)[:60]}")


class _QueryReader:
    def __init__(self) -> None:
        self._constants: dict[str, Sort] = {}
        self._definitions: dict[str, _Definition] = {}

    def read(self, query: ScriptQuery) -> ReadQuery:
        assertions = []
        for command in query.commands:
            # Declarations come before their use (SMT-LIB 2.6, 4.2.3), so that one pass is enough.
            match command.parts:
                case ["declare-const", str() as name, sort] | ["declare-fun", str() as name, [], sort]:
                    self._constants[name] = sort_of(sort)
                case ["define-const", str() as name, sort, body]:
                    self._definitions[name] = _Definition((), sort_of(sort), body)
                # A defined function is kept as text, and read where it is called: its parameters are terms by then.
                case ["define-fun", str() as name, [*parameters], sort, body]:
                    named = tuple((str(parameter[0]), sort_of(parameter[1])) for parameter in parameters)
                    self._definitions[name] = _Definition(named, sort_of(sort), body)
                case ["assert", body]:
                    assertions.append(_as(self._term(body, {}), BOOL))
                # `define-fun-rec`, `declare-datatype` and the like: whoever reads on would judge another query.
                case _:
                    raise Unsupported(f"the command {command.name}")
        return ReadQuery(tuple(assertions), dict(self._constants))

    def _term(self, expr: SExpr, scope: TermScope) -> Term:
        match expr:
            case str():
                return self._atom(expr, scope)
            case ["let", [*bindings], body]:
                # All bindings of a `let` are read in the scope around it (SMT-LIB 2.6, 3.6.1): in
                # `(let ((x y) (y x)) …)` the two change places.
                inner_scope = dict(scope)
                for binding in bindings:
                    inner_scope[str(binding[0])] = self._term(binding[1], scope)
                return self._term(body, inner_scope)
            case ["!", body, *_]:
                return self._term(body, scope)
            case ["_", str() as value, str() as width] if value.startswith("bv"):
                return const(int(value[2:]), Sort("BitVec", label=int(width)))
            case [str() as name, *arguments]:
                return self._application(name, [self._term(argument, scope) for argument in arguments])
        raise Unsupported(f"the term {str(expr)[:60]}")

    def _atom(self, text: str, scope: TermScope) -> Term:
        # The order of shadowing: bound names, definitions, constants, then literals.
        if text in scope:
            return scope[text]
        if text in self._definitions:
            return self._application(text, [])
        if text in self._constants:
            return var(text, self._constants[text])
        if text in ("true", "false"):
            return boolean(text == "true")
        if _NUMERAL.fullmatch(text):
            return integer(int(text))
        if _DECIMAL.fullmatch(text):
            return real(Fraction(text))
        if text.startswith('"'):
            return const(_VALUES.read(text, STRING), STRING)
        if text.startswith(("#b", "#x")):
            # The width of a literal is that of its digits: four bits for each hexadecimal one.
            width = (len(text) - 2) * (1 if text[1] == "b" else 4)
            return const(int(text[2:], 2 if text[1] == "b" else 16), Sort("BitVec", label=width))
        raise Unsupported(f"the symbol {text[:60]}")

    def _application(self, name: str, arguments: list[Term]) -> Term:
        definition = self._definitions.get(name)
        if definition is not None:
            if len(arguments) != len(definition.parameters):
                raise Unsupported(f"{name} of {len(arguments)} arguments")
            pairs = zip(definition.parameters, arguments, strict=True)
            # The body sees its parameters and nothing of where it is called: a name that a `let` around the call binds
            # may be a constant in there.
            inside = {parameter: _as(term, sort) for (parameter, sort), term in pairs}
            return _as(self._term(definition.body, inside), definition.result)
        if name in _THEORY:
            operator, arity = _THEORY[name]
            # SMT-LIB has the operators of bit-vectors with any number of arguments, from the left; the IR has them with
            # two.
            if arity == 2 and name.startswith("bv"):
                return reduce(partial(op, operator), arguments)
            return op(operator, *arguments)
        try:
            constructor = _CORE[name]
        except KeyError:
            raise Unsupported(f"the function {name[:60]}") from None
        return constructor(_unified(arguments))


def _as(term: Term, sort: Sort) -> Term:
    """The term at this sort: numbers may be written as integers where reals are meant."""
    if term.sort == INT and sort == REAL:
        return real(term.data) if term.op == "const" else op("real.of_int", term)
    if term.sort != sort:
        raise Unsupported(f"a term of sort {term.sort} where one of {sort} is meant")
    return term


def _unified(arguments: Sequence[Term]) -> list[Term]:
    is_real = any(term.sort == REAL for term in arguments)
    return [_as(term, REAL) if is_real and term.sort == INT else term for term in arguments]


def _exactly(number: int, function: Callable[..., Term]) -> Callable[[list[Term]], Term]:
    def apply(arguments: list[Term]) -> Term:
        if len(arguments) != number:
            raise Unsupported(f"{len(arguments)} arguments where {number} are meant")
        return function(*arguments)

    return apply


def _chained(function: Callable[[Term, Term], Term]) -> Callable[[list[Term]], Term]:
    return lambda arguments: conj(*(function(left, right) for left, right in pairwise(arguments)))


def _folded(function: Callable[[Term, Term], Term]) -> Callable[[list[Term]], Term]:
    return lambda arguments: reduce(function, arguments)


def _minus(arguments: list[Term]) -> Term:
    return neg(arguments[0]) if len(arguments) == 1 else reduce(sub, arguments)


def _quotient(left: Term, right: Term) -> Term:
    return op("div", _as(left, REAL), _as(right, REAL))


def _absolute(value: Term) -> Term:
    return ite(op("lt", value, integer(0)), neg(value), value)


_CORE: Mapping[str, Callable[[list[Term]], Term]] = {
    "str.++": lambda arguments: op("str.concat", *arguments),
    "not": _exactly(1, negate),
    "and": lambda each: conj(*each),
    "or": lambda each: disj(*each),
    "xor": _folded(ne),
    "=>": lambda each: reduce(lambda after, before: implies(before, after), reversed(each)),
    "ite": _exactly(3, ite),
    "=": _chained(eq),
    "distinct": lambda each: conj(*(ne(left, right) for left, right in combinations(each, 2))),
    "+": lambda each: add(*each),
    "-": _minus,
    "*": lambda each: mul(*each),
    "/": _folded(_quotient),
    "div": _folded(lambda left, right: op("div", _as(left, INT), _as(right, INT))),
    "mod": _exactly(2, partial(op, "mod")),
    "abs": _exactly(1, _absolute),
    "to_real": _exactly(1, lambda value: _as(value, REAL)),
    "to_int": _exactly(1, partial(op, "real.floor")),
    **{name: _chained(partial(op, known)) for name, known in _ORDER.items()},
}
