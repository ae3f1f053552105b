"""Invented tests of objects, with what they show when they are run."""

from random import Random

from attrs import frozen

CLASS = """
class C {{
  var n: int
  var m: int
  var next: C?
  var a: array<int>
  const k: int
  constructor (v: int, c: C?) {constructor} {{ n := v; m := v + 1; next := c; a := new int[2]; k := v; }}
  method Inc() modifies this {inc} {{ n := n + 1; m := m + k; }}
  method SetM(v: int) modifies this`m {set_m} {{ m := v; }}
  method SetNext(v: int) modifies next {set_next} {{ if next != null {{ next.n := v; next.m := v + 1; }} }}
  method Fill(v: int) modifies a {fill} {{ a[0] := v; a[1] := v + n; }}
  method Take(o: C) modifies this, o {take} {{ var t := n; n := o.n; o.n := t; o.m := t + 1; }}
  method Link(o: C?) modifies this {link} {{ next := o; m := n; }}
  method Renew(v: int) modifies this {renew} {{ a := new int[2]; a[0] := v; n := n + 2; }}
  method Get() returns (r: int) {get} {{ r := n + m; }}
  method Peek() returns (r: int) {peek} {{ if next == null {{ r := 0; }} else {{ r := next.n; }} }}
  method First() returns (r: int) {first} {{ r := a[0]; }}
  method Make() returns (c: C) {make} {{ c := new C(n, this); }}
  method Pick(o: C) returns (c: C) {pick} {{ if n < o.n {{ c := o; }} else {{ c := this; }} }}
  method Array() returns (r: array<int>) {array} {{ r := a; }}
  method Copy() returns (r: array<int>) {copy} {{ r := new int[2]; r[0] := a[0]; r[1] := a[1]; }}
}}
method Negate(a: array<int>) modifies a {negate} {{ a[0] := -a[0]; a[1] := -a[1]; }}
method Both(x: C, y: C) modifies x, y.a {both} {{ x.m := y.n; y.a[0] := x.m; }}
"""

CLAUSES = {
    "constructor": ("n == v", "m == v + 1", "next == c", "k == v", "fresh(a) && a.Length == 2"),
    "inc": ("n == old(n) + 1", "m == old(m) + k", "next == old(next)", "a == old(a)"),
    "set_m": ("m == v",),
    "set_next": ("next != null ==> next.n == v", "next != null ==> next.m == v + 1"),
    "fill": ("a.Length > 1 ==> a[0] == v", "a.Length > 1 ==> a[1] == v + n"),
    "take": ("n == old(o.n)", "o != this ==> o.n == old(n)", "o.m == old(n) + 1", "next == old(next)"),
    "link": ("next == o", "m == n", "n == old(n)"),
    "renew": ("a.Length == 2 && a[0] == v", "n == old(n) + 2", "m == old(m)"),
    "get": ("r == n + m",),
    "peek": ("next != null ==> r == next.n", "next == null ==> r == 0"),
    "first": ("a.Length > 0 ==> r == a[0]",),
    "pick": ("c == this || c == o", "c.n >= n && c.n >= o.n"),
    "array": ("r == a",),
    "copy": ("fresh(r)", "r.Length == a.Length", "a.Length == 2 ==> r[..] == a[..]"),
    "negate": ("a.Length == 2 ==> a[0] == -old(a[0])", "a.Length == 2 ==> a[1] == -old(a[1])"),
    "make": ("fresh(c)", "c.n == n", "c.next == this"),
    "both": ("x.m == y.n", "y.a.Length > 0 ==> y.a[0] == x.m"),
}
"""True of the bodies: some of them are the specification of a method."""


FIELDS = ("n", "m", "k", "a[0]", "a[1]")


@frozen(slots=True)
class Step:
    """A statement of a test. `given`: `this`, parameter or result of the call in it → the variable that is it. `told`:
    what may be said after it."""

    text: str
    given: dict[str, str]
    told: tuple[str, ...]


@frozen(slots=True)
class InventedTest:
    """The declarations of a test, and its statements."""

    declarations: str
    steps: tuple[Step, ...]

    def printing(self) -> str:
        """The test as a program that prints all that may be said, each on a line of its own."""
        parts = (step.text + "".join(f' print {term}, "\\n";' for term in step.told) for step in self.steps)
        return f"{self.declarations}method Main() {{ {' '.join(parts)} }}"

    def asserting(self, seen: list[dict[str, str]], random: Random) -> str:
        """The test, a line a statement, with assertions about some of what was `seen` after each of them."""
        lines = list[str]()
        for step, values in zip(self.steps, seen, strict=True):
            lines.append(step.text)
            lines += (f"assert {term} == {value};" for term, value in values.items() if random.random() < 0.3)
        return f"{self.declarations}method Test() {{\n" + "\n".join(lines) + "\n}"


def invented(random: Random) -> InventedTest:
    """A test of a few objects, some of them under several names."""
    chosen = {
        name: " ".join(f"ensures {each}" for each in clauses if random.random() < 0.7)
        for name, clauses in CLAUSES.items()
    }
    names, arrays, more = ["c"], list[str](), list[str]()
    steps = list[Step]()

    def add(text: str, **given: str) -> None:
        told = tuple(f"{name}.{each}" for name in names for each in FIELDS)
        steps.append(Step(text, given, (*told, *more)))

    add("var c := new C(3, null);", this="c")
    for number in range(random.randint(3, 8)):
        one, other, value = random.choice(names), random.choice(names), random.randint(-3, 9)
        match random.choice(
            (
                "Inc",
                "SetM",
                "SetNext",
                "Fill",
                "Take",
                "Link",
                "Renew",
                "Get",
                "Peek",
                "First",
                "Make",
                "new",
                "alias",
                "Both",
                "assign",
                "loop",
                "held",
                "Pick",
                "Array",
                "Copy",
                "Negate",
                "element",
            )
        ):
            case "Inc":
                add(f"{one}.Inc();", this=one)
            case "SetM" | "SetNext" | "Fill" | "Renew" as call:
                add(f"{one}.{call}({value});", this=one)
            case "Take" | "Link" as call:
                add(f"{one}.{call}({other});", this=one, o=other)
            case "Get" | "Peek" | "First" as call:
                more.append(f"r{number}")
                add(f"var r{number} := {one}.{call}();", this=one, r=f"r{number}")
            case "Make":
                names.append(f"c{number}")
                add(f"var c{number} := {one}.Make();", this=one, c=f"c{number}")
            case "new":
                names.append(f"c{number}")
                add(f"var c{number} := new C({value}, {one});", this=f"c{number}", c=one)
            case "alias":
                names.append(f"c{number}")
                add(f"var c{number} := {one};")
            case "Both":
                add(f"Both({one}, {other});", x=one, y=other)
            case "assign":
                add(f"{one}.n := {value};")
            case "loop":
                add(f"for i := 0 to 2 {{ {one}.Inc(); }}")
            case "held":
                arrays.append(f"h{number}")
                more.extend((f"h{number}[0]", f"h{number}[1]"))
                add(f"var h{number} := {one}.a;")
            case "Pick":
                names.append(f"c{number}")
                add(f"var c{number} := {one}.Pick({other});", this=one, o=other, c=f"c{number}")
            case "Array" | "Copy" as call:
                arrays.append(f"h{number}")
                more.extend((f"h{number}[0]", f"h{number}[1]"))
                add(f"var h{number} := {one}.{call}();", this=one, r=f"h{number}")
            case "Negate" if arrays:
                array = random.choice(arrays)
                add(f"Negate({array});", a=array)
            case "element" if arrays:
                add(f"{random.choice(arrays)}[{random.randint(0, 1)}] := {value};")
    return InventedTest(CLASS.format(**chosen), tuple(steps))
