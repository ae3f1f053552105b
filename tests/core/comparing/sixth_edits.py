"""A sixth list of edits: values that are functions, functions of traits, and sets of objects in frames. The answers
were written before any of them was compared."""

from specassay.core.comparing.order import OrderRelation

from .edits import Edit

CELL = "class Cell { var x: int var y: int } "
SHAPE = (
    "trait Shape { function Area(): nat reads this function Scale(k: nat): nat reads this { Area() * k } "
    "predicate Valid() reads this "
)


def _edits(start: str, method: str, *edits: tuple[str, str, str, OrderRelation], end: str = "") -> list[Edit]:
    """The edits of one method: name, text, what it becomes, and the relation."""
    return [
        Edit(name, start + method + end, start + method.replace(old, new) + end, relation)
        for name, old, new, relation in edits
    ]


SIXTH = [
    *_edits(
        CELL,
        "method M(s: set<Cell>, c: Cell) requires c in s modifies s ensures c.x == old(c.x) + 1",
        ("one of the set alone", "modifies s", "modifies c", "stronger"),
        ("the others stay", "old(c.x) + 1", "old(c.x) + 1 && unchanged(s - {c})", "stronger"),
    ),
    *_edits(
        CELL,
        "method M(s: set<Cell>, c: Cell) requires c !in s modifies s, c ensures c.x == 1 ensures unchanged(s)",
        ("the set may change", " ensures unchanged(s)", "", "weaker"),
    ),
    *_edits(
        CELL,
        "method M(c: Cell, d: Cell) modifies c, d ensures c.x == old(c.x) + 1 && unchanged(d)",
        ("the other one may change", " && unchanged(d)", "", "weaker"),
        # Where both are one object, nothing was allowed before.
        (
            "the other one is no frame",
            "modifies c, d ensures c.x == old(c.x) + 1 && unchanged(d)",
            "modifies c ensures c.x == old(c.x) + 1",
            "weaker",
        ),
    ),
    *_edits(
        CELL,
        "method M(s: seq<Cell>) modifies s ensures forall i :: 0 <= i < |s| ==> s[i].x == 0",
        ("another field stays", "s[i].x == 0", "s[i].x == 0 && s[i].y == old(s[i].y)", "stronger"),
        ("one field of each", "modifies s", "modifies s`x", "stronger"),
    ),
    *_edits(
        "",
        "method M(f: int -> int, n: int) returns (r: int) ensures r == f(n)",
        ("at least its value", "r == f(n)", "r >= f(n)", "weaker"),
        ("the other way round", "r == f(n)", "f(n) == r", "equal"),
        ("of the next number", "r == f(n)", "r == f(n + 1)", "incomparable"),
    ),
    *_edits(
        "",
        "method M(f: int -> int) returns (g: int -> int) ensures forall x :: g(x) == f(x) + 1",
        ("another name", "forall x :: g(x) == f(x) + 1", "forall y :: 1 + f(y) == g(y)", "equal"),
    ),
    *_edits(
        "",
        "method M(f: int --> int, n: int) returns (r: int) requires f.requires(n) ensures r == f(n)",
        ("or one more", "r == f(n)", "r == f(n) || r == f(n) + 1", "weaker"),
    ),
    *_edits(
        "",
        "method M(a: array<int>, f: int -> int) modifies a "
        "ensures forall i :: 0 <= i < a.Length ==> a[i] == f(old(a[i]))",
        ("at least each", "a[i] == f", "a[i] >= f", "weaker"),
        ("all but the first", "0 <= i <", "0 < i <", "weaker"),
        ("an equation turned", "a[i] == f(old(a[i]))", "f(old(a[i])) == a[i]", "equal"),
    ),
    *_edits(
        SHAPE,
        "method M() returns (r: nat) ensures r == Scale(2)",
        ("what the function is", "Scale(2)", "Area() * 2", "equal"),
        end=" }",
    ),
]
SIXTH_UNDECIDED = [
    *_edits(
        CELL,
        "method M(s: set<Cell>, c: Cell) requires c !in s modifies s, c ensures c.x == 1 ensures unchanged(s)",
        (
            "a frame instead",
            "modifies s, c ensures c.x == 1 ensures unchanged(s)",
            "modifies c ensures c.x == 1",
            "equal",
        ),
    ),
    *_edits(
        "",
        "method M(f: int -> int) returns (g: int -> int) ensures forall x :: g(x) == f(x) + 1",
        ("above each value", "g(x) == f(x) + 1", "g(x) > f(x)", "weaker"),
    ),
    *_edits(
        "",
        "method M(f: int --> int, n: int) returns (r: int) requires f.requires(n) ensures r == f(n)",
        ("of a total function", "f.requires(n)", "forall x :: f.requires(x)", "weaker"),
    ),
    *_edits(
        SHAPE,
        "method M() returns (r: nat) ensures r == Scale(2)",
        ("at least what the function is", "r == Scale", "r >= Scale", "weaker"),
        end=" }",
    ),
    *_edits(
        SHAPE,
        "method M(k: nat) requires Valid() modifies this ensures Valid() && Area() == old(Area()) + k",
        ("an invariant is dropped", "ensures Valid() && ", "ensures ", "weaker"),
        ("at least as much", "Area() == old(Area())", "Area() >= old(Area())", "weaker"),
        end=" }",
    ),
]
