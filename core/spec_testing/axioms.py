"""Functions without a body that axioms define: lemmas without a body say what they are, case by case.

`ensures gcd(a, 0) == a` and `ensures b > 0 ==> gcd(a, b) == gcd(b, a % b)` of two such lemmas are, read as equations
from left to right, a program that computes gcd, wherever they say something of it. What that computes is so of every
function for which the axioms hold; where they say nothing, nothing is known.
"""

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from ..errors import Unsupported
from ..evaluate.calls import allowed_values
from ..ir.build import boolean, call, conj, conjuncts, eq, is_value, ite, op
from ..ir.contracts import Datatype, Function, Program, Specification, lowered_terms
from ..ir.definedness import well_defined
from ..ir.sorts import INT, REAL
from ..ir.substitution import instantiate
from ..ir.terms import Term, binders, free_names, subterms
from ..ir.variables import Name, is_field


@frozen(slots=True)
class Equation:
    """What an axiom says a function is, over the parameters of the function, where a condition holds."""

    axiom: str
    function: Name
    condition: Term
    value: Term


def defined_by_axioms(program: Program, without: str = "") -> tuple[Program, dict[Name, tuple[str, ...]]]:
    """The program with bodies for the functions that axioms define somewhere, and the names of these axioms, by
    function. `without`: the name of an axiom that is left out."""
    axioms = [
        specification
        for specification in program.specifications
        if specification.assumed and specification.name != without
    ]
    by_function: dict[Name, list[Equation]] = {}
    # A value that is said to be that of another function of the same arguments: in a circle these say nothing.
    same: dict[Name, set[Name]] = {}
    for equation in (equation for axiom in axioms for equation in _equations(axiom, program)):
        function = program.functions[equation.function]
        others = _of_same_arguments(equation.value, function, program)
        if any(function.name in _reached(other, same) for other in others):
            continue
        same.setdefault(function.name, set()).update(others)
        by_function.setdefault(function.name, []).append(equation)
    functions = dict(program.functions)
    for name, equations in by_function.items():
        function = functions[name]
        elsewhere = evolve(function, name=f"{name}, where no axiom says its value,", ensures=())
        functions[elsewhere.name] = elsewhere
        parameters = (parameter.variable for parameter in function.parameters)
        body = call(elsewhere.name, *parameters, sort=function.result)
        # Those that need no other value come first, so that a recursion ends there.
        for equation in sorted(equations, key=lambda each: _is_recursive(each.value, by_function), reverse=True):
            body = ite(equation.condition, equation.value, body)
        functions[name] = evolve(function, body=body)
    named = {name: tuple(dict.fromkeys(each.axiom for each in listed)) for name, listed in by_function.items()}
    return evolve(program, functions=functions), named


def _reached(name: Name, same: Mapping[Name, set[Name]]) -> set[Name]:
    reached, pending = {name}, [name]
    while pending:
        new = same.get(pending.pop(), set()) - reached
        reached |= new
        pending += new
    return reached


def _is_recursive(value: Term, by_function: Mapping[Name, object]) -> bool:
    return any(node.op == "call" and node.data in by_function for node in subterms(value))


def _of_same_arguments(value: Term, function: Function, program: Program) -> set[Name]:
    """The functions without a body that are applied to nothing but parameters."""
    names = {parameter.name for parameter in function.parameters}
    return {
        node.data
        for node in subterms(value)
        if node.op == "call"
        and _is_open(program.functions.get(node.data))
        and all(arg.op == "var" and arg.data in names for arg in node.args)
    }


def _is_open(function: Function | None) -> bool:
    """Has a function no body, and does its value depend on its arguments alone?"""
    return (
        function is not None
        and function.body is None
        and not (function.unread or function.reads or function.missing or function.extreme)
    )


def _equations(axiom: Specification, program: Program) -> Iterator[Equation]:
    plain = not (axiom.type_parameters or axiom.heap.fields or axiom.heap.instances)
    names = {binder.name for binder in axiom.inputs}
    if not plain or any(condition.term is None for condition in axiom.conditions) or any(map(is_field, names)):
        return
    required = lowered_terms(axiom.requires)
    for condition in axiom.ensures:
        # A claim about anything else holds of some state, not of all arguments.
        if condition.term is not None and free_names(condition.term, *required) <= names:
            yield from _of_claim(axiom.name, condition.term, tuple(required), frozenset(names), program)


def _of_claim(
    axiom: str, claim: Term, premises: tuple[Term, ...], variables: frozenset[Name], program: Program
) -> Iterator[Equation]:
    """The equations in a claim about all values of some variables that meet the premises."""
    match claim.op, claim.args:
        case "and", parts:
            for part in parts:
                yield from _of_claim(axiom, part, premises, variables, program)
        case "implies", (premise, conclusion):
            yield from _of_claim(axiom, conclusion, (*premises, *conjuncts(premise)), variables, program)
        case "forall", (*domains, body) if all(domain.op == "unbounded" for domain in domains):
            inner = {binder.name for binder in binders(claim)}
            # An inner variable of the name of an outer one is another one.
            if variables.isdisjoint(inner):
                yield from _of_claim(axiom, body, premises, variables | inner, program)
        case "eq", (first, second):
            for applied, value in ((first, second), (second, first)):
                yield from _of_call(axiom, applied, value, premises, variables, program)
        case "call", _:
            yield from _of_call(axiom, claim, boolean(True), premises, variables, program)
        case "not", (negated,):
            yield from _of_call(axiom, negated, boolean(False), premises, variables, program)


def _of_call(
    axiom: str, applied: Term, value: Term, premises: tuple[Term, ...], variables: frozenset[Name], program: Program
) -> Iterator[Equation]:
    function = program.functions.get(applied.data) if applied.op == "call" else None
    if function is None or not _is_open(function):
        return
    bound, shapes, unmatched = _matched(applied, function, variables, program.datatypes)
    # A variable that the arguments do not determine may be any: there would be an equation for each of its values.
    if not variables & free_names(value, *premises, *(pattern for pattern, _ in unmatched)) <= bound.keys():
        return
    # What is no pattern has to be equal to the argument.
    equal = (eq(given, instantiate(pattern, bound)) for pattern, given in unmatched)
    condition = conj(*shapes, *equal, *(instantiate(premise, bound) for premise in premises))
    value = instantiate(value, bound)
    # An axiom may say what the function's own promise, such as the type of its result, forbids: it says nothing there.
    promise = _promise_of(function, value)
    if promise is None:
        return
    try:
        defined = [well_defined(term, program.functions) for term in (condition, value, promise)]
    except Unsupported:
        return
    of_condition, of_value, of_promise = defined
    yield Equation(axiom, function.name, conj(of_condition, condition, of_value, of_promise, promise), value)


def _promise_of(function: Function, value: Term) -> Term | None:
    """What a function promises of a value, over its parameters; None where that cannot be said of a value."""
    if not function.ensures:
        return boolean(True)
    allowed = allowed_values(function)
    if allowed is None:
        return None
    (result,), (_, condition, _) = allowed.data, allowed.args
    return instantiate(condition, {result.name: value})


def _matched(
    applied: Term, function: Function, variables: frozenset[Name], datatypes: Mapping[str, Datatype]
) -> tuple[dict[Name, Term], list[Term], list[tuple[Term, Term]]]:
    """What variables are where the arguments of a call are the parameters of the function, the constructors that these
    need to have for that, and the arguments that are no pattern, each with what it is compared with."""
    bound: dict[Name, Term] = {}
    shapes: list[Term] = []
    unmatched: list[tuple[Term, Term]] = []
    pending = [(arg, parameter.variable) for arg, parameter in zip(applied.args, function.parameters, strict=True)]
    for pattern, value in pending:  # which grows on the way
        match pattern.op, pattern.args:
            case "var", _ if pattern.data in variables and pattern.data not in bound:
                bound[pattern.data] = value
            case "datatype.make", fields:
                declared = datatypes.get(str(pattern.sort.label))
                constructors = () if declared is None else declared.constructors
                constructor = next((each for each in constructors if each.name == pattern.data), None)
                if constructor is None:
                    unmatched.append((pattern, value))
                    continue
                shapes.append(op("datatype.is", value, data=constructor.name))
                for field, part in zip(constructor.fields, fields, strict=True):
                    pending.append(
                        (part, op("datatype.at", value, data=(constructor.name, field.name), sort=part.sort))
                    )
            case "add" | "sub", (variable, number) if (
                variable.op == "var"
                and variable.data in variables
                and variable.data not in bound
                and is_value(number)
                and pattern.sort in (INT, REAL)
            ):
                bound[variable.data] = op("sub" if pattern.op == "add" else "add", value, number)
            case _:
                unmatched.append((pattern, value))
    return bound, shapes, unmatched
