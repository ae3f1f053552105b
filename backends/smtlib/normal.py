"""Terms without `let` and applied lambdas, in which no two quantifiers bind the same name."""

import re
from collections.abc import Mapping
from typing import Any

from ...core.errors import Unsupported
from ...core.ir.sorts import Sort
from ...core.ir.terms import BINDING, Binder, Term, fold, make, rebuild, var
from ...core.ir.variables import Name

_DEEPEST = 100
"""How deep binders may nest: printing them recurses."""
_UNSAFE = re.compile(r"\W", re.ASCII)


class BoundNames:
    """Every name that was ever given to a bound variable of one script, and its sort. Each is an SMT-LIB
    symbol."""

    def __init__(self) -> None:
        self.sorts: dict[str, Sort] = {}
        self.plain: set[Term] = set()  # terms without binders: they are normal, and need not be looked at again

    def fresh(self, name: Name, sort: Sort) -> Binder:
        """A binder of a name that nothing else has."""
        unique = f"?{_UNSAFE.sub('_', str(name))}!{len(self.sorts) + 1}"
        self.sorts[unique] = sort
        return Binder(unique, sort)


def normalise(term: Term, names: BoundNames, environment: Mapping[Name, Term] = {}) -> Term:
    """The term with its free variables replaced by `environment`, values of `let` and arguments of
    lambdas put in, and bound variables renamed apart. Raises Unsupported for a choice (`such_that`) and
    for function values."""
    return _under(term, environment, names, 0)


def replace(term: Term, values: Mapping[Name, Term]) -> Term:
    """Variables replaced in a normal term: no capture is possible, since bound names are unique."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        return values.get(node.data, node) if node.op == "var" else rebuild(node, args)

    return fold(term, step)


def variable(binder: Binder) -> Term:
    return var(binder.name, binder.sort)


def _under(root: Term, environment: Mapping[Name, Term], names: BoundNames, depth: int) -> Term:
    if depth > _DEEPEST:
        raise Unsupported(f"binders nested more than {_DEEPEST} deep", root.span)
    results: dict[Term, Term] = {}
    stack = [(root, False)]
    while stack:
        term, ready = stack.pop()
        if term in results:
            continue
        if term.op in BINDING:
            results[term] = _binder(term, environment, names, depth + 1)
        elif term.op == "var":
            results[term] = environment.get(term.data, term)
            if not environment:
                names.plain.add(term)
        elif term.op == "apply":
            results[term] = _applied(term, environment, names, depth + 1)
        elif term.op == "lambda.clauses" and term.args[-1] in results:
            results[term] = results[term.args[-1]]
        elif not environment and term in names.plain:
            results[term] = term
        elif ready or not term.args:
            results[term] = rebuild(term, tuple(results[child] for child in term.args))
            if not environment and names.plain.issuperset(term.args):
                names.plain.add(term)
        else:
            stack.append((term, True))
            stack.extend((child, False) for child in term.args)
    return results[root]


def _binder(term: Term, environment: Mapping[Name, Term], names: BoundNames, depth: int) -> Term:
    inner: dict[Name, Term] = dict(environment)
    binders: tuple[Binder, ...] = term.data
    match term.op:
        case "let":
            for binder, value in zip(binders, term.args, strict=False):
                inner[binder.name] = _under(value, inner, names, depth)
            return _under(term.args[-1], inner, names, depth)
        case "such_that" | "lambda":
            raise Unsupported("a choice (:|)" if term.op == "such_that" else "a function value", term.span)
        case _:
            fresh = []
            parts = []
            for binder, domain in zip(binders, term.args, strict=False):
                parts.append(_under(domain, inner, names, depth))
                unique = names.fresh(binder.name, binder.sort)
                inner[binder.name] = variable(unique)
                fresh.append(unique)
            parts.extend(_under(part, inner, names, depth) for part in term.args[len(binders) :])
            data: Any = tuple(fresh)
            return make(term.op, parts, term.sort, data, term.span)


def _applied(term: Term, environment: Mapping[Name, Term], names: BoundNames, depth: int) -> Term:
    callee, *arguments = term.args
    if callee.op != "lambda":
        raise Unsupported("an application of a function value", term.span)
    inner = dict(environment)
    for binder, argument in zip(callee.data, arguments, strict=True):
        inner[binder.name] = _under(argument, environment, names, depth)
    return _under(callee.args[-1], inner, names, depth)
