"""Constants, connectives, binders and domains. But for `not`, `eq` and `distinct`, none needs all its arguments."""

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from ...errors import SortError
from ..sorts import BOOL, DOMAIN, INT, OBJECT, Sort, function_of, map_of, seq_of, set_of, sorts_in
from ..terms import Binder, Term
from ..values import told_apart
from .context import EvaluationContext, Undecided
from .row import Operator, SortRule, T, each, expect, given, parts, plain, signature


def _equal(term: Term, context: EvaluationContext, left: Any, right: Any) -> bool:
    if left == right:
        return True
    if _may_hold_functions(term.args[0].sort) and not told_apart(left, right):
        raise Undecided("equality of functions", term.span)
    return False


@lru_cache(maxsize=4096)
def _may_hold_functions(sort: Sort) -> bool:
    """Whether the fields of a datatype hold some, its sort does not say."""
    return any(held.kind in ("Function", "Datatype") for held in sorts_in(sort))


def _binding(op: str, sorts: Sequence[Sort], data: Any) -> Sort:
    """The sort of a term with binders: the domains (of `let`: the values) must fit, and the conditions be Bool."""
    # The layout of binding terms: one domain a variable, then the rest.
    names: tuple[Binder, ...] = data
    inner_sorts = sorts[len(names) :]
    extra = {"set.comprehension": 2, "map.comprehension": 3, "such_that": 2}.get(op, 1)
    if len(inner_sorts) != extra:
        raise SortError(f"{op} with {len(names)} variables takes {len(names) + extra} arguments")
    bound = [binder.sort for binder in names]
    # In a `let` the first arguments are values of the variables' sorts.
    expect(op, sorts[: len(names)], bound if op == "let" else (DOMAIN,) * len(names))
    if op in ("forall", "exists", "set.comprehension", "map.comprehension", "such_that"):
        expect(op, inner_sorts[:1], (BOOL,))
    match op:
        case "forall" | "exists":
            return BOOL
        case "set.comprehension":
            return set_of(inner_sorts[1])
        case "map.comprehension":
            return map_of(inner_sorts[1], inner_sorts[2])
        case "seq.comprehension":
            expect(op, bound, (INT,))
            return seq_of(inner_sorts[0])
        case "lambda":
            return function_of(*bound, inner_sorts[0])
        case _:
            return inner_sorts[-1]


def _apply(op: str, sorts: Sequence[Sort], data: Any) -> Sort:
    if not sorts:
        raise SortError(f"{op} takes a function")
    *parameters, result = parts(op, sorts[0], "Function")
    if len(parameters) != len(sorts) - 1:
        raise SortError(f"the function takes {len(parameters)} arguments, not {len(sorts) - 1}")
    expect(op, sorts[1:], parameters)
    return result


def _of_application(result: Sort) -> Callable[[str, Sequence[Sort], Any], Sort]:
    """What is asked of an application has the sort `result`, whatever the function gives."""

    def rule(op: str, sorts: Sequence[Sort], data: Any) -> Sort:
        _apply(op, sorts, data)
        return result

    return rule


BINDER = SortRule(None, _binding)

LOGIC = (
    Operator("const", given(0), meaning="data: the value"),
    Operator("var", given(0), meaning="data: the name"),
    Operator("not", signature(BOOL, gives=BOOL), evaluate=plain(operator.not_), smtlib="not"),
    Operator("and", each(BOOL, gives=BOOL), meaning="left to right", smtlib="and", smtlib_unit="true"),
    Operator("or", each(BOOL, gives=BOOL), meaning="left to right", smtlib="or", smtlib_unit="false"),
    Operator("implies", signature(BOOL, BOOL, gives=BOOL), meaning="left to right", smtlib="=>"),
    Operator(
        "eq",
        signature(T, T, gives=BOOL),
        evaluate=_equal,
        meaning="equality at one sort (arrays: identity); on Bool, if and only if",
    ),
    Operator("ite", signature(BOOL, T, T, gives=T), meaning="condition, then, else", smtlib="ite"),
    Operator("let", BINDER, meaning="bound values, body"),
    Operator("forall", BINDER, meaning="domains, body"),
    Operator("exists", BINDER, meaning="domains, body"),
    Operator("such_that", BINDER, meaning="domains, condition, body: any choice; undefined when none exists"),
    Operator("call", given(None), meaning="data: the function's name; undefined when its precondition fails"),
    Operator("lambda", BINDER, meaning="n domains `unbounded`, body"),
    Operator("apply", SortRule(None, _apply), meaning="a lambda or function value, then its arguments"),
    Operator(
        "lambda.clauses",
        signature(BOOL, set_of(OBJECT), T, gives=T),
        meaning="precondition, frame and body of a lambda: the body, undefined where the precondition is false",
    ),
    Operator(
        "function.requires",
        SortRule(None, _of_application(BOOL)),
        meaning="function value and arguments: its precondition there",
    ),
    Operator(
        "function.reads",
        SortRule(None, _of_application(set_of(OBJECT))),
        meaning="function value and arguments: the objects that it may read there",
    ),
    Operator(
        "read.of",
        signature(OBJECT, T, gives=T),
        meaning="an object or array, and what is read of it: that; data: the field, empty for elements",
    ),
    Operator("unbounded", signature(gives=DOMAIN), meaning="domain: every value of the binder's sort"),
    Operator("range", signature(T, T, gives=DOMAIN, kinds=("Int", "Char")), meaning="domain: low <= x < high"),
    Operator(
        "elements",
        signature(T, gives=DOMAIN, kinds=("Seq", "Set", "Multiset", "Map", "Array")),
        meaning="domain: the elements of a seq, set, multiset, map (its keys) or array",
    ),
)
