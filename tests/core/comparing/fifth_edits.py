"""Edits of frames, freshness, invariants and two-state predicates, with answers that were written before any of them
was compared (`edits.py`)."""

from .edits import Edit

C = "class C { var v: int var w: int } "
A = "method M(a: array<int>, b: array<int>) "
K = "class K { var n: int predicate Valid() reads this { n >= 0 } method M() "
R = "class K { ghost var Repr: set<object> "
UP = "class K { var n: int twostate predicate Up() reads this { old(n) < n } method M() modifies this "
UP_OR_EQUAL = "class K { var n: int twostate predicate Up() reads this { old(n) <= n } method M() modifies this "
N = "class N { var v: int var next: N? } method M(n: N) "
T = "trait T { function F(x: int): int "

FIFTH = [
    Edit(
        "two objects, one frame is dropped",
        C + "method M(c: C, d: C) modifies c, d ensures c.v == 1 && unchanged(d)",
        C + "method M(c: C, d: C) modifies c ensures c.v == 1 && unchanged(d)",
        "equal",
    ),
    Edit(
        "the frame of one of two by its field",
        C + "method M(c: C, d: C) modifies c`v, d`v ensures c.v == 1",
        C + "method M(c: C, d: C) modifies c`v, d`w ensures c.v == 1",
        "incomparable",
    ),
    Edit(
        "unchanged for an old value",
        C + "method M(c: C) modifies c ensures c.v == old(c.v) && c.w == old(c.w)",
        C + "method M(c: C) modifies c ensures unchanged(c)",
        "equal",
    ),
    Edit(
        "unchanged of one field only",
        C + "method M(c: C) modifies c ensures unchanged(c)",
        C + "method M(c: C) modifies c ensures unchanged(c`v)",
        "weaker",
    ),
    Edit(
        "old of a sum",
        C + "method M(c: C) modifies c ensures c.v + c.w == old(c.v + c.w)",
        C + "method M(c: C) modifies c ensures c.v == old(c.v) && c.w == old(c.w)",
        "stronger",
    ),
    Edit(
        "an array by another is no longer kept",
        A + "modifies a, b ensures a[..] == old(b[..]) && b[..] == old(b[..])",
        A + "modifies a, b ensures a[..] == old(b[..])",
        "weaker",
    ),
    Edit(
        "an array kept by its frame",
        A + "requires a != b modifies a ensures a[..] == b[..]",
        A + "requires a != b modifies a, b ensures a[..] == b[..] && b[..] == old(b[..])",
        "equal",
    ),
    Edit(
        "a part of an array is kept",
        A + "requires a.Length > 2 modifies a ensures a[0] == 0 && a[1..] == old(a[1..])",
        A + "requires a.Length > 2 modifies a ensures a[0] == 0 && a[2..] == old(a[2..])",
        "weaker",
    ),
    Edit(
        "fresh or null",
        C + "method M() returns (c: C?) ensures c != null ==> fresh(c)",
        C + "method M() returns (c: C?) ensures c != null && fresh(c)",
        "stronger",
    ),
    Edit(
        "fresh and not the argument",
        C + "method M(d: C) returns (c: C) ensures fresh(c) && c != d && c.v == 1",
        C + "method M(d: C) returns (c: C) ensures fresh(c) && c.v == 1",
        "equal",
    ),
    Edit(
        "the argument may be returned",
        C + "method M(d: C) returns (c: C) ensures fresh(c) && c.v == d.v",
        C + "method M(d: C) returns (c: C) ensures (c == d || fresh(c)) && c.v == d.v",
        "weaker",
    ),
    Edit(
        "a set of fresh objects",
        C + "method M() returns (s: set<C>) ensures fresh(s) && |s| == 1",
        C + "method M() returns (s: set<C>) ensures |s| == 1",
        "weaker",
    ),
    Edit(
        "a set of fresh objects, one by one",
        C + "method M() returns (s: set<C>) ensures fresh(s)",
        C + "method M() returns (s: set<C>) ensures forall c :: c in s ==> fresh(c)",
        "equal",
    ),
    Edit(
        "an invariant is no longer required",
        K + "requires Valid() modifies this ensures Valid() && n == old(n) + 1 }",
        K + "modifies this ensures old(Valid()) ==> Valid() && n == old(n) + 1 }",
        "stronger",
    ),
    Edit(
        "an invariant is no longer promised",
        K + "requires Valid() modifies this ensures Valid() && n != old(n) }",
        K + "requires Valid() modifies this ensures n != old(n) }",
        "weaker",
    ),
    Edit(
        "an invariant that is implied",
        K + "requires Valid() modifies this ensures Valid() && n == old(n) + 1 }",
        K + "requires Valid() modifies this ensures n == old(n) + 1 }",
        "equal",
    ),
    Edit(
        "a representation is fresh",
        R + "constructor () ensures this in Repr && fresh(Repr) }",
        R + "constructor () ensures this in Repr && fresh(Repr - {this}) }",
        "equal",
    ),
    Edit(
        "a representation may hold others",
        R + "constructor () ensures this in Repr && fresh(Repr) }",
        R + "constructor () ensures this in Repr }",
        "weaker",
    ),
    Edit(
        "a representation grows by fresh objects",
        R + "method M() modifies this ensures fresh(Repr - old(Repr)) && old(Repr) <= Repr }",
        R + "method M() modifies this ensures fresh(Repr - old(Repr)) }",
        "weaker",
    ),
    Edit(
        "the twostate predicate is written out",
        UP + "ensures Up() }",
        UP + "ensures n > old(n) }",
        "equal",
    ),
    Edit(
        "the twostate predicate with equality",
        UP + "ensures Up() }",
        UP_OR_EQUAL + "ensures Up() }",
        "weaker",
    ),
    Edit(
        "a loop in a list is ruled out",
        N + "modifies n ensures n.next != n",
        N + "modifies n ensures n.next == null",
        "stronger",
    ),
    Edit(
        "a class that is never null asks for more",
        C + "method M(c: C?) returns (r: int) ensures r == 0",
        C + "method M(c: C) returns (r: int) ensures r == 0",
        "weaker",
    ),
    Edit(
        "null is allowed, with a result of its own",
        C + "method M(c: C) returns (r: int) ensures r == c.v",
        C + "method M(c: C?) returns (r: int) ensures c != null ==> r == c.v ensures c == null ==> r == 0",
        "stronger",
    ),
    Edit(
        "null is ruled out by a clause in the place of the type",
        C + "method M(c: C) modifies c ensures c.v == old(c.v) + 1",
        C + "method M(c: C?) requires c != null modifies c ensures c.v == old(c.v) + 1",
        "equal",
    ),
    Edit(
        "a clause in the place of the type, and less is said",
        C + "method M(c: C) modifies c ensures c.v == old(c.v) + 1",
        C + "method M(c: C?) requires c != null modifies c ensures c.v > old(c.v)",
        "weaker",
    ),
    Edit(
        "a clause in the place of the type, and more may change",
        C + "method M(c: C, d: C) modifies c ensures c.v == old(d.v)",
        C + "method M(c: C?, d: C) requires c != null modifies c, d ensures c.v == old(d.v)",
        "weaker",
    ),
    Edit(
        "a clause in the place of the type, and less may change",
        C + "method M(c: C, d: C) requires c != d modifies c ensures c.v == d.v",
        C + "method M(c: C?, d: C) requires c != null && c != d modifies c`v ensures c.v == d.v",
        "stronger",
    ),
    Edit(
        "a function of a trait is bounded alone",
        T + "method M(x: int) returns (r: int) ensures r == F(x) }",
        T + "method M(x: int) returns (r: int) ensures r >= F(x) }",
        "weaker",
    ),
    Edit(
        "a function of a trait at another argument",
        T + "method M(x: int) returns (r: int) ensures r == F(x) }",
        T + "method M(x: int) returns (r: int) ensures r == F(x + 1) }",
        "incomparable",
    ),
    Edit(
        "two values of a function of a trait are exchanged",
        T + "method M(x: int) returns (r: int) ensures r == F(x) + F(x + 1) }",
        T + "method M(x: int) returns (r: int) ensures r == F(x + 1) + F(x) }",
        "equal",
    ),
]

FIFTH_UNDECIDED = [
    Edit(
        "a node behind another",
        N + "requires n.next != null modifies n.next ensures n.next.v == 0",
        N + "requires n.next != null modifies n.next`v ensures n.next.v == 0",
        "stronger",
    ),
]
