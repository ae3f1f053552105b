"""What an encoding covers when it is asked within its bounds: as data, and in words.

A verdict within bounds says that no such input exists among those that the encoding looks at. Which these are follows
from two things. An argument shows its first elements; further ones repeat the last of these. And a place that would
have to look further than it can (a sum, a loop without a sequence) excludes the inputs on which it would: a limit.
"""

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from .encoding_limits import LIMITS
from .inputs import SIMPLE_KEYS, InputNode


@frozen(slots=True)
class Limit:
    """`what` is counted at a `line` of the source, and inputs with more than `most` of it are not looked at; with
    `most` None, those with any."""

    what: str
    most: int | None = None
    line: int | None = None

    def __str__(self) -> str:
        at_line = "" if self.line is None else f" (line {self.line})"
        return f"{self.what}{at_line}: " + ("none" if self.most is None else f"at most {self.most:,}")


@frozen(slots=True)
class Sizes:
    """Of one argument, which values are looked at. None: all of them, since nothing asks for it.

    Containers are at most `length` long. Their first `elements` are any values, those of a container inside them
    `inner`; all further ones equal the last of these. What is nested deeper than `levels` is not looked at.
    `keys` are the kinds of elements that a set may have, and a dict as keys.
    """

    length: int | None = None
    elements: int | None = None
    inner: int | None = None
    levels: int | None = None
    keys: tuple[str, ...] | None = None

    def __str__(self) -> str:
        phrases = [f"containers at most {self.length:,} long"] if self.length is not None else []
        if self.elements is not None:
            phrases.append(f"the first {self.elements} elements are any, further ones equal the last of these")
        if self.inner is not None:
            phrases.append(f"the first {self.inner} in a container inside")
        if self.levels is not None:
            phrases.append(f"nested at most {self.levels} deep")
        if self.keys is not None:
            phrases.append(f"elements of sets and keys are {', '.join(self.keys)}")
        return "; ".join(phrases) or "any value"


@frozen(slots=True)
class Bounds:
    """The inputs that a query within bounds is about: the sizes of each argument, and the limits of the places that
    count something."""

    arguments: Mapping[str, Sizes] = field(factory=dict, hash=False)
    limits: tuple[Limit, ...] = ()

    def __str__(self) -> str:
        return ". ".join(
            [*(f"{name}: {sizes}" for name, sizes in self.arguments.items()), *(str(limit) for limit in self.limits)]
        )

    def sizes(self) -> tuple[int, ...]:
        """The sizes that are at the edge of the bounds: all elements that are shown, one less, and one more."""
        edges = {sizes.elements for sizes in self.arguments.values() if sizes.elements is not None}
        most = [sizes.length for sizes in self.arguments.values() if sizes.length is not None]
        limits = (limit.most for limit in self.limits if limit.most is not None)
        edges |= {size for size in limits if size <= LIMITS.enumerated_size}
        near = {size + step for size in edges for step in (-1, 0, 1)}
        return tuple(sorted(size for size in near if 0 <= size <= max(most, default=LIMITS.enumerated_size)))


def bounds_of(nodes: Mapping[str, InputNode], longest: int, limits: Iterable[Limit]) -> Bounds:
    """The bounds of an encoding with these arguments, whose containers are at most `longest` long."""
    return Bounds(
        {name: _sizes(node, longest) for name, node in nodes.items()},
        tuple(sorted(set(limits), key=lambda limit: (limit.line or 0, limit.what, limit.most or 0))),
    )


def _sizes(node: InputNode, longest: int) -> Sizes:
    # Only what was unrolled is bounded: a container of which no element was asked for may have any.
    inside = [child for child in _descendants(node) if child.shown]
    opened = [descendant for descendant in (node, *inside) if descendant.shown]
    return Sizes(
        length=longest if any(descendant.measured for descendant in (node, *_descendants(node))) else None,
        elements=node.unroll_bound if node.shown else None,
        inner=inside[0].unroll_bound if inside else None,
        levels=LIMITS.levels if any(descendant.depth == LIMITS.levels for descendant in opened) else None,
        keys=SIMPLE_KEYS if any({"set", "frozenset", "dict"} & descendant.shown for descendant in opened) else None,
    )


def _descendants(node: InputNode) -> list[InputNode]:
    nodes: list[InputNode] = []
    for child in node.children.values():
        nodes += [child, *_descendants(child)]
    return nodes
