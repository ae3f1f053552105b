"""More edits, of frames, freshness, invariants and containers, with answers that were written before."""

from .edits import Edit

CELL = "class Cell { var v: int var w: int } "

MORE = [
    Edit(
        "only one element of a set may change",
        CELL + "method M(s: set<Cell>, c: Cell) requires c in s modifies s ensures c.v == 1",
        CELL + "method M(s: set<Cell>, c: Cell) requires c in s modifies c ensures c.v == 1",
        "stronger",
    ),
    Edit(
        "all elements may change",
        CELL + "method M(s: set<Cell>, c: Cell) requires c in s modifies c ensures c.v == 1 && c.w == old(c.w)",
        CELL + "method M(s: set<Cell>, c: Cell) requires c in s modifies s ensures c.v == 1 && c.w == old(c.w)",
        "weaker",
    ),
    Edit(
        "one field of a parameter",
        CELL + "method M(c: Cell) modifies c ensures c.v == old(c.v) + 1",
        CELL + "method M(c: Cell) modifies c`v ensures c.v == old(c.v) + 1",
        "stronger",
    ),
    Edit(
        "written as unchanged of a field",
        CELL + "method M(c: Cell) modifies c ensures c.v == 1 && c.w == old(c.w)",
        CELL + "method M(c: Cell) modifies c ensures c.v == 1 && unchanged(c`w)",
        "equal",
    ),
    Edit(
        "fresh dropped on one of two",
        CELL + "method M() returns (c: Cell, d: Cell) ensures fresh(c) && fresh(d) && c.v == d.v == 0",
        CELL + "method M() returns (c: Cell, d: Cell) ensures fresh(c) && c.v == d.v == 0",
        "weaker",
    ),
    Edit(
        "two results may be one",
        CELL + "method M() returns (c: Cell, d: Cell) ensures fresh(c) && fresh(d) && c != d && c.v == d.v == 0",
        CELL + "method M() returns (c: Cell, d: Cell) ensures fresh(c) && fresh(d) && c.v == d.v == 0",
        "weaker",
    ),
    Edit(
        "result is the argument",
        CELL + "method M(c: Cell) returns (d: Cell) ensures d.v == c.v",
        CELL + "method M(c: Cell) returns (d: Cell) ensures d == c",
        "stronger",
    ),
    Edit(
        "result is new or the argument",
        CELL + "method M(c: Cell) returns (d: Cell) ensures fresh(d) || d == c",
        CELL + "method M(c: Cell) returns (d: Cell) ensures d == c",
        "stronger",
    ),
    Edit(
        "new against the argument",
        CELL + "method M(c: Cell) returns (d: Cell) ensures fresh(d) && d.v == c.v",
        CELL + "method M(c: Cell) returns (d: Cell) ensures d == c",
        "incomparable",
    ),
    Edit(
        "old of another moment",
        CELL + "method M(c: Cell) modifies c ensures c.v == old(c.v) + 1 && c.w == old(c.w)",
        CELL + "method M(c: Cell) modifies c ensures c.v == old(c.w) + 1 && c.w == old(c.w)",
        "incomparable",
    ),
    Edit(
        "bound relaxed",
        CELL + "method M(c: Cell) modifies c`v ensures c.v == old(c.v) + 1",
        CELL + "method M(c: Cell) modifies c`v ensures c.v > old(c.v)",
        "weaker",
    ),
    Edit(
        "bound strict against not strict",
        CELL + "method M(c: Cell) modifies c`v ensures c.v >= old(c.v)",
        CELL + "method M(c: Cell) modifies c`v ensures c.v > old(c.v) - 1",
        "equal",
    ),
    Edit(
        "frame of two against one of them, kept",
        CELL + "method M(c: Cell, d: Cell) requires c != d modifies c, d ensures c.v == 1 && c.w == 2 && unchanged(d)",
        CELL + "method M(c: Cell, d: Cell) requires c != d modifies c ensures c.v == 1 && c.w == 2",
        "equal",
    ),
    Edit(
        "frame of two, one not kept",
        CELL + "method M(c: Cell, d: Cell) requires c != d modifies c ensures c.v == 1 && c.w == 2",
        CELL + "method M(c: Cell, d: Cell) requires c != d modifies c, d ensures c.v == 1 && c.w == 2",
        "weaker",
    ),
    Edit(
        "swap exchanged is the same",
        CELL + "method M(c: Cell, d: Cell) modifies c`v, d`v ensures c.v == old(d.v) && d.v == old(c.v)",
        CELL + "method M(c: Cell, d: Cell) modifies d`v, c`v ensures d.v == old(c.v) && old(d.v) == c.v",
        "equal",
    ),
    Edit(
        "array kept outside a range",
        "method M(a: array<int>, i: nat) requires i < a.Length modifies a ensures a[i] == 0 && forall k "
        ":: 0 <= k < a.Length && k != i ==> a[k] == old(a[k])",
        "method M(a: array<int>, i: nat) requires i < a.Length modifies a ensures a[i] == 0 && forall k "
        ":: i < k < a.Length ==> a[k] == old(a[k])",
        "weaker",
    ),
    Edit(
        "array kept and written with slices",
        "method M(a: array<int>, i: nat) requires i < a.Length modifies a ensures a[i] == 0 && a[..i] "
        "== old(a[..i]) && a[i + 1..] == old(a[i + 1..])",
        "method M(a: array<int>, i: nat) requires i < a.Length modifies a ensures a[i] == 0 && forall k "
        ":: 0 <= k < a.Length && k != i ==> a[k] == old(a[k])",
        "equal",
    ),
    Edit(
        "no frame against kept elements",
        "method M(a: array<int>) returns (n: int) ensures n == a.Length",
        "method M(a: array<int>) returns (n: int) modifies a ensures n == a.Length && forall k :: 0 <= "
        "k < a.Length ==> a[k] == old(a[k])",
        "equal",
    ),
    Edit(
        "permutation added",
        "method M(a: array<int>) modifies a ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j]",
        "method M(a: array<int>) modifies a ensures multiset(a[..]) == old(multiset(a[..])) && forall "
        "i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j]",
        "stronger",
    ),
    Edit(
        "invariant written out",
        "class C { var x: int var y: int ghost predicate Valid() reads this { 0 <= x <= 10 } method M() "
        "requires Valid() modifies this ensures Valid() && x == y }",
        "class C { var x: int var y: int ghost predicate Valid() reads this { 0 <= x <= 10 } method M() "
        "requires Valid() modifies this ensures 0 <= x == y && x <= 10 }",
        "equal",
    ),
    Edit(
        "invariant weaker after",
        "class C { var x: int ghost predicate Valid() reads this { 0 <= x <= 10 } method M() requires "
        "Valid() modifies this ensures Valid() }",
        "class C { var x: int ghost predicate Valid() reads this { 0 <= x } method M() requires Valid() "
        "modifies this ensures Valid() }",
        "incomparable",
    ),
    Edit(
        "invariant no longer asked",
        "class C { var x: int ghost predicate Valid() reads this { 0 <= x } method M() requires Valid() "
        "modifies this ensures x == 1 }",
        "class C { var x: int ghost predicate Valid() reads this { 0 <= x } method M() modifies this ensures x == 1 }",
        "stronger",
    ),
    Edit(
        "kept only where valid",
        "class C { var x: int ghost predicate Valid() reads this { 0 <= x } method M() modifies this "
        "ensures old(Valid()) ==> Valid() }",
        "class C { var x: int ghost predicate Valid() reads this { 0 <= x } method M() modifies this ensures Valid() }",
        "stronger",
    ),
    Edit(
        "sequence grows at the other end",
        "class C { var s: seq<int> method M(v: int) modifies this ensures s == old(s) + [v] }",
        "class C { var s: seq<int> method M(v: int) modifies this ensures s == [v] + old(s) }",
        "incomparable",
    ),
    Edit(
        "sequence said by parts",
        "class C { var s: seq<int> method M(v: int) modifies this ensures s == old(s) + [v] }",
        "class C { var s: seq<int> method M(v: int) modifies this ensures |s| == |old(s)| + 1 && "
        "s[..|old(s)|] == old(s) && s[|old(s)|] == v }",
        "equal",
    ),
    Edit(
        "map said by keys",
        "class C { var m: map<int, int> method M(k: int, v: int) modifies this ensures m == old(m)[k := v] }",
        "class C { var m: map<int, int> method M(k: int, v: int) modifies this ensures k in m && m[k] "
        "== v && forall j :: j != k ==> (j in m <==> j in old(m)) && (j in m ==> m[j] == old(m)[j]) }",
        "equal",
    ),
    Edit(
        "map without its other keys",
        "class C { var m: map<int, int> method M(k: int, v: int) modifies this ensures m == old(m)[k := v] }",
        "class C { var m: map<int, int> method M(k: int, v: int) modifies this ensures k in m && m[k] == v }",
        "weaker",
    ),
    Edit(
        "constructor leaves a field open",
        "class C { var x: int var y: int constructor (k: int) ensures x == k && y == 0 }",
        "class C { var x: int var y: int constructor (k: int) ensures x == k }",
        "weaker",
    ),
    Edit(
        "constructor says more",
        "class C { var x: int var s: set<int> constructor () ensures x == |s| }",
        "class C { var x: int var s: set<int> constructor () ensures x == 0 && s == {} }",
        "stronger",
    ),
    Edit(
        "trait promise",
        "trait T { var n: int method M() modifies this ensures n == old(n) + 1 }",
        "trait T { var n: int method M() modifies this ensures n > old(n) }",
        "weaker",
    ),
    Edit(
        "generic cell",
        "class C<T> { var v: T method M(x: T) modifies this ensures v == x }",
        "class C<T> { var v: T method M(x: T) modifies this ensures true }",
        "weaker",
    ),
    Edit(
        "next is kept",
        "class Node { var next: Node? var v: int method M() modifies this ensures v == 0 && next == old(next) }",
        "class Node { var next: Node? var v: int method M() modifies `v ensures v == 0 }",
        "equal",
    ),
    Edit(
        "next may change",
        "class Node { var next: Node? var v: int method M() modifies this ensures v == 0 && next == null }",
        "class Node { var next: Node? var v: int method M() modifies this ensures v == 0 }",
        "weaker",
    ),
    Edit(
        "the next one may change",
        "class Node { var next: Node? var v: int method M() requires next != null && next != this "
        "modifies this ensures v == 0 && next == old(next) }",
        "class Node { var next: Node? var v: int method M() requires next != null && next != this "
        "modifies this, next ensures v == 0 && next == old(next) }",
        "weaker",
    ),
    Edit(
        "two state predicate inlined",
        "class C { var x: int twostate predicate Inc() reads this { x == old(x) + 1 } method M() "
        "modifies this ensures Inc() }",
        "class C { var x: int twostate predicate Inc() reads this { x == old(x) + 1 } method M() "
        "modifies this ensures x - 1 == old(x) }",
        "equal",
    ),
    Edit(
        "matrix row",
        "method M(a: array2<int>) requires a.Length0 == 2 && a.Length1 == 2 modifies a ensures a[0, 0] "
        "== 1 && a[1, 1] == old(a[1, 1]) && a[0, 1] == old(a[0, 1]) && a[1, 0] == old(a[1, 0])",
        "method M(a: array2<int>) requires a.Length0 == 2 && a.Length1 == 2 modifies a ensures a[0, 0] "
        "== 1 && a[1, 1] == old(a[1, 1])",
        "weaker",
    ),
    Edit(
        "datatype result said by destructor",
        "datatype P = P(x: int, y: int) method M(p: P) returns (r: P) ensures r == p.(x := 3)",
        "datatype P = P(x: int, y: int) method M(p: P) returns (r: P) ensures r.x == 3 && r.y == p.y",
        "equal",
    ),
    Edit(
        "option case dropped",
        "datatype O = N | S(v: int) method M(k: int) returns (r: O) ensures k > 0 ==> r == S(k) ensures "
        "k <= 0 ==> r == N",
        "datatype O = N | S(v: int) method M(k: int) returns (r: O) ensures k > 0 ==> r == S(k)",
        "weaker",
    ),
    Edit(
        "subset type for a clause",
        "type Pos = x: int | x > 0 witness 1 method M(k: Pos) returns (r: int) ensures r == k + 1 && r > 1",
        "type Pos = x: int | x > 0 witness 1 method M(k: Pos) returns (r: int) ensures r == k + 1",
        "equal",
    ),
    Edit(
        "copied, and may be shared",
        "method M(a: array<int>) returns (b: array<int>) ensures fresh(b) && b[..] == a[..]",
        "method M(a: array<int>) returns (b: array<int>) ensures b != a && b[..] == a[..]",
        "weaker",
    ),
]
