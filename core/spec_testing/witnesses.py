"""What is said to exist, found by what is said of it.

Of `exists s :: sorted(s) && multiset(s) == multiset(a) && r == s[0]` the values of s are too many to be tried, and the
condition leaves one of them: the elements of `a`, sorted. The variable becomes an unknown, of which equations determine
what they can (`equations.py`).

Invariant: what is determined holds of every value that meets the condition. So the condition is false where that
contradicts itself, and where all variables are determined it is true or false as it is of these values.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from attrs import evolve

from ..deciding.clauses import DEFINITE, EVALUATOR, Decision, Theory, combine, decide, reachable, residual_of
from ..deciding.deciding_limits import LIMITS as DECIDING
from ..deciding.engines import Engines
from ..deciding.simplify import simplify
from ..errors import Unsupported
from ..evaluate.environment import AsKey
from ..ir.build import UNBOUNDED
from ..ir.contracts import Function, Program
from ..ir.substitution import instantiate
from ..ir.terms import Term, subterms, var
from ..ir.variables import Name, Valuation, hidden_variable
from .equations import Equations, inline


def with_witnesses(facts: Iterable[Term]) -> tuple[list[Term], set[Name]]:
    """Facts, with an unknown for each variable where they say that there is a sequence: what they determine without it
    is the same. Returns these and the unknowns."""
    found, names = list[Term](), set[Name]()
    pending = list(facts)[::-1]
    while pending:
        fact = pending.pop()
        if fact.op == "and":
            pending.extend(reversed(fact.args))
        # Numbers are left to the ranges that conditions give them.
        elif _is_of_a_sequence(fact) and all(domain == UNBOUNDED for domain in fact.args[:-1]):
            chosen = {
                each.name: hidden_variable(each.name, "witness", len(names) + at) for at, each in enumerate(fact.data)
            }
            names.update(chosen.values())
            pending.append(
                instantiate(fact.args[-1], {each.name: var(chosen[each.name], each.sort) for each in fact.data})
            )
        else:
            found.append(fact)
    return found, names


def decided_by_witnesses(clause: Term, values: Valuation, theory: Theory, engines: Engines) -> Decision | None:
    """What a clause is that says whether there is a sequence, where equations decide it; None of any other clause."""
    if not _says_existence(clause, AsKey(theory.functions)):
        return None
    return _by_witnesses(clause, values, theory, engines)


@lru_cache(maxsize=1024)
def _says_existence(clause: Term, functions: AsKey) -> bool:
    """Is there a word of some sequence that exists, also in the bodies of functions?"""
    known: Mapping[Name, Function] = functions.mapping
    called = reachable(known, clause).values()
    terms = (clause, *(function.body for function in called if function.body is not None))
    return any(_is_of_a_sequence(term) for term in subterms(*terms))


def _is_of_a_sequence(term: Term) -> bool:
    return term.op == "exists" and any(
        binder.sort.kind == "Seq" and domain == UNBOUNDED for binder, domain in zip(term.data, term.args, strict=False)
    )


def _by_witnesses(clause: Term, values: Valuation, theory: Theory, engines: Engines) -> Decision | None:
    fuel = engines.fuel(DECIDING.simplification_steps)
    try:
        left = simplify(clause, values, theory.functions, theory.datatypes, fuel)
        # That nothing exists has to be defined of everything, and one thing that does exist is enough.
        is_denied = left.op == "not"
        residual = residual_of(clause, values, theory, evolve(engines, use_evaluator=True)) if is_denied else left
    except Unsupported:
        return None
    if is_denied and residual.op != "not":
        return None
    facts, names = with_witnesses(residual.args if is_denied else [residual])
    if not names:
        return None
    program = Program("", functions=dict(theory.functions), datatypes=dict(theory.datatypes))
    equations = Equations(program, names.__contains__, engines)
    equations.solve(inline(fact, program, names.__contains__) for fact in facts)
    if equations.contradicted:
        return Decision("holds" if is_denied else "refuted", EVALUATOR)
    if not names <= equations.values.keys():
        return None
    only = evolve(engines, backends=(), use_evaluator=True)
    found = {name: equations.values[name] for name in names}
    verdict = combine([decide(fact, found, theory=theory, engines=only) for fact in facts])
    if verdict not in DEFINITE:
        return None
    return Decision("holds" if (verdict == "holds") is not is_denied else "refuted", EVALUATOR)
