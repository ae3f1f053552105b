"""A third list of edits: frames by conditions, matrices, generic classes, traits, constructors, two states. The answers
were written before any of them was compared."""

from .edits import Edit

CELL = "class Cell { var v: int var w: int } "
BOX = "class Box<T> { var item: T var count: nat "
PAIR = "class Pair { var left: array<int> var right: array<int> "
SHAPE = "trait Shape { var area: int predicate Ok() reads this { area >= 0 } "
COUNTER = "class Counter { var n: int var limit: int predicate Valid() reads this { 0 <= n <= limit } "

THIRD = [
    # frames
    Edit(
        "both parameters may change, and one is pinned",
        CELL + "method M(a: Cell, b: Cell) requires a != b modifies a ensures a.v == 0",
        CELL + "method M(a: Cell, b: Cell) requires a != b modifies a, b ensures a.v == 0 && b.v == old(b.v)",
        "weaker",
    ),
    Edit(
        "a frame by a condition becomes the object",
        CELL + "method M(a: Cell, f: bool) modifies if f then {a} else {} ensures f ==> a.v == 1",
        CELL + "method M(a: Cell, f: bool) modifies a ensures f ==> a.v == 1",
        "weaker",
    ),
    Edit(
        "a frame by a condition, said by clauses",
        CELL + "method M(a: Cell, f: bool) modifies if f then {a} else {} ensures f ==> a.v == 1",
        CELL + "method M(a: Cell, f: bool) modifies a ensures f ==> a.v == 1 ensures !f ==> unchanged(a)",
        "equal",
    ),
    Edit(
        "two fields in a frame, one of them dropped",
        CELL + "method M(a: Cell) modifies a`v, a`w ensures a.v == 1",
        CELL + "method M(a: Cell) modifies a`v ensures a.v == 1",
        "stronger",
    ),
    Edit(
        "two fields in a frame are the object",
        CELL + "method M(a: Cell) modifies a`v, a`w ensures a.v == 1",
        CELL + "method M(a: Cell) modifies a ensures a.v == 1",
        "equal",
    ),
    Edit(
        "an array in a frame without need",
        "method M(a: array<int>, b: array<int>) returns (r: int) requires a != b modifies a ensures r == |b[..]|",
        "method M(a: array<int>, b: array<int>) returns (r: int) requires a != b modifies a, b ensures r == b.Length",
        "weaker",
    ),
    Edit(
        "an array in a frame that stays",
        "method M(a: array<int>) modifies a ensures a[..] == old(a[..])",
        "method M(a: array<int>)",
        "equal",
    ),
    Edit(
        "the first element may change, then all but the first",
        "method M(a: array<int>) requires a.Length > 1 modifies a ensures a[1..] == old(a[1..])",
        "method M(a: array<int>) requires a.Length > 1 modifies a ensures a[0] == old(a[0])",
        "incomparable",
    ),
    # freshness
    Edit(
        "a new object, or null, too",
        CELL + "method M() returns (c: Cell?) ensures c != null && fresh(c)",
        CELL + "method M() returns (c: Cell?) ensures c == null || fresh(c)",
        "weaker",
    ),
    Edit(
        "new only where asked",
        CELL + "method M(f: bool) returns (c: Cell) ensures fresh(c) && c.v == 0",
        CELL + "method M(f: bool) returns (c: Cell) ensures f ==> fresh(c) ensures c.v == 0",
        "weaker",
    ),
    Edit(
        "a new array in a field",
        PAIR + "method M() modifies this ensures fresh(left) && left.Length == 3 }",
        PAIR + "method M() modifies this ensures left.Length == 3 }",
        "weaker",
    ),
    Edit(
        "freshness in another order",
        CELL + "method M() returns (c: Cell, d: Cell) ensures fresh(c) && fresh(d) && c != d",
        CELL + "method M() returns (c: Cell, d: Cell) ensures d != c ensures fresh(d) ensures fresh(c)",
        "equal",
    ),
    Edit(
        "freshness of a set",
        CELL + "method M() returns (c: Cell) ensures fresh({c})",
        CELL + "method M() returns (c: Cell) ensures fresh(c)",
        "equal",
    ),
    # unchanged and two states
    Edit(
        "unchanged written by fields",
        CELL + "method M(a: Cell, b: Cell) requires a != b modifies a, b ensures unchanged(a) && b.v == 1",
        CELL + "method M(a: Cell, b: Cell) requires a != b modifies a, b "
        "ensures a.v == old(a.v) && a.w == old(a.w) && b.v == 1",
        "equal",
    ),
    Edit(
        "unchanged of one of two",
        CELL + "method M(a: Cell, b: Cell) requires a != b modifies a, b ensures unchanged(a) && unchanged(b)",
        CELL + "method M(a: Cell, b: Cell) requires a != b modifies a, b ensures unchanged(a)",
        "weaker",
    ),
    Edit(
        "grows at least by one",
        CELL + "method M(a: Cell) modifies a`v ensures a.v == old(a.v) + 1",
        CELL + "method M(a: Cell) modifies a`v ensures a.v > old(a.v)",
        "weaker",
    ),
    Edit(
        "the other direction of a change",
        CELL + "method M(a: Cell) modifies a`v ensures a.v >= old(a.v)",
        CELL + "method M(a: Cell) modifies a`v ensures old(a.v) <= a.v",
        "equal",
    ),
    Edit(
        "the change in one expression",
        CELL + "method M(a: Cell) modifies a`v ensures a.v - old(a.v) == 2",
        CELL + "method M(a: Cell) modifies a`v ensures old(a.v + 2) == a.v",
        "equal",
    ),
    Edit(
        "a two-state predicate says less",
        CELL + "twostate predicate Up(c: Cell) reads c { old(c.v) < c.v } method M(c: Cell) modifies c`v ensures Up(c)",
        CELL + "twostate predicate Up(c: Cell) reads c { old(c.v) <= c.v } "
        "method M(c: Cell) modifies c`v ensures Up(c)",
        "weaker",
    ),
    # invariants
    Edit(
        "an invariant is promised, too",
        COUNTER + "method Inc() requires Valid() modifies this`n ensures n == old(n) + 1 || n == old(n) }",
        COUNTER + "method Inc() requires Valid() modifies this`n "
        "ensures n == old(n) + 1 || n == old(n) ensures Valid() }",
        "stronger",
    ),
    Edit(
        "an invariant follows",
        COUNTER + "method Inc() requires Valid() && n < limit modifies this`n ensures n == old(n) + 1 }",
        COUNTER
        + "method Inc() requires Valid() && n < limit modifies this`n ensures n == old(n) + 1 ensures Valid() }",
        "equal",
    ),
    Edit(
        "the limit may change",
        COUNTER + "method Inc() requires Valid() modifies this`n ensures Valid() && n >= old(n) }",
        COUNTER + "method Inc() requires Valid() modifies this ensures Valid() && n >= old(n) }",
        "weaker",
    ),
    Edit(
        "asks that there is room",
        COUNTER + "method Inc() requires Valid() && n < limit modifies this`n ensures n == old(n) + 1 }",
        COUNTER + "method Inc() requires Valid() modifies this`n ensures n == old(n) + 1 }",
        "stronger",
    ),
    # constructors
    Edit(
        "a constructor promises its invariant",
        COUNTER + "constructor (m: nat) ensures limit == m && n == 0 }",
        COUNTER + "constructor (m: nat) ensures limit == m && Valid() }",
        "weaker",
    ),
    Edit(
        "a constructor promises both ways",
        COUNTER + "constructor (m: nat) ensures limit == m && n == 0 && Valid() }",
        COUNTER + "constructor (m: nat) ensures n == 0 && m == limit }",
        "equal",
    ),
    Edit(
        "a constructor takes less",
        COUNTER + "constructor (m: int) requires m >= 0 ensures limit == m && n == 0 }",
        COUNTER + "constructor (m: int) requires m > 0 ensures limit == m && n == 0 }",
        "weaker",
    ),
    Edit(
        "a constructor with a new array",
        PAIR + "constructor (k: nat) ensures fresh(left) && left.Length == k && fresh(right) && right.Length == k }",
        PAIR + "constructor (k: nat) ensures fresh(left) && left.Length == k && right.Length == k }",
        "weaker",
    ),
    # matrices
    Edit(
        "a matrix is filled, but for its corner",
        "method M(m: array2<int>) modifies m "
        "ensures forall i, j :: 0 <= i < m.Length0 && 0 <= j < m.Length1 ==> m[i, j] == 0",
        "method M(m: array2<int>) modifies m "
        "ensures forall i, j :: 0 <= i < m.Length0 && 0 <= j < m.Length1 && i + j > 0 ==> m[i, j] == 0",
        "weaker",
    ),
    Edit(
        "a matrix with its indices exchanged",
        "method M(m: array2<int>) modifies m "
        "ensures forall i, j :: 0 <= i < m.Length0 && 0 <= j < m.Length1 ==> m[i, j] == i + j",
        "method M(m: array2<int>) modifies m "
        "ensures forall j, i :: 0 <= j < m.Length0 && 0 <= i < m.Length1 ==> m[j, i] == i + j",
        "equal",
    ),
    Edit(
        "a new matrix of another shape",
        "method M(n: nat) returns (m: array2<int>) ensures fresh(m) && m.Length0 == n && m.Length1 == n",
        "method M(n: nat) returns (m: array2<int>) ensures fresh(m) && m.Length0 == n",
        "weaker",
    ),
    Edit(
        "a matrix asks for a square",
        "method M(m: array2<int>) returns (r: int) requires m.Length0 == m.Length1 ensures r == m.Length0",
        "method M(m: array2<int>) returns (r: int) ensures r == m.Length0",
        "stronger",
    ),
    # generic classes
    Edit(
        "a box counts",
        BOX + "method Put(x: T) modifies this ensures item == x && count == old(count) + 1 }",
        BOX + "method Put(x: T) modifies this ensures item == x }",
        "weaker",
    ),
    Edit(
        "a box counts by its frame",
        BOX + "method Put(x: T) modifies this ensures item == x && count == old(count) }",
        BOX + "method Put(x: T) modifies this`item ensures item == x }",
        "equal",
    ),
    Edit(
        "a box gives what it holds",
        BOX + "method Get() returns (x: T) ensures x == item }",
        BOX + "method Get() returns (x: T) requires count > 0 ensures x == item }",
        "weaker",
    ),
    Edit(
        "two boxes exchange",
        BOX + "} method Swap<T>(a: Box<T>, b: Box<T>) modifies a`item, b`item "
        "ensures a.item == old(b.item) && b.item == old(a.item)",
        BOX + "} method Swap<T>(a: Box<T>, b: Box<T>) modifies a`item, b`item ensures a.item == old(b.item)",
        "weaker",
    ),
    # traits
    Edit(
        "a trait's method keeps its invariant",
        SHAPE + "method Grow() requires Ok() modifies this ensures Ok() && area >= old(area) }",
        SHAPE + "method Grow() requires Ok() modifies this ensures area >= old(area) }",
        "equal",
    ),
    Edit(
        "a trait's method may shrink",
        SHAPE + "method Grow() requires Ok() modifies this ensures Ok() && area >= old(area) }",
        SHAPE + "method Grow() requires Ok() modifies this ensures Ok() }",
        "weaker",
    ),
    Edit(
        "a trait's method without its invariant",
        SHAPE + "method Grow() requires Ok() modifies this ensures area > old(area) }",
        SHAPE + "method Grow() modifies this ensures area > old(area) }",
        "stronger",
    ),
    Edit(
        "all of a set are set",
        CELL + "method M(s: set<Cell>) modifies s ensures forall c :: c in s ==> c.v == 0 && c.w == old(c.w)",
        CELL + "method M(s: set<Cell>) modifies s ensures forall c :: c in s ==> c.v == 0",
        "weaker",
    ),
]

THIRD_UNDECIDED = [
    Edit(
        "all of a set, by its field",
        CELL + "method M(s: set<Cell>) modifies s`v ensures forall c :: c in s ==> c.v == 0",
        CELL + "method M(s: set<Cell>) modifies s ensures forall c | c in s :: c.v == 0 && c.w == old(c.w)",
        "equal",
    ),
]
