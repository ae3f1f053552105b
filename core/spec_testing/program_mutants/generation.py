"""The mutants of a body: operators take turns, and each has its places in a random order of a fixed seed."""

from collections.abc import Hashable, Iterator
from functools import partial
from random import Random

from ...ir.changes import Replaced
from ...ir.contracts import Program
from ...ir.routines import Routine
from ...ir.statements import Body
from ...ir.terms import bare
from ...turns import in_turn
from .model import MutationSite, ProgramMutant, StatementOperator, StatementSite, TermOperator, TermSite
from .registry import OPERATORS
from .sites import sites_of

MOST_SITES = 2_000
"""Of a body that has more, some are left out."""


def program_mutants(routine: Routine, program: Program, random: Random) -> Iterator[ProgramMutant]:
    """Mutants of a body, each once and none equal to it. The first ones are by as many operators as there are."""
    sites = list(sites_of(routine, program))
    if len(sites) > MOST_SITES:
        sites = random.sample(sites, MOST_SITES)
    seen: set[Hashable] = set()

    def new(stream: Iterator[tuple[Hashable, ProgramMutant]]) -> Iterator[ProgramMutant]:
        for key, mutant in stream:
            if key not in seen:
                seen.add(key)
                yield mutant

    streams = [new(_of_operator(operator, random.sample(sites, len(sites)), random)) for operator in OPERATORS]
    random.shuffle(streams)
    yield from in_turn(streams)


def _of_operator(
    operator: TermOperator | StatementOperator, sites: list[MutationSite], random: Random
) -> Iterator[tuple[Hashable, ProgramMutant]]:
    """The mutants of an operator: of each place one, then of each the next. The key is the same for equal ones."""
    streams = [
        _of_term(operator, site, random) if isinstance(operator, TermOperator) else _of_statement(operator, site)
        for site in sites
        if isinstance(site, TermSite if isinstance(operator, TermOperator) else StatementSite)
    ]
    return in_turn(streams)


def _of_term(operator: TermOperator, site: MutationSite, random: Random) -> Iterator[tuple[Hashable, ProgramMutant]]:
    assert isinstance(site, TermSite)
    listed = list(operator.mutate(site.node, site.scope, site.decides))
    for new in random.sample(listed, len(listed)):
        if new is site.node or bare(new) is bare(site.node):
            continue
        whole = site.put(new)
        key = (site.whole.span, bare(whole))
        change = Replaced(site.whole, whole, site.node, new)
        yield key, ProgramMutant(operator.name, change, partial(site.within, whole))


def _of_statement(operator: StatementOperator, site: MutationSite) -> Iterator[tuple[Hashable, ProgramMutant]]:
    assert isinstance(site, StatementSite)
    for change, body in operator.mutate(site):

        def built(body: Body = body) -> Body:
            return body

        yield change, ProgramMutant(operator.name, change, built)
