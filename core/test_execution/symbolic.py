"""Values of which a part is not known: what a method under test returns, and what is computed from it.

A known value is as the evaluator has it. A `SymbolicValue` one is a term over unknowns, which are hidden variables
(`hidden_variable`). It may stand for a whole value or inside one: of an array whose elements a method has changed, the
length is known and the elements are not.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import frozen

from ..deciding.displays import rebuilt
from ..deciding.simplify import simplify
from ..fuel import Fuel
from ..ir.build import boolean, conj, disj, folded, integer, ite, negate, op
from ..ir.contracts import Datatype, Program
from ..ir.operators.context import Undecided
from ..ir.sorts import BOOL, Sort, seq_of
from ..ir.substitution import instantiate
from ..ir.terms import Term, const, fold, rebuild, subterms, var
from ..ir.values import ArrayValue, FrozenMap, parts_of, with_parts
from ..ir.variables import Name, Valuation, element_of
from .following_limits import LIMITS


@frozen(slots=True, eq=False)
class SymbolicValue:
    """A value that depends on unknowns."""

    term: Term


def is_symbolic(value: Any) -> bool:
    """Does a part of the value depend on unknowns?"""
    return next(symbolic_terms(value), None) is not None


def symbolic_terms(value: Any) -> Iterator[Term]:
    """The terms in a value over unknowns."""
    if isinstance(value, SymbolicValue):
        yield value.term
    for inner_value in parts_of(value):
        yield from symbolic_terms(inner_value)


def as_term(value: Any, sort: Sort) -> Term:
    """The term of a value, symbolic or not. Raises Undecided for one that no term makes."""
    if isinstance(value, SymbolicValue):
        if value.term.sort != sort:  # The field may hold another array, of which only the elements have an unknown.
            raise Undecided(f"a value of {sort} of which only a part is known")
        return value.term
    if not is_symbolic(value):
        return const(value, sort)
    if isinstance(value, tuple) and sort.kind == "Seq":
        return op("seq.literal", *(as_term(element, sort.args[0]) for element in value), sort=sort)
    if isinstance(value, tuple) and sort.kind == "Tuple":
        return op(
            "tuple.make",
            *(as_term(element, arg) for element, arg in zip(value, sort.args, strict=True)),
            data=sort.label,
        )
    if isinstance(value, FrozenMap) and sort.kind == "Map" and not any(map(is_symbolic, value)):
        key, held = sort.args
        terms = (
            term for map_key, map_value in value.items() for term in (const(map_key, key), as_term(map_value, held))
        )
        return op("map.literal", *terms, sort=sort)
    raise Undecided(f"a value of {sort} with unknown parts")


def as_value(term: Term) -> Any:
    """The value of a simplified term, with as much of its structure as is known."""
    match term.op:
        case "const":
            return term.data
        case "seq.literal" | "tuple.make":
            return tuple(map(as_value, term.args))
        case _:
            return SymbolicValue(term)


def computed(term: Term, values: Valuation, wholes: Mapping[int, Term], program: Program, fuel: Fuel) -> Any:
    """The value of a term some of whose variables have symbolic values. `wholes`: the unknowns that stand for an array
    of symbolic elements, by the identity of the tuple of these. Raises Undecided, OutOfFuel, Unsupported."""
    sorts = {node.data: node.sort for node in subterms(term) if node.op == "var"}
    arrays = {name: value for name, value in values.items() if isinstance(value, ArrayValue) and is_symbolic(value)}
    term = _without_arrays(term, {name: value for name, value in arrays.items() if id(value.elements) not in wholes})
    known_terms = {
        name: wholes[id(value.elements)] if name in arrays else as_term(value, sorts[name])
        for name, value in values.items()
        if name in sorts and (name not in arrays or id(value.elements) in wholes)
    }
    # Arrays that an unknown stands for keep the lengths that they have: these are no part of the symbol.
    kept = [array.elements for array in arrays.values() if id(array.elements) in wholes]
    lengths: dict[Name, int] = {wholes[id(elements)].data: len(elements) for elements in kept}
    sized = _sized(instantiate(term, known_terms), lengths)
    steps = Fuel(
        min(fuel.steps, LIMITS.simplification_steps),
        depth=LIMITS.simplification_depth,
        deadline=fuel.deadline,
        clock=fuel.clock,
    )
    steps_before = steps.steps
    simplified = simplify(sized, {}, program.functions, program.datatypes, steps)
    # The limit is for what is evaluated: a tenth of what simplifying takes counts against it, the rest is noted as
    # work.
    taken = max(0, steps_before - steps.steps)
    fuel.beside += taken - taken // 10
    fuel.step(taken // 10 + 1)
    return as_value(_lifted(simplified, program.datatypes))


_STRICT = frozenset({"add", "sub", "mul", "neg", "eq", "lt", "le", "gt", "ge"})
"""Total operators that `_lifted` applies to each of the values that a conditional chooses from."""


def _lifted(term: Term, datatypes: Mapping[str, Datatype]) -> Term:
    """The term with operators applied to the constants that conditionals choose from: `(if c then 1 else 0) == 1` is c.
    Counters of passed checks are such terms."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "ite" and node.sort == BOOL:
            return _either(*args)
        chosen_from = [position for position, arg in enumerate(args) if arg.op == "ite"]
        # Only a strict operator may be moved into a conditional: others do not evaluate all of their operands.
        if node.op in _STRICT and len(chosen_from) == 1 and is_tree(args[chosen_from[0]]):
            position = chosen_from[0]
            if all(arg.op == "const" for index, arg in enumerate(args) if index != position):
                earlier_arguments, after = args[:position], args[position + 1 :]
                return mapped(args[position], lambda leaf: rebuild(node, (*earlier_arguments, leaf, *after)))
        return rebuilt(node, args, datatypes)

    return fold(term, step)


def is_tree(term: Term) -> bool:
    """Is it a constant, or a conditional with such branches?"""
    pending, seen = [term], set[Term]()
    while pending:
        node = pending.pop()
        if node.op == "ite":
            # Conditions are no values that the whole may have.
            pending += [arg for arg in node.args[1:] if arg not in seen]
            seen.update(node.args[1:])
        elif node.op != "const":
            return False
    return True


def leaves(term: Term) -> frozenset[Any]:
    """The values that a conditional chooses from (see `is_tree`)."""
    values_chosen, pending, seen = set[Any](), [term], set[Term]()
    while pending:
        node = pending.pop()
        if node.op == "const":
            values_chosen.add(node.data)
        pending += [arg for arg in node.args[1:] if node.op == "ite" and arg not in seen]
        seen.update(node.args)
    return frozenset(values_chosen)


def mapped(term: Term, apply: Callable[[Term], Term]) -> Term:
    """A conditional with each of its constants changed."""
    done: dict[Term, Term] = {}
    pending = [term]
    while pending:
        node = pending[-1]
        if node.op == "const":
            done[pending.pop()] = folded(apply(node))
        # Only the two branches are followed: the condition is not one of the constants.
        elif all(arg in done for arg in node.args[1:]):
            then, orelse = (done[arg] for arg in node.args[1:])
            conditional = _either(node.args[0], then, orelse) if then.sort == BOOL else ite(node.args[0], then, orelse)
            done[pending.pop()] = then if then == orelse else conditional
        else:
            pending += [arg for arg in node.args[1:] if arg not in done]
    return done[term]


def _sized(term: Term, lengths: Mapping[Name, int]) -> Term:
    """The term with the lengths of arrays that keep theirs, and their elements by name."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if args and args[0].op == "var" and args[0].data in lengths:
            array = args[0]
            match node.op, args[1:]:
                case "array.len", ():
                    return integer(lengths[array.data])
                case "array.at", (Term(op="const", data=int(index)),) if 0 <= index < lengths[array.data]:
                    return var(element_of(array.data, index), node.sort)
        return rebuild(node, args)

    return fold(term, step) if lengths else term


def _without_arrays(term: Term, arrays: Mapping[Name, ArrayValue]) -> Term:
    """The term with the elements of arrays in place of these. Raises Undecided where an array itself is needed."""
    if not arrays:
        return term

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if args and args[0].op == "var" and args[0].data in arrays:
            (element,) = args[0].sort.args
            items = as_term(arrays[args[0].data].elements, seq_of(element))
            # All that may be asked of an array whose elements are terms: its length, one element, all of them. It is no
            # null, and was not there before.
            match node.op:
                case "array.len":
                    return integer(len(arrays[args[0].data].elements))
                case "array.at":
                    return op("seq.at", items, args[1], span=node.span)
                case "array.elements":
                    return items
                case "array.is_null":
                    return boolean(False)
                case "array.allocated" if len(args) == 1:
                    return boolean(False)
        return rebuild(node, args)

    rewritten = fold(term, step)
    # Compared, say, with another array: as an identity, which the elements do not have.
    array_left = next((node.data for node in subterms(rewritten) if node.op == "var" and node.data in arrays), None)
    if array_left is not None:
        raise Undecided(f"{array_left} itself, an array whose elements are not known", term.span)
    return rewritten


def settled(value: Any, value_of_term: Callable[[Term], Any]) -> Any:
    """A value with its symbolic parts replaced by what `known` says they are. Raises what that raises."""
    if isinstance(value, SymbolicValue):
        return value_of_term(value.term)
    return with_parts(value, lambda inner_value: settled(inner_value, value_of_term))


def chosen(condition: Term, then: Any, orelse: Any, sort: Sort | None) -> Any:
    """The value `if condition then then else orelse`. Raises Undecided where there is no term for it."""
    if isinstance(then, ArrayValue) and isinstance(orelse, ArrayValue) and then.identity == orelse.identity:
        return then  # What it holds is in the store.
    if then is orelse or (not is_symbolic(then) and not is_symbolic(orelse) and _same(then, orelse)):
        return then
    if sort is None:
        sort = next(
            (alternative.term.sort for alternative in (then, orelse) if isinstance(alternative, SymbolicValue)), None
        )
    if sort is None:
        sort = BOOL if isinstance(then, bool) else None
    if sort is None or isinstance(then, ArrayValue) or isinstance(orelse, ArrayValue):
        raise Undecided("a value that depends on a result in an unsupported way")
    first, second = as_term(then, sort), as_term(orelse, sort)
    if sort == BOOL:
        return as_value(_either(condition, first, second))
    return as_value(ite(condition, first, second))


def _same(first: Any, second: Any) -> bool:
    return type(first) is type(second) and bool(first == second)


def _either(condition: Term, then: Term, orelse: Term) -> Term:
    match then.data if then.op == "const" else None, orelse.data if orelse.op == "const" else None:
        case True, False:
            return condition
        case False, True:
            return positive(negate(condition))
        case True, _:
            return disj(condition, orelse)
        case _, False:
            return conj(condition, then)
        case _:
            return ite(condition, then, orelse)


def positive(term: Term) -> Term:
    """The term with `not` moved inwards: it stands before no connective."""
    match term.op, term.args:
        case "not", (Term(op="and", args=operands),):
            return disj(*(positive(negate(operand_inside)) for operand_inside in operands))
        case "not", (Term(op="or", args=operands),):
            return conj(*(positive(negate(operand_inside)) for operand_inside in operands))
        case "not", (Term(op="not", args=(operand,)),):
            return positive(operand)
        case (("and" | "or"), operands):
            return (conj if term.op == "and" else disj)(*map(positive, operands))
        case _:
            return term
