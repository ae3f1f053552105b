"""Prefixes (reference manual, "Extreme Predicates and Lemmas" and "Equality"): `P#[k](x)` of an extreme predicate, and
`s ==#[k] t` of a codatatype.

`P#[k]` is what `P` says within k unfoldings: nothing is left of a least predicate after that, and everything holds of a
greatest one. It is a function of its own, with k as its first argument, which never goes on without an end. k is a
number here: of an ordinal it may be one that is no number, too.
"""

from collections.abc import Iterator, Mapping

from attrs import evolve

from ....core.ir.build import conj, disj, integer, negate, op
from ....core.ir.contracts import Datatype, Function
from ....core.ir.functions import body_of_function, called_by
from ....core.ir.sorts import BOOL, INT, datatype, uninterpreted
from ....core.ir.substitution import unused_name
from ....core.ir.terms import Binder, Term, fold, make, rebuild, var
from ....core.ir.variables import Name
from ..names import SymbolTable
from ..symbols import EQUAL_WITHIN, SUFFIX
from ..syntax import Node, child, nodes
from .elaboration import Draft, Elaboration, Scope

_DEPTH = "k"


def prefix_of(name: Name) -> str:
    """The name of the function that is the prefix of an extreme predicate."""
    return f"{name}{SUFFIX}"


def without_prefix(name: Name) -> Name:
    """The name of the extreme predicate of which a function is the prefix; any other name itself."""
    return str(name).removesuffix(SUFFIX) if str(name).endswith(SUFFIX) else name


def prefix_functions(functions: Mapping[Name, Function]) -> Iterator[Function]:
    """The prefixes of the extreme predicates among some functions."""
    for name, function in functions.items():
        if not function.extreme or function.body is None:
            continue
        # Predicates that are extreme in the same way and reach each other are unfolded together: k counts the calls
        # within the cluster, of any of them.
        same = {callee for callee in _reached(name, functions) if functions[callee].extreme == function.extreme}
        cluster = {callee for callee in same if name in _reached(callee, functions)} | {name}
        depth = var(_unused(function), INT)
        less = op("sub", depth, integer(1))

        def step(term: Term, args: tuple[Term, ...], cluster: set[Name] = cluster, less: Term = less) -> Term:
            if term.op == "call" and term.data in cluster:
                return make("call", (less, *args), BOOL, prefix_of(term.data), term.span)
            return rebuild(term, args)

        # At the end of the unfoldings a greatest predicate holds of everything, and a least one of nothing.
        body, ended = fold(function.body, step), op("le", depth, integer(0))
        whole = disj(ended, body) if function.extreme == "greatest" else conj(negate(ended), body)
        parameters = (Binder(depth.data, INT), *function.parameters)
        # What the predicate promises is proved of the predicate itself, and not of its prefixes.
        yield evolve(
            function, name=prefix_of(name), parameters=parameters, body=whole, ensures=(), extreme="", marked=None
        )


def _unused(function: Function) -> str:
    """A name for the number of unfoldings that a function does not have."""
    name = unused_name(_DEPTH, *function.terms)
    taken = {str(binder.name) for binder in function.parameters}
    while name in taken:
        name += "'"
    return name


def _reached(name: Name, functions: Mapping[Name, Function]) -> set[Name]:
    """The functions with a body that one calls, and those that these call."""
    called = called_by(body_of_function(functions[name]), functions, body_of_function)
    return {callee for callee, function in called.items() if function.body is not None}


def prefix_call(e: Elaboration, whole: Draft, callee: Node, node: Node, scope: Scope) -> Draft:
    """`P#[k](x)`, of which `whole` is `P(x)`."""
    depth = e.check(nodes(callee)[-1], INT, scope)

    def build() -> Term:
        term = whole.build()
        if term.op != "call" or term.sort != BOOL:
            raise e.unsupported("a prefix of what is no extreme predicate", node)
        return make("call", (depth.build(), *term.args), BOOL, prefix_of(term.data), e.span(node))

    return Draft(BOOL, build)


def without_depth(callee: Node) -> Node:
    """The `P` of `P#[k]`, with its type arguments."""
    name, types = nodes(callee)[0], child(callee, "type_arguments")
    return name if types is None else Node(name.data, [*name.children, types], name.meta)


def prefix_equality(e: Elaboration, symbol: Node, left: Draft, right: Draft, node: Node, scope: Scope) -> Draft:
    """`s ==#[k] t` and `s !=#[k] t`."""
    depth = e.check(nodes(symbol)[-1], INT, scope)
    e.inference.unify(left.sort, right.sort, e.span(node))

    def build() -> Term:
        first, second = left.build(), right.build()
        # Only known when types are: equality up to a depth is one of codatatypes.
        declared = e.names.datatypes.get(str(first.sort.label)) if first.sort.kind == "Datatype" else None
        if declared is None or not declared.lazy:
            raise e.unsupported(f"{symbol.children[0]}#[k] of a {first.sort}", node)
        name = _equality(e.names, declared)
        same = make("call", (depth.build(), first, second), BOOL, name, e.span(node))
        return same if symbol.children[0] == "==" else negate(same)

    return Draft(BOOL, build)


def _equality(names: SymbolTable, declared: Datatype) -> str:
    """The name of the function that says of two values of a codatatype whether they are one within k unfoldings."""
    name = f"{declared.name}{EQUAL_WITHIN}"
    if name in names.type_functions:
        return name
    sort = datatype(declared.name, *map(uninterpreted, declared.parameters))
    left, right = (Binder(side, sort) for side in ("left", "right"))
    # Entered without a body first: a codatatype inside itself compares its tails by this very function.
    names.type_functions[name] = Function(name, (Binder(_DEPTH, INT), left, right), BOOL, None, ghost=True)
    one, two = var(left.name, sort), var(right.name, sort)
    cases = (
        # Equal if made by the same constructor of parts that are equal, those of the codatatype within one unfolding
        # less.
        conj(
            *(op("datatype.is", operand, data=constructor.name) for operand in (one, two)),
            *(
                _same(
                    names,
                    *(
                        op("datatype.at", operand, data=(constructor.name, at.name), sort=at.sort)
                        for operand in (one, two)
                    ),
                )
                for at in constructor.fields
            ),
        )
        for constructor in declared.constructors
    )
    whole = disj(op("le", var(_DEPTH, INT), integer(0)), *cases)
    names.type_functions[name] = evolve(names.type_functions[name], body=whole)
    return name


def _same(names: SymbolTable, left: Term, right: Term) -> Term:
    declared = names.datatypes.get(str(left.sort.label)) if left.sort.kind == "Datatype" else None
    if declared is None or not declared.lazy:
        return op("eq", left, right)
    less = op("sub", var(_DEPTH, INT), integer(1))
    return make("call", (less, left, right), BOOL, _equality(names, declared))
