"""Objects whose fields others than their methods assign, what the types of fields promise, and arrays that objects
without a name hold."""

from collections.abc import Callable

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.frontends.dafny import DAFNY

Verdicts = Callable[[str], dict[str, str]]


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> Verdicts:
    """Verdicts on the methods of a file, by their names, on one test that is made; each file is scored once."""
    folder = tmp_path_factory.mktemp("files")
    known: dict[str, dict[str, str]] = {}

    def of(text: str) -> dict[str, str]:
        if text not in known:
            path = folder / f"{len(known)}.dfy"
            path.write_text(text)
            found = score_file(path, DAFNY, engines_of, Scoring(made=1, mutants=1, mutate="outputs")).methods
            known[text] = {each.method.rpartition(".")[2]: each.assessed.verdict for each in found}
        return known[text]

    return of


ASSIGNED = """class Node { var data: int var next: Node? }
class Cell { var arr: array<int> }
class Box { var cell: Cell var cells: seq<Cell> }
class Pair<T> { var one: T var other: Pair?<T> }
class Made { var next: Made? constructor () ensures next == null { next := null; } }
class Grid { var cells: array2<int> }
class Filled<T> { var arr: array<T> method Fill(x: T) requires arr.Length > 0 modifies arr { arr[0] := x; } }
class Twice { var one: array<int> var other: array<int> }
class Small { var n: nat var s: seq<nat> var next: Small? }
method Second(n: Node) returns (x: int) requires n.next != null ensures x == n.next.data { x := n.next.data; }
method Third(n: Node) returns (x: int)
  requires n.next != null && n.next.next != null && n.next.next.data > n.data
  ensures x == n.next.next.data { x := n.next.next.data; }
method OfCell(b: Box) returns (x: int) requires b.cell.arr.Length > 1 && b.cell.arr[1] == 7
  ensures x == b.cell.arr[0] { x := b.cell.arr[0]; }
method OfCells(b: Box) returns (x: int) requires |b.cells| > 1 && b.cells[1].arr.Length > 0
  ensures x == b.cells[1].arr[0] { x := b.cells[1].arr[0]; }
method OfPair(p: Pair<bool>) returns (x: bool) requires p.other != null && p.other.one ensures x == p.one
{ x := p.one; }
// It has a constructor, and no method that gives it another one.
method OfMade(n: Made) returns (m: Made) requires n.next != null && n.next.next == null ensures m == n.next
{ m := n.next; }
method OfGrid(g: Grid) returns (r: int) requires g.cells.Length0 == 1 && g.cells.Length1 == 2 modifies g.cells
  ensures r == old(g.cells[0, 0]) && g.cells[0, 0] == 5 && g.cells[0, 1] == old(g.cells[0, 1])
{ r := g.cells[0, 0]; g.cells[0, 0] := 5; }
method OfFilled(f: Filled<int>) returns (r: int) requires f.arr.Length > 0 ensures r == f.arr[0] + 1
{ r := f.arr[0] + 1; }
method OfTwice(t: Twice) returns (r: int) requires t.one == t.other && t.one.Length > 0 ensures r == t.other[0]
{ r := t.one[0]; }
method OfSmall(d: Small) returns (r: nat) requires d.next != null && |d.next.s| > 0
  ensures r == d.next.n + d.next.s[0] { r := d.next.n + d.next.s[0]; }
"""


@pytest.mark.parametrize(
    "method",
    ["Second", "Third", "OfCell", "OfCells", "OfPair", "OfMade", "OfGrid", "OfFilled", "OfTwice", "OfSmall"],
)
def test_fields_are_assigned_where_no_method_leads_to_what_is_required(verdicts: Verdicts, method: str) -> None:
    assert verdicts(ASSIGNED)[method] == "strong"


INSIDE = """class Cell { var n: nat }
class Box {
  var cells: map<int, Cell>
  method OfField(k: int) returns (r: nat) requires k in cells ensures r == cells[k].n { r := cells[k].n; }
}
datatype Entry = Entry(key: int, cell: Cell)
method OfEntry(s: seq<Entry>) returns (r: nat) requires |s| > 0 ensures r == s[0].cell.n { r := s[0].cell.n; }
method OfMap(m: map<int, Cell>, k: int) returns (r: nat) requires k in m ensures r == m[k].n { r := m[k].n; }
class Holder { var cells: array<Cell> }
class Top {
  var holder: Holder
  method OfHolder() returns (r: nat) requires holder.cells.Length > 0 ensures r == holder.cells[0].n
  { r := holder.cells[0].n; }
  method OfEmpty() returns (r: int) ensures r == holder.cells.Length { r := holder.cells.Length; }
}
method OfTuple(p: (Cell, int)) returns (r: int) ensures r == p.0.n + p.1 { r := p.0.n + p.1; }
"""


@pytest.mark.parametrize("method", ["OfField", "OfEntry", "OfMap", "OfTuple", "OfHolder", "OfEmpty"])
def test_objects_inside_other_values_are_objects_that_there_are(verdicts: Verdicts, method: str) -> None:
    """Of null the bodies of OfEntry and OfHolder failed, though no Cell and no element of `array<Cell>` is. A field
    whose type has no null always has a value: of OfEmpty each input was unknown that left one out."""
    assert verdicts(INSIDE)[method] == "strong"


FRAMES = """class Node {
  var v: int
  var next: Node?
  ghost var Repr: set<Node>
  ghost predicate Valid() reads this, Repr
  { this in Repr && (next != null ==> next in Repr && next.Repr <= Repr && this !in next.Repr && next.Valid()) }
  function Elems(): seq<int> requires Valid() reads this, Repr
  { if next == null then [v] else [v] + next.Elems() }
}
method First(n: Node) returns (x: int) requires n.Valid() ensures x == n.Elems()[0] { x := n.v; }
method Some(n: Node) returns (x: int) requires n.Valid() ensures x in n.Elems() { x := n.v; }
"""


@pytest.mark.parametrize(("method", "verdict"), [("First", "strong"), ("Some", "weak")])
def test_ghost_sets_of_objects_are_what_their_objects_consist_of(verdicts: Verdicts, method: str, verdict: str) -> None:
    """Some is weak on lists of two nodes only, which no random Repr allows."""
    assert verdicts(FRAMES)[method] == verdict


CONSTANTS = """class Room { const number: nat constructor (n: nat) ensures number == n { number := n; }
  method Twin() returns (r: Room) ensures fresh(r) && r.number == number { r := new Room(number); } }
class Hotel {
  var rooms: seq<Room>
  method Add(n: nat) modifies this
    ensures |rooms| > 0 && rooms == old(rooms) + [rooms[|rooms|-1]] && fresh(rooms[|rooms|-1])
    ensures rooms[|rooms|-1].number == n
  { var r := new Room(n); rooms := rooms + [r]; }
  method AtLeast(n: nat) modifies this
    ensures |rooms| > 0 && rooms == old(rooms) + [rooms[|rooms|-1]] && fresh(rooms[|rooms|-1])
    ensures rooms[|rooms|-1].number >= n
  { var r := new Room(n); rooms := rooms + [r]; }
}
"""


@pytest.mark.parametrize(("method", "verdict"), [("Twin", "strong"), ("Add", "strong"), ("AtLeast", "weak")])
def test_constants_of_new_objects_are_known_after_the_call(verdicts: Verdicts, method: str, verdict: str) -> None:
    assert verdicts(CONSTANTS)[method] == verdict


TABLES = """class Table {
  var rows: array<array<int>>
  ghost predicate Valid() reads this, rows { forall i :: 0 <= i < rows.Length ==> rows[i].Length == 2 }
  method Put(i: nat, v: int) requires Valid() && i < rows.Length modifies rows[i]
    ensures Valid() && rows[i][0] == v && rows[i][1] == old(rows[i][1]) { rows[i][0] := v; }
  method PutOnly(i: nat, v: int) requires Valid() && i < rows.Length modifies rows[i]
    ensures rows[i][0] == v { rows[i][0] := v; }
}
"""


@pytest.mark.parametrize(("method", "verdict"), [("Put", "strong"), ("PutOnly", "weak")])
def test_arrays_change_inside_an_array_that_a_field_holds(verdicts: Verdicts, method: str, verdict: str) -> None:
    """The array of the field does not change, and what it holds has the elements of before nowhere else."""
    assert verdicts(TABLES)[method] == verdict


NATURALS = """class C {
  var a: array<nat>
  var next: C?
  ghost predicate Valid() reads this { a.Length > 0 }
  method First() returns (r: nat) requires Valid() ensures r == a[0] { r := a[0]; }
  method Guarded() returns (r: int) requires Valid() ensures r == a[0] + 1
  { r := if a[0] < 0 then 0 else a[0] + 1; }
  method OfNext() returns (r: nat) requires next != null && next.Valid() ensures r == next.a[0] { r := next.a[0]; }
}"""


@pytest.mark.parametrize("method", ["First", "Guarded", "OfNext"])
def test_the_elements_of_an_array_that_a_field_holds_are_of_their_type(verdicts: Verdicts, method: str) -> None:
    assert verdicts(NATURALS)[method] == "strong"


CHUNKS = """class Chunk {
  var keys: array<int>
  var next: Chunk?
  ghost var Repr: set<object>
  ghost predicate Valid() reads this, Repr {
    this in Repr && keys in Repr && keys.Length == 2 && (next != null ==>
    next in Repr && next.Repr <= Repr && this !in next.Repr && keys !in next.Repr && next.Valid()) }
  function Sum(): int requires Valid() reads this, Repr { keys[0] + keys[1] + if next == null then 0 else next.Sum() }
  constructor (a: int, b: int) ensures Valid() && fresh(Repr) && keys[0] == a && keys[1] == b && next == null
  { keys := new int[2]; next := null; new; keys[0] := a; keys[1] := b; Repr := {this, keys}; }
  constructor Cons(a: int, n: Chunk) requires n.Valid() ensures Valid() && fresh(Repr - n.Repr) && next == n
  { keys := new int[2](i => a); next := n; Repr := {this, keys} + n.Repr; }
  method Get() returns (r: int) requires Valid() && next != null ensures r == next.keys[0] { r := next.keys[0]; }
  method Total() returns (r: int) requires Valid() ensures r == Sum() decreases Repr
  { r := keys[0] + keys[1]; if next != null { var t := next.Total(); r := r + t; } }
  method Set(x: int) requires Valid() modifies keys ensures Valid() && keys[0] == x && keys[1] == old(keys[1])
  { keys[0] := x; }
  method SetNext(x: int) requires Valid() && next != null modifies next.keys
    ensures Valid() && next.keys[0] == x && next.keys[1] == old(next.keys[1]) { next.keys[0] := x; }
  method AtLeast(x: int) requires Valid() modifies keys ensures Valid() && Sum() >= old(Sum()) + x
  { keys[0] := keys[0] + x; }
  method Renew(x: int) requires Valid() modifies this
    ensures Valid() && fresh(keys) && keys[0] == x && keys[1] == old(keys[1]) && next == old(next)
  { var k := new int[2]; k[0] := x; k[1] := keys[1]; Repr := Repr - {keys} + {k}; keys := k; }
}"""


@pytest.mark.parametrize(
    ("method", "verdict"),
    [
        ("constructor", "strong up to choice"),
        ("Cons", "weak"),  # of the keys nothing is said
        ("Get", "strong"),
        ("Total", "strong"),
        ("Set", "strong"),
        ("SetNext", "strong"),
        ("AtLeast", "weak"),
        ("Renew", "strong up to choice"),  # which array it holds afterwards is a choice; what is in it is none
    ],
)
def test_functions_read_arrays_of_objects_without_a_name(verdicts: Verdicts, method: str, verdict: str) -> None:
    assert verdicts(CHUNKS)[method] == verdict


KINDS = """class K {
  var keys: array<int>
  ghost var Repr: set<object>
  ghost predicate Valid() reads this, Repr { this in Repr && keys in Repr && keys.Length == 1 }
  constructor Made(a: int) ensures Valid() && fresh(Repr) && keys[0] == a
  { keys := new int[1]; new; keys[0] := a; Repr := {this, keys}; }
}
method Make(a: int) returns (c: K) ensures c.Valid() && fresh(c) && c.keys[0] == a { c := new K.Made(a); }
"""


@pytest.mark.parametrize("method", ["Made", "Make"])
def test_no_other_output_has_an_object_in_the_place_of_an_array(verdicts: Verdicts, method: str) -> None:
    """`this.keys` is no K, and no K is an array, though all references have one sort."""
    assert verdicts(KINDS)[method] == "strong up to choice"
