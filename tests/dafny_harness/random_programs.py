"""Random Dafny programs that end without failing, in the syntax of Dafny 2.3."""

from collections.abc import Callable, Iterable
from functools import partial
from random import Random

from attrs import define

from tests.dafny_harness.random_expressions import ExpressionWriter

DECLARATIONS = """
datatype List = Nil | Cons(head: int, tail: List)
datatype Shape = Dot | Line(length: int) | Box(width: int, height: int)
function method Sum(l: List): int { match l case Nil => 0 case Cons(h, t) => h + Sum(t) }
function method Yes(): bool { true }
function method Same<T>(x: T): T { x }
function method Clamp(x: int): int { if x < -1000 then -1000 else if x > 1000 then 1000 else x }
datatype Option<T> = None | Some(value: T)
newtype Small = x: int | -1000 <= x < 1000
function method None_(): Option<int> { None }
function method Known(o: Option<int>): int { match o case None => -1 case Some(v) => v }
trait Animal {
  var legs: int
  method Walk(steps: int) returns (r: int) modifies this
}
class Dog extends Animal {
  constructor () { legs := 4; }
  method Walk(steps: int) returns (r: int) modifies this { legs := Clamp(legs + steps); r := legs * 2; }
}
class Bird extends Animal {
  var flown: int
  constructor () { legs := 2; flown := 1; }
  method Walk(steps: int) returns (r: int) modifies this { flown := Clamp(flown + steps); r := flown - legs; }
}
class Cell {
  var value: int
  var next: Cell?
  constructor (v: int) { value := v; next := null; new; value := value + 1; }
  method Add(more: int) returns (before: int) modifies this { before := value; value := Clamp(value + more); }
}
"""
_SCALARS = (
    "int",
    "bool",
    "char",
    "string",
    "List",
    "Shape",
    "bv8",
    "(int, bool)",
    "Cell",
    "real",
    "Small",
    "Animal",
    "Option<int>",
    "int -> int",
)
TYPES = (
    *_SCALARS,
    "seq<seq<int>>",
    "array2<int>",
    "bv32",
    "seq<int>",
    "array<int>",
    "set<int>",
    "map<int, int>",
    "multiset<int>",
)


@define(slots=True)
class Writer(ExpressionWriter):
    """Writes one method `Mn()` that prints what it computes. Every index, divisor and key is made to be valid."""

    def method(self) -> str:
        """The text of the method, and of one that it calls."""
        self.helper()
        self.begin(f"method M{self.number}()")
        for kind in ("int", "int", "bool", "array<int>", "seq<int>"):
            self.declare(kind)
        for _ in range(self.random.randrange(3, 12)):
            self.statement(3)
        self.show()
        self.lines.append("}")
        return "\n".join(self.lines) + "\n"

    def helper(self) -> None:
        self.begin(f"method H{self.number}(p: int, q: array<int>) returns (r: int, t: bool)\n  modifies q\n")
        # The compiler of Dafny 2.3 makes a lambda of some expressions, and cannot read a result in one.
        self.variables = [("p", "int"), ("q", "array<int>"), ("x", "int"), ("b", "bool")]
        self.lines.append("  if q.Length == 0 { return 1, false; }")
        self.lines.append("  var x, b := p, p > 0;")
        for _ in range(self.random.randrange(1, 5)):
            self.statement(2)
        if self.one_in(2):
            self.lines.append(f"  return {self.expression('int', 1)}, {self.expression('bool', 1)};")
        self.lines.append("  r, t := x, b;\n}")

    def begin(self, header: str) -> None:
        self.lines.append(header + " {")
        self.variables = []

    def declare(self, kind: str) -> None:
        value = self.expression(kind, 2)
        name = f"v{self.count}"
        self.count += 1
        # Dafny 2.3 would infer nat for some numbers.
        typed = "" if kind in ("bool", "List", "Shape", "string", "Cell", "Option<int>", "array2<int>") else f": {kind}"
        self.lines.append(f"  var {name}{typed} := {value};")
        self.variables.append((name, kind))

    # -- statements

    def statement(self, depth: int) -> None:
        options: list[Callable[[], None]] = [self.assign, self.assign, self.both, self.element, self.new_variable]
        options += [self.swap, self.call, self.every, self.field, self.such_that, self.matrix, self.walk]
        if depth:
            nested = (self.conditional, self.alternatives, self.loop, self.match, self.block)
            options += [partial(each, depth - 1) for each in nested]
        self.random.choice(options)()

    def inner(self, depth: int, count: int = 3) -> None:
        """Statements whose variables nobody sees afterwards."""
        before = list(self.variables)
        for _ in range(self.random.randrange(1, count)):
            self.statement(depth)
        self.variables = before

    def assignable(self) -> list[tuple[str, str]]:
        return [each for each in self.variables if each[0] not in ("p", "q")]

    def assign(self) -> None:
        name, kind = self.random.choice(self.assignable())
        self.lines.append(f"  {name} := {self.expression(kind, 3)};")

    def both(self) -> None:
        pairs = self.assignable()
        if len(pairs) > 1:
            (one, first), (two, second) = self.random.sample(pairs, 2)
            self.lines.append(f"  {one}, {two} := {self.expression(first, 2)}, {self.expression(second, 2)};")

    def element(self) -> None:
        name = self.random.choice(self.of("array<int>"))
        self.lines.append(f"  {name}[{self.index(f'{name}.Length')}] := {self.expression('int', 2)};")

    def swap(self) -> None:
        name = self.random.choice(self.of("array<int>"))
        self.lines.append("  {")
        i, j = f"i{self.count}", f"j{self.count}"
        self.count += 1
        self.lines.append(f"  var {i}, {j} := {self.index(f'{name}.Length')}, {self.index(f'{name}.Length')};")
        self.lines.append(f"  if {i} != {j} {{ {name}[{i}], {name}[{j}] := {name}[{j}], {name}[{i}]; }}")
        self.lines.append("  }")

    def new_variable(self) -> None:
        self.declare(self.random.choice(TYPES))

    def conditional(self, depth: int) -> None:
        self.lines.append(f"  if {self.expression('bool', 2)} {{")
        self.inner(depth)
        if self.one_in(2):
            self.lines.append(f"  }} else if {self.expression('bool', 2)} {{")
            self.inner(depth)
        if self.one_in(2):
            self.lines.append("  } else {")
            self.inner(depth)
        self.lines.append("  }")

    def alternatives(self, depth: int) -> None:
        number = self.expression("int", 2)
        self.lines.append("  if {")
        self.cases += 1
        for guard in (f"{number} < 3", f"{number} >= 3"):
            self.lines.append(f"  case {guard} =>")
            self.inner(depth)
        self.cases -= 1
        self.lines.append("  }")

    def loop(self, depth: int) -> None:
        name, label = f"k{self.count}", f"L{self.count}"
        self.count += 1
        self.lines.append(f"  var {name} := 0;")
        loop = f"while {name} < {self.random.randrange(1, 5)} decreases 9 - {name} {{"
        left = f"  if {self.expression('bool', 2)} {{ break"
        # Dafny 2.3 cannot translate `break` inside `case`, or where the loop has a label.
        kind = self.random.randrange(2 if self.cases else 0, 4)
        self.lines.append(f"  label {label}: {loop}" if kind == 0 else f"  {loop}")
        self.lines.append(f"  {name} := {name} + 1;")
        if kind == 0:
            self.lines.append(f"  while true decreases 0 {{ {left} {label}; }} {name} := {name} + 1; break; }}")
        elif kind == 1:
            self.lines.append(f"{left}; }}")
        self.inner(depth)
        self.lines.append("  }")

    def match(self, depth: int) -> None:
        self.count += 1
        one, two = f"m{self.count}", f"n{self.count}"
        self.lines.append(f"  match {self.expression('Shape', 2)} {{")
        self.cases += 1
        for pattern, names in (("Dot", ()), (f"Line({one})", (one,)), (f"Box({one}, {two})", (one, two))):
            self.lines.append(f"  case {pattern} =>")
            before = list(self.variables)
            for name in names:
                target = self.random.choice([each for each, kind in self.assignable() if kind == "int"])
                self.lines.append(f"  {target} := {target} + {name};")
            self.inner(depth)
            self.variables = before
        self.cases -= 1
        self.lines.append("  }")

    def block(self, depth: int) -> None:
        """A block that hides a variable."""
        name, kind = self.random.choice(self.assignable())
        self.lines.append("  {")
        self.lines.append(f"  var {name} : {kind} := {self.expression(kind, 1)};")
        self.inner(depth)
        self.lines.append("  }")

    def call(self) -> None:
        numbers, truths = ([n for n, kind in self.assignable() if kind == one] for one in ("int", "bool"))
        array = self.random.choice(self.of("array<int>"))
        inside = self.lines and any(line.startswith(f"method M{self.number}") for line in self.lines)
        if inside and numbers and truths:
            targets = f"{self.random.choice(numbers)}, {self.random.choice(truths)}"
            self.lines.append(f"  {targets} := H{self.number}({self.expression('int', 1)}, {array});")

    def every(self) -> None:
        name = self.random.choice(self.of("array<int>"))
        value = self.random.choice((f"{name}[i] + i", f"{name}[{name}.Length - 1 - i]", "i * i - 3"))
        self.lines.append(f"  forall i | 0 <= i < {name}.Length {{ {name}[i] := {value}; }}")

    def field(self) -> None:
        cells = self.of("Cell")
        if not cells:
            self.declare("Cell")
            return
        one, two = self.random.choice(cells), self.random.choice(cells)
        self.lines.append(f"  {one}.next := {two}; {one}.next.value := {two}.value + {self.expression('int', 1)};")
        numbers = [n for n, kind in self.assignable() if kind == "int"]
        if numbers and self.one_in(2):
            self.lines.append(f"  {self.random.choice(numbers)} := {two}.Add({self.expression('int', 1)});")

    def matrix(self) -> None:
        names = self.of("array2<int>")
        if not names:
            self.declare("array2<int>")
            return
        name = self.random.choice(names)
        if self.one_in(3):
            bound = f"0 <= i < {name}.Length0 && 0 <= j < {name}.Length1"
            self.lines.append(f"  forall i, j | {bound} {{ {name}[i, j] := {name}[i, j] + 10 * i - j; }}")
        else:
            self.lines.append(f"  {self.cell_of(name)} := {self.expression('int', 2)};")

    def walk(self) -> None:
        """A call that the class of the object decides about."""
        names, numbers = self.of("Animal"), [n for n, kind in self.assignable() if kind == "int"]
        if names and numbers:
            animal = self.random.choice(names)
            self.lines.append(f"  {self.random.choice(numbers)} := {animal}.Walk({self.expression('int', 1)});")
        else:
            self.declare("Animal")

    def such_that(self) -> None:
        value = self.expression("int", 2)
        name = f"s{self.count}"
        self.count += 1
        self.lines.append(f"  var {name}: int :| {name} == {value};")
        self.variables.append((name, "int"))

    # -- output

    def show(self) -> None:
        """Print every variable; of a set, whose order is open, the size and the sum of some tests."""
        for name, kind in self.variables:
            match kind:
                case "array<int>":
                    self.lines.append(f'  print {name}[..], " ";')
                case "real":
                    self.lines.append(f'  print {name}.Floor, " ", {name} < 1.0, " ";')
                case "Animal":
                    self.lines.append(f'  print {name}.legs, " ";')
                case "int -> int":
                    self.lines.append(f'  print {name}(3), " ";')
                case "array2<int>":
                    last = f"{name}[{name}.Length0 - 1, {name}.Length1 - 1]"
                    self.lines.append(f'  print {name}[0, 0], " ", {last}, " ";')
                case "Cell":
                    self.lines.append(f'  print {name}.value, " ";')
                case "set<int>" | "multiset<int>" | "map<int, int>":
                    self.lines.append(f'  print |{name}|, " ", 1 in {name}, 0 in {name}, " ";')
                case _:
                    self.lines.append(f'  print {name}, " ";')
        self.lines.append('  print "\\n";')


def program(numbers: Iterable[int]) -> str:
    """One method `Mn` for each number, and a `Main` that calls them all."""
    listed = list(numbers)
    methods = "".join(Writer(Random(number), number).method() for number in listed)
    calls = " ".join(f"M{number}();" for number in listed)
    return f"{DECLARATIONS}{methods}method Main() {{ {calls} }}\n"
