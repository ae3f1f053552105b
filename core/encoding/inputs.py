"""The arguments of a contract as flat constants: nodes with a tag, and payloads created on demand.

The universe is Python's plain values: None, bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset,
nested. A node for a list shows its first elements; elements beyond them repeat the last one.

Example: for `assert x[0] > 1` the argument x is a node with the constants `x.tag` (which kind it is), `x.len` and, for
its element, `x.item0.tag`, `x.item0.int` and so on. A constant is made when an expression asks for it, so that a
contract that never asks for elements has none for them. A model gives values of the constants, and `decode` makes the
argument of these.

Invariant: each plain value has values of the constants that describe it, up to what the bounds leave out; and what the
facts about a node say (a length is not negative, elements of a set differ) holds of every value. `decode` may fail
(`NoSuchValue`): a solver may take two elements of a set for different ones that are equal in Python.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from attrs import define, field

from ..ir.build import eq, ge, gt, implies, integer, le, op
from ..ir.sorts import BOOL, INT, REAL, STRING
from ..ir.terms import TRUE, Term, var
from .abstract_values import (
    FINITE,
    NOT_A_NUMBER,
    AbstractBool,
    AbstractComplex,
    AbstractFloat,
    AbstractInt,
    AbstractNode,
    AbstractNone,
    AbstractSequence,
    AbstractText,
    AbstractValue,
    Entry,
    Symbolic,
)
from .context import WITHIN_BOUNDS, Context
from .encoding_limits import LIMITS
from .equality import equal
from .guards import conjunction, disjunction, negation
from .numbers import LARGEST
from .units import between

KINDS = ("NoneType", "bool", "int", "float", "complex", "str", "bytes", "list", "tuple", "dict", "set", "frozenset")
TAG = {kind: code for code, kind in enumerate(KINDS)}
HASHABLE = ("NoneType", "bool", "int", "float", "complex", "str", "bytes", "tuple", "frozenset")
SIMPLE_KEYS = ("NoneType", "bool", "int", "float", "str")
"""The element kinds of sets and the key kinds of dicts within bounds; tuples are hashable only if their items are."""
COMMON_KINDS = ("NoneType", "bool", "int", "float", "str", "list", "tuple")
"""The kinds that a lean encoding always has: enough for most tests, and far fewer alternatives."""

UNIVERSE, ANNOTATED = "plain", "annotated"
"""All plain values; and those that annotations declare, where they are believed."""


@define(slots=True, eq=False)
class InputNode:
    """An unknown Python value: an argument or an element of one. It is of one of `kinds`; what it contains is of
    the kinds `among`. `children`: its elements so far, by their role in it and their position (`element`).

    Only a node makes the variables that describe it, and it knows them: `variables` is how to ask which those are."""

    name: str
    depth: int
    context: Context
    kinds: tuple[str, ...] = KINDS
    among: tuple[str, ...] = KINDS
    part: str = ""
    """What it is a part of (`part_of`): all elements of a list are one part."""
    children: dict[tuple[str, int], "InputNode"] = field(factory=dict)
    _variables: dict[str, Term] = field(factory=dict)
    _symbolic: Symbolic | None = None
    _entries: dict[str, tuple[Entry, ...]] = field(factory=dict)
    _beyond: dict[str, tuple[Entry, ...]] = field(factory=dict)
    _unique: bool = False
    """Whether it is stated that the elements of a set are different."""

    def variables(self) -> Iterator[Term]:
        """The variables that describe it and its elements, as far as anything has asked for them."""
        yield from self._variables.values()
        for child in self.children.values():
            yield from child.variables()

    @property
    def tag(self) -> Term:
        is_known = "tag" in self._variables
        term = self._variable("tag", INT)
        if not is_known:
            self.context.facts.append(disjunction(*(eq(term, integer(TAG[kind])) for kind in self.kinds)))
        return term

    def is_kind(self, kind: str) -> Term:
        return eq(self.tag, integer(TAG[kind]))

    @property
    def unroll_bound(self) -> int:
        return self.context.unrolling.elements if self.depth == 0 else self.context.unrolling.inner

    @property
    def length(self) -> Term:
        is_known = self.measured
        term = self._variable("len", INT)
        if not is_known:
            self.context.facts.append(ge(term, integer(0)))
            self.context.facts.append(implies(WITHIN_BOUNDS, le(term, integer(self.context.longest))))
            if self.lengths:
                is_one = disjunction(*(eq(term, integer(length)) for length in self.lengths))
                self.context.facts.append(implies(self.is_kind("tuple"), is_one))
        return term

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths that it may have where it is a tuple; empty where all are possible."""
        return self.context.lengths.get(self.part or self.name, ())

    @property
    def measured(self) -> bool:
        """Whether anything depends on its length."""
        return "len" in self._variables

    @property
    def shown(self) -> frozenset[str]:
        """The kinds of containers as which its elements were asked for."""
        return frozenset(self._entries)

    def _variable(self, suffix: str, sort: Any) -> Term:
        term = self._variables.get(suffix)
        if term is None:
            term = self._variables[suffix] = var(f"{self.name}.{suffix}", sort)
        return term

    def _float(self, suffix: str) -> AbstractFloat:
        is_known = suffix in self._variables
        kind = self._variable(suffix + "_kind", INT)
        value = self._variable(suffix, INT if self.context.grid else REAL)
        if not is_known:
            self.context.facts.append(conjunction(ge(kind, integer(FINITE)), le(kind, integer(NOT_A_NUMBER))))
            if self.context.grid:
                self.context.facts.append(between(integer(-LARGEST), value, integer(LARGEST)))
        return AbstractFloat(kind, value)

    def symbolic(self) -> Symbolic:
        """Its value: one alternative per kind."""
        if self._symbolic is None:
            self._symbolic = Symbolic(tuple((self.is_kind(kind), self._abstract(kind)) for kind in self.kinds))
        return self._symbolic

    def _abstract(self, kind: str) -> AbstractValue:
        # One variable of the sort of the kind, made on demand: what nobody asks for is in no query.
        match kind:
            case "NoneType":
                return AbstractNone()
            case "bool":
                return AbstractBool(self._variable("bool", BOOL))
            case "int":
                return AbstractInt(self._variable("int", INT))
            case "float":
                return self._float("float")
            case "complex":
                return AbstractComplex(self._float("real"), self._float("imaginary"))
            case "str":
                return AbstractText(self._variable("str", STRING))
            # A container stays a node, whose elements are made when they are asked for.
            case _:
                return AbstractNode(kind, self)

    def element(self, role: str, position: int, kinds: tuple[str, ...]) -> "InputNode":
        node = self.children.get((role, position))
        if node is None:
            place_inside = part_of(self.part or self.name, role)
            kinds_left = self.context.kinds.get(place_inside, kinds)
            # A lean encoding has not all kinds; that none of its kinds is left is no reason for having no element.
            possible = (
                kinds_left if ROLES.get(role, role) != "hashed" else [kind for kind in kinds_left if kind in HASHABLE]
            )
            kinds = tuple(kind for kind in kinds if kind in kinds_left) or tuple(possible) or kinds
            node = self.children[role, position] = InputNode(
                f"{self.name}.{role}{position}", self.depth + 1, self.context, kinds, self.among, place_inside
            )
        return node

    def entries(self, kind: str) -> tuple[Entry, ...]:
        """The elements (of a dict: the keys) as far as they are shown. Asserts what sets and dicts promise."""
        self._look_inside(kind, "hashed" if kind in ("dict", "set", "frozenset") else "item")
        shown_entries = self._entries.get(kind)
        # What was asked before has its variables already.
        if shown_entries is not None:
            return shown_entries
        # Elements below the greatest depth are unknown: the encoding ends somewhere.
        count = self.unroll_bound if self.depth < LIMITS.levels else 0
        if kind == "bytes":
            shown_entries = self._bytes(count)
        else:
            unique = kind in ("dict", "set", "frozenset")
            role = "hashed" if unique else "item"
            # Members of sets and keys of dicts can be hashed.
            kinds = tuple(kind for kind in HASHABLE if kind in self.among) if unique else self.among
            nodes = [self.element(role, j, kinds) for j in range(count)]
            shown_entries = tuple(
                Entry(op("gt", self.length, integer(j)), node.symbolic()) for j, node in enumerate(nodes)
            )
            # Distinctness is said once: sets, frozensets and dicts share the nodes of their members.
            if unique and not self._unique:
                self._unique = True
                self._promise_unique(nodes, shown_entries)
        self._entries[kind] = shown_entries
        return shown_entries

    def _look_inside(self, kind: str, role: str) -> None:
        """What may be an object is not followed, wherever there is any: of a list without elements all is known."""
        place_inside = part_of(self.part or self.name, role)
        if place_inside.partition(".")[0] in self.context.holders and place_inside not in self.context.kinds:
            is_there = conjunction(self.is_kind(kind), gt(self.length, integer(0)))
            self.context.unsupported(is_there, f"what is in {self.part or self.name}, which may be any object")

    def beyond(self, kind: str) -> tuple[Entry, ...]:
        """Some elements after those that are shown: as many as queries may be asked about them."""
        entries = self._beyond.get(kind)
        if entries is None:
            # Skolem constants exist only outside of the bounds: within them the last shown element stands for the rest.
            present = conjunction(gt(self.length, integer(len(self.entries(kind)))), negation(WITHIN_BOUNDS))
            count = (
                min(self.context.skolem_constants, LIMITS.skolem_constants_by_level[self.depth])
                if self.depth < len(LIMITS.skolem_constants_by_level)
                else 0
            )
            # Questions about neighbours take two constants each, and one for the element after the last shown one.
            if self.depth == 0 and self.context.pairs and kind in ("list", "tuple", "bytes"):
                count += 1 + 2 * self.context.pairs
            entries = tuple(self._skolem(kind, j, present) for j in range(count))
            self._beyond[kind] = entries
            # The last constant is kept apart for `kinds_left`: no question may use it up.
            if self.context.spares is not None and self.depth == 0 and entries:
                self.context.taken.add(entries[-1].skolem)
                self.context.spares.add(entries[-1].skolem)
        return entries

    def _skolem(self, kind: str, position: int, present: Term) -> Entry:
        if kind == "bytes":
            byte = self._variable(f"restbyte{position}", INT)
            self.context.facts.append(conjunction(ge(byte, integer(0)), le(byte, integer(255))))
            return Entry(present, Symbolic(((TRUE, AbstractInt(byte)),)), (self.name, kind, position))
        unique = kind in ("dict", "set", "frozenset")
        kinds = tuple(kind for kind in HASHABLE if kind in self.among) if unique else self.among
        role = "hashedrest" if unique else "rest"
        return Entry(present, self.element(role, position, kinds).symbolic(), (self.name, role, position))

    def _promise_unique(self, nodes: list["InputNode"], entries: tuple[Entry, ...]) -> None:
        holder = disjunction(*(self.is_kind(kind) for kind in ("dict", "set", "frozenset")))
        with self.context.anywhere():
            self._promise_different(nodes, entries, holder)

    def _promise_different(self, nodes: list["InputNode"], entries: tuple[Entry, ...], holder: Term) -> None:
        for j, entry in enumerate(entries):
            simple = disjunction(*(nodes[j].is_kind(kind) for kind in SIMPLE_KEYS))
            self.context.facts.append(implies(conjunction(WITHIN_BOUNDS, holder, entry.present), simple))
            for earlier in entries[:j]:
                # Only keys of simple kinds occur within bounds; saying less of the others is sound.
                is_same = equal(self.context, _simple(entry.value), _simple(earlier.value))
                self.context.facts.append(implies(conjunction(holder, entry.present), negation(is_same)))

    def _bytes(self, count: int) -> tuple[Entry, ...]:
        entries = []
        for j in range(count):
            byte = self._variable(f"byte{j}", INT)
            self.context.facts.append(conjunction(ge(byte, integer(0)), le(byte, integer(255))))
            entries.append(Entry(gt(self.length, integer(j)), Symbolic(((TRUE, AbstractInt(byte)),))))
        return tuple(entries)

    def sequence(self, kind: str) -> AbstractSequence:
        """A list, tuple or bytes as a sequence."""
        entries = self.entries(kind)
        more = gt(self.length, integer(len(entries)))
        owner = (self.name, "bytes" if kind == "bytes" else "items")
        return AbstractSequence(kind, self.length, entries, True, more, beyond=self.beyond(kind), owner=owner)

    def value_at(self, position: int) -> Symbolic:
        """The value of a dict's key number `position`."""
        self._look_inside("dict", "value")
        return self.element("value", position, self.among).symbolic()

    def rest_value(self, position: int) -> Symbolic:
        """The value of a dict's Skolem constant number `position`."""
        self._look_inside("dict", "value")
        return self.element("restvalue", position, self.among).symbolic()


ROLES = {"rest": "item", "hashedrest": "hashed", "restvalue": "value"}
"""The parts of a container to which the elements belong that are not shown."""


def part_of(name: str, role: str) -> str:
    """What the elements in a role of the container `name` are a part of: of a list `name.item`, of a set or of a dict's
    keys `name.hashed`, of its values `name.value`; elements that are shown (`item`) as well as others (`rest`)."""
    return f"{name}.{ROLES.get(role, role)}"


def _simple(value: Symbolic) -> Symbolic:
    return Symbolic(tuple(pair for pair in value if not isinstance(pair[1], (AbstractNode, AbstractComplex))))


SHORT, LONGEST = 16, 20_000
"""Containers are at most SHORT long within bounds, or as long as the contract's numbers ask for, up to LONGEST."""


class NoSuchValue(Exception):
    """A model that describes no value that can be built: the reason."""


def decode(node: InputNode, model: Mapping[str, Any]) -> Any:
    """The Python value of a node in a model. Raises NoSuchValue for one that cannot be built."""
    # Whatever a model does not mention was irrelevant to it: any value will do, and the simplest is taken.
    tag = model.get(f"{node.name}.tag")
    kind = KINDS[tag] if isinstance(tag, int) and 0 <= tag < len(KINDS) else "int"
    name = node.name
    match kind:
        case "NoneType":
            return None
        case "bool":
            return bool(model.get(f"{name}.bool", False))
        case "int":
            return int(model.get(f"{name}.int", 0))
        case "float":
            return _decode_float(name, "float", model)
        case "complex":
            return complex(_decode_float(name, "real", model), _decode_float(name, "imaginary", model))
        case "str":
            return str(model.get(f"{name}.str", "a"))
        case "bytes":
            return _decode_bytes(node, model)
        case "list":
            return _decode_items(node, model)
        case "tuple":
            return tuple(_decode_items(node, model, min(node.lengths, default=0)))
        case "dict":
            return _decode_dict(node, model)
        case "set":
            return set(_decode_unique(node, model))
        case _:
            return frozenset(_decode_unique(node, model))


def _decode_float(name: str, suffix: str, model: Mapping[str, Any]) -> float:
    kind = model.get(f"{name}.{suffix}_kind", FINITE)
    if kind == FINITE:
        value = model.get(f"{name}.{suffix}", Fraction(1, 2))
        try:
            return float(value) if isinstance(value, Fraction) else int(value) / 8
        except OverflowError:
            raise NoSuchValue("a float beyond the largest") from None
    return (float("inf"), float("-inf"), float("nan"))[kind - 1]


def _length(node: InputNode, model: Mapping[str, Any], irrelevant: int = 0) -> int:
    length = int(model.get(f"{node.name}.len", irrelevant))
    if not 0 <= length <= LONGEST:
        raise NoSuchValue(f"a length of {length}")
    return length


def _decode_bytes(node: InputNode, model: Mapping[str, Any]) -> bytes:
    length = _length(node, model)
    shown_bytes = [int(model.get(f"{node.name}.byte{j}", 97)) for j in range(min(length, node.unroll_bound))]
    return bytes(shown_bytes + shown_bytes[-1:] * (length - len(shown_bytes)))


def _decode_items(node: InputNode, model: Mapping[str, Any], irrelevant: int = 0) -> list[Any]:
    length = _length(node, model, irrelevant)
    shown_items = [
        decode(node.children["item", j], model) if ("item", j) in node.children else j
        for j in range(min(length, node.unroll_bound))
    ]
    return shown_items + shown_items[-1:] * (length - len(shown_items))


def _decode_unique(node: InputNode, model: Mapping[str, Any]) -> list[Any]:
    length = _length(node, model)
    # A child that was never made is irrelevant, but it has to differ from the others.
    shown_items = []
    for j in range(min(length, node.unroll_bound)):
        child = node.children.get(("hashed", j))
        shown_items.append(j if child is None else decode(child, model))
    # The encoding asserts that members are hashable and distinct wherever it followed them; a model may still break
    # that below the depth that is shown.
    try:
        distinct = set(shown_items)
    except TypeError:
        raise NoSuchValue("an element that cannot be hashed") from None
    if len(distinct) < len(shown_items):
        raise NoSuchValue("two equal elements in a set")
    # Elements beyond those that the encoding shows have no variables: any that differ from the others will do.
    # Small whole numbers that are not members yet.
    filler = 0
    while len(shown_items) < length:
        if filler not in distinct:
            shown_items.append(filler)
        filler += 1
    return shown_items


def _decode_dict(node: InputNode, model: Mapping[str, Any]) -> dict[Any, Any]:
    keys = _decode_unique(node, model)
    values = []
    for j in range(len(keys)):
        child = node.children.get(("value", j))
        values.append(0 if child is None else decode(child, model))
    return dict(zip(keys, values, strict=True))
