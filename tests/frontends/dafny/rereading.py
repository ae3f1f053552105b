"""Terms of a program printed as Dafny text and read again."""

from collections.abc import Iterator

from specassay.core.ir.contracts import Program
from specassay.core.ir.terms import Term, free_variables
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, show_term

START = Span("e", 1, 1, 1, 1)


def reread(program: Program) -> Iterator[tuple[str, Term, Term]]:
    """Every term of a program's clauses and functions: its text, itself, and what its text reads as."""
    terms = [c.term for s in program.specifications for c in (*s.requires, *s.ensures)]
    terms += [t for f in program.functions.values() for t in (f.body, *f.requires, *f.ensures)]
    for term in filter(None, terms):
        text = show_term(term)
        yield text, term, parse_expression(text, dict(free_variables(term)), term.sort, program, START)
