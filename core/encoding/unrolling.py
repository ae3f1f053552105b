"""How much of each sequence an encoding shows, and how often it unrolls a loop: one set of sizes for all places.

Small sizes settle most queries, and cost the least. Where they do not, the contract itself says which sizes matter: a
contract with `len(code) == 13` is about thirteen elements, one with `s.startswith("https://")` about texts of eight
characters and more, and `while n != 1 and steps < 50` about fifty turns. So
there are two sets of sizes: the usual one, which follows positions only (`xs[5]`), and the one that the contract names.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from re import _parser as parser
from typing import Any

from attrs import evolve, frozen

from ..ir.contracts import Contract
from ..ir.statements import Assign, For, While, names_of, statements_of, terms_of
from ..ir.terms import Term, subterms
from .encoding_limits import LIMITS

GREATER, SMALLER = frozenset({">", "<="}), frozenset({"<", ">="})
"""With these a length on the left, or on the right, has to be greater than the number to be on the other side of it."""


@frozen(slots=True)
class Unrolling:
    """What an encoding looks at one by one: the `elements` of a container that is an argument, those of a container
    `inner` to it, the `characters` of a text, the `numbers` of a range whose ends are not constants, and the `turns` of
    a loop without a sequence."""

    elements: int = 3
    inner: int = 2
    characters: int = 4
    numbers: int = 4
    turns: int = 6

    def halved(self, least: "Unrolling") -> "Unrolling":
        """Half of everything, but never less than `least`."""
        return Unrolling(
            max(least.elements, self.elements // 2),
            max(least.inner, self.inner // 2),
            max(least.characters, self.characters // 2),
            max(least.numbers, self.numbers // 2),
            max(least.turns, self.turns // 2),
        )


USUAL = Unrolling()


def usual(contract: Contract) -> Unrolling:
    """The sizes for most queries: all elements that the contract indexes or slices by a small number are shown."""
    return evolve(USUAL, elements=max([USUAL.elements, *_beyond(_positions(contract), LIMITS.indexed_elements)]))


def named(contract: Contract) -> Unrolling:
    """The sizes that the contract names, none of them below the usual ones: of `len(xs) >= 5` six elements, so that one
    more than needed is among them. A number that is too large to be followed names nothing."""
    # Sizes are never below the usual ones: a wide encoding must not find less.
    least, names = usual(contract), _Names.of(contract)
    outer, inside_sizes = [*_positions(contract)], list[int]()
    for node in _nodes(contract):
        # What the contract compares lengths with is where its answers change.
        if node.op == "python.compare":
            for size, inside in _compared(node, names):
                (inside_sizes if inside else outer).append(size)
    outer += [*_counted(contract, names, For), *_displayed(contract)]
    # Totals ask for as many ones; they are limited lower, since sums are dear.
    lengths = [*_beyond(outer, LIMITS.named_elements), *_beyond(_totals(contract, names), LIMITS.named_total)]
    elements = max([least.elements, *lengths])
    characters = max([least.characters, *_beyond([*outer, *_written(contract)], LIMITS.named_characters)])
    # A loop over elements or characters has as many turns.
    turns = [*_counted(contract, names, While), elements, characters]
    return Unrolling(
        elements,
        max([least.inner, *_beyond(inside_sizes, LIMITS.named_inner_elements)]),
        characters,
        max(least.numbers, elements),
        max([least.turns, *_beyond(turns, LIMITS.named_turns)]),
    )


@frozen(slots=True)
class _Names:
    """Of a contract's names, which stand for one whole number (`SIZE = 9` of the module), and which for a length. All
    others that are no parameters and never assigned are `bound`: they are elements."""

    numbers: Mapping[str, int]
    lengths: frozenset[str]
    known: frozenset[str]

    @classmethod
    def of(cls, contract: Contract) -> "_Names":
        assigned_values: dict[str, list[Term]] = {}
        for statement in statements_of(contract.body):
            if isinstance(statement, Assign):
                for name in names_of(statement.target):
                    assigned_values.setdefault(name, []).append(statement.value)
        # A name that is assigned twice is neither a constant nor a length.
        single = {name: values[0] for name, values in assigned_values.items() if len(values) == 1}
        return cls(
            {name: value.data for name, value in single.items() if value.op == "const" and type(value.data) is int},
            frozenset(name for name, value in single.items() if _is_call(value, len)),
            frozenset({*contract.parameters, *assigned_values}),
        )

    def number(self, term: Term) -> int | None:
        """The whole number that a term is, if it is one."""
        if term.op == "var":
            return self.numbers.get(term.data)
        return term.data if term.op == "const" and type(term.data) is int else None


# One more than the contract names, since a set of clauses may ask for what a clause forbids: of `len(xs) == 5` an input
# that violates it, and is longer, has six elements. What is too large to be followed names nothing, and is no limit.
def _beyond(sizes: Iterable[int], most: int) -> Iterator[int]:
    return (size + 1 for size in sizes if size < most)


def _nodes(contract: Contract) -> Iterator[Term]:
    return (node for term in terms_of(contract.body) for node in subterms(term))


def _positions(contract: Contract) -> Iterator[int]:
    """The whole numbers in places where the contract indexes or slices."""
    for node in _nodes(contract):
        if node.op == "python.index":
            yield from (
                subterm.data
                for subterm in subterms(node.args[1])
                if subterm.op == "const" and type(subterm.data) is int
            )


def _compared(node: Term, names: _Names) -> Iterator[tuple[int, bool]]:
    """The number of a comparison with a length, and whether it is that of an element (`inside`)."""
    for (subject, term), greater in ((node.args, GREATER), (node.args[::-1], SMALLER)):
        size = names.number(term)
        if size is None:
            continue
        # `len(xs) > 3` asks for four elements.
        size += node.data in greater
        for subterm in subterms(subject):
            if subterm.op == "var" and subterm.data in names.lengths:
                yield size, False
            elif _is_call(subterm, len):
                yield size, _is_inside(subterm.args[1], names)


def _displayed(contract: Contract) -> Iterator[int]:
    """The numbers of elements of what is written down and compared as a whole: `xs == [3, 1, 2, 4]`."""
    for node in _nodes(contract):
        if node.op == "python.compare" and node.data in ("==", "!="):
            for side in node.args:
                if side.op in ("python.list", "python.tuple", "python.set"):
                    yield len(side.args)
                elif side.op == "python.dict":
                    yield len(side.args) // 2


def _totals(contract: Contract, names: _Names) -> Iterator[int]:
    """The small numbers that sums and counts are compared with: it takes so many ones to get there."""
    for node in _nodes(contract):
        if node.op == "python.compare":
            for subject, term in (node.args, node.args[::-1]):
                size = names.number(term)
                if size is not None and any(_is_total(subterm) for subterm in subterms(subject)):
                    yield size


def _written(contract: Contract) -> Iterator[int]:
    """The lengths of the texts that a contract writes down, and of the shortest text of each of its regular
    expressions; and those of all parts of texts together: `s.startswith("https://")` and `s.endswith(".org")` are about
    twelve characters."""
    lengths: list[int] = []
    for node in _nodes(contract):
        match node.op:
            case "python.method":
                # An affix or separator asks for a text at least as long as itself.
                lengths.extend(len(arg.data) for arg in node.args[1:] if _is_text(arg))
            case "python.compare" if node.data in ("in", "not in"):
                lengths.extend(len(arg.data) for arg in node.args if _is_text(arg))
            # A text that is compared as a whole is a length of its own.
            case "python.compare":
                yield from (len(arg.data) for arg in node.args if _is_text(arg))
            case "python.call" if any(_is_call(node, function) for function in _MATCHING) and _is_text(node.args[1]):
                lengths.append(_shortest(node.args[1].data))
    yield from lengths
    # All parts together: a text may have to begin with one and end with another.
    yield sum(lengths)


_MATCHING = (re.match, re.fullmatch, re.search)


def _is_text(term: Term) -> bool:
    return term.op == "const" and isinstance(term.data, str)


@lru_cache(maxsize=64)
def _shortest(pattern: str) -> int:
    """The length of the shortest text that a regular expression matches, as Python's own parser tells it; 0 for what is
    none."""
    try:
        return int(parser.parse(pattern).getwidth()[0])
    except (re.error, RecursionError, OverflowError):
        return 0


def _is_total(term: Term) -> bool:
    return _is_call(term, sum) or (term.op == "python.method" and term.data[0] == "count")


def _counts(assign: Assign) -> bool:
    """`steps = steps + 1`, or with another whole number."""
    used = assign.value.args
    return (
        assign.value.data == "+"
        and any(term.op == "var" and term.data == assign.target for term in used)
        and any(term.op == "const" and type(term.data) is int for term in used)
    )


def _is_call(term: Term, function: Any) -> bool:
    callee = term.args[0] if term.op == "python.call" and len(term.args) > 1 else None
    return callee is not None and callee.op == "const" and callee.data is function


def _is_inside(subject: Term, names: _Names) -> bool:
    """Is it an element of something? `len(row)` in `all(len(row) == 4 for row in rows)`."""
    if subject.op == "python.index":
        return subject.args[1].op != "python.slice"
    used = [subterm.data for subterm in subterms(subject) if subterm.op == "var"]
    return bool(used) and names.known.isdisjoint(used)


def _counted(contract: Contract, names: _Names, loop: type[For | While]) -> list[int]:
    """The numbers that names are compared with which count the turns of such a loop: of `while steps < 50: steps += 1`
    the 50."""
    # Names that a loop counts up by constants are counters.
    loops = [inner_statement for inner_statement in statements_of(contract.body) if isinstance(inner_statement, loop)]
    inside = [statement for loop in loops for statement in statements_of(loop.body) if isinstance(statement, Assign)]
    changed = {statement.target for statement in inside if statement.value.op == "python.binary" and _counts(statement)}
    sizes = []
    # A counter compared with a number names the number of turns.
    for left, right in (node.args for node in _nodes(contract) if node.op == "python.compare"):
        for subject, term in ((left, right), (right, left)):
            size = names.number(term)
            if size is not None and subject.op == "var" and subject.data in changed:
                sizes.append(size)
    return sizes
