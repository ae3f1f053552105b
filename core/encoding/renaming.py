"""An encoding over a solver's characters instead of Python's (`alphabet.py`).

An encoding speaks of exact sets of Python's characters (`re.characters`), often hundreds of ranges each. Here they
become blocks of a solver's characters, few ranges each, and a model is read back by taking each character for one of
its class.

Why that loses nothing: of any input there are finitely many characters. Rename them, one by one, to characters of the
block of their class, different ones to different ones. No operation of the encoding notices: concatenation, length,
search and regular expressions over the sets commute with such a renaming. Three do not, and are weakened to what holds
after it, too: the order of texts (`str.lt`, `str.le`), unless the classes have so few runs that the blocks can keep the
order of Python's characters, and the numbers of characters (`str.to_code`). Hence what is unsatisfiable over a solver's
characters is so over Python's.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from attrs import define, evolve, field

from ..errors import Unsupported
from ..ir.build import eq, ge, implies, integer, ite, le, lt, op
from ..ir.characters import ASCII, COUNT, CharacterSet, characters, from_code, of_ranges
from ..ir.operators.table import TEXT_OPERATORS
from ..ir.sorts import BOOL, INT, REGEX, STRING
from ..ir.statements import terms_of
from ..ir.terms import Term, const, make, rebuild, subterms, var
from .alphabet import Alphabet, alphabet
from .encode import Encoding
from .guards import conjunction, disjunction, negation

READABLE = var("readable", BOOL)
"""The assumption that the texts of the arguments are of printable ASCII and the contract's own characters. It makes
models readable; no proof rests on it."""

_ORDER = ("str.lt", "str.le", "str.to_code")
_KEPT = frozenset(
    (
        "str.len",
        "str.concat",
        "str.at",
        "str.substr",
        "str.contains",
        "str.prefixof",
        "str.suffixof",
        "str.indexof",
        "str.replace",
        "str.replace_all",
        "str.in_re",
        "str.to_int",
        "str.from_int",
    )
)
"""Operations on texts that commute with a renaming of characters that keeps ASCII and the contract's characters."""


def compressed(encoding: Encoding) -> Encoding:
    """The encoding over a solver's characters; itself where it has no texts of the solver's theory.

    Raises Unsupported for an operation that notices which characters stand for others."""
    terms = list(subterms(*encoding.roots))
    # Encodings without texts need no alphabet.
    if not any(term.sort is STRING or term.sort is REGEX for term in terms):
        return encoding
    rewriting = _Renaming(_alphabet_of(encoding, terms))
    # One rewriting for all terms: shared parts stay shared.
    written = encoding.with_roots(rewriting.rewritten(encoding.roots))
    # Printable ASCII keeps its place, and so do the characters of the contract.
    plain = op("re.star", rewriting.alphabet.regex(of_ranges([(32, 126)]) | _own(terms)))
    described = encoding.described
    # Readability is an assumption that a query may make, no fact.
    readable = [
        implies(READABLE, op("str.in_re", term, plain))
        for term in terms
        if term.op == "var" and term.sort is STRING and term.data in described
    ]
    return evolve(written, facts=(*written.facts, *rewriting.facts, *readable), alphabet=rewriting.alphabet)


def _own(terms: Iterable[Term]) -> CharacterSet:
    """The characters of the constants."""
    constants = (term.data for term in terms if term.op == "re.literal" or (term.op == "const" and term.sort is STRING))
    return characters(character for text in constants for character in text)


def _alphabet_of(encoding: Encoding, terms: list[Term]) -> Alphabet:
    sets = {term.data for term in terms if term.op == "re.characters"}
    sets |= {characters(character) for character in (_own(terms) - ASCII).characters()}
    ordered = {term.op for term in terms if term.op in _ORDER and any(arg.op != "const" for arg in term.args)}
    if "str.to_code" in ordered:
        sets |= {from_code(code) for code in _thresholds(encoding)}
    return alphabet(frozenset(sets), bool(ordered))


def _thresholds(encoding: Encoding) -> Iterator[int]:
    """The whole numbers that a contract may compare the number of a character with."""
    for term in subterms(*terms_of(encoding.contract.body)):
        if term.op == "const" and type(term.data) is int and 127 <= term.data < COUNT:
            yield from (term.data, term.data + 1)


@define(slots=True, eq=False)
class _Renaming:
    alphabet: Alphabet
    facts: list[Term] = field(factory=list)
    _done: dict[Term, Term] = field(factory=dict)
    _codes: dict[Term, Term] = field(factory=dict)
    _orders: dict[tuple[Term, Term], Term] = field(factory=dict)

    def rewritten(self, roots: Iterable[Term]) -> list[Term]:
        """The terms over the solver's characters; they share most of their parts."""
        roots = list(roots)
        for term in subterms(*roots):
            self._done[term] = self._rewrite(term)
        if len(self._codes) > 1:
            self._relate_codes()
        return [self._done[root] for root in roots]

    def _rewrite(self, term: Term) -> Term:
        args = tuple(self._done[arg] for arg in term.args)
        # What commutes with a renaming is rebuilt as it is.
        match term.op:
            case "const" if term.sort is STRING:
                return const(self._own(term.data), STRING)
            case "re.literal":
                return make("re.literal", (), REGEX, self._own(term.data))
            case "re.characters":
                return self.alphabet.regex(term.data)
            case "str.lt" | "str.le":
                return self._compared(term, args)
            case "str.to_code":
                return self._code(term, args[0])
            # An operation of texts that is not known to commute is refused, so that a new one is looked at first.
            case name if name in TEXT_OPERATORS and name not in _KEPT:
                raise Unsupported(f"{name} over all characters")
            case "re.range":
                raise Unsupported("re.range over all characters")
        return rebuild(term, args)

    def _own(self, text: str) -> str:
        coded = self.alphabet.coded(text)
        assert coded is not None, "a character of the contract is a class of its own"
        return coded

    def _compared(self, term: Term, args: tuple[Term, ...]) -> Term:
        """str.lt and str.le. Blocks that are not in order leave the order of two texts open unless one is ASCII, below
        which there is nothing and above which is all else."""
        if self.alphabet.ordered or any(arg.op == "const" and arg.data.isascii() for arg in term.args):
            return rebuild(term, args)
        first, second = args if (args[1], args[0]) not in self._orders else (args[1], args[0])
        # One variable for both directions, so that not each is less than the other.
        order = self._orders.get((first, second))
        if order is None:
            order = self._orders[first, second] = var(f"in order!{len(self._orders)}", BOOL)
        is_equal = eq(args[0], args[1])
        is_less = conjunction(negation(is_equal), order if args[0] is first else negation(order))
        ascii_text = op("re.star", self.alphabet.regex(ASCII))
        exact = disjunction(*(op("str.in_re", arg, ascii_text) for arg in args))
        return ite(exact, rebuild(term, args), is_less if term.op == "str.lt" else disjunction(is_equal, is_less))

    def _code(self, term: Term, text: Term) -> Term:
        """str.to_code: exact for ASCII and for what is no single character, and within the class for the others."""
        if term.args[0].op == "const":
            return integer(ord(term.args[0].data) if len(term.args[0].data) == 1 else -1)
        code = make("str.to_code", (text,), INT)
        value = self._codes.get(code)
        if value is None:
            value = self._codes[code] = var(f"code!{len(self._codes)}", INT)
            self.facts += self._code_facts(code, value)
        return value

    def _code_facts(self, code: Term, value: Term) -> Iterator[Term]:
        yield implies(lt(code, integer(128)), eq(value, code))
        for block in self.alphabet.blocks:
            inside = conjunction(ge(code, integer(block.first)), lt(code, integer(block.first + block.size)))
            yield implies(inside, conjunction(ge(value, integer(block.low)), le(value, integer(block.high))))

    def _relate_codes(self) -> None:
        """The numbers of characters are equal where the characters are, and in their order where that is kept."""
        for (code, value), (term, its_value) in combinations(self._codes.items(), 2):
            self.facts.append(eq(eq(code, term), eq(value, its_value)))
            if self.alphabet.ordered:
                self.facts.append(eq(lt(code, term), lt(value, its_value)))
