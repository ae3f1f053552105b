"""all(...) and any(...): over a generator expression lazily, from left to right; over other iterables element by
element. Elements beyond those that are shown take part through Skolem constants (`skolem.py`).

A query about each character of a text alone is decided by characters, such as `all(c.isdigit() for c in text)`: as a
regular expression it is exact for texts of any length. Which characters decide is found by executing the condition: on
each that the condition treats in a way of its own, and on one of each class of the others (`character_classes.py`).
"""

from collections.abc import Iterable
from functools import lru_cache

from ..evaluate.execution import evaluate_after
from ..fuel import Fuel
from ..ir.characters import CharacterSet, characters
from ..ir.sorts import BOOL
from ..ir.statements import Comprehension
from ..ir.terms import FALSE, Term, make, subterms
from .abstract_values import AbstractSequence, AbstractText, Entry, Symbolic
from .alternatives import boolean, iterate, truth
from .character_classes import told_apart
from .comprehensions import Visitor, begun, stopped, walk
from .context import Context, any_of
from .encoding_limits import LIMITS
from .expressions import Names, bind, evaluate
from .guards import conjunction, disjunction, negation
from .skolem import decided, rule_out, take
from .text import matching, run_of


def over_values(context: Context, value: Symbolic, universal: bool) -> Symbolic:
    """all(value) or any(value).

    Assumes: `all` and `any` ask for no element after the one that decides.
    """
    results = []
    for guard, items in iterate(context, value, whole=False, skolem_constants=True, in_order=False):
        # A false element decides `all`, a true one `any`.
        def decides(entry: Entry) -> Term:
            holds = truth(context, entry.value)
            return negation(holds) if universal else holds

        with context.under(guard) as possible:
            if not possible:
                continue
            # First what is shown: the elements beyond are asked only where these leave it open.
            shown_decides = disjunction(*(conjunction(entry.present, decides(entry)) for entry in items.entries))
            term = disjunction(shown_decides, decided(context, items.more, items.beyond, shown_decides, decides))
            results.append(conjunction(guard, negation(term) if universal else term))
    return boolean(disjunction(*results))


def over_generator(context: Context, term: Term, names: Names, universal: bool, of_map: bool = False) -> Symbolic:
    """all(...) or any(...) of a generator expression, or of what it was written as with `map`."""
    decisive: list[Term] = []
    skolem_entries: dict[object, Entry | None] = {}

    def consume(scope: Names) -> None:
        # Evaluated under the path of the walk: what it raises before it is decided is raised.
        holds = truth(context, evaluate(context, term.args[-1], scope))
        decisive.append(conjunction(context.path, negation(holds) if universal else holds))

    def whole(iterable: Symbolic, scope: Names) -> Symbolic:
        # A text is decided by its characters at once, whatever its length.
        hits, rest = _decided_by_characters(context, term, iterable, scope, universal)
        decisive.extend(hits)
        return rest

    def skolem(items: AbstractSequence) -> Entry | None:
        """The Skolem constant of this query, one for each sequence that it goes through."""
        if not items.beyond:
            return None
        key = items.beyond[0].skolem
        if key not in skolem_entries:
            skolem_entries[key] = take(context, items.beyond)
        return skolem_entries[key]

    # The first iterable is evaluated at once, the rest lazily (reference, 6.2.8).
    term, names = begun(context, term, names)
    raised_before = len(context.raised)
    open_ = Visitor(
        consume=consume,
        hard=False,
        any_order=True,
        # The walk goes on only while nothing has decided: laziness as a guard.
        alive=lambda: negation(disjunction(*decisive)),
        skolem=skolem,
        whole=whole,
    )
    walk(context, term, names, open_)
    raised = context.raised[raised_before:]
    if of_map:  # It has no more elements where its function raises StopIteration.
        del context.raised[raised_before:]  # Behind what raises nothing is cut.
        ends = any_of(item for item in raised if item.exception == "StopIteration")
        context.unsupported(ends, "StopIteration inside an iterator")
    context.raised[raised_before:] = stopped(raised)
    is_decided = disjunction(*decisive)
    # A Skolem constant was asked: if it leaves the query open, then so does every other element.
    if any(entry is not None for entry in skolem_entries.values()):
        # Undecided and nothing raised: only then does the statement about all others hold.
        undecided = negation(disjunction(is_decided, any_of(context.raised[raised_before:])))
        with context.under(undecided) as possible:
            if possible:
                _exclude_rest(
                    context,
                    term,
                    names,
                    universal,
                    frozenset(skolem_entry.skolem for skolem_entry in skolem_entries.values() if skolem_entry),
                )
    return boolean(negation(is_decided) if universal else is_decided)


def _exclude_rest(context: Context, term: Term, names: Names, universal: bool, own_skolems: frozenset[object]) -> None:
    """What the query's own Skolem constants leave undecided, the others leave undecided, too."""
    abstract: Comprehension = term.data

    def level(number: int, position: int, scope: Names, with_others: bool) -> Term:
        """When something from this generator on decides; `with_others`: with a Skolem constant of another query."""
        if number == len(abstract.generators):
            holds = truth(context, evaluate(context, term.args[-1], scope))
            hit = negation(holds) if universal else holds
            # Combinations without a constant of another query were looked at by the walk itself.
            return conjunction(context.path, hit) if with_others else FALSE
        generator = abstract.generators[number]
        conditions = term.args[position + 1 : position + 1 + generator.conditions]
        decisive = []
        iterable = evaluate(context, term.args[position], scope)
        if number + 1 == len(abstract.generators):
            _, iterable = _decided_by_characters(context, term, iterable, scope, universal)
        for guard, items in iterate(context, iterable, False, skolem_constants=True, in_order=False):
            # Only the last generator has Skolem constants of this query: an outer level goes through all of its
            # elements.
            rest = number + 1 < len(abstract.generators) or with_others
            for entry in (*(items.entries if rest else ()), *items.beyond):
                other = entry.skolem is not None and entry.skolem not in own_skolems
                if not (rest or other):
                    continue
                with context.under(conjunction(guard, entry.present)) as possible:
                    if possible:
                        bound = dict(scope)
                        bind(context, generator.target, entry.value, bound)
                        decisive.append(test(number, position, conditions, bound, with_others or other))
        return disjunction(*decisive)

    def test(number: int, position: int, conditions: tuple[Term, ...], scope: Names, with_others: bool) -> Term:
        if not conditions:
            return level(number + 1, position + 1 + abstract.generators[number].conditions, scope, with_others)
        with context.under(truth(context, evaluate(context, conditions[0], scope))) as possible:
            return test(number, position, conditions[1:], scope, with_others) if possible else FALSE

    # The statement is made as a fact, under the path of the query.
    rule_out(context, lambda: level(0, 0, names, False))


def _decided_by_characters(
    context: Context, query: Term, iterable: Symbolic, names: Iterable[str], universal: bool
) -> tuple[list[Term], Symbolic]:
    """When a character of a text decides all(...) or any(...) of a generator, whose last `for` goes through `iterable`;
    and what else the iterable may be, for which this says nothing."""
    # Constant texts are walked through.
    texts = [abstract for _, abstract in iterable if isinstance(abstract, AbstractText) and abstract.term.op != "const"]
    # None: the condition looks at more than the character.
    decisive = _decisive(query, frozenset(names), universal) if texts else None
    if decisive is None:
        return [], iterable
    # One character is enough: `all(c.isdigit() for c in s)` is false as soon as one is no digit, `any(...)` true as
    # soon as one is. So the query is decided for exactly the texts that are not in `harmless*`, of whatever length.
    harmless = run_of(~decisive)
    hits, rest = [], []
    for guard, abstract in iterable:
        if isinstance(abstract, AbstractText) and abstract.term.op != "const":
            hits.append(
                conjunction(context.path, guard, negation(matching(abstract.term, harmless)) if decisive else FALSE)
            )
        else:
            rest.append((guard, abstract))
    return hits, Symbolic(tuple(rest))


@lru_cache(maxsize=64)
def _decisive(query: Term, names: frozenset[str], universal: bool) -> CharacterSet | None:
    """The characters that decide; None where that depends on more than the character, or may raise."""
    abstract: Comprehension = query.data
    generator = abstract.generators[-1]
    tests = query.args[len(query.args) - 1 - generator.conditions :]
    target = generator.target
    # An unpacked target is no character.
    if not isinstance(target, str):
        return None
    mentioned = {subterm.data for subterm in subterms(*tests) if subterm.op == "var"}
    # A condition on other names than the character cannot be tabulated.
    if mentioned & (names - {target}):
        return None
    groups = told_apart(tests, target)
    if groups is None:
        return None
    # Enough steps for each character; who needs more is not tabulated.
    fuel = Fuel(LIMITS.steps_of_a_character * len(groups))
    decisive = CharacterSet()
    # A group is one character that the condition mentions, or all those that it cannot tell apart: of these one speaks
    # for the others.
    single: list[str] = []
    for group in groups:
        # One representative answers for its class (`character_classes.py`).
        example = group if isinstance(group, str) else chr(group.edges[0])
        decides = _decides(tests, target, example, universal, fuel)
        if decides is None:
            return None
        if decides and isinstance(group, str):
            single.append(group)
        elif decides and isinstance(group, CharacterSet):
            decisive |= group
    return decisive | characters(single)


def _decides(tests: tuple[Term, ...], target: str, character: str, universal: bool, fuel: Fuel) -> bool | None:
    """Does this character decide? The last test is what is asked, those before say whether it is. None: it raises."""
    for test in tests:
        seen = evaluate_after((), make("python.truth", (test,), BOOL), {target: character}, fuel)
        if seen.state != "defined":
            return None
        if not seen.value and test is not tests[-1]:
            return False
    return bool(seen.value) != universal
