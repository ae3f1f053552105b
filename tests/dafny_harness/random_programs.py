"""Random Dafny programs that end without failing, in the syntax of Dafny 2.3, and what `print` writes of a value."""

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any

from attrs import define, field

from specassay.core.ir.sorts import CHAR, Sort
from specassay.core.ir.values import DatatypeValue

DECLARATIONS = """
datatype List = Nil | Cons(head: int, tail: List)
datatype Shape = Dot | Line(length: int) | Box(width: int, height: int)
function method Sum(l: List): int { match l case Nil => 0 case Cons(h, t) => h + Sum(t) }
function method Yes(): bool { true }
function method Same<T>(x: T): T { x }
function method Clamp(x: int): int { if x < -1000 then -1000 else if x > 1000 then 1000 else x }
class Cell {
  var value: int
  var next: Cell?
  constructor (v: int) { value := v; next := null; new; value := value + 1; }
  method Add(more: int) returns (before: int) modifies this { before := value; value := Clamp(value + more); }
}
"""
_SCALARS = ("int", "bool", "char", "string", "List", "Shape", "bv8", "(int, bool)", "Cell")
TYPES = (*_SCALARS, "seq<int>", "array<int>", "set<int>", "map<int, int>", "multiset<int>")


@define(slots=True)
class Writer:
    """Writes one method `Mn()` that prints what it computes. Every index, divisor and key is made to be valid."""

    random: Random
    number: int
    lines: list[str] = field(factory=list)
    variables: list[tuple[str, str]] = field(factory=list)
    count: int = 0
    cases: int = 0

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

    def one_in(self, count: int) -> bool:
        return self.random.randrange(count) == 0

    def pick(self, *options: Callable[[], str]) -> str:
        return self.random.choice(options)()

    def declare(self, kind: str) -> None:
        value = self.expression(kind, 2)
        name = f"v{self.count}"
        self.count += 1
        # Dafny 2.3 would infer nat for some numbers.
        typed = "" if kind in ("bool", "List", "Shape", "string", "Cell") else f": {kind}"
        self.lines.append(f"  var {name}{typed} := {value};")
        self.variables.append((name, kind))

    def of(self, kind: str) -> list[str]:
        return [name for name, own in self.variables if own == kind]

    # -- statements

    def statement(self, depth: int) -> None:
        options: list[Callable[[], None]] = [self.assign, self.assign, self.both, self.element, self.new_variable]
        options += [self.swap, self.call, self.every, self.field, self.such_that]
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

    def such_that(self) -> None:
        value = self.expression("int", 2)
        name = f"s{self.count}"
        self.count += 1
        self.lines.append(f"  var {name}: int :| {name} == {value};")
        self.variables.append((name, "int"))

    # -- expressions

    def index(self, length: str) -> str:
        """An index into something that is not empty."""
        return f"({self.expression('int', 1)}) % {length}"

    def literal(self) -> str:
        value = self.random.choice((*range(-4, 10), 100003, -(2**40)))
        return f"({value})" if value < 0 else str(value)

    def expression(self, kind: str, depth: int) -> str:
        names = self.of(kind)
        if names and (depth <= 0 or self.one_in(3)):
            return self.random.choice(names)
        written: dict[str, Callable[[int], str]] = {
            "int": self.integer, "bool": self.truth, "seq<int>": self.sequence, "array<int>": self.array,
            "set<int>": self.set, "map<int, int>": self.map, "multiset<int>": self.multiset, "string": self.string,
            "List": self.list, "Shape": self.shape, "bv8": self.bits, "(int, bool)": self.pair, "Cell": self.cell,
            "char": self.character,
        }  # fmt: skip
        return written[kind](depth - 1)

    def integer(self, depth: int) -> str:
        if depth <= 0:
            return self.literal()
        e = self.expression
        divisor = self.random.choice((2, 3, 7, "(-2)", "(-5)"))
        sequence, array = e("seq<int>", 0), self.random.choice(self.of("array<int>") or [""])
        options = [
            lambda: f"({e('int', depth)} + {e('int', depth)})",
            lambda: f"({e('int', depth)} - {e('int', depth)})",
            lambda: f"(({e('int', depth)}) % 1009 * {self.literal()})",
            lambda: f"({e('int', depth)} / {divisor})",
            lambda: f"({e('int', depth)} % {divisor})",
            lambda: f"(-{e('int', depth)})",
            lambda: f"|{e('seq<int>', depth)}|",
            lambda: f"|{e('set<int>', depth)}|",
            lambda: f"|{e('map<int, int>', depth)}|",
            lambda: f"{e('multiset<int>', depth)}[{e('int', 1)}]",
            lambda: f"(if |{sequence}| > 0 then {sequence}[{self.index(f'|{sequence}|')}] else 7)",
            lambda: f"(if {e('bool', depth)} then {e('int', depth)} else {e('int', depth)})",
            lambda: f"(var w := {e('int', depth)}; w + w)",
            lambda: f"(match {e('Shape', depth)} case Dot => 0 case Line(l) => l case Box(x, y) => x - y)",
            lambda: f"Clamp({e('int', depth)})",
            lambda: f"Sum({e('List', depth)})",
            lambda: f"({e('bv8', depth)} as int)",
            lambda: f"({e('char', depth)} as int)",
            lambda: f"{e('(int, bool)', depth)}.0",
            lambda: f"|{e('string', depth)}|",
        ]
        if array:
            options += [lambda: f"{array}[{self.index(f'{array}.Length')}]", lambda: f"{array}.Length"]
        cells = self.of("Cell")
        if cells:
            cell = cells[0]
            options += [lambda: f"{cell}.value", lambda: f"(if {cell}.next != null then {cell}.next.value else 2)"]
        return self.pick(*options)

    def truth(self, depth: int) -> str:
        if depth <= 0:
            # Dafny 2.3 takes warnings of the C# compiler, as of conditions that are constant, for errors.
            return self.random.choice(("Yes()", "(!Yes())"))
        e = self.expression
        kind = self.random.choice(("int", "seq<int>", "set<int>", "multiset<int>", "string", "List", "bv8", "char"))
        order = self.random.choice(("<", "<=", ">", ">=", "==", "!="))
        options = (
            lambda: f"({e('int', depth)} {order} Same({e('int', depth)}))",
            lambda: f"(Same({e(kind, depth)}) {self.random.choice(('==', '!='))} {e(kind, depth)})",
            lambda: f"({e('bool', depth)} && {e('bool', depth)})",
            lambda: f"({e('bool', depth)} || {e('bool', depth)})",
            lambda: f"({e('bool', depth)} ==> {e('bool', depth)})",
            lambda: f"(Same({e('bool', depth)}) <==> {e('bool', depth)})",
            lambda: f"(!{e('bool', depth)})",
            lambda: f"({e('int', 1)} in {e(self.random.choice(('seq<int>', 'set<int>', 'map<int, int>')), depth)})",
            lambda: f"({e('seq<int>', depth)} <= {e('seq<int>', depth)})",
            lambda: f"({e('set<int>', depth)} < {e('set<int>', depth)})",
            lambda: f"({e('set<int>', depth)} !! {e('set<int>', depth)})",
            lambda: f"(forall e :: e in {e('seq<int>', depth)} ==> e % 2 == 0)",
            lambda: f"(exists e | e in {e('set<int>', depth)} :: e > {self.literal()})",
            lambda: f"{e('(int, bool)', depth)}.1",
            lambda: f"{e('Shape', depth)}.Line?",
            lambda: f"(Same({e('char', depth)}) < {e('char', depth)})",
        )
        return self.pick(*options)

    def sequence(self, depth: int) -> str:
        e, name = self.expression, self.random.choice(self.of("seq<int>") or [""])
        items = ", ".join(e("int", min(depth, 1)) for _ in range(self.random.randrange(4)))
        if depth <= 0 or not name:
            return f"[{items}]" if items else "[4]"
        array = self.random.choice(self.of("array<int>") or [""])
        cut = f"({e('int', 1)}) % (|{name}| + 1)"
        options = [
            lambda: f"[{items or 2}]",
            lambda: f"({e('seq<int>', depth)} + {e('seq<int>', depth)})",
            lambda: f"{name}[{cut}..]",
            lambda: f"{name}[..{cut}]",
            lambda: f"(if |{name}| > 0 then {name}[{self.index(f'|{name}|')} := {e('int', 1)}] else [1])",
        ]
        if array:
            options += [lambda: f"{array}[..]", lambda: f"{array}[..{array}.Length - 1]", lambda: f"{array}[1..]"]
        return self.pick(*options)

    def array(self, depth: int) -> str:
        """Only where it is assigned as a whole: `new` is no expression."""
        names = self.of("array<int>")
        if names and depth < 2:
            return self.random.choice(names)
        size = self.random.randrange(1, 5)
        return self.pick(
            lambda: f"new int[{size}]",
            lambda: f"new int[] [{', '.join(self.expression('int', 1) for _ in range(size))}]",
            lambda: f"new int[{size}](i => i * {self.literal()})",
        )

    def set(self, depth: int) -> str:
        items = ", ".join(self.expression("int", min(depth, 1)) for _ in range(self.random.randrange(1, 4)))
        if depth <= 0:
            return f"{{{items}}}"
        e = self.expression
        return self.pick(
            lambda: f"({e('set<int>', depth)} + {e('set<int>', depth)})",
            lambda: f"({e('set<int>', depth)} * {e('set<int>', depth)})",
            lambda: f"({e('set<int>', depth)} - {e('set<int>', depth)})",
            lambda: f"(set e | e in {e('seq<int>', depth)} :: e / 2)",
            lambda: f"{e('map<int, int>', depth)}.Keys",
        )

    def map(self, depth: int) -> str:
        items = ", ".join(f"{self.expression('int', 1)} := {self.expression('int', 1)}" for _ in range(2))
        if depth <= 0:
            return f"map[{items}]"
        e = self.expression
        return self.pick(
            lambda: f"map[{items}]",
            lambda: f"{e('map<int, int>', depth)}[{e('int', 1)} := {e('int', depth)}]",
            lambda: f"(map e | e in {e('set<int>', depth)} :: e * 2)",
        )

    def multiset(self, depth: int) -> str:
        e = self.expression
        if depth <= 0:
            return f"multiset{{{self.literal()}, {self.literal()}}}"
        operator = self.random.choice("+-*")
        return self.pick(
            lambda: f"multiset({e('seq<int>', depth)})",
            lambda: f"multiset({e('set<int>', depth)})",
            lambda: f"({e('multiset<int>', depth)} {operator} {e('multiset<int>', depth)})",
        )

    def string(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(('"abc"', '"x"', '"hello"'))
        return f"({self.expression('string', depth)} + {self.expression('string', depth)})"

    def character(self, depth: int) -> str:
        return self.random.choice(("'a'", "'z'", "'0'"))

    def list(self, depth: int) -> str:
        return "Nil" if depth <= 0 else f"Cons({self.expression('int', depth)}, {self.expression('List', depth)})"

    def shape(self, depth: int) -> str:
        e = self.expression
        return self.pick(
            lambda: "Shape.Dot",
            lambda: f"Line({e('int', depth)})",
            lambda: f"Box({e('int', depth)}, {e('int', depth)})",
        )

    def bits(self, depth: int) -> str:
        if depth <= 0:
            return f"({self.random.randrange(256)} as bv8)"
        operator = self.random.choice(("+", "-", "*", "&", "|", "^"))
        return f"({self.expression('bv8', depth)} {operator} {self.expression('bv8', depth)})"

    def pair(self, depth: int) -> str:
        return f"({self.expression('int', depth)}, {self.expression('bool', depth)})"

    def cell(self, depth: int) -> str:
        names = self.of("Cell")
        return self.random.choice(names) if names and depth < 2 else f"new Cell({self.expression('int', 1)})"

    # -- output

    def show(self) -> None:
        """Print every variable; of a set, whose order is open, the size and the sum of some tests."""
        for name, kind in self.variables:
            match kind:
                case "array<int>":
                    self.lines.append(f'  print {name}[..], " ";')
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


def printed(value: Any, sort: Sort) -> str:
    """What `print` writes."""
    match sort.kind:
        case "Bool":
            return "true" if value else "false"
        case "Seq" if sort.args == (CHAR,):
            return "".join(value)
        case "Seq":
            return f"[{', '.join(printed(each, sort.args[0]) for each in value)}]"
        case "Tuple":
            return f"({', '.join(map(printed, value, sort.args))})"
        case "Datatype":
            return f"{sort.label}.{_constructed(value)}"
        case _:
            return str(value)


def _constructed(value: Any) -> str:
    if not isinstance(value, DatatypeValue):
        return str(value)
    inside = ", ".join(
        f"List.{_constructed(each)}" if isinstance(each, DatatypeValue) else str(each) for each in value.fields
    )
    return f"{value.constructor}({inside})" if value.fields else value.constructor
