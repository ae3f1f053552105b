"""Random Dafny expressions, as text, over the names of a small program.

A template has holes, `{type}`, or `{type; x: type}` for one in which more names are known. `$1` and `$2` are names of
bound variables, which may hide others.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations

from attrs import field, frozen
from hypothesis import strategies as st

PROGRAM = """
datatype Tree = Leaf | Node(left: Tree, value: int, right: Tree)
datatype Option<T> = None | Some(value: T)
datatype Shape = Point(at: int) | Line(at: int, to: int) | Circle(at: int, to: int) | Odd(int) | Empty
newtype Byte = x: int | 0 <= x < 256
type Even = x: int | x % 2 == 0
const LIMIT := 10
function Size(t: Tree): nat { match t case Leaf => 0 case Node(l, _, r) => Size(l) + 1 + Size(r) }
function Depth(o: Option<Tree>): int { match o { case Some(t) => 1 + Size(t) case None => 0 } }
function First<T>(o: Option<T>, t: T): T { if o.Some? then o.value else t }
predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
predicate Full(a: array<int>, n: int) reads a { a.Length == n }
class Cell {
  var count: int
  var title: string
  var items: array<int>
  var next: Cell?
  ghost var Repr: set<object>
  const size: nat
  const step := 3
  predicate Valid() reads this { count >= 0 && |title| > 0 }
  function Room(k: int): int reads this { size - count + k }
  function Far(): int reads * { if next == null then count else next.Far() + next.count }
  twostate predicate Kept() reads this { old(title) == title && unchanged(this`Repr) && size >= 0 && !fresh(Repr) }
  method Change(n: int, k: nat, r: real, c: char, w: string, s: seq<int>, u: set<int>, b: multiset<int>,
    m: map<int, bool>, p: (int, bool), v: bv8, t: Tree, o: Option<int>, f: int -> int, e: Even,
    g: Option<Tree>, h: set<bool>, j: Shape, a: array<int>, d: array?<int>, z: array2<int>, other: Cell)
    returns (q: bool, y: seq<int>)
    modifies this, a, z, other`count
    ensures true /* of Change */
  constructor (n: int, w: string, other: Cell)
    ensures true /* of the constructor */
}
"""
NAMES = {
    "n": "int",
    "k": "int",
    "r": "real",
    "c": "char",
    "w": "string",
    "s": "seq<int>",
    "u": "set<int>",
    "b": "multiset<int>",
    "m": "map<int, bool>",
    "p": "(int, bool)",
    "v": "bv8",
    "t": "Tree",
    "o": "Option<int>",
    "f": "int -> int",
    "e": "int",
    "g": "Option<Tree>",
    "h": "set<bool>",
    "j": "Shape",
    "q": "bool",
    "y": "seq<int>",
    "count": "int",
    "title": "string",
    "size": "int",
}
"""Plain names in the scope of `Change`."""
NEW_NAMES = {"n": "int", "w": "string", "count": "int", "title": "string", "size": "int"}
BINDERS = ("x", "i", "n", "s", "count", "t", "l'", "old_")
_SHARED = (
    "(if {bool} then $T else $T)  (assert {bool}; $T)  (var $1 := $T; {=; $1: =})  "
    "(match {Option<int>} case None => $T case Some($1) => {=; $1: int})  (var $1: = := $T; {=; $1: =})  "
    "(match {(int, bool)} case (0, true) => $T case ($1, $2) => {=; $1: int; $2: bool})  ($T)"
)
_TEMPLATES = {
    "bool": r"""
        true  false  !{bool}  ({bool} && {bool})  ({bool} || {bool} || {bool})  ({bool} ==> {bool})
        ({bool} <== {bool})  ({bool} <==> {bool})  ({int} < {int} <= {int})  ({int} != {int})  ({real} >= {real})
        ({char} < {char})  ({int} > {int} == {int})  ({seq<int>} == {seq<int>})  ({seq<int>} <= {seq<int>})
        ({seq<int>} < {seq<int>})  ({int} in {seq<int>})  ({int} !in {set<int>})  ({int} in {multiset<int>})
        ({int} in {map<int, bool>})  ({set<int>} <= {set<int>})  ({set<int>} > {set<int>})  ({set<int>} !! {set<int>})
        ({char} in {string})  ({multiset<int>} < {multiset<int>})  ({multiset<int>} !! {multiset<int>})
        ({set<int>} !! {set<int>} !! {set<int>})
        ({bv8} <= {bv8})  ({bv8} > {bv8})  ({Tree} == {Tree})  {Tree}.Node?  ({Option<int>} != {Option<int>})
        {Option<int>}.None?  ({string} == {string})  {map<int, bool>}[{int}]  ({map<int, bool>} == {map<int, bool>})
        {(int, bool)}.1  ({(int, bool)} == {(int, bool)})  Sorted({seq<int>})  ({int} is Even)
        (forall $1: int :: {bool; $1: int})  (exists $1: int, $2: Tree :: {bool; $1: int; $2: Tree})
        (forall $1: Even | {bool; $1: int} :: {bool; $1: int})
        (forall $1: Tree, $2: seq<int> :: {bool; $1: Tree; $2: seq<int>})
        (exists $1 <- {seq<int>}, $2: int | $1 < $2 :: {bool; $1: int; $2: int})
        (var $1 :| $1 in {set<int>}; {bool; $1: int})  (forall $1 :: 0 <= $1 < {int} ==> {bool; $1: int})
        (exists $1: string :: {bool; $1: string})  ([] == {seq<int>})  ({Option<int>} == None)  ({Tree} == Leaf)
        ({string} == "")  ([{bool}] == [])  (if $1 :| $1 > {int} then {bool; $1: int} else {bool})
        ({set<bool>} == {set<bool>})  ({bool} == {bool} == {bool})
        (match {int} { case 0 | 1 => {bool} case $1 => {bool; $1: int} })  ({Option<Tree>} == {Option<Tree>})
        (forall $1: int -> int :: {bool; $1: int -> int})  (forall $1: int {:trigger Size(Leaf)} :: $1 > {int; $1: int})
        (match {Tree} case Node(Leaf, $1, _) => {bool; $1: int} case Node(_, _, $2) => {bool; $2: Tree} case _ => false)
        ({Shape} == {Shape})  {Shape}.Line?  (match {Shape} case Line($1, 0) => {bool; $1: int} case _ => {bool})
    """,
    "int": r"""
        0  1  -1  7  0x1F  1_000  LIMIT  -{int}  ({int} + {int})  ({int} - {int})  ({int} * {int})  ({int} / {int})
        ({int} % {int})  ({int} - ({int} + {int}))  ({int} * ({int} / {int}))  -(-{int})  ({int} as real).Floor
        {real}.Floor  ({real} as int)  ({char} as int)  ({bv8} as int)  ({int} as Byte as int)  ({int} as Even)
        |{seq<int>}|  |{set<int>}|  |{string}|  |{multiset<int>}|  |{map<int, bool>}|  {seq<int>}[{int}]
        {multiset<int>}[{int}]  {Tree}.value  {Option<int>}.value  {(int, bool)}.0  Size({Tree})  {int -> int}({int})
        (($1 => {int; $1: int})({int}))  ((($1: int, $2) => {int; $1: int; $2: int})({int}, {int}))
        (var $1, $2 := {int}, {Tree}; {int; $1: int; $2: Tree})
        (var ($1, $2) := {(int, bool)}; {int; $1: int; $2: bool})
        (match {Tree} case Leaf => {int} case Node(l, $1, t) => {int; l: Tree; $1: int; t: Tree})
        Depth({Option<Tree>})  (match {Option<int>} { case Some(n) => {int} case None => {int} })
        {Shape}.at  {Shape}.to  (var Line($1, $2) := {Shape}; {int; $1: int; $2: int})
        (match {Shape} case Point($1) => {int; $1: int} case Odd($2) => {int; $2: int} case _ => {int})
        (var Some($1) := {Option<int>}; {int; $1: int})  (var $1: nat :| {bool; $1: int}; {int; $1: int})
        {Option<Tree>}.value.value  First({Option<int>}, {int})  (match {bv8} case 0 => {int} case _ => {int})
        (var $1: seq<int> := []; {int; $1: seq<int>})
        (match {string} case "" => {int} case "a\n" => {int} case _ => {int})
    """,
    "real": "0.0  1.5  -{real}  ({real} + {real})  ({real} - ({real} * {real}))  ({real} / {real})  ({int} as real)",
    "char": r"""
        'a'  '\n'  '\''  '"'  '\\'  '\u0041'  '\U{1F600}'  ({int} as char)  {string}[{int}]  ({char} + {char})
    """,
    "string": r"""
        ""  "a"  "\n\t\"'\0"  @"C:\""q"  ({string} + {string})  {string}[{int}..{int}]
        {string}[..{int}]  [{char}, {char}]  {string}[{int} := {char}]
    """,
    "seq<int>": """
        []  [{int}]  [1, 2]  [{int}, {int}]  ({seq<int>} + {seq<int>})  {seq<int>}[{int}..]  {seq<int>}[..{int}]
        {seq<int>}[..]  {seq<int>}[{int}..{int}]  {seq<int>}[{int} := {int}]  {seq<int>}[{int} := {int}, {int} := 2]
        seq({int}, {int -> int})  seq({int}, $1 => {int; $1: int})
    """,
    "set<int>": """
        {}  {{int}}  {{int}, {int}}  ({set<int>} + {set<int>})  ({set<int>} * {set<int>})  ({set<int>} - {set<int>})
        {map<int, bool>}.Keys  (set $1 | $1 in {set<int>} && {bool; $1: int})
        (set $1 <- {set<int>} :: $1 + {int; $1: int})
        (set $1: Tree, $2: int | {bool; $1: Tree; $2: int} :: {int; $1: Tree; $2: int})  iset{{int}}
        (iset $1 | 0 <= $1 < {int} && {bool; $1: int})
    """,
    "set<bool>": "{}  {{bool}}  {map<int, bool>}.Values  (set $1: int | $1 in {set<int>} :: {bool; $1: int})",
    "multiset<int>": """
        multiset{}  multiset{{int}, {int}}  multiset({seq<int>})  multiset({set<int>})
        ({multiset<int>} + {multiset<int>})  ({multiset<int>} * {multiset<int>})  ({multiset<int>} - {multiset<int>})
        {multiset<int>}[{int} := {int}]
    """,
    "map<int, bool>": """
        map[]  map[{int} := {bool}]  map[1 := true, 2 := {bool}]  ({map<int, bool>} + {map<int, bool>})
        imap[1 := {bool}]  ({map<int, bool>} - {set<int>})  {map<int, bool>}[{int} := {bool}]
        (map $1 | $1 in {set<int>} && {bool; $1: int} :: {bool; $1: int})
        (map $1 | $1 in {seq<int>} :: $1 + {int; $1: int} := {bool; $1: int})
        (map $1: int, $2: Tree | {bool; $1: int; $2: Tree} :: {int; $1: int; $2: Tree} := {bool; $1: int})
    """,
    "(int, bool)": "({int}, {bool})  (0, true)",
    "bv8": """
        0  255  ({int} as bv8)  ({bv8} + {bv8})  ({bv8} & ({bv8} | {bv8}))  ({bv8} ^ {bv8})  !{bv8}  -{bv8}
        ({bv8} << {int})  ({bv8} >> {bv8})  ({bv8} % {bv8})
        {bv8}.RotateLeft({int})  {bv8}.RotateRight({int})
    """,
    "Tree": """
        Leaf  Tree.Leaf  Node({Tree}, {int}, {Tree})  Node(Leaf, 1, Leaf)  {Tree}.left  {Tree}.(value := {int})
        {Tree}.(left := Leaf, value := {int})  Node(right := {Tree}, value := {int}, left := {Tree})
        (match {Tree} case Node($1, _, _) => {Tree; $1: Tree} case _ => {Tree})  {Option<Tree>}.value
    """,
    "Shape": """
        Empty  Point({int})  Line(to := {int}, at := {int})  Circle({int}, 1)  Shape.Odd({int})
        {Shape}.(at := {int})  {Shape}.(at := {int}, to := {int})
    """,
    "Option<int>": "None  Some({int})  Option<int>.None  Option.Some({int})  {Option<int>}.(value := {int})",
    "Option<Tree>": "None  Some({Tree})",
    "int -> int": "(x => x)  ($1 => {int; $1: int})  (($1: int) => {int; $1: int})",
}
_STATE = {
    "bool": """
        Valid()  old(Valid())  other.Valid()  (this == other)  (next == null)  (other in Repr)  (this !in old(Repr))
        (a == d)  (d != null)  Full(a, {int})  old(Full(a, {int}))  unchanged(a)  (next != other)  (old(next) == next)
        Repr == {this}  (null !in Repr)  unchanged(a, other`count)  unchanged(other`title, `count)
        fresh(Repr - old(Repr))  fresh(next)  old(allocated(next))  !fresh(other)  allocated(t)  Kept()  other.Kept()
        next.Valid()  old(next.Valid())  (next.next == other)  (old(next.next) == next)
        (forall x <- [this, next] :: x.count > {int})  (var c' := next; old(c'.count) == c'.count)
    """,
    "int": """
        step  this.step  other.step  a.Length  a[{int}]  old(a[{int}])  old(a)[{int}]  d[{int}]  z.Length0
        z[{int}, {int}]  old(z[{int}, {int}])  items.Length  items[{int}]  old(items[{int}])  this.count  other.count
        old(other.count)  this.size  other.size  Room({int})  old(Room({int}))  other.Room({int})  this.Room({int})
        next.count  old(next.count)  old(next).count  other.next.size  Far()  old(Far())  other.Far()  next.Far()
        next.next.Room({int})  a[next.count]  old(a[next.count])  old(a[..])[next.count]
    """,
    "string": "old(title)  other.title",
    "seq<int>": "a[..]  a[{int}..]  old(a[..])  old(a[..{int}])  d[..]  items[..]  old(items[..])  old(items[{int}..])",
}
_NEW = {
    "bool": """
        fresh(this)  fresh(Repr)  fresh(Repr - {this, other})  Valid()  (this == other)  (next == null)  this in Repr
        (other !in Repr)  other.Valid()  next.Valid()  (next.next == this)
    """,
    "int": "step  this.count  other.count  this.size  Room({int})  items[{int}]  items.Length  next.count  Far()",
    "string": "other.title",
    "seq<int>": "items[..]  other.items[..]",
}
TYPES = tuple(_TEMPLATES)
_HOLE = re.compile(rf"\{{({'|'.join(map(re.escape, TYPES))})((?:; [\w'$]+: [^;{{}}]+)*)\}}")


def _templates(state: Mapping[str, str], shared: str) -> dict[str, list[str]]:
    """Type → its templates. They are separated by lines or several spaces."""
    found = {}
    for kind in TYPES:
        common = shared.replace("$T", f"{{{kind}}}").replace("=;", f"{kind};").replace(": =", f": {kind}")
        texts = f"{_TEMPLATES[kind]}  {state.get(kind, '')}  {common}"
        found[kind] = [text for text in re.split(r"\s\s+|\n", texts) if text]
    return found


@frozen(slots=True)
class Place:
    """Where a clause stands: the method, what stands there in `PROGRAM`, the templates by type, the names in scope."""

    method: str
    mark: str
    templates: Mapping[str, list[str]] = field(repr=False)
    names: Mapping[str, str] = field(repr=False)

    def program(self, clauses: Sequence[str]) -> str:
        """The program with these postconditions at the place."""
        return PROGRAM.replace(self.mark, "\n    ensures ".join(clauses))


_PAIRS = tuple(permutations(BINDERS, 2))
IN_METHOD = Place("Cell.Change", "true /* of Change */", _templates(_STATE, f"{_SHARED}  old($T)"), NAMES)
IN_CONSTRUCTOR = Place("Cell.constructor", "true /* of the constructor */", _templates(_NEW, _SHARED), NEW_NAMES)


@st.composite
def expressions(draw: st.DrawFn, place: Place, kind: str = "bool", depth: int = 3) -> str:
    """An expression of a type at a place."""
    return _filled(draw, place, place.names, kind, depth)


def _filled(draw: st.DrawFn, place: Place, names: Mapping[str, str], kind: str, depth: int) -> str:
    known = [name for name, found in names.items() if found == kind]
    usable = [text for text in place.templates[kind] if depth or not _HOLE.search(text)]
    template = draw(st.sampled_from([*usable, *known]))
    return filled(
        template,
        draw(st.sampled_from(_PAIRS)) if "$" in template else ("", ""),
        lambda inner, added: _filled(draw, place, {**names, **added}, inner, depth - 1),
    )


def filled(template: str, binders: Sequence[str], fill: Callable[[str, Mapping[str, str]], str]) -> str:
    """The template with `fill(type, more names)` in each hole."""

    def hole(match: re.Match[str]) -> str:
        return fill(match[1], dict(part.split(": ") for part in match[2].split("; ")[1:]))

    return _HOLE.sub(hole, template.replace("$1", binders[0]).replace("$2", binders[1]))
