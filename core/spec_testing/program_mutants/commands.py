"""What may stand in a body instead of a statement, or in another order."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from attrs import evolve

from ...interpret.store import UNKNOWN, some_value
from ...ir.routines import Rewritten, Routine
from ...ir.sorts import Sort
from ...ir.statements import Body, Break, Continue, If, Return, Statement
from ...ir.terms import Term, bare, const, var
from ...ir.updates import Call, Update
from ...ir.variables import Name
from ...spans import Span
from .model import StatementSite
from .sites import declared

Rewritings = Iterator[tuple[Rewritten, Body]]
T = TypeVar("T")


def delete(site: StatementSite) -> Rewritings:
    """A statement that declares nothing: an assignment, a call, a loop, a conditional."""
    if not site.declares:
        yield Rewritten("delete", (site.span,)), site.put((), site.following)


def delete_branch(site: StatementSite) -> Rewritings:
    """What is in one branch of a conditional."""
    last = site.group[-1]
    for name in ("then", "orelse") if isinstance(last, If) else ():
        inside: Body = getattr(last, name)
        spans = tuple(dict.fromkeys(getattr(one, "span", None) for one in inside))
        known = [span for span in spans if span is not None]
        if known and len(known) == len(spans) and site.span not in known:
            # The field `name` of each of these statements is a block; mypy does not know which field it is.
            gone = evolve(last, **{name: ()})  # type: ignore[arg-type]
            yield Rewritten("delete", tuple(known)), site.put((*site.group[:-1], gone), site.following)


def swap(site: StatementSite) -> Rewritings:
    """A statement with the next one, where neither declares a variable."""
    jumps = any(isinstance(statement, Return | Break | Continue) for statement in (*site.group, *site.following))
    if site.next_span is None or site.declares or jumps:
        return
    if all(name in site.scope.variables for statement in site.following for name in declared(statement)):
        yield Rewritten("exchange", (site.span, site.next_span)), site.put(site.following, site.group)


def insert_break(site: StatementSite) -> Rewritings:
    """`break;` before a statement of a loop."""
    if site.loops and not isinstance(site.group[-1], Break | Return):
        jump = Break(site.span)
        yield Rewritten("before", (site.span,), jump), site.put((jump, *site.group), site.following)


def return_instead(site: StatementSite) -> Rewritings:
    """`return;` in the place of a statement."""
    if not site.declares and not isinstance(site.group[-1], Return):
        yield _instead(site, Return(None, site.span))


def other_jump(site: StatementSite) -> Rewritings:
    """`break` for `continue` and the other way round, `return` for both."""
    if isinstance(site.group[-1], Break | Continue):
        jumps: tuple[Statement, ...] = (Break(site.span), Continue(site.span), Return(None, site.span))
        yield from (_instead(site, jump) for jump in jumps if type(jump) is not type(site.group[-1]))


def swap_arguments(site: StatementSite) -> Rewritings:
    """Two arguments of one type of a call, or two values of a parallel assignment, exchanged."""
    last = site.group[-1] if not isinstance(site.group[-1], Return) else site.group[0]
    if isinstance(last, Call):
        for spans, arguments in _exchanged(last.arguments):
            group = (*site.group[:-1], evolve(last, arguments=arguments))
            yield Rewritten("exchange", spans), site.put(group, site.following)
    elif isinstance(last, Update) and site.group in ((last,), (last, Return(None, site.span))):
        for spans, values in _exchanged(last.values):
            group = (evolve(last, values=values), *site.group[1:])
            yield Rewritten("exchange", spans), site.put(group, site.following)


def _exchanged(parts: tuple[T, ...]) -> Iterator[tuple[tuple[Span, Span], tuple[T, ...]]]:
    for one, two in combinations(range(len(parts)), 2):
        first, second = parts[one], parts[two]
        if not isinstance(first, Term) or not isinstance(second, Term) or first.span is None or second.span is None:
            continue
        # The same expression in both places would make the same program.
        if first.sort == second.sort and bare(first) is not bare(second):
            found = list(parts)
            found[one], found[two] = second, first
            yield (first.span, second.span), tuple(found)


def other_method(site: StatementSite) -> Rewritings:
    """The call of another method with these parameters and results."""
    call = _call(site)
    routine = None if call is None else site.scope.program.routines.get(call.method)
    if call is None or routine is None or call.subject is not None:
        return
    for specification in site.scope.program.specifications:
        name = specification.name
        other = site.scope.program.routines.get(name) if name != call.method and "." not in name else None
        if other is not None and _sorts(other) == _sorts(routine) and not other.objects:
            yield _instead(site, evolve(call, method=name))


def _sorts(routine: Routine) -> tuple[Sequence[Sort], Sequence[Sort]]:
    return [binder.sort for binder in routine.parameters], [binder.sort for binder in routine.results]


def default_result(site: StatementSite) -> Rewritings:
    """The value that the type is initialised with, in the place of a call."""
    for call, name, sort in _single_result(site):
        program = site.scope.program
        value = some_value(sort, program.datatypes, program.semantics)
        if value is not UNKNOWN and sort.kind not in ("Uninterpreted", "Array", "Datatype"):
            yield _instead(site, Update((name,), (const(value, sort),), call.span))


def propagate_argument(site: StatementSite) -> Rewritings:
    """An argument of a call in its place."""
    for call, name, sort in _single_result(site):
        for argument in call.arguments:
            if isinstance(argument, Term) and argument.sort == sort:
                yield _instead(site, Update((name,), (argument,), call.span))


def call_to_variable(site: StatementSite) -> Rewritings:
    """A variable of the type of its result in the place of a call."""
    for call, name, sort in _single_result(site):
        for other in site.scope.of(sort):
            if other != name:
                yield _instead(site, Update((name,), (var(other, sort),), call.span))


def _call(site: StatementSite) -> Call | None:
    (*others, last) = site.group
    return last if isinstance(last, Call) and not others else None


def _single_result(site: StatementSite) -> Iterator[tuple[Call, Name, Sort]]:
    """A call whose one result a variable takes."""
    call = _call(site)
    routine = None if call is None else site.scope.program.routines.get(call.method)
    if call is None or routine is None or len(call.places) != 1 or len(routine.results) != 1:
        return
    (place,), (result,) = call.places, routine.results
    if isinstance(place, Name) and place != "_":
        yield call, place, site.scope.variables.get(place, result.sort)


def _instead(site: StatementSite, statement: Statement) -> tuple[Rewritten, Body]:
    return Rewritten("instead", (site.span,), statement), site.put((statement,), site.following)
