"""all(...) and any(...): over a generator expression lazily, from left to right; over other iterables element by
element. Elements beyond those that are shown take part through witnesses (`witnesses.py`)."""

from ..ir.statements import Comprehension
from ..ir.terms import FALSE, Term
from .abstract_values import Entry, SequenceShape, Symbolic
from .alternatives import boolean
from .character_tests import decided_by_characters
from .comprehensions import walk
from .context import Context, any_of
from .expressions import Names, bind, evaluate
from .guards import join, meet, opposite
from .skolem import decided, rule_out, take
from .truth import iterate, truth


def over_values(context: Context, value: Symbolic, universal: bool) -> Symbolic:
    """all(value) or any(value)."""
    results = []
    for guard, items in iterate(context, value, whole=False, witnesses=True):

        def decides(entry: Entry) -> Term:
            holds = truth(context, entry.value)
            return opposite(holds) if universal else holds

        with context.under(guard) as possible:
            if not possible:
                continue
            shown = join(*(meet(entry.present, decides(entry)) for entry in items.entries))
            found = join(shown, decided(context, items.more, items.beyond, shown, decides))
            results.append(meet(guard, opposite(found) if universal else found))
    return boolean(join(*results))


def over_generator(context: Context, term: Term, names: Names, universal: bool) -> Symbolic:
    """all(...) or any(...) of a generator expression."""
    decisive: list[Term] = []
    own: dict[object, Entry | None] = {}

    def consume(scope: Names) -> None:
        holds = truth(context, evaluate(context, term.args[-1], scope))
        decisive.append(meet(context.path, opposite(holds) if universal else holds))

    def whole(iterable: Symbolic, scope: Names) -> Symbolic:
        hits, rest = decided_by_characters(context, term, iterable, scope, universal)
        decisive.extend(hits)
        return rest

    def witness(items: SequenceShape) -> Entry | None:
        """The witness of this question, one for each sequence that it goes through."""
        if not items.beyond:
            return None
        key = items.beyond[0].witness
        if key not in own:
            own[key] = take(context, items.beyond)
        return own[key]

    before = len(context.raised)
    walk(context, term, names, lambda: opposite(join(*decisive)), consume, hard=False, witness=witness, whole=whole)
    found = join(*decisive)
    if any(entry is not None for entry in own.values()):
        undecided = opposite(join(found, any_of(context.raised[before:])))
        with context.under(undecided) as possible:
            if possible:
                _exclude_rest(context, term, names, universal, frozenset(e.witness for e in own.values() if e))
    return boolean(opposite(found) if universal else found)


def _exclude_rest(
    context: Context, term: Term, names: Names, universal: bool, own: frozenset[object]
) -> None:
    """What the question's own witnesses leave undecided, the others leave undecided, too."""
    shape: Comprehension = term.data

    def level(number: int, position: int, scope: Names, further: bool) -> Term:
        """When something from this generator on decides; `further`: with a witness of another question."""
        if number == len(shape.generators):
            holds = truth(context, evaluate(context, term.args[-1], scope))
            hit = opposite(holds) if universal else holds
            return meet(context.path, hit) if further else FALSE
        generator = shape.generators[number]
        conditions = term.args[position + 1 : position + 1 + generator.conditions]
        found = []
        iterable = evaluate(context, term.args[position], scope)
        if number + 1 == len(shape.generators):
            _, iterable = decided_by_characters(context, term, iterable, scope, universal)
        for guard, items in iterate(context, iterable, False, witnesses=True):
            rest = number + 1 < len(shape.generators) or further
            for entry in (*(items.entries if rest else ()), *items.beyond):
                other = entry.witness is not None and entry.witness not in own
                if not (rest or other):
                    continue
                with context.under(meet(guard, entry.present)) as possible:
                    if possible:
                        inner = dict(scope)
                        bind(context, generator.target, entry.value, inner)
                        found.append(test(number, position, conditions, inner, further or other))
        return join(*found)

    def test(number: int, position: int, conditions: tuple[Term, ...], scope: Names, further: bool) -> Term:
        if not conditions:
            return level(number + 1, position + 1 + shape.generators[number].conditions, scope, further)
        with context.under(truth(context, evaluate(context, conditions[0], scope))) as possible:
            return test(number, position, conditions[1:], scope, further) if possible else FALSE

    rule_out(context, lambda: level(0, 0, names, False))
