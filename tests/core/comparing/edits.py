"""Edits of Dafny specifications, with how the edited one relates to what it was. The answers were written before any
of them was compared, by the reference manual's meaning of frames (`modifies`), `fresh`, `unchanged` and `old`."""

from attrs import frozen

from specassay.core.comparing.order import OrderRelation


@frozen
class Edit:
    """`before` becomes `after`, whose relation to it is `relation`."""

    name: str
    before: str
    after: str
    relation: OrderRelation


def _in_class(fields: str, before: str, after: str, kind: str = "class C") -> tuple[str, str]:
    return f"{kind} {{ {fields} {before} }}", f"{kind} {{ {fields} {after} }}"


XY = "var x: int var y: int"
LIST = "class Node { var v: int var next: Node? "


def _edit(name: str, fields: str, before: str, after: str, relation: OrderRelation, kind: str = "class C") -> Edit:
    return Edit(name, *_in_class(fields, before, after, kind), relation)


FRAMES = [
    _edit(
        "a frame condition is dropped",
        XY,
        "method M() modifies this ensures x == old(x) + 1 && y == old(y) { x := x + 1; }",
        "method M() modifies this ensures x == old(x) + 1 { x := x + 1; }",
        "weaker",
    ),
    _edit(
        "a frame condition is added",
        XY,
        "method M() modifies this ensures x == old(x) + 1",
        "method M() modifies this ensures x == old(x) + 1 ensures y == old(y)",
        "stronger",
    ),
    _edit(
        "one field becomes the whole object",
        XY,
        "method M() modifies `x ensures x == old(x) + 1",
        "method M() modifies this ensures x == old(x) + 1",
        "weaker",
    ),
    _edit(
        "the frame says what the clause said",
        XY,
        "method M() modifies this ensures x == old(x) + 1 && y == old(y)",
        "method M() modifies `x ensures x == old(x) + 1",
        "equal",
    ),
    _edit(
        "unchanged is dropped",
        XY,
        "method M() modifies this ensures x > old(x) && unchanged(`y)",
        "method M() modifies this ensures x > old(x)",
        "weaker",
    ),
    Edit(
        "a new array may be an old one",
        "class C { var a: array<int> method New(n: nat) returns (r: array<int>) ensures r.Length == n && fresh(r) }",
        "class C { var a: array<int> method New(n: nat) returns (r: array<int>) ensures r.Length == n }",
        "weaker",
    ),
    Edit(
        "a new array of a method without an object may be an old one",
        "method Copy(a: array<int>) returns (r: array<int>) ensures fresh(r) && r[..] == a[..]",
        "method Copy(a: array<int>) returns (r: array<int>) ensures r[..] == a[..]",
        "weaker",
    ),
    _edit(
        "a new object may be an old one",
        "var x: int",
        "method Make() returns (c: C) ensures fresh(c) && c.x == 0",
        "method Make() returns (c: C) ensures c.x == 0",
        "weaker",
    ),
    Edit(
        "an array may change",
        "method F(a: array<int>) returns (n: int) ensures n == a.Length",
        "method F(a: array<int>) returns (n: int) modifies a ensures n == a.Length",
        "weaker",
    ),
    Edit(
        "a clause says that an array stays",
        "method F(a: array<int>) returns (n: int) modifies a ensures n == a.Length && a[..] == old(a[..])",
        "method F(a: array<int>) returns (n: int) ensures n == a.Length",
        "equal",
    ),
    Edit(
        "a second array may change",
        "method Copy(a: array<int>, b: array<int>) requires a.Length == b.Length modifies a "
        "ensures forall i :: 0 <= i < a.Length ==> a[i] == old(b[i])",
        "method Copy(a: array<int>, b: array<int>) requires a.Length == b.Length modifies a, b "
        "ensures forall i :: 0 <= i < a.Length ==> a[i] == old(b[i])",
        "weaker",
    ),
    _edit(
        "of a parameter one field may change",
        XY,
        "method M(c: C) requires c != this modifies c ensures c.x == old(c.x) + 1",
        "method M(c: C) requires c != this modifies c`x ensures c.x == old(c.x) + 1",
        "stronger",
    ),
    Edit(
        "the next object may change",
        LIST + "method M() modifies this ensures v == old(v) + 1 }",
        LIST + "method M() modifies this, next ensures v == old(v) + 1 }",
        "weaker",
    ),
    Edit(
        "the order of frames is another one",
        "method F(a: array<int>, b: array<int>) modifies a, b ensures a.Length > 0 ==> a[0] == 1",
        "method F(a: array<int>, b: array<int>) modifies b, a ensures a.Length > 0 ==> a[0] == 1",
        "equal",
    ),
    Edit(
        "a frame is written as a set",
        "method F(a: array<int>, b: array<int>) requires a != b modifies a, b ensures a.Length > 0 ==> a[0] == 1",
        "method F(a: array<int>, b: array<int>) requires a != b modifies {a, b} ensures a.Length > 0 ==> a[0] == 1",
        "equal",
    ),
    _edit(
        "the state before becomes that after",
        XY,
        "method M() modifies this ensures y == old(x)",
        "method M() modifies this ensures y == x",
        "incomparable",
    ),
    Edit(
        "an element may change",
        "method F(a: array<int>) requires a.Length == 2 modifies a ensures a[1] == 5 && a[0] == old(a[0])",
        "method F(a: array<int>) requires a.Length == 2 modifies a ensures a[1] == 5",
        "weaker",
    ),
    Edit(
        "sorting may lose elements",
        "predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] } "
        "method Sort(a: array<int>) modifies a ensures Sorted(a[..]) && multiset(a[..]) == multiset(old(a[..]))",
        "predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] } "
        "method Sort(a: array<int>) modifies a ensures Sorted(a[..])",
        "weaker",
    ),
    _edit(
        "what it consists of may be taken from others",
        "ghost var Repr: set<object> var x: int",
        "method Grow() modifies this ensures x == old(x) + 1 && fresh(Repr - old(Repr))",
        "method Grow() modifies this ensures x == old(x) + 1",
        "weaker",
    ),
    _edit(
        "the elements of an array in a field may change",
        "var items: array<int> var n: int",
        "method M() modifies this ensures n == 0 && items == old(items)",
        "method M() modifies this, items ensures n == 0 && items == old(items)",
        "weaker",
    ),
    _edit(
        "elements or another array",
        "var items: array<int>",
        "method M() modifies items ensures items.Length == old(items.Length)",
        "method M() modifies `items ensures items.Length == old(items.Length)",
        "incomparable",
    ),
    _edit(
        "an object that stays leaves the frame",
        XY,
        "method M(c: C) requires c != this modifies this, c ensures unchanged(this) && c.x == 1",
        "method M(c: C) requires c != this modifies c ensures c.x == 1",
        "equal",
    ),
    _edit(
        "a frame is the same object by another name",
        XY,
        "method M(c: C) requires c == this modifies this ensures x == 1 && y == 0",
        "method M(c: C) requires c == this modifies c ensures x == 1 && y == 0",
        "equal",
    ),
    _edit(
        "a representation with this in it",
        "ghost var Repr: set<object> var x: int",
        "method M() requires this in Repr modifies Repr ensures x == old(x) + 1",
        "method M() requires this in Repr modifies this, Repr ensures x == old(x) + 1",
        "equal",
    ),
]

INVARIANTS = [
    _edit(
        "an invariant is not kept",
        "var x: int predicate Valid() reads this { 0 <= x }",
        "method M(k: int) requires Valid() modifies this ensures Valid() && x >= k",
        "method M(k: int) requires Valid() modifies this ensures x >= k",
        "weaker",
    ),
    _edit(
        "an invariant is not needed",
        "var x: int predicate Valid() reads this { 0 <= x }",
        "method M(k: int) requires Valid() modifies this ensures x == k",
        "method M(k: int) modifies this ensures x == k",
        "stronger",
    ),
    _edit(
        "an invariant is written out",
        "var x: int predicate Valid() reads this { 0 <= x }",
        "method M(k: int) requires Valid() modifies this ensures Valid() && x > k",
        "method M(k: int) requires 0 <= x modifies this ensures x >= 0 && k < x",
        "equal",
    ),
    Edit(
        "an invariant asks for more",
        "class C { var x: int predicate Valid() reads this { 0 <= x } "
        "method M() requires Valid() modifies this ensures Valid() }",
        "class C { var x: int predicate Valid() reads this { 0 < x } "
        "method M() requires Valid() modifies this ensures Valid() }",
        "incomparable",
    ),
    Edit(
        "an invariant has another name",
        "class C { var x: int predicate Valid() reads this { 0 <= x } "
        "method M() requires Valid() modifies this ensures Valid() }",
        "class C { var x: int predicate Inv() reads this { x >= 0 } "
        "method M() requires Inv() modifies this ensures Inv() }",
        "equal",
    ),
    _edit(
        "a model says less",
        "ghost var Contents: seq<int>",
        "method Push(v: int) modifies this ensures Contents == old(Contents) + [v]",
        "method Push(v: int) modifies this ensures |Contents| == |old(Contents)| + 1",
        "weaker",
    ),
    _edit(
        "a model in the other order",
        "ghost var Contents: seq<int>",
        "method Push(v: int) modifies this ensures Contents == old(Contents) + [v]",
        "method Push(v: int) modifies this ensures Contents == [v] + old(Contents)",
        "incomparable",
    ),
    _edit(
        "a bound of an invariant is split",
        "var lo: int var hi: int predicate Valid() reads this { 0 <= lo && lo <= hi }",
        "method M() requires Valid() modifies this ensures Valid()",
        "method M() requires Valid() modifies this ensures 0 <= lo ensures lo <= hi",
        "equal",
    ),
    _edit(
        "a bound of an invariant is lost",
        "var lo: int var hi: int predicate Valid() reads this { 0 <= lo && lo <= hi }",
        "method M() requires Valid() modifies this ensures Valid()",
        "method M() requires Valid() modifies this ensures 0 <= lo",
        "weaker",
    ),
]

GENERIC = [
    _edit(
        "a getter promises nothing",
        "var v: T",
        "method Get() returns (r: T) ensures r == v",
        "method Get() returns (r: T)",
        "weaker",
        "class Cell<T>",
    ),
    Edit(
        "a type parameter has another name",
        "class Cell<T> { var v: T method Set(x: T) modifies this ensures v == x }",
        "class Cell<U> { var v: U method Set(x: U) modifies this ensures x == v }",
        "equal",
    ),
    _edit(
        "half of an exchange",
        "var v: T",
        "method Swap(o: Cell<T>) requires o != this modifies this, o ensures v == old(o.v) && o.v == old(v)",
        "method Swap(o: Cell<T>) requires o != this modifies this, o ensures v == old(o.v)",
        "weaker",
        "class Cell<T>",
    ),
    _edit(
        "a stack grows at the other end",
        "var elems: seq<T>",
        "method Push(x: T) modifies this ensures elems == old(elems) + [x]",
        "method Push(x: T) modifies this ensures elems == [x] + old(elems)",
        "incomparable",
        "class Stack<T>",
    ),
    _edit(
        "other keys may change",
        "var m: map<K, V>",
        "method Put(k: K, v: V) modifies this ensures m == old(m)[k := v]",
        "method Put(k: K, v: V) modifies this ensures k in m && m[k] == v",
        "weaker",
        "class Table<K(==), V(==)>",
    ),
    Edit(
        "the last element is free",
        "method Fill<T>(a: array<T>, v: T) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == v",
        "method Fill<T>(a: array<T>, v: T) modifies a ensures forall i :: 0 <= i < a.Length - 1 ==> a[i] == v",
        "weaker",
    ),
    _edit(
        "an empty container is allowed",
        "var elems: seq<T>",
        "method Pop() returns (r: T) requires |elems| > 1 modifies this ensures r == old(elems)[|old(elems)| - 1]",
        "method Pop() returns (r: T) requires |elems| > 0 modifies this ensures r == old(elems)[|old(elems)| - 1]",
        "stronger",
        "class Stack<T>",
    ),
]

MATRICES = [
    Edit(
        "zero or more",
        "method T(m: array2<int>) requires m.Length0 == 2 modifies m "
        "ensures forall i :: 0 <= i < 2 && m.Length1 > 0 ==> m[i, 0] == 0",
        "method T(m: array2<int>) requires m.Length0 == 2 modifies m "
        "ensures forall i :: 0 <= i < 2 && m.Length1 > 0 ==> m[i, 0] >= 0",
        "weaker",
    ),
    Edit(
        "a matrix may not be empty",
        "method T(m: array2<int>) modifies m ensures forall i, j :: 0 <= i < m.Length0 && 0 <= j < m.Length1 ==> "
        "m[i, j] == 0",
        "method T(m: array2<int>) requires m.Length0 > 0 modifies m ensures forall i, j :: 0 <= i < m.Length0 && "
        "0 <= j < m.Length1 ==> m[i, j] == 0",
        "weaker",
    ),
    Edit(
        "the width of a result is free",
        "method T(m: array2<int>) returns (t: array2<int>) ensures t.Length0 == m.Length1 && t.Length1 == m.Length0",
        "method T(m: array2<int>) returns (t: array2<int>) ensures t.Length0 == m.Length1",
        "weaker",
    ),
    Edit(
        "a new matrix may be an old one",
        "method T(m: array2<int>) returns (t: array2<int>) ensures fresh(t) && t.Length0 == m.Length0",
        "method T(m: array2<int>) returns (t: array2<int>) ensures t.Length0 == m.Length0",
        "weaker",
    ),
    Edit(
        "a square the other way round",
        "method T(m: array2<int>) returns (n: int) requires m.Length0 == m.Length1 ensures n == m.Length0",
        "method T(m: array2<int>) returns (n: int) requires m.Length1 == m.Length0 ensures n == m.Length0",
        "equal",
    ),
    Edit(
        "a matrix may change",
        "method T(m: array2<int>) returns (n: int) ensures n == m.Length0",
        "method T(m: array2<int>) returns (n: int) modifies m ensures n == m.Length0",
        "weaker",
    ),
    Edit(
        "matrix row",
        "method R(m: array2<int>, i: nat) requires i < m.Length0 modifies m ensures forall j :: 0 <= j < "
        "m.Length1 ==> m[i, j] == 0 { }",
        "method R(m: array2<int>, i: nat) requires i < m.Length0 modifies m ensures forall j :: 0 < j < "
        "m.Length1 ==> m[i, j] == 0 { }",
        "weaker",
    ),
    Edit(
        "only the diagonal",
        "method T(m: array2<int>) requires m.Length0 == m.Length1 modifies m ensures forall i, j :: 0 <= i < m.Length0 "
        "&& 0 <= j < m.Length1 ==> m[i, j] == 0",
        "method T(m: array2<int>) requires m.Length0 == m.Length1 modifies m ensures forall i :: 0 <= i < m.Length0 "
        "==> m[i, i] == 0",
        "weaker",
    ),
]

TRAITS = [
    _edit(
        "a trait promises less",
        "var w: int",
        "method Size() returns (r: int) ensures r > 0",
        "method Size() returns (r: int) ensures r >= 0",
        "weaker",
        "trait Shape",
    ),
    _edit(
        "a trait forgets its field",
        "var w: int",
        "method Grow(k: int) modifies this ensures w == old(w) + k",
        "method Grow(k: int) modifies this",
        "weaker",
        "trait Shape",
    ),
    _edit(
        "a trait asks for less",
        "var w: int",
        "method Grow(k: int) requires k > 0 modifies this ensures w > old(w)",
        "method Grow(k: int) requires k >= 0 modifies this ensures w > old(w)",
        "stronger",
        "trait Shape",
    ),
    Edit(
        "a class of a trait",
        "trait Shape { var w: int method Grow(k: int) modifies this ensures w == old(w) + k } "
        "class Box extends Shape { method Double() modifies this ensures w == 2 * old(w) }",
        "trait Shape { var w: int method Grow(k: int) modifies this ensures w == old(w) + k } "
        "class Box extends Shape { method Double() modifies this ensures w == old(w) + old(w) }",
        "equal",
    ),
    Edit(
        "the frame of a class of a trait",
        "trait Shape { var w: int } class Box extends Shape { var h: int method M() modifies `w ensures w == 1 }",
        "trait Shape { var w: int } class Box extends Shape { var h: int method M() modifies this ensures w == 1 }",
        "weaker",
    ),
]

CONSTRUCTORS = [
    _edit(
        "a bound for a value",
        XY,
        "constructor (a: int) ensures x == a",
        "constructor (a: int) ensures x >= a",
        "weaker",
    ),
    _edit(
        "a constructor asks for nothing",
        XY,
        "constructor Init(a: int) requires a > 0 ensures x == a",
        "constructor Init(a: int) ensures x == a",
        "stronger",
    ),
    _edit(
        "an array of its own may be another's",
        "var items: array<int>",
        "constructor (n: nat) ensures items.Length == n && fresh(items)",
        "constructor (n: nat) ensures items.Length == n",
        "weaker",
    ),
    _edit(
        "a field is forgotten",
        XY,
        "constructor (a: int) ensures x == a && y == 0",
        "constructor (a: int) ensures x == a",
        "weaker",
    ),
    _edit(
        "a constant may be smaller",
        "const n: nat",
        "constructor (m: nat) ensures n == m",
        "constructor (m: nat) ensures n <= m",
        "weaker",
    ),
    _edit(
        "a constructor keeps what it is given",
        "var items: array<int>",
        "constructor (a: array<int>) ensures items == a",
        "constructor (a: array<int>) ensures items[..] == a[..]",
        "weaker",
    ),
]

TYPES = [
    Edit(
        "a parameter may be negative",
        "method M(n: nat) returns (r: int) ensures r == n",
        "method M(n: int) returns (r: int) ensures r == n",
        "stronger",
    ),
    Edit(
        "a result may be negative",
        "method M(n: int) returns (r: nat)  ensures r >= n",
        "method M(n: int) returns (r: int) ensures r >= n",
        "weaker",
    ),
    Edit(
        "a parameter may be null",
        "class C { var x: int } method M(c: C) returns (r: int) ensures r == 0",
        "class C { var x: int } method M(c: C?) returns (r: int) ensures r == 0",
        "stronger",
    ),
    Edit(
        "a lemma asks for more",
        "lemma L(n: int) requires n > 0 ensures n * n >= n",
        "lemma L(n: int) requires n > 1 ensures n * n >= n",
        "weaker",
    ),
    Edit(
        "what decreases is no promise",
        "method M(n: nat) returns (r: nat) ensures r == n decreases n",
        "method M(n: nat) returns (r: nat) ensures r == n decreases n, 0",
        "equal",
    ),
]

WITH_BODIES = [
    Edit(
        "transfer drops other",
        "class Account { var balance: int var owner: int constructor (b: int) ensures balance == b { balance "
        ":= b; owner := 0; } method T(o: Account, k: int) requires o != this modifies this, o ensures "
        "balance == old(balance) - k && o.balance == old(o.balance) + k { balance := balance - k; o.balance "
        ":= o.balance + k; } }",
        "class Account { var balance: int var owner: int constructor (b: int) ensures balance == b { balance "
        ":= b; owner := 0; } method T(o: Account, k: int) requires o != this modifies this, o ensures "
        "balance == old(balance) - k { balance := balance - k; o.balance := o.balance + k; } }",
        "weaker",
    ),
    Edit(
        "transfer needs distinct",
        "class Account { var balance: int var owner: int constructor (b: int) ensures balance == b { balance "
        ":= b; owner := 0; } method T(o: Account, k: int) modifies this, o ensures o != this ==> balance == "
        "old(balance) - k { balance := balance - k; o.balance := o.balance + k; } }",
        "class Account { var balance: int var owner: int constructor (b: int) ensures balance == b { balance "
        ":= b; owner := 0; } method T(o: Account, k: int) requires o != this modifies this, o ensures o != "
        "this ==> balance == old(balance) - k { balance := balance - k; o.balance := o.balance + k; } }",
        "weaker",
    ),
    Edit(
        "owner frame",
        "class Account { var balance: int var owner: int constructor (b: int) ensures balance == b { balance "
        ":= b; owner := 0; } method D(k: int) modifies `balance ensures balance == old(balance) + k { "
        "balance := balance + k; } }",
        "class Account { var balance: int var owner: int constructor (b: int) ensures balance == b { balance "
        ":= b; owner := 0; } method D(k: int) modifies this ensures balance == old(balance) + k { balance := "
        "balance + k; } }",
        "weaker",
    ),
    Edit(
        "owner frame pinned",
        "class Account { var balance: int var owner: int constructor (b: int) ensures balance == b { balance "
        ":= b; owner := 0; } method D(k: int) modifies `balance ensures balance == old(balance) + k { "
        "balance := balance + k; } }",
        "class Account { var balance: int var owner: int constructor (b: int) ensures balance == b { balance "
        ":= b; owner := 0; } method D(k: int) modifies this ensures balance == old(balance) + k && owner == "
        "old(owner) { balance := balance + k; } }",
        "equal",
    ),
    Edit(
        "queue valid dropped",
        "class Queue { var a: array<int> var n: nat ghost var Contents: seq<int> predicate Valid() reads "
        "this, a { n <= a.Length && Contents == a[..n] } constructor () ensures Valid() && Contents == [] { "
        "a := new int[4]; n := 0; Contents := []; } method Push(x: int) requires Valid() && n < a.Length "
        "modifies this, a ensures Valid() && Contents == old(Contents) + [x] { a[n] := x; n := n + 1; "
        "Contents := Contents + [x]; } }",
        "class Queue { var a: array<int> var n: nat ghost var Contents: seq<int> predicate Valid() reads "
        "this, a { n <= a.Length && Contents == a[..n] } constructor () ensures Valid() && Contents == [] { "
        "a := new int[4]; n := 0; Contents := []; } method Push(x: int) requires Valid() && n < a.Length "
        "modifies this, a ensures Contents == old(Contents) + [x] { a[n] := x; n := n + 1; Contents := "
        "Contents + [x]; } }",
        "weaker",
    ),
    Edit(
        "queue contents dropped",
        "class Queue { var a: array<int> var n: nat ghost var Contents: seq<int> predicate Valid() reads "
        "this, a { n <= a.Length && Contents == a[..n] } constructor () ensures Valid() && Contents == [] { "
        "a := new int[4]; n := 0; Contents := []; } method Push(x: int) requires Valid() && n < a.Length "
        "modifies this, a ensures Valid() && Contents == old(Contents) + [x] { a[n] := x; n := n + 1; "
        "Contents := Contents + [x]; } }",
        "class Queue { var a: array<int> var n: nat ghost var Contents: seq<int> predicate Valid() reads "
        "this, a { n <= a.Length && Contents == a[..n] } constructor () ensures Valid() && Contents == [] { "
        "a := new int[4]; n := 0; Contents := []; } method Push(x: int) requires Valid() && n < a.Length "
        "modifies this, a ensures Valid() && |Contents| == |old(Contents)| + 1 { a[n] := x; n := n + 1; "
        "Contents := Contents + [x]; } }",
        "weaker",
    ),
    Edit(
        "queue requires relaxed",
        "class Queue { var a: array<int> var n: nat ghost var Contents: seq<int> predicate Valid() reads "
        "this, a { n <= a.Length && Contents == a[..n] } constructor () ensures Valid() && Contents == [] { "
        "a := new int[4]; n := 0; Contents := []; } method Size() returns (r: nat) requires Valid() ensures "
        "r == n { r := n; } }",
        "class Queue { var a: array<int> var n: nat ghost var Contents: seq<int> predicate Valid() reads "
        "this, a { n <= a.Length && Contents == a[..n] } constructor () ensures Valid() && Contents == [] { "
        "a := new int[4]; n := 0; Contents := []; } method Size() returns (r: nat) ensures r == n { r := n; "
        "} }",
        "stronger",
    ),
    Edit(
        "queue same",
        "class Queue { var a: array<int> var n: nat ghost var Contents: seq<int> predicate Valid() reads "
        "this, a { n <= a.Length && Contents == a[..n] } constructor () ensures Valid() && Contents == [] { "
        "a := new int[4]; n := 0; Contents := []; } method Push(x: int) requires Valid() && n < a.Length "
        "modifies this, a ensures Valid() && Contents == old(Contents) + [x] { a[n] := x; n := n + 1; "
        "Contents := Contents + [x]; } }",
        "class Queue { var a: array<int> var n: nat ghost var Contents: seq<int> predicate Valid() reads "
        "this, a { n <= a.Length && Contents == a[..n] } constructor () ensures Valid() && Contents == [] { "
        "a := new int[4]; n := 0; Contents := []; } method Push(y: int) requires n < a.Length && Valid() "
        "modifies a, this ensures Contents == old(Contents) + [y] ensures Valid() { a[n] := y; n := n + 1; "
        "Contents := Contents + [y]; } }",
        "equal",
    ),
    Edit(
        "list fresh dropped",
        "class Node { var v: int var next: Node? constructor (x: int) ensures v == x && next == null { v := "
        "x; next := null; } } class List { var head: Node? ghost var Repr: set<object> ghost var s: seq<int> "
        "predicate Valid() reads this, Repr { this in Repr && (head != null ==> head in Repr) } constructor "
        "() ensures Valid() && fresh(Repr) && s == [] { head := null; Repr := {this}; s := []; } method "
        "Add(x: int) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && s == [x] + "
        "old(s) { var n := new Node(x); n.next := head; head := n; Repr := Repr + {n}; s := [x] + s; } }",
        "class Node { var v: int var next: Node? constructor (x: int) ensures v == x && next == null { v := "
        "x; next := null; } } class List { var head: Node? ghost var Repr: set<object> ghost var s: seq<int> "
        "predicate Valid() reads this, Repr { this in Repr && (head != null ==> head in Repr) } constructor "
        "() ensures Valid() && fresh(Repr) && s == [] { head := null; Repr := {this}; s := []; } method "
        "Add(x: int) requires Valid() modifies Repr ensures Valid() && s == [x] + old(s) { var n := new "
        "Node(x); n.next := head; head := n; Repr := Repr + {n}; s := [x] + s; } }",
        "weaker",
    ),
    Edit(
        "list s dropped",
        "class Node { var v: int var next: Node? constructor (x: int) ensures v == x && next == null { v := "
        "x; next := null; } } class List { var head: Node? ghost var Repr: set<object> ghost var s: seq<int> "
        "predicate Valid() reads this, Repr { this in Repr && (head != null ==> head in Repr) } constructor "
        "() ensures Valid() && fresh(Repr) && s == [] { head := null; Repr := {this}; s := []; } method "
        "Add(x: int) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && s == [x] + "
        "old(s) { var n := new Node(x); n.next := head; head := n; Repr := Repr + {n}; s := [x] + s; } }",
        "class Node { var v: int var next: Node? constructor (x: int) ensures v == x && next == null { v := "
        "x; next := null; } } class List { var head: Node? ghost var Repr: set<object> ghost var s: seq<int> "
        "predicate Valid() reads this, Repr { this in Repr && (head != null ==> head in Repr) } constructor "
        "() ensures Valid() && fresh(Repr) && s == [] { head := null; Repr := {this}; s := []; } method "
        "Add(x: int) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) { var n := "
        "new Node(x); n.next := head; head := n; Repr := Repr + {n}; s := [x] + s; } }",
        "weaker",
    ),
    Edit(
        "twostate",
        "class C { var x: int twostate predicate Inc() reads this { x > old(x) } method M() modifies this "
        "ensures Inc() { x := x + 1; } }",
        "class C { var x: int twostate predicate Inc() reads this { x >= old(x) } method M() modifies this "
        "ensures Inc() { x := x + 1; } }",
        "weaker",
    ),
    Edit(
        "unchanged array",
        "method S(a: array<int>, b: array<int>) requires a != b modifies a, b ensures unchanged(b) { }",
        "method S(a: array<int>, b: array<int>) requires a != b modifies a ensures true { }",
        "equal",
    ),
    Edit(
        "set of objects",
        "class C { var x: int } method Z(s: set<C>) modifies s ensures forall c :: c in s ==> c.x == 0 { }",
        "class C { var x: int } method Z(s: set<C>) modifies s ensures forall c :: c in s ==> c.x >= 0 { }",
        "weaker",
    ),
    Edit(
        "seq of objects",
        "class C { var x: int } method Z(s: seq<C>) requires |s| > 0 modifies s[0] ensures s[0].x == 1 { "
        "s[0].x := 1; }",
        "class C { var x: int } method Z(s: seq<C>) requires |s| > 0 modifies s ensures s[0].x == 1 { s[0].x := 1; }",
        "weaker",
    ),
    Edit(
        "generic class map",
        "class M<K(==),V> { var m: map<K,V> method Put(k: K, v: V) modifies this ensures m == old(m)[k := v] "
        "{ m := m[k := v]; } }",
        "class M<K(==),V> { var m: map<K,V> method Put(k: K, v: V) modifies this ensures k in m && m[k] == v "
        "&& forall j :: j in old(m) && j != k ==> j in m && m[j] == old(m)[j] { m := m[k := v]; } }",
        "weaker",
    ),
    Edit(
        "function post",
        "function F(n: int): int requires n > 0 ensures F(n) > 0 { n }",
        "function F(n: int): int ensures F(n) > 0 || n <= 0 { n }",
        "stronger",
    ),
    Edit(
        "result object field",
        "class C { var x: int constructor (k: int) ensures x == k { x := k; } } method Mk(k: int) returns "
        "(c: C) ensures fresh(c) && c.x == k { c := new C(k); }",
        "class C { var x: int constructor (k: int) ensures x == k { x := k; } } method Mk(k: int) returns "
        "(c: C) ensures fresh(c) && c.x >= k { c := new C(k); }",
        "weaker",
    ),
]

OBJECTS_OF_TRAITS = [
    Edit(
        "trait obj param",
        "trait T { var x: int } class A extends T { var y: int } method F(t: T) modifies t ensures t.x == 1 "
        "{ t.x := 1; }",
        "trait T { var x: int } class A extends T { var y: int } method F(t: T) modifies t`x ensures t.x == "
        "1 { t.x := 1; }",
        "stronger",
    ),
    Edit(
        "a second trait may change",
        "trait T { var x: int } method F(t: T, u: T) modifies t ensures t.x == 1",
        "trait T { var x: int } method F(t: T, u: T) modifies t, u ensures t.x == 1",
        "weaker",
    ),
]
"""Frames of objects whose classes may add fields."""

UNDECIDED = [
    Edit(
        "list frame this",
        "class Node { var v: int var next: Node? constructor (x: int) ensures v == x && next == null { v := "
        "x; next := null; } } class List { var head: Node? ghost var Repr: set<object> ghost var s: seq<int> "
        "predicate Valid() reads this, Repr { this in Repr && (head != null ==> head in Repr) } constructor "
        "() ensures Valid() && fresh(Repr) && s == [] { head := null; Repr := {this}; s := []; } method "
        "Clear() requires Valid() modifies this ensures Valid() && s == [] { head := null; s := []; } }",
        "class Node { var v: int var next: Node? constructor (x: int) ensures v == x && next == null { v := "
        "x; next := null; } } class List { var head: Node? ghost var Repr: set<object> ghost var s: seq<int> "
        "predicate Valid() reads this, Repr { this in Repr && (head != null ==> head in Repr) } constructor "
        "() ensures Valid() && fresh(Repr) && s == [] { head := null; Repr := {this}; s := []; } method "
        "Clear() requires Valid() modifies Repr ensures Valid() && s == [] { head := null; s := []; } }",
        "weaker",
    ),
    _edit(
        "a trait keeps what its function says",
        "var w: int function Area(): int reads this",
        "method Get() returns (r: int) ensures r == Area()",
        "method Get() returns (r: int) ensures r >= Area()",
        "weaker",
        "trait Shape",
    ),
]
"""Edits that are not decided: of a function that classes define nothing is evaluated. They are never equal."""

EDITS = [*FRAMES, *OBJECTS_OF_TRAITS, *INVARIANTS, *GENERIC, *MATRICES, *TRAITS, *CONSTRUCTORS, *TYPES, *WITH_BODIES]
