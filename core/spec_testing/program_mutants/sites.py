"""The places of a body that may be mutated, each with how the body is put together again around it.

A statement of the text may be several of the IR (`if *` is an arbitrary value and a conditional, `for` a counter and a
loop): they have one place, and are one group. What has no place of its own in the text (the step of a `for` loop, the
tests of patterns) is not mutated, for there would be nothing to show.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any, TypeVar

from attrs import evolve, frozen

from ...ir.contracts import Program
from ...ir.routines import Routine
from ...ir.sorts import OBJECT, Sort
from ...ir.statements import Block, Body, Expect, If, OpaqueStatement, Print, Statement, While, statements_of
from ...ir.terms import BINDING, Term, fold, ordered_variables, rebuild, subterms
from ...ir.updates import Arbitrary, Call, Choose, ElementPlace, NewArray, NewObject, Place, Update, UpdateAll
from ...ir.variables import Name, is_field, is_heap, is_hidden
from ...spans import Span
from .model import MutationScope, MutationSite, StatementSite, TermSite

T = TypeVar("T")


def sites_of(routine: Routine, program: Program) -> Iterator[MutationSite]:
    """The places of a body, in order."""
    sorts = _sorts(routine)
    known = {binder.name for binder in (*routine.parameters, *routine.results)}
    walk = _SiteWalk(program, sorts)
    yield from walk.block(routine.body, lambda body: body, frozenset(known), _Around())


def _sorts(routine: Routine) -> dict[Name, Sort]:
    """The variables of a body that have one sort throughout; not those that hold objects, whose class is not known, no
    ghosts, and none whose name two declarations have."""
    # Sorts by name, over the whole body: a name with two sorts is left out.
    found: dict[Name, set[Sort]] = {}
    for binder in (*routine.parameters, *routine.results):
        found.setdefault(binder.name, set()).add(binder.sort)
    excluded: set[Name] = set()
    for statement in statements_of(routine.body):
        for term in terms_in(statement):
            for name, sort in ordered_variables(term):
                found.setdefault(name, set()).add(sort)
        # Ghost variables are not executed.
        if isinstance(statement, Update) and statement.ghost:
            excluded.update(place for place in statement.places if isinstance(place, Name))
        # What a block hides is another variable outside of it.
        if isinstance(statement, Block):
            excluded.update(statement.hides)
    return {
        name: sort
        for name, (sort, *others) in ((name, tuple(sorts)) for name, sorts in found.items())
        if not others and sort != OBJECT and not is_hidden(name) and name not in excluded and not is_heap(name)
    }


@frozen(slots=True)
class _Around:
    """What is around a statement: whether that is a loop, and the places of the statements that it is in."""

    loops: bool = False
    spans: tuple[Span, ...] = ()
    alone: bool = False
    """Whether it is an `else if`, or a case."""


@frozen(slots=True, eq=False)
class _SiteWalk:
    program: Program
    sorts: Mapping[Name, Sort]

    def scope(self, known: frozenset[Name]) -> MutationScope:
        """What may be read where these local variables are declared; fields are always there."""
        sorts = {name: sort for name, sort in self.sorts.items() if name in known or is_field(name)}
        return MutationScope(sorts, self.program)

    def block(
        self, statements: Body, put: Callable[[Body], Body], known: frozenset[Name], around: _Around
    ) -> Iterator[MutationSite]:
        # Statements of one place in the text are a group, mutated as one.
        groups = [tuple(group) for _, group in groupby(statements, key=lambda member: _place(member) or id(member))]
        for number, group in enumerate(groups):
            before = tuple(member for group in groups[:number] for member in group)
            after = tuple(member for group in groups[number + 1 :] for member in group)
            # The group as a whole first, then its statements one by one, and what is inside of them.
            yield from self.whole(groups, number, put, known, around)
            # What a statement declares may be mentioned after it, in the rest of its own group too: of a `for` loop the
            # first statement declares the counter, and the second one is the loop.
            inner = known
            for position, statement in enumerate(group):

                def replaced(
                    new: Statement, before: Body = before, after: Body = after, group: Body = group, at: int = position
                ) -> Body:
                    return put((*before, *group[:at], new, *group[at + 1 :], *after))

                yield from self.statement(statement, replaced, inner, around)
                inner = inner | declared(statement)
            known = inner

    def whole(
        self, groups: list[Body], number: int, put: Callable[[Body], Body], known: frozenset[Name], around: _Around
    ) -> Iterator[StatementSite]:
        """The statement as a whole, if it is one of the text."""
        group, span = groups[number], _span(groups[number], around)
        # No place in the text: nothing could be shown.
        if span is None:
            return
        before = tuple(member for group in groups[:number] for member in group)
        # The next statement, for exchanges; what has no place cannot be exchanged.
        following: Body = groups[number + 1] if number + 1 < len(groups) else ()
        following_span = _span(following, around) if following else None
        following = following if following_span is not None else ()
        rest = groups[number + 1 + bool(following) :]
        after = tuple(member for each in rest for member in each)

        def both(first: Body, second: Body) -> Body:
            return put((*before, *first, *second, *after))

        # A declaration that is deleted would leave its uses undeclared.
        new = frozenset().union(*map(declared, group)) - known
        declares = not all(map(is_hidden, new))
        yield StatementSite(
            group, following, both, self.scope(known), around.loops, declares, span=span, next_span=following_span
        )

    def statement(
        self, statement: Statement, put: Callable[[Statement], Body], known: frozenset[Name], around: _Around
    ) -> Iterator[MutationSite]:
        # Ghost code is not what runs.
        if getattr(statement, "ghost", False):
            return
        own = getattr(statement, "span", None)
        scope, decides = self.scope(known), isinstance(statement, If | While)
        for term, within in slots(statement, put):
            # The expressions of the statement, then the statements inside of it.
            yield from parts_of(term, within, scope, decides, own)
        spans = around.spans if own is None else (*around.spans, own)
        inside = evolve(around, spans=spans, alone=False)
        match statement:
            case If(then=then, orelse=orelse):
                yield from self.block(then, lambda new: put(evolve(statement, then=new)), known, inside)
                # `else if` is written as one: its parts belong to the chain.
                alone = len(orelse) == 1 or isinstance(orelse[-1:], If)
                other = evolve(inside, alone=alone and isinstance(orelse[0], If))
                yield from self.block(orelse, lambda new: put(evolve(statement, orelse=new)), known, other)
            # In a loop, `break` and `continue` are possible mutants.
            case While(body=body):
                turning = evolve(inside, loops=True)
                yield from self.block(body, lambda new: put(evolve(statement, body=new)), known, turning)
            case Block(body=body, hides=hides):
                free = known - frozenset(hides)
                yield from self.block(body, lambda new: put(evolve(statement, body=new)), free, inside)


def _place(statement: Statement) -> Span | None:
    return getattr(statement, "span", None)


def _span(group: Body, around: _Around) -> Span | None:
    """The place of a statement of the text; None where it is a part of one."""
    span = _place(group[0])
    # A mutant is shown as a change of the text: what has no place of its own there cannot be.
    if span is None or around.alone or span in around.spans or isinstance(group[-1], Expect | Print | OpaqueStatement):
        return None
    if all(_is_hidden(statement) for statement in group) or any(
        getattr(statement, "ghost", False) for statement in group
    ):
        return None
    inner = (each for statement in group for each in statements_of(_inside(statement)))
    outside = (place for place in map(_place, inner) if place is not None and not _contains(span, place))
    return None if any(True for _ in outside) else span


def _is_hidden(statement: Statement) -> bool:
    names = declared(statement)
    return isinstance(statement, Update) and len(names) == len(statement.places) and all(map(is_hidden, names))


def _inside(statement: Statement) -> Body:
    return tuple(one for part in ("then", "orelse", "body") for one in getattr(statement, part, ()))


def _contains(outer: Span, inner: Span) -> bool:
    first = (outer.line, outer.column) <= (inner.line, inner.column)
    return first and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)


def declared(statement: Statement) -> frozenset[Name]:
    """The variables that a statement gives a value, and may declare."""
    match statement:
        case Update(places=places) | Call(places=places):
            return frozenset(place for place in places if isinstance(place, Name))
        case Arbitrary(target=target):
            return frozenset({target.name})
        case NewArray(target=target) | NewObject(target=target):
            return frozenset({target})
        case Choose(targets=targets):
            return frozenset(binder.name for binder in targets)
        case _:
            return frozenset()


# -- expressions


def terms_in(statement: Statement) -> Iterator[Term]:
    """The expressions of a statement, not those of statements in it."""
    return (term for term, _ in slots(statement, lambda new: ()))


def slots(statement: Statement, put: Callable[[Statement], Body]) -> Iterator[tuple[Term, Callable[[Term], Body]]]:
    """The expressions of a statement, not those of statements in it, each with how another takes its place. Of `:|` and
    of `forall` none: they are made of several parts of the text."""
    match statement:
        # Each expression with a way to put another in its place.
        case If() | While() | Expect():
            yield statement.test, lambda new: put(evolve(statement, test=new))
        case Update(places=places, values=values):
            yield from _listed(values, lambda new: put(evolve(statement, values=new)))
            yield from _of_places(places, lambda new: put(evolve(statement, places=new)))
        case Call(places=places, arguments=arguments):
            yield from _listed(arguments, lambda new: put(evolve(statement, arguments=new)))
            yield from _of_places(places, lambda new: put(evolve(statement, places=new)))
        case NewArray(lengths=lengths, elements=elements):
            yield from _listed(lengths, lambda new: put(evolve(statement, lengths=new)))
            if elements is not None:
                yield elements, lambda new: put(evolve(statement, elements=new))
        case UpdateAll(updates=updates):
            places = tuple(place for place, _ in updates)
            yield from _listed(
                tuple(value for _, value in updates),
                lambda new: put(evolve(statement, updates=tuple(zip(places, new, strict=True)))),
            )


def _listed(
    parts: tuple[T, ...], put: Callable[[tuple[T, ...]], Body]
) -> Iterator[tuple[Term, Callable[[Term], Body]]]:
    for number, part in enumerate(parts):
        if isinstance(part, Term):

            def within(new: Any, number: int = number) -> Body:
                return put((*parts[:number], new, *parts[number + 1 :]))

            yield part, within


def _of_places(
    places: tuple[Place, ...], put: Callable[[tuple[Place, ...]], Body]
) -> Iterator[tuple[Term, Callable[[Term], Body]]]:
    """The indices of what is assigned to."""
    for number, place in enumerate(places):
        if isinstance(place, ElementPlace):

            def within(indices: tuple[Term, ...], number: int = number, place: ElementPlace = place) -> Body:
                return put((*places[:number], evolve(place, indices=indices), *places[number + 1 :]))

            yield from _listed(place.indices, within)


def parts_of(
    whole: Term, within: Callable[[Term], Body], scope: MutationScope, decides: bool, around: Span | None
) -> Iterator[TermSite]:
    """The parts of an expression that have a place of their own in the text, from the outside."""
    # From the outside in: larger changes first.
    waiting: list[tuple[Term, Term | None]] = [(whole, None)]
    known: set[int] = set()
    while waiting:
        node, parent = waiting.pop()
        # A shared part is one place in the text.
        if id(node) in known:
            continue
        known.add(id(node))
        shown = node.span is not None and node.span != around and not _mentions_hidden(node)
        # A negation that stands for its operand (`!in`) has the same place as it.
        again = parent is not None and parent.op == "not" and parent.span == node.span
        if shown and not again:
            yield TermSite(whole, node, partial(replaced, whole, node), within, scope, decides and parent is None)
        if node.op not in BINDING:  # What is inside reads variables of its own.
            waiting.extend((child, node) for child in reversed(node.args))


def replaced(whole: Term, old: Term, new: Term) -> Term:
    """The term with another part. A part of the text that is read twice, as the `b` of `a < b < c`, is one term."""
    return fold(whole, lambda node, args: new if node is old else rebuild(node, args))


def _mentions_hidden(term: Term) -> bool:
    return any(subterm.op == "var" and is_hidden(subterm.data) for subterm in subterms(term))
