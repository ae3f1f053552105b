"""Does a condition hold whatever its variables are? Linear integer arithmetic, as far as definedness asks for it.

`forall i, j :: 0 <= i < j < |s| ==> s[i] < s[j]` is defined, because `0 <= i < j < |s|` implies `0 <= i < |s|`. The
negated goal and the facts are linear constraints over the integers; Fourier-Motzkin elimination (Schrijver, Theory of
Linear and Integer Programming, section 12.2) shows that no rational numbers satisfy them. What is no sum of products
with constants, such as `|s|` and `s[i]`, is a variable of its own. A fact `forall i :: g ==> p` is used for those i at
which the goal looks into a sequence that p looks into.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from ..ir import build
from ..ir.contracts import Datatype
from ..ir.operators.table import LENGTHS
from ..ir.sorts import INT
from ..ir.substitution import FreeNames, instantiate
from ..ir.terms import Term, bare, binders, subterms, var
from ..ir.variables import Name
from .evaluation_limits import LIMITS

_COMPARISONS = {"lt": (1, 1), "le": (1, 0), "gt": (-1, 1), "ge": (-1, 0)}
"""Operator → (sign, more) such that `a op b` is `sign * (a - b) + more <= 0`."""
_OPPOSITE = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}

Linear = tuple[Mapping[Term, Fraction], Fraction]
"""Coefficients by variable, and what is added to their sum."""


@frozen(slots=True)
class Facts:
    """What holds: linear terms that are at most 0, quantified facts, and other Bool terms without spans. Of the
    `datatypes` it is known whether a value may have another constructor."""

    constraints: tuple[Linear, ...] = ()
    quantified: tuple[Term, ...] = ()
    others: frozenset[Term] = field(default=frozenset())
    datatypes: Mapping[str, Datatype] = field(factory=dict)


def entailed(condition: Term, datatypes: Mapping[str, Datatype] = {}) -> bool:
    """Is a total condition known to hold whatever its variables are? They hold arrays that are not null."""
    if (
        sum(1 for _, _ in zip(subterms(condition), range(LIMITS.constrained_subterms + 1), strict=False))
        > LIMITS.constrained_subterms
    ):
        return False
    return _proved(bare(condition), Facts(datatypes=datatypes), FreeNames(), LIMITS.facts_inside_facts)


def unproved(condition: Term, bound: frozenset[Name], datatypes: Mapping[str, Datatype] = {}) -> Term | None:
    """What is left to show of a total condition: another one, without the names `bound`, that implies it whatever the
    values of these are. None where there is none.

    Of `0 <= i < |s| ==> i < |s| && Valid(m)`, for i: `Valid(m)`. Unlike for `entailed` an array may be null: that none
    is of those that are asked about is left to show, too.
    """
    names = FreeNames()
    # Arrays that are not null become goals, where they are parameters.
    arrays = {node for node in subterms(bare(condition)) if node.op == "array.is_null"}
    # One that is bound inside cannot be a goal outside.
    if any(node.args[0].op != "var" or node.args[0].data not in names.of(condition) - bound for node in arrays):
        return None
    unproved_goals = [build.negate(node) for node in sorted(arrays, key=lambda node: str(node.args[0].data))]
    # Conjuncts are looked at by themselves, with what they are concluded from.
    # Each goal with the premises that lead to it.
    pending: list[tuple[tuple[Term, ...], Term]] = [((), bare(condition))]
    while pending:
        premises, goal = pending.pop()
        match goal.op:
            case "and":
                pending += [(premises, arg) for arg in reversed(goal.args)]
            case "implies":
                pending.append(((*premises, goal.args[0]), goal.args[1]))
            case "let" if names.of(goal) & bound:
                pending.append((premises, _without_let(goal)))
            # What linear arithmetic proves is done.
            case _ if entailed(build.implies(build.conj(*premises), goal), datatypes):
                continue
            # What mentions the bound names cannot be left over.
            case _ if names.of(goal) & bound:
                return None
            case _:
                # Premises about bound names are dropped, which makes the goal stronger.
                kept = (premise for premise in premises if not names.of(premise) & bound)
                unproved_goals.append(build.implies(build.conj(*kept), goal))
    return build.conj(*dict.fromkeys(unproved_goals))


def _without_let(term: Term) -> Term:
    body = term.args[-1]
    # Each value is one under the bindings before it, so that the last is put in first.
    for binder, value in reversed(list(zip(binders(term), term.args[:-1], strict=True))):
        body = instantiate(body, {binder.name: value})
    return body


def _proved(goal: Term, facts: Facts, names: FreeNames, depth: int) -> bool:
    # Goal-directed: by the form of the goal.
    match goal.op:
        case "and":
            return all(_proved(arg, facts, names, depth) for arg in goal.args)
        case "or":
            return any(_proved(arg, facts, names, depth) for arg in goal.args)
        # The premise becomes a fact for the conclusion.
        case "implies":
            assumed = _assumed(goal.args[0], facts, True)
            return _proved(goal.args[1], assumed, names, depth)
        case "forall":
            return _proved(goal.args[-1], _inside(goal, facts, names), names, depth)
        case "let":
            return _proved(_without_let(goal), facts, names, depth)
        case "const":
            return build.is_true(goal)
        case "not" if goal.args[0].op == "array.is_null" and goal.args[0].args[0].op == "var":
            return True
        # Unequal: less or greater.
        case "not" if goal.args[0].op == "eq" and goal.args[0].args[0].sort == INT:
            # As of `0 < d && a % d == 0`, which is defined.
            either = (build.op(order, *goal.args[0].args) for order in ("lt", "gt"))
            return goal in facts.others or any(_follows(term, facts, names, depth) for term in either)
        # Equal: at most and at least.
        case "eq" if goal.args[0].sort == INT:
            left, right = goal.args
            inequalities = (build.le(left, right), build.ge(left, right))
            return all(_follows(term, facts, names, depth) for term in inequalities)
        case name if name in _COMPARISONS and goal.args[0].sort == INT:
            return _follows(goal, facts, names, depth)
        # With a single constructor the answer is always yes.
        case "datatype.is":
            # Of a record `Point(x, y)` each value has the fields that another datatype's values may lack.
            declared = facts.datatypes.get(str(goal.args[0].sort.label))
            return goal in facts.others or (declared is not None and len(declared.constructors) == 1)
        case "map.member":
            key, whole = goal.args
            return goal in facts.others or any(
                build.op("set.member", key, inside) in facts.others
                or (inside.op == "map.keys" and build.op("map.member", key, *inside.args) in facts.others)
                for inside in _among_keys(whole, facts)
            )
        case _:
            return goal in facts.others


def _among_keys(whole: Term, facts: Facts) -> Iterator[Term]:
    """The sets whose elements are keys of a map, as `m.Keys == s` says."""
    keys = build.op("map.keys", whole)
    yield keys
    for fact in facts.others:
        match fact.op, fact.args:
            case "eq", (first, second) if keys in (first, second):
                yield second if first == keys else first
            case "set.subset", (inside, outside) if outside == keys:
                yield inside


def _inside(term: Term, facts: Facts, names: FreeNames) -> Facts:
    """What is known inside a quantifier: what mentions a variable of its names is about another one. Its given domains
    are known of its variables."""
    # Facts about outer variables of the same names are none about the inner ones.
    bound = {binder.name for binder in binders(term)}
    kept = Facts(
        tuple(
            constraint
            for constraint in facts.constraints
            if not any(bound & names.of(monomial) for monomial in constraint[0])
        ),
        tuple(fact for fact in facts.quantified if not bound & names.of(fact)),
        frozenset(fact for fact in facts.others if not bound & names.of(fact)),
        facts.datatypes,
    )
    for condition in _of_domains(term):
        kept = _assumed(condition, kept, True)
    return kept


def _of_domains(term: Term) -> Iterator[Term]:
    for binder, domain in zip(binders(term), term.args[:-1], strict=True):
        if domain.op == "range" and binder.sort == INT:
            value = var(binder.name, INT)
            yield build.le(domain.args[0], value)
            yield build.lt(value, domain.args[1])


def _assumed(condition: Term, facts: Facts, truth: bool) -> Facts:
    """The facts, and that a condition has this truth value."""
    # The facts that the truth of a condition gives, recursively.
    match condition.op:
        case "not":
            return _assumed(condition.args[0], facts, not truth)
        case "and" if truth:
            for arg in condition.args:
                facts = _assumed(arg, facts, True)
            return facts
        case "or" if not truth:
            for arg in condition.args:
                facts = _assumed(arg, facts, False)
            return facts
        case "implies" if not truth:
            return _assumed(condition.args[1], _assumed(condition.args[0], facts, True), False)
        case "forall" if truth:
            # Quantified facts are kept whole, and instantiated on demand.
            return evolve(facts, quantified=(*facts.quantified, condition))
        # An equation is two inequalities.
        case "eq" if truth and condition.args[0].sort == INT:
            pair = (_constraint("le", *condition.args), _constraint("ge", *condition.args))
            return evolve(facts, constraints=(*facts.constraints, *pair))
        case name if name in _COMPARISONS and condition.args[0].sort == INT:
            order = name if truth else _OPPOSITE[name]
            return evolve(facts, constraints=(*facts.constraints, _constraint(order, *condition.args)))
        case _:
            stated = condition if truth else build.negate(condition)
            return evolve(facts, others=facts.others | {stated})


def _follows(goal: Term, facts: Facts, names: FreeNames, depth: int) -> bool:
    """Does a comparison follow from linear facts, and from instances of the quantified ones?"""
    # Refutation: the facts with the negated goal.
    negated = _constraint(_OPPOSITE[goal.op], *goal.args)
    if _contradictory((*facts.constraints, negated)):
        return True
    if not depth or not facts.quantified:
        return False
    # The guard of an instance is proved without quantified facts: they would be instantiated for it in turn, without
    # end.
    linear_facts = evolve(facts, quantified=())
    more = linear_facts
    # One round of instances, at the places the goal looks into.
    for quantified in facts.quantified:
        for guard, conclusion in _instances(quantified, goal):
            if _proved(guard, linear_facts, names, depth - 1):
                more = _assumed(conclusion, more, True)
    return more is not linear_facts and _contradictory((*more.constraints, negated))


def _instances(fact: Term, goal: Term) -> Iterator[tuple[Term, Term]]:
    """Premise and conclusion of `forall i :: g ==> p` for each `s[t]` of the goal, where p has `s[i]`."""
    # Triggers: `s[i]` in the fact, `s[t]` in the goal.
    if len(fact.data) != 1:
        return
    (binder,) = fact.data
    body = fact.args[-1]
    guard, conclusion = body.args if body.op == "implies" else (build.boolean(True), body)
    guard = build.conj(*_of_domains(fact), guard)
    inspected = {
        node.args[0]
        for node in subterms(body)
        if node.op == "seq.at" and node.args[1].op == "var" and node.args[1].data == binder.name
    }
    for node in subterms(goal):
        if node.op == "seq.at" and node.args[0] in inspected:
            chosen = {binder.name: node.args[1]}
            yield instantiate(guard, chosen), instantiate(conclusion, chosen)


# -- linear arithmetic


def _constraint(order: str, left: Term, right: Term) -> Linear:
    """What is at most 0 where the comparison holds. Of whole numbers, `a < b` is `a - b + 1 <= 0`."""
    sign, more = _COMPARISONS[order]
    numbers: dict[Term, Fraction] = {}
    added = _add(left, Fraction(sign), numbers) + _add(right, Fraction(-sign), numbers)
    return {term: factor for term, factor in numbers.items() if factor}, added + more


def _add(term: Term, factor: Fraction, coefficients: dict[Term, Fraction]) -> Fraction:
    """Add a term's coefficients, times a factor; what remains is its constant part."""
    constant = Fraction(0)
    pending = [(term, factor)]
    while pending:
        node, times = pending.pop()
        # Through sums and constant factors; whatever else there is counts as one unknown.
        match node.op, node.args:
            case "const", _:
                constant += times * node.data
            case "add", (left, right):
                pending += [(left, times), (right, times)]
            case "sub", (left, right):
                pending += [(left, times), (right, -times)]
            case "neg", (operand,):
                pending.append((operand, -times))
            case "mul", (left, right) if build.is_value(left):
                pending.append((right, times * left.data))
            case "mul", (left, right) if build.is_value(right):
                pending.append((left, times * right.data))
            case _:
                coefficients[node] = coefficients.get(node, Fraction(0)) + times
    return constant


def _contradictory(constraints: Sequence[Linear]) -> bool:
    """Do no rational numbers satisfy the constraints, where lengths are not negative?"""
    pending = list(constraints)
    lengths = {term for coefficients, _ in pending for term in coefficients if term.op in LENGTHS}
    pending += [({term: Fraction(-1)}, Fraction(0)) for term in lengths]
    # Each round eliminates one variable, and keeps a contradiction if there was one: what is left at last are numbers.
    # A variable costs as many constraints as there are pairs of an upper and a lower bound of it, so that the one with
    # the fewest goes first; where they become too many, nothing is known.
    while True:
        if any(not coefficients and constant > 0 for coefficients, constant in pending):
            return True
        pending = [pair for pair in pending if pair[0]]
        if not pending or len(pending) > LIMITS.constraints:
            return False
        chosen = min({term for pair in pending for term in pair[0]}, key=lambda term: _products(term, pending))
        pending = _eliminated(chosen, pending)


def _products(term: Term, constraints: Sequence[Linear]) -> int:
    """How many constraints come of eliminating a variable."""
    signs = [coefficients[term] > 0 for coefficients, _ in constraints if term in coefficients]
    return sum(signs) * (len(signs) - sum(signs))


def _eliminated(term: Term, constraints: Sequence[Linear]) -> list[Linear]:
    """The constraints on the other variables."""
    kept = [constraint for constraint in constraints if term not in constraint[0]]
    above = [constraint for constraint in constraints if constraint[0].get(term, 0) > 0]
    below = [constraint for constraint in constraints if constraint[0].get(term, 0) < 0]
    for upper in above:
        for lower in below:
            # `2x + a <= 0` and `-3x + b <= 0`: the second, times 2/3, has -2x, and the sum has no x.
            times = -upper[0][term] / lower[0][term]
            summed = {
                monomial: upper[0].get(monomial, Fraction(0)) + times * lower[0].get(monomial, Fraction(0))
                for monomial in {**upper[0], **lower[0]}
            }
            kept.append(
                ({monomial: factor for monomial, factor in summed.items() if factor}, upper[1] + times * lower[1])
            )
    return kept
