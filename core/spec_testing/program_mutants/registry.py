"""The registry of the operators that mutate programs, under the names that the literature has for them, and the mutants
that they make of a body: operators take turns, and each has its places in a random order of a fixed seed.

Sources: MutDafny (I. Amaral, A. Mendes, J. Campos, arXiv:2511.15403, table 2); µJava (Y.-S. Ma, J. Offutt, Y.-R. Kwon,
STVR 15(2), 2005); Mothra (K. N. King, J. Offutt, Software: Practice and Experience 21(7), 1991). What MutDafny calls
BOR is here by category, as the others have it. Not here, for bodies of the IR have no counterpart: its operators on
declarations (SWV, VDL), on `this` (THI, THD), and on receivers and accessors of classes (MNR, PRV).
"""

from collections.abc import Hashable, Iterator
from functools import partial
from random import Random

from ...ir.contracts import Program
from ...ir.routines import Replaced, Routine
from ...ir.statements import Body
from ...ir.terms import bare
from ...iteration import in_turn
from ..spec_testing_limits import LIMITS
from . import commands, expressions
from .model import (
    MutationSite,
    ProgramMutant,
    ProgramOperator,
    StatementOperator,
    StatementSite,
    TermOperator,
    TermSite,
)
from .sites import sites_of

MUTDAFNY, MU_JAVA, MOTHRA = "MutDafny", "µJava", "Mothra"

OPERATORS: tuple[ProgramOperator, ...] = (
    TermOperator("AOR", "arithmetic operator replacement", MUTDAFNY, expressions.arithmetic),
    TermOperator("ROR", "relational operator replacement", MUTDAFNY, expressions.relational),
    TermOperator("COR", "conditional operator replacement", MUTDAFNY, expressions.conditional),
    TermOperator("LOR", "logical operator replacement, of bit-vectors", MUTDAFNY, expressions.logical),
    TermOperator("SOR", "shift operator replacement", MUTDAFNY, expressions.shift),
    TermOperator("BOR", "operator of collections by another", MUTDAFNY, expressions.collection),
    TermOperator("BBR", "comparison or condition by true or false", MUTDAFNY, expressions.to_boolean),
    TermOperator("UOI", "unary operator insertion", MUTDAFNY, expressions.insert_unary),
    TermOperator("UOD", "unary operator deletion", MUTDAFNY, expressions.delete_unary),
    TermOperator("AOIS", "increment and decrement", MU_JAVA, expressions.insert_increment),
    TermOperator("ABS", "absolute value insertion", MOTHRA, expressions.absolute),
    TermOperator("ODL", "operator deletion: one operand is left", MUTDAFNY, expressions.delete_operator),
    TermOperator("LVR", "literal value replacement", MUTDAFNY, expressions.other_literal),
    TermOperator("EVR", "expression by a default value", MUTDAFNY, expressions.default_value),
    TermOperator("VER", "variable by another of its type", MUTDAFNY, expressions.other_variable),
    TermOperator("FAR", "field access by another of its type", MUTDAFNY, expressions.other_field),
    TermOperator("TAR", "component of a tuple by another of its type", MUTDAFNY, expressions.other_component),
    TermOperator("DCR", "constructor of a datatype by another", MUTDAFNY, expressions.other_constructor),
    TermOperator("CIR", "elements of a display removed or added", MUTDAFNY, expressions.other_display),
    TermOperator("SLD", "limit of a subsequence deleted, or one more or less", MUTDAFNY, expressions.other_limits),
    TermOperator("SAR", "arguments or operands exchanged", MUTDAFNY, expressions.swap_arguments),
    TermOperator("MAP", "call by one of its arguments", MUTDAFNY, expressions.propagate_argument),
    TermOperator("MCR", "call by that of another function", MUTDAFNY, expressions.other_function),
    TermOperator("MVR", "call by a variable", MUTDAFNY, expressions.call_to_variable),
    StatementOperator("SDL", "statement deletion", MUTDAFNY, commands.delete),
    StatementOperator("SDL", "deletion of what is in a branch", MUTDAFNY, commands.delete_branch),
    StatementOperator("SWS", "statement exchanged with the next one", MUTDAFNY, commands.swap),
    StatementOperator("LBI", "loop break insertion", MUTDAFNY, commands.insert_break),
    StatementOperator("LSR", "break, continue or return by another of them", MUTDAFNY, commands.other_jump),
    StatementOperator("RSR", "statement by return", MOTHRA, commands.return_instead),
    StatementOperator("SAR", "arguments of a call exchanged", MUTDAFNY, commands.swap_arguments),
    StatementOperator("MCR", "call by that of another method", MUTDAFNY, commands.other_method),
    StatementOperator("MRR", "result of a call by a default value", MUTDAFNY, commands.default_result),
    StatementOperator("MAP", "call by one of its arguments", MUTDAFNY, commands.propagate_argument),
    StatementOperator("MVR", "call by a variable", MUTDAFNY, commands.call_to_variable),
)
"""One row an operator; some have one for expressions and one for statements."""


def program_mutants(routine: Routine, program: Program, random: Random) -> Iterator[ProgramMutant]:
    """Mutants of a body, each once and none equal to it. The first ones are by as many operators as there are."""
    # A sample where there are very many places: mutants of one large loop would be most of them.
    sites = list(sites_of(routine, program))
    if len(sites) > LIMITS.mutated_sites:
        sites = random.sample(sites, LIMITS.mutated_sites)
    # Mutants that are equal as terms are one.
    seen: set[Hashable] = set()

    def new(stream: Iterator[tuple[Hashable, ProgramMutant]]) -> Iterator[ProgramMutant]:
        for key, mutant in stream:
            if key not in seen:
                seen.add(key)
                yield mutant

    # Each operator has its own order of places, and the operators take turns: a few mutants cover many operators.
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
