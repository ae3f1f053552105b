"""Conditions as claims: connectives, quantifiers, and comparisons in chains."""

from attrs import evolve

from ...core.errors import SpecassayError
from ...core.ir.sorts import VALUE
from ...core.ir.statements import Comprehension
from ...core.ir.terms import Term, make, var
from .claims import Both, Claim, Claims, Either, Every, Loop, Some, When, claims_in, negate
from .nouns import arguments, callee, names_in
from .predicates import Kinds, claim, comparison

DEEPEST = 60
"""Levels of nesting. What is deeper is quoted: nobody would follow it in prose."""


class NoEnglish(SpecassayError):
    """There are no words for this."""


def claims(term: Term, kinds: Kinds, depth: int = 0) -> Claims:
    """What it says that the term is true. Raises NoEnglish where nesting is too deep."""
    if depth > DEEPEST:
        raise NoEnglish(f"more than {DEEPEST} levels of nesting")
    match term.op:
        case "python.and":
            return _together(term, kinds, depth)
        case "python.or":
            return Either(tuple(claims(arg, kinds, depth + 1) for arg in term.args))
        case "python.not":
            return negate(claims(term.args[0], kinds, depth + 1))
        case "python.ite":
            condition, then, orelse = (claims(arg, kinds, depth + 1) for arg in term.args)
            return When(condition, then, orelse)
        case "python.call" if callee(term) is bool and len(term.args) == 2:
            return claims(term.args[1], kinds, depth + 1)
        # `re.match(p, x) is not None` says that x matches, which the call alone says in words.
        case "python.compare" if term.data == "is not" and _is_none(term.args[1]):
            operand = claim(term.args[0], kinds)
            return operand if operand.verb == "match" else claim(term, kinds)
        case "python.call" if callee(term) in (all, any) and len(term.args) == 2:
            return _quantified(term, kinds, depth) or claim(term, kinds)
        case _:
            return claim(term, kinds)


def _is_none(term: Term) -> bool:
    return term.op == "const" and term.data is None


def _together(term: Term, kinds: Kinds, depth: int) -> Claims:
    """A conjunction; `low <= x < high` is about x, and `type(a) == type(b) == int` about a and b."""
    if len(term.args) == 2 and all(arg.op == "python.compare" for arg in term.args):
        (low, middle), (again, high) = term.args[0].args, term.args[1].args
        if middle is again:  # One operand in the text, hence one term with its span: a chain.
            signs = term.args[0].data, term.args[1].data
            if signs[0] in ("<", "<=", ">", ">=") and signs[1] in ("<", "<=", ">", ">="):
                around = comparison(middle, _MIRRORED[signs[0]], low, kinds), comparison(middle, signs[1], high, kinds)
                if all(around):
                    return Both(tuple(part for part in around if part is not None))
            if signs == ("==", "==") and callee(low) is callee(middle) is type:
                equalities = tuple(comparison(operand, "==", high, kinds) for operand in (low, middle))
                if all(equalities):
                    return Both(tuple(equality for equality in equalities if equality is not None))
    conjuncts: list[Claims] = []
    for arg in term.args:
        conjunct = claims(arg, kinds, depth + 1)
        conjuncts += conjunct.parts if isinstance(conjunct, Both) else [conjunct]
    return Both(tuple(_without_bools(conjuncts)))


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _without_bools(conjuncts: list[Claims]) -> list[Claims]:
    """isinstance(x, int) and not isinstance(x, bool): an int, but not a bool."""
    kept: list[Claims] = []
    for conjunct in conjuncts:
        last = kept[-1] if kept else None
        if (
            isinstance(conjunct, Claim)
            and conjunct.negated
            and (conjunct.verb, conjunct.rest) == ("be", "a bool")
            and isinstance(last, Claim)
            and not last.negated
            and last.subject == conjunct.subject
            and last.verb == "be"
            and last.rest.startswith("an int (bools included)")
        ):
            kept[-1] = evolve(last, rest="an int (not a bool)" + last.rest.removeprefix("an int (bools included)"))
        else:
            kept.append(conjunct)
    return kept


def _quantified(term: Term, kinds: Kinds, depth: int) -> Claims | None:
    """`all` or `any`, of a comprehension, of `map(function, xs)` or of a collection."""
    over = arguments(term)[0]
    loops: list[Loop] = []
    conditions: list[tuple[int, Claims]] = []
    if over.op == "python.comprehension":
        data: Comprehension = over.data
        if data.kind == "dict":
            return None
        position = 0
        for number, generator in enumerate(data.generators):
            loops.append(Loop(generator.target, over.args[position]))
            for condition in over.args[position + 1 : position + 1 + generator.conditions]:
                conditions.append((number, claims(condition, kinds, depth + 1)))
            position += 1 + generator.conditions
        body = claims(over.args[position], kinds, depth + 1)
    else:
        iterable, name, test = _each_of(over)
        loops.append(Loop(name, iterable))
        body = claims(test, kinds, depth + 1)
    universal = callee(term) is all
    return quantified(universal, tuple(loops), conditions, body)


def _each_of(over: Term) -> tuple[Term, str, Term]:
    """What all(over) and any(over) go through, a name for an element of it, and what is tested of that."""
    name = next(name for name in _ELEMENTS if name not in names_in(over))
    element = var(name, VALUE)
    if callee(over) is not map or len(over.args) != 3:
        return over, name, element
    function, iterable = arguments(over)
    match function.op:
        case "python.lambda" if len(function.data) == 1:
            return iterable, function.data[0], function.args[0]
        case "python.attribute" if function.args[0].op == "const":  # str.isdigit
            return iterable, name, make("python.method", (element,), VALUE, (function.data, ()))
        case _:
            return iterable, name, make("python.call", (function, element), VALUE, (None,))


_ELEMENTS = ("v", "element", *(f"v{number}" for number in range(DEEPEST)))


def quantified(universal: bool, loops: tuple[Loop, ...], conditions: list[tuple[int, Claims]], body: Claims) -> Claims:
    """The body in every iteration, or in some. A condition belongs to the loop of its number: what follows is in it."""
    for position in range(len(loops) - 1, -1, -1):
        inside = [condition for number, condition in conditions if number == position]
        if inside:
            condition = inside[0] if len(inside) == 1 else Both(tuple(inside))
            body = When(condition, body) if universal else Both((condition, body))
        body = _around(universal, loops[position], body)
    return body


def _around(universal: bool, loop: Loop, body: Claims) -> Claims:
    if universal:
        return Every((loop, *body.loops), body.body) if isinstance(body, Every) else Every((loop,), body)
    return Some((loop, *body.loops), body.body) if isinstance(body, Some) else Some((loop,), body)


def is_exact(claimed: Claims) -> bool:
    """Whether all of it is said in English."""
    return all(claim.exact for claim in claims_in(claimed))
