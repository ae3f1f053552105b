"""Texts as ranks in a pool: an encoding without the theory of strings.

Solvers are slow where texts take part that nothing looks into. Here a text is a whole number, its rank in the
lexicographic order. A finite pool of texts (those of the contract among them) has known ranks, with room between for
any finite number of other texts. What is asked of a text is tabulated over the pool and free for all others.

Without assumptions the result allows whatever the original encoding allows: what is unsatisfiable is so for every text.
With the assumption `within bounds` all texts of the arguments are in the pool, and the tables are exact.

Example: for `s.startswith("ab") and s != "abc"` the pool is, among others, "a" < "ab" < "abc" < "b", with the ranks 0,
10**6, 2*10**6, 3*10**6. `s < "b"` becomes `rank < 3*10**6`. `startswith("ab")` becomes a table: false at 0, true at
10**6 and at 2*10**6, false at 3*10**6; of a rank between them, a text that the pool does not have, nothing is said.

Invariant: a table says only what is true of its text, and only at the text's own rank; order and equality of ranks are
those of the texts. All terms about a text are rewritten, those too that are asserted later (`Encoding.roots`): a rank
and a text of one name in one session is an error of the solver.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from attrs import define, evolve, field

from ..evaluate.typed import evaluate
from ..ir.build import eq, ge, implies, integer, is_false, ite, le, lt, op
from ..ir.characters import classes
from ..ir.sorts import BOOL, INT, REGEX, STRING
from ..ir.statements import terms_of
from ..ir.terms import Term, const, make, subterms, var
from .alphabet import example
from .context import WITHIN_BOUNDS
from .encode import Encoding
from .encoding_limits import LIMITS
from .guards import conjunction, disjunction, negation
from .inputs import decode

PLAIN = ("", "a", "b", "A", "1", " ", "ab", "a b", "-1", "1.5", "_", "a1")
"""Texts that satisfy and violate most of what is asked of a text."""
GAP = 1_000_000
"""The ranks between two neighbours of the pool: more than there are texts in any encoding."""


class _OutsideThePool(Exception):
    """An operation that has no table."""


def pooled(encoding: Encoding) -> Encoding | None:
    """The encoding with texts as ranks; None where it relates texts in ways that have no table, or has none."""
    terms = list(subterms(*encoding.roots))
    if not any(term.sort is STRING for term in terms):
        return None
    try:
        pool = _pool(terms, _lengths(encoding))
        rewriting = _Rewriting(pool)
        written = encoding.with_roots(rewriting.rewritten(encoding.roots))
    # Then texts stay texts, which solvers are slower with.
    except _OutsideThePool:
        return None
    facts, ranked = (*written.facts, *rewriting.facts), frozenset(rewriting.ranked)
    return evolve(written, facts=facts, pool=tuple(pool), ranked=ranked)


def _pool(terms: list[Term], lengths: Iterable[int]) -> list[str]:
    """The texts of the terms, plain ones, and what the operations on them give, in lexicographic order."""
    # The pool begins with the contract's own texts: no other text is as likely to matter.
    pool = {*PLAIN, *(term.data for term in terms if term.op == "const" and term.sort is STRING)}
    pool.update(_examples(terms))
    # Single characters of all texts are results of `str.at`.
    if any(term.op == "str.at" for term in terms):
        pool.update(character for text in tuple(pool) for character in text)
    # All parts of all texts: quadratic in their length, so that the size is watched below.
    if any(term.op == "str.substr" for term in terms):
        pool.update(text[low:high] for text in tuple(pool) for high in range(len(text) + 1) for low in range(high))
    # Operations with one unknown text and constants otherwise: functions that can be tabulated.
    results = [term for term in terms if term.sort is STRING and _asked(term) is not None and term.op != "str.at"]
    if not results and not any(term.op == "str.substr" for term in terms):
        # Room that is left is filled with texts of other lengths.
        pool.update(islice(_long(pool, lengths), max(0, LIMITS.largest_pool - len(pool))))
    # The pool is closed under the operations: of each text in it every result is in it, too, so that a table has a row
    # for it. `s.strip()` adds a text and is done; `s + "a"` never ends, and is refused at the largest size.
    new = set(pool)
    while new:
        new = {_applied(term, text) for term in results for text in new} - pool
        pool |= new
        if len(pool) > LIMITS.largest_pool:
            raise _OutsideThePool
    return sorted(pool)


def _examples(terms: list[Term]) -> Iterator[str]:
    """A character for each class that the queries about characters tell apart and ASCII has no member of."""
    sets = frozenset(term.data for term in terms if term.op == "re.characters")
    beyond_ascii = (class_ for class_ in classes(sets) if class_.edges[0] >= 128) if sets else ()
    return (example(class_members) for class_members in islice(beyond_ascii, LIMITS.pool_examples))


def _order(text: str) -> tuple[bool, int, str]:
    """Plain texts first, in their order."""
    return (text not in PLAIN, PLAIN.index(text) if text in PLAIN else 0, text)


def _long(pool: set[str], lengths: Iterable[int]) -> Iterator[str]:
    """Texts of other lengths than those of the pool: one character, repeated."""
    missing_lengths = sorted({*lengths} - {len(text) for text in pool}, reverse=True)
    for character in sorted((text for text in pool if len(text) == 1), key=_order):
        for length in missing_lengths:
            yield character * length


def _lengths(encoding: Encoding) -> Iterator[int]:
    """Lengths about the whole numbers that a contract mentions."""
    for term in subterms(*terms_of(encoding.contract.body)):
        if term.op == "const" and type(term.data) is int and 0 < term.data < LIMITS.longest_pool_text:
            yield from (term.data - 1, term.data, term.data + 1)


def _asked(term: Term) -> int | None:
    """The position of the only text that is not constant, among arguments that are constant otherwise."""
    if term.op in ("eq", "ite", "str.lt", "str.le", "var", "const", "and", "or", "implies"):
        return None
    places = [position for position, arg in enumerate(term.args) if arg.op != "const" and arg.sort is not REGEX]
    return places[0] if len(places) == 1 and term.args[places[0]].sort is STRING else None


def _applied(term: Term, text: str) -> Any:
    position = _asked(term)
    arguments = [const(text, STRING) if number == position else arg for number, arg in enumerate(term.args)]
    result = evaluate(make(term.op, arguments, term.sort, term.data), {})
    if result.state != "defined":
        raise _OutsideThePool
    return result.value


@define(slots=True, eq=False)
class _Rewriting:
    pool: list[str]
    facts: list[Term] = field(factory=list)
    ranked: set[str] = field(factory=set)
    _done: dict[Term, Term] = field(factory=dict)
    _tables: int = 0
    _tabulated_before: dict[Hashable, list[tuple[Term, Term]]] = field(factory=dict)

    def rewritten(self, roots: Iterable[Term]) -> list[Term]:
        """The terms over ranks; they share most of their parts."""
        # Parts come before wholes, so that the parts of what is rewritten are there already.
        roots = list(roots)
        for term in subterms(*roots):
            if term.sort is not REGEX:
                self._done[term] = self._rewrite(term)
        return [self._done[root] for root in roots]

    def rank(self, text: str) -> Term:
        return integer(self.pool.index(text) * GAP)

    def _rewrite(self, term: Term) -> Term:
        # Constants have known ranks, so that comparisons with them are comparisons of numbers.
        if term.op == "const":
            return self.rank(term.data) if term.sort is STRING else term
        if term.op == "var":
            return self._variable(term) if term.sort is STRING else term
        # Terms without texts are copied.
        if term.sort is not STRING and not any(arg.sort is STRING for arg in term.args):
            return make(term.op, [self._done[arg] for arg in term.args], term.sort, term.data)
        args = [self._done.get(arg, arg) for arg in term.args]
        match term.op:
            case "eq":
                return eq(args[0], args[1])
            case "ite":
                return ite(args[0], args[1], args[2])
            # The order of ranks is that of texts, and exact outside of the pool, too.
            case "str.lt":
                return op("lt", *args)
            case "str.le":
                return op("le", *args)
            # Positions that are not constant select within a text of the pool.
            case "str.at" if term.args[1].op != "const":
                return self._part(args[0], args[1], integer(1))
            case "str.substr" if not term.args[1].op == term.args[2].op == "const":
                return self._part(args[0], args[1], args[2])
            # A table: for each text of the pool what the operation gives, and free beyond.
            case _ if (position := _asked(term)) is not None:
                return self._tabulated(term, args[position])
            # Two unknown texts: a table of pairs would be quadratic.
            case "str.concat" if len(args) == 2:
                return self._joined(args[0], args[1])
        # No ranks for this operation: the encoding keeps its texts.
        raise _OutsideThePool

    def _variable(self, term: Term) -> Term:
        """The rank of a text; only those that describe arguments are within the pool, the others follow from them."""
        rank = var(term.data, INT)
        self.ranked.add(term.data)
        # Names with "!" are the encoding's own: what `lower` makes of a text, say, which may be outside the pool.
        if "!" not in term.data:
            self.facts.append(implies(WITHIN_BOUNDS, disjunction(*(eq(rank, self.rank(text)) for text in self.pool))))
        return rank

    def _tabulated(self, term: Term, rank: Term) -> Term:
        by_value: dict[Any, list[str]] = {}
        for text in self.pool:
            by_value.setdefault(_applied(term, text), []).append(text)
        result = self._free(BOOL if term.sort == BOOL else INT)
        # One fact for each result, not for each text: of 80 texts most start with nothing that is asked for.
        for value, texts in by_value.items():
            value_term = self.rank(value) if term.sort is STRING else const(value, term.sort)
            is_value = (result if value else negation(result)) if term.sort == BOOL else eq(result, value_term)
            self.facts.append(implies(disjunction(*(eq(rank, self.rank(text)) for text in texts)), is_value))
        if term.op == "str.len":
            self.facts.append(ge(result, integer(0)))
            self.facts.append(implies(eq(result, integer(0)), eq(rank, self.rank(""))))
        # Ackermann's reduction: beyond the pool an operation is unknown, but one text has one result.
        position = _asked(term)
        key = (term.op, term.data, position, tuple(arg for number, arg in enumerate(term.args) if number != position))
        before = self._tabulated_before.setdefault(key, [])
        for earlier_rank, earlier_result in before[: LIMITS.congruent_texts]:
            self.facts.append(implies(eq(rank, earlier_rank), eq(result, earlier_result)))
        before.append((rank, result))
        return result

    def _part(self, rank: Term, start: Term, count: Term) -> Term:
        """str.substr at a position, or of a length, that is not constant."""
        # A number of its own, tied to the pool's texts by implications: beyond the pool it stays free.
        result = self._free(INT)
        for text in self.pool:
            # SMT-LIB, theory Strings: "" where the start is outside the text or nothing is taken; what is taken ends
            # with the text, so that the longest part stands for all larger counts.
            nothing = disjunction(lt(start, integer(0)), ge(start, integer(len(text))), le(count, integer(0)))
            cases = [conjunction(nothing, eq(result, self.rank("")))]
            for low in range(len(text)):
                rest = len(text) - low
                for size in range(1, rest + 1):
                    # The last size stands for all larger ones.
                    sized = eq(count, integer(size)) if size < rest else ge(count, integer(size))
                    # An impossible case would only add to the query.
                    if not is_false(sized):
                        part_rank = eq(result, self.rank(text[low : low + size]))
                        cases.append(conjunction(eq(start, integer(low)), sized, part_rank))
            self.facts.append(implies(eq(rank, self.rank(text)), disjunction(*cases)))
        return result

    def _joined(self, first: Term, second: Term) -> Term:
        """str.concat of two texts. Within bounds one of them is empty, or the result is in the pool."""
        empty, result = self.rank(""), self._free(INT)
        cases = [conjunction(eq(first, empty), eq(result, second)), conjunction(eq(second, empty), eq(result, first))]
        for joined_text in self.pool:
            for cut in range(1, len(joined_text)):
                if joined_text[:cut] in self.pool and joined_text[cut:] in self.pool:
                    # Only pairs of texts in the pool have a concatenation that is known.
                    halves = conjunction(
                        eq(first, self.rank(joined_text[:cut])), eq(second, self.rank(joined_text[cut:]))
                    )
                    self.facts.append(implies(halves, eq(result, self.rank(joined_text))))
                    cases.append(halves)
        self.facts += [implies(eq(first, empty), eq(result, second)), implies(eq(second, empty), eq(result, first))]
        # All others are beyond what is looked at: a proof that needs this is one within bounds.
        self.facts.append(implies(WITHIN_BOUNDS, disjunction(*cases)))
        return result

    def _free(self, sort: Any) -> Term:
        self._tables += 1
        return var(f"text!{self._tables}", sort)


def arguments(encoding: Encoding, model: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that a model describes. Raises NoSuchValue for values that cannot be built."""
    values = {name: _text(encoding, name, value) for name, value in model.items()}
    return {name: decode(node, values) for name, node in encoding.nodes.items()}


def _text(encoding: Encoding, name: str, value: Any) -> Any:
    """The text that a value of a variable stands for; what is no text stays as it is."""
    if name in encoding.ranked:
        return encoding.pool[value // GAP] if value // GAP < len(encoding.pool) else value
    return value if encoding.alphabet is None or not isinstance(value, str) else encoding.alphabet.decoded(value)
