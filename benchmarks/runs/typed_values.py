"""Values of the type that an annotation declares, for search: nothing follows from them.

A test is worth most where its arguments have the declared types, and a valid input nearly always has them. Random
values of all kinds meet `xs: list[int], k: int` once in hundreds; values that are built from the annotations meet it
every time, and so reach what the clauses say of such arguments. Annotations are read as the library reference has them
(`typing`, `collections.abc`); what is not known is left to others to fill in.
"""

import ast
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from ...core.ir.contracts import Contract
from ...core.ir.plain_values import Constructed, is_hashable, is_plain
from ...core.ir.statements import Check, If, Return, Statement
from ...core.ir.terms import Term, subterms
from ...core.synthesis.search import HUGE, constants
from ...core.synthesis.structured import Structured
from ...core.synthesis.verdicts import Arguments
from ...frontends.python.class_texts import name_of
from ...frontends.python.declared import DICTS, LISTS, SETS, fits, keys_of, literals, parsed_annotation, type_name
from ...frontends.python.receivers import is_made_up, is_stand_in
from .run_limits import LIMITS

Maker = Callable[[], Any]
SIZES = (0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5)
"""Sizes of containers; beside them those that the contract names."""
SMALL = (0, 1, 1, 2, 2, 3, 4, 5, 7, 10, 100, -1, -2)
FLOATS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.25, 10.0, 100.0, -0.5, -1.0)
TEXTS = ("", "a", "b", "ab", "abc", "A", "Ab", "1", "12", "a b", "a1", "_", "-", ".")
ABOUT_TYPES = frozenset({"isinstance", "type", "callable"})
"""Functions that a clause asks about a type with."""
ABSTRACT = frozenset({"Sequence", "Iterable", "Collection", "Container", "Reversible"})
"""Names of `collections.abc` of which tuples are instances, too."""


class TypedValues:
    """A seeded source of arguments of the declared types, built of the constants of one contract, and of other texts
    where some are given."""

    def __init__(self, contract: Contract, seed: int = 0, texts: Sequence[str] = ()) -> None:
        self._chance = random.Random(seed)
        self._structured = Structured(contract, self._chance)
        named = constants(contract)
        self._ints = [value for value in named if type(value) is int]
        self._floats = [float(value) for value in named if type(value) in (int, float) and abs(value) < HUGE]
        self._texts = [*(value for value in named if type(value) is str), *texts]
        hints = zip(contract.parameters, contract.hints, strict=False)
        self._makers = {name: maker for name, hint in hints if (maker := self._of_text(hint, 0)) is not None}

    @property
    def parameters(self) -> frozenset[str]:
        """The parameters of which the annotation is understood."""
        return frozenset(self._makers)

    def arguments(self) -> dict[str, Any]:
        """A value for each of `parameters`. Often two of one type are equal, or one is an element of another: that is
        what clauses about several parameters ask for."""
        values: dict[str, Any] = {}
        for name, maker in self._makers.items():
            values[name] = maker()
            if len(values) > 1 and self._chance.random() < 0.2:
                near = [
                    inside
                    for value in list(values.values())[:-1]
                    for inside in (value, *_parts(value))
                    if type(inside) is type(values[name])
                ]
                values[name] = self._chance.choice(near) if near else values[name]
        return values

    def values(self, count: int) -> Mapping[str, tuple[Any, ...]]:
        """Parameter → `count` values of it, some of them perhaps equal."""
        return {name: tuple(maker() for _ in range(count)) for name, maker in self._makers.items()}

    def _of_text(self, annotation: str | None, depth: int) -> Maker | None:
        node = parsed_annotation(annotation)
        return None if node is None else self._of(node, depth)

    def _of(self, node: ast.expr, depth: int) -> Maker | None:
        if depth > LIMITS.nested_annotations:
            return None
        match node:
            case ast.Constant(value=str(text)):
                return self._of_text(text, depth + 1)
            case ast.Constant(value=None):
                return lambda: None
            case ast.Name() | ast.Attribute():
                return self._of_name(type_name(node))
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self._one_of([left, right], depth)
            case ast.Dict():
                return self._with_keys(node, depth)
            case ast.Subscript(value=owner, slice=inner):
                types = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                return self._of_generic(type_name(owner), types, depth + 1)
        return None

    def _of_name(self, name: str) -> Maker | None:
        plain: Mapping[str, Maker] = {
            "int": self._int,
            "float": self._float,
            "str": self._str,
            "None": lambda: None,
            "bool": lambda: self._chance.random() < 0.5,
            "complex": lambda: complex(self._float(), self._float()),
            "bytes": lambda: self._str().encode("utf-8", "replace"),
        }
        if name in plain:
            return plain[name]
        if name in DICTS:
            return self._dict(self._str, self._int, 1)
        return self._collection(name, self._int, 1)

    def _of_generic(self, name: str, arguments: Sequence[ast.expr], depth: int) -> Maker | None:
        if not arguments:
            # `tuple[()]` is the type of the empty tuple (PEP 484); `list[()]` says of a list what `list` says.
            return tuple if name in ("tuple", "Tuple") else self._of_name(name)
        match name:
            case "Optional":
                return self._one_of([arguments[0], ast.Constant(None)], depth)
            case "Union":
                return self._one_of(arguments, depth)
            case "Literal":
                choices = [*literals(arguments)]
                return (lambda: self._chance.choice(choices)) if choices else None
            case "Annotated" | "Final":
                return self._of(arguments[0], depth)
            case "tuple" | "Tuple" if not (isinstance(arguments[-1], ast.Constant) and arguments[-1].value is Ellipsis):
                makers = [self._of(argument, depth) for argument in arguments]
                makers_known = [maker for maker in makers if maker is not None]
                return (lambda: tuple(maker() for maker in makers_known)) if len(makers_known) == len(makers) else None
        # One part of unknown type makes the whole unknown: values of another type would say nothing of the function.
        if name in DICTS:
            key, item = (self._of(argument, depth) for argument in arguments) if len(arguments) == 2 else (None, None)
            return None if key is None or item is None else self._dict(key, item, depth)
        item = self._of(arguments[0], depth)
        return None if item is None else self._collection(name, item, depth)

    def _one_of(self, nodes: Sequence[ast.expr], depth: int) -> Maker | None:
        makers = [maker for node in nodes if (maker := self._of(node, depth)) is not None]
        return (lambda: self._chance.choice(makers)()) if makers else None

    def _int(self) -> int:
        draw = self._chance.random()
        if draw < 0.5 or (draw < 0.8 and not self._ints):
            return self._chance.choice(SMALL)
        return self._chance.choice(self._ints) if draw < 0.8 else self._structured.number()

    def _float(self) -> float:
        draw = self._chance.random()
        if draw < 0.4:
            return self._chance.choice(FLOATS)
        near = self._chance.choice((0.0, 0.0, 0.5, -0.5))
        numbers = self._floats if self._floats and draw < 0.8 else SMALL
        return self._chance.choice(numbers) + near

    def _str(self) -> str:
        draw = self._chance.random()
        if draw < 0.4 and self._texts:
            return self._chance.choice(self._texts)
        return self._chance.choice(TEXTS) if draw < 0.6 else self._structured.text(self._size(1))

    def _size(self, depth: int) -> int:
        """How many items a container has; one inside another has few, for the product of such sizes is large."""
        return self._chance.choice(SIZES) if depth > 1 or self._chance.random() < 0.8 else self._structured.size()

    def _collection(self, name: str, item: Maker, depth: int) -> Maker | None:
        if name in SETS:
            kind: Callable[[Any], Any] = frozenset if name in ("frozenset", "FrozenSet") else set
            return lambda: kind(filter(is_hashable, (item() for _ in range(self._size(depth)))))
        if name in ("tuple", "Tuple"):
            return lambda: tuple(self._items(item, depth))
        if name in LISTS:
            kinds: tuple[type, ...] = (list, list, tuple) if name in ABSTRACT else (list,)
            return lambda: self._chance.choice(kinds)(self._items(item, depth))
        return None

    def _items(self, item: Maker, depth: int) -> list[Any]:
        """Items as clauses ask for them: as they come, in order, each once, or all equal."""
        items = [item() for _ in range(self._size(depth))]
        arrangement = self._chance.randrange(5)
        try:
            if arrangement == 1:
                items.sort()
            elif arrangement == 2:
                items = list(dict.fromkeys(items))
            elif arrangement == 3:
                items = items[:1] * len(items)
        except TypeError:
            return items  # They have no order, or no hash.
        return items

    def _with_keys(self, node: ast.Dict, depth: int) -> Maker | None:
        """Dicts with the keys of a `TypedDict`: those that are not required are there in half of the cases."""
        makers: dict[str, tuple[Maker, bool]] = {}
        for key, (kind, required) in keys_of(node).items():
            maker = self._of(kind, depth + 1)
            if maker is None:
                return None
            makers[key] = maker, required
        return lambda: {
            key: maker() for key, (maker, required) in makers.items() if required or self._chance.random() < 0.5
        }

    def _dict(self, key: Maker, item: Maker, depth: int) -> Maker:
        return lambda: {key: item() for key in filter(is_hashable, (key() for _ in range(self._size(depth))))}


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, str | list | tuple | dict):
        yield from value


@frozen(slots=True, eq=False)
class DeclaredTypes:
    """What the parameters of a contract are declared to take: their annotations and samples.

    `asked`: for each clause the parameters that it asks about the type of, and `name.attribute` of such. `objects`:
    parameters with samples that are no plain values.
    """

    hints: Mapping[str, str | None]
    samples: Mapping[str, tuple[object, ...]]
    asked: tuple[frozenset[str], ...]
    objects: frozenset[str] = field(init=False)

    @objects.default
    def _objects(self) -> frozenset[str]:
        return frozenset(name for name, values in self.samples.items() if not all(map(is_plain, values)))

    @property
    def known(self) -> bool:
        """Whether a parameter is declared to be anything."""
        return bool(self.samples) or any(hint is not None for hint in self.hints.values())

    @property
    def free(self) -> frozenset[str]:
        """The parameters whose type some clause asks about."""
        return frozenset[str]().union(*self.asked)

    def free_of(self, violated: Iterable[int]) -> frozenset[str]:
        """The parameters whose type one of these clauses asks about."""
        return frozenset(name for clause in violated for name in self.asked[clause])

    def asking_of_field(self, name: str, field: str) -> frozenset[int]:
        """The clauses that may ask about the type of an attribute: not those that ask about another one alone."""
        return frozenset(
            clause
            for clause, names in enumerate(self.asked)
            if name in names and (f"{name}.{field}" in names or not any(each.startswith(f"{name}.") for each in names))
        )

    def fields_asked(self, name: str) -> list[str]:
        """The attributes of a parameter that clauses ask about the type of."""
        asked = frozenset[str]().union(*self.asked)
        return sorted(each.partition(".")[2] for each in asked if each.startswith(f"{name}."))

    def asking(self, name: str) -> frozenset[int]:
        """The clauses that ask about the type of a parameter."""
        return frozenset(clause for clause, names in enumerate(self.asked) if name in names)

    def suits(self, name: str, value: object) -> bool:
        """Whether a value is of the type that a parameter is declared to have, as far as that is known. A stand-in,
        which has no more than the attributes that the text reads, is not where there are objects of the type."""
        if _stands_in(value) and not all(map(_is_made_up, self.samples.get(name, ()))):
            return False
        if any(
            value is sample or (type(value) is type(sample) and value == sample)
            for sample in self.samples.get(name, ())
        ):
            return True
        if isinstance(value, Constructed) and not _has_keys(self.hints.get(name), value.text):
            return False
        fitting = fits(self.hints.get(name), value) if is_plain(value) else None
        return fitting is True or (fitting is None and (name not in self.objects or not is_plain(value)))

    def allows(self, arguments: Arguments, violated: Iterable[int]) -> bool:
        """Whether an input that violates some clauses is one of those that annotations declare: a type checker accepts
        each argument that these clauses do not ask about the type of."""
        free = self.free_of(violated)
        return all(name in free or self._accepts(name, value) for name, value in arguments.items())

    def may_allow(self, arguments: Arguments) -> bool:
        """Whether it may be one of them, whatever it violates."""
        return all(name in self.free or self._accepts(name, value) for name, value in arguments.items())

    def _accepts(self, name: str, value: object) -> bool:
        if self.hints.get(name) is None:
            return True
        return self.suits(name, value) or (is_plain(value) and fits(self.hints[name], value, exactly=False) is True)

    def misfits(self, arguments: Arguments, violated: Iterable[int]) -> int:
        """How many arguments of a test, which violates some clauses, are of another type than declared. Those do not
        count that these clauses ask about the type of."""
        free = self.free_of(violated)
        return sum(1 for name, value in arguments.items() if name not in free and not self.suits(name, value))


def _has_keys(annotation: str | None, text: str) -> bool:
    """Whether a dict with objects in it, as an expression, has the keys of the `TypedDict` that is declared."""
    declared = parsed_annotation(annotation)
    display = ast.parse(text, mode="eval").body if isinstance(declared, ast.Dict) and text.startswith("{") else None
    if not isinstance(declared, ast.Dict) or not isinstance(display, ast.Dict):
        return True
    keys = keys_of(declared)
    present = {ast.literal_eval(key) for key in display.keys if isinstance(key, ast.Constant)}
    return present <= keys.keys() and all(key in present for key, (_, required) in keys.items() if required)


def _stands_in(value: object) -> bool:
    return isinstance(value, Constructed) and is_stand_in(value.text)


def _is_made_up(value: object) -> bool:
    return isinstance(value, Constructed) and is_made_up(value.text)


def declared_types(contract: Contract) -> DeclaredTypes:
    """The declared types of a contract's parameters."""
    hints = dict(zip(contract.parameters, contract.hints, strict=False))
    parameters = frozenset(contract.parameters)
    reached = {number: names & parameters for number, names in _asked_on_the_way(contract.body, frozenset())}
    types_asked = tuple(
        _asked_about(clause.text, parameters) | reached.get(number, frozenset())
        for number, clause in enumerate(contract.clauses)
    )
    return DeclaredTypes(hints, contract.samples, types_asked)


def _asked_on_the_way(body: Sequence[Statement], names: frozenset[str]) -> Iterator[tuple[int, frozenset[str]]]:
    """For each clause that only refuses what comes to it, the names that branches ask about the type of on the way: of
    `if isinstance(x, str): return …`, `else: raise TypeError` the clause is about the type of x. `names`: those that
    were asked about before the block."""
    for statement in body:
        match statement:
            case Check(clause, test) if test.op == "const" and not test.data:
                yield clause, names
            case If(test, then, orelse):
                asked = names | _types_asked_of(test)
                yield from _asked_on_the_way(then, asked)
                yield from _asked_on_the_way(orelse, asked)
                # Where a branch returns, whatever follows is about what did not take it.
                names = asked if any(isinstance(block[-1], Return) for block in (then, orelse) if block) else names


def _types_asked_of(test: Term) -> frozenset[str]:
    calls = (node for node in subterms(test) if node.op == "python.call" and node.args[0].op == "const")
    asking = [call for call in calls if call.args[0].data is isinstance or call.args[0].data is type]
    return frozenset(node.data for call in asking for node in subterms(*call.args[1:]) if node.op == "var")


def _asked_about(clause: str, parameters: frozenset[str]) -> frozenset[str]:
    """The parameters that a clause asks about the type of, and their attributes: those that it names in such a call,
    else all parameters that it names, since a variable of its own may stand for what is in any of them."""
    try:
        tree = ast.parse(clause.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ABOUT_TYPES
    ]
    nodes = [node for call in calls for node in ast.walk(call)]
    named = frozenset(node.id for node in nodes if isinstance(node, ast.Name))
    # A call like `isinstance(item, int)` is about a variable of the clause: then any parameter may be what is meant.
    if not calls or named & parameters:
        fields = [node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
        return (named & parameters) | {ast.unparse(node) for node in fields if name_of(node.value) in parameters}
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)) & parameters
