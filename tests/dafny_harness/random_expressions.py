"""Random expressions of Dafny 2.3 that have a value: every index, divisor and key is made to be valid."""

from collections.abc import Callable
from random import Random

from attrs import define, field


@define(slots=True)
class ExpressionWriter:
    """Writes expressions of a type, about the variables in scope, each with its type."""

    random: Random
    number: int
    lines: list[str] = field(factory=list)
    variables: list[tuple[str, str]] = field(factory=list)
    count: int = 0
    cases: int = 0

    def one_in(self, count: int) -> bool:
        return self.random.randrange(count) == 0

    def pick(self, *options: Callable[[], str]) -> str:
        return self.random.choice(options)()

    def of(self, kind: str) -> list[str]:
        return [name for name, own in self.variables if own == kind]

    def index(self, length: str) -> str:
        """An index into something that is not empty."""
        return f"({self.expression('int', 1)}) % {length}"

    def cell_of(self, name: str) -> str:
        """An element of a matrix."""
        return f"{name}[{self.index(f'{name}.Length0')}, {self.index(f'{name}.Length1')}]"

    def literal(self) -> str:
        value = self.random.choice((*range(-4, 10), 100003, -(2**40)))
        return f"({value})" if value < 0 else str(value)

    def expression(self, kind: str, depth: int) -> str:
        names = self.of(kind)
        if names and (depth <= 0 or self.one_in(3)):
            return self.random.choice(names)
        written: dict[str, Callable[[int], str]] = {
            "int": self.integer,
            "bool": self.truth,
            "seq<int>": self.sequence,
            "array<int>": self.array,
            "set<int>": self.set,
            "map<int, int>": self.map,
            "multiset<int>": self.multiset,
            "string": self.string,
            "List": self.list,
            "Shape": self.shape,
            "bv8": self.bits,
            "(int, bool)": self.pair,
            "Cell": self.cell,
            "char": self.character,
            "real": self.real,
            "Small": self.small,
            "Animal": self.animal,
            "bv32": self.bits32,
            "Option<int>": self.option,
            "int -> int": self.function,
            "seq<seq<int>>": self.nested,
            "array2<int>": self.array2,
        }
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
            # A nat, so that Dafny 2.3 would want one of the other branch of a conditional expression, too.
            lambda: f"(var count: int := {e('multiset<int>', depth)}[{e('int', 1)}]; count)",
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
        options += [
            lambda: f"({e('Small', depth)} as int)",
            lambda: f"Known({e('Option<int>', depth)})",
            lambda: f"{e('real', depth)}.Floor",
            lambda: f"({e('bv32', depth)} as int)",
            lambda: f"|{e('seq<seq<int>>', depth)}|",
        ]
        functions, matrices, animals = map(self.of, ("int -> int", "array2<int>", "Animal"))
        options += [lambda: f"{functions[0]}({e('int', depth)})"] if functions else []
        options += [lambda: self.cell_of(matrices[-1]), lambda: f"{matrices[0]}.Length1"] if matrices else []
        options += [lambda: f"{animals[0]}.legs"] if animals else []
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
            lambda: f"(Same({e('real', depth)}) {self.random.choice(('<', '<=', '==', '>='))} {e('real', depth)})",
            lambda: f"(Same({e('Small', depth)}) {self.random.choice(('<', '<=', '==', '>='))} {e('Small', depth)})",
            lambda: f"({e('seq<int>', depth)} in {e('seq<seq<int>>', depth)})",
            lambda: f"{e('Option<int>', depth)}.Some?",
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

    def bits32(self, depth: int) -> str:
        if depth <= 0:
            return f"({self.random.choice((0, 1, 255, 65536, 4294967295))} as bv32)"
        operator, shift = self.random.choice(("+", "-", "*", "&", "|", "^")), self.random.randrange(32)
        return self.pick(
            lambda: f"({self.expression('bv32', depth)} {operator} {self.expression('bv32', depth)})",
            lambda: f"({self.expression('bv32', depth)} {self.random.choice(('<<', '>>'))} {shift})",
            lambda: f"(!{self.expression('bv32', depth)})",
        )

    def real(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(("0.0", "1.5", "2.25", "(-0.125)", "100.0"))
        e = self.expression
        return self.pick(
            lambda: f"({e('real', depth)} {self.random.choice('+-*')} {e('real', depth)})",
            lambda: f"({e('real', depth)} / {self.random.choice(('3.0', '(-0.5)'))})",
            lambda: f"({e('int', depth)} as real)",
        )

    def small(self, depth: int) -> str:
        return f"((({self.expression('int', depth)}) % 100) as Small)"

    def animal(self, depth: int) -> str:
        names = self.of("Animal")
        return self.random.choice(names if names and depth < 2 else ("new Dog()", "new Bird()"))

    def option(self, depth: int) -> str:
        return self.random.choice(("None_()", f"Option.Some({self.expression('int', depth)})"))

    def function(self, depth: int) -> str:
        """A function that keeps what a variable is now."""
        names = self.of("int")
        held = self.random.choice(names) if names else "5"
        return f"(z => Clamp(z + {held} % 7))"

    def nested(self, depth: int) -> str:
        parts = ", ".join(self.expression("seq<int>", min(depth, 1)) for _ in range(self.random.randrange(1, 3)))
        return f"[{parts}]"

    def array2(self, depth: int) -> str:
        rows, columns = self.random.randrange(1, 4), self.random.randrange(1, 4)
        return self.pick(
            lambda: f"new int[{rows}, {columns}]",
            lambda: f"new int[{rows}, {columns}]((i, j) => 3 * i - j)",
        )

    def pair(self, depth: int) -> str:
        return f"({self.expression('int', depth)}, {self.expression('bool', depth)})"

    def cell(self, depth: int) -> str:
        names = self.of("Cell")
        return self.random.choice(names) if names and depth < 2 else f"new Cell({self.expression('int', 1)})"
