"""Invented programs of plain Rust: every expression has the type that stands beside it, so that rustc takes them."""

import random
from collections.abc import Callable

from attrs import define, field

NUMBERS = ("u8", "i8", "u16", "i32", "u32", "i64", "usize", "u128", "i128")
_VECTORS = ("Vec<i32>", "Vec<u8>")
_TYPES = (*NUMBERS, *NUMBERS, "bool", "char", *_VECTORS, "Option<i32>", "(u8, i32)")
_DEEPEST = 3
"""Nesting of expressions: deeper ones overflow nearly always."""
_HELPERS = """
#[derive(Clone, Debug)]
struct Account { id: u8, held: Vec<i32>, best: Option<i32> }
impl Account {
    fn new(id: u8) -> Self { Account { id, held: Vec::new(), best: None } }
    fn take_in(&mut self, x: i32) -> usize {
        self.held.push(x);
        match &mut self.best { Some(b) => { if x > *b { *b = x; } } None => { self.best = Some(x); } }
        self.held.len()
    }
    fn renamed(self, id: u8) -> Account { Account { id, ..self } }
}
fn twice<T: Copy>(x: T) -> (T, T) { (x, x) }
fn larger<T: PartialOrd + Copy>(a: T, b: T) -> T { if a > b { a } else { b } }
fn bump(v: &mut Vec<i32>, by: i32) { for x in v.iter_mut() { *x = x.wrapping_add(by); } }
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape { Dot, Line(i32), Box { w: i32, h: i32 } }
impl Shape {
    fn of(n: i32, m: i32) -> Shape {
        if n == 0 { Shape::Dot } else if n > m { Shape::Line(m) } else { Shape::Box { w: n, h: m } }
    }
    fn area(&self) -> i32 {
        match self {
            Shape::Dot => 0,
            Shape::Line(n) if *n < 0 => -1,
            Shape::Line(n) => *n,
            Shape::Box { w, h } => w.wrapping_mul(*h),
        }
    }
}
trait Sized2 { fn size(&self) -> i32; fn double(&self) -> i32 { self.size().wrapping_mul(2) } }
impl Sized2 for Shape { fn size(&self) -> i32 { self.area().wrapping_sub(1) } }
fn alternating(s: &[i32]) -> i32 { if s.is_empty() { 0 } else { s[0].wrapping_sub(alternating(&s[1..])) } }
fn raise(x: &mut i32, by: i32) -> bool { if by > 0 { *x = x.wrapping_add(by); true } else { false } }
fn overwrite(s: &mut [i32], by: i32) { if s.len() > 1 { s[0] = by; s.swap(0, 1); } s.reverse(); }
fn halved(n: i32) -> Result<i32, u8> { if n < 0 { Err(3) } else { Ok(n / 2) } }
fn quartered(n: i32) -> Result<i32, u8> { let x = halved(n)?; Ok(halved(x)? + 1) }
fn kept(o: Option<i32>) -> i32 { let Some(x) = o else { return -7; }; x }
fn class_of(n: i32, c: char) -> u8 {
    let first = match n { i32::MIN..=-1 => 0, 0 => 1, x @ 1..=9 => x as u8, _ => 30 };
    first + match c { 'a'..='z' => 1, '0'..='9' | ' ' => 2, _ => 0 }
}
fn first_even(v: &[i32]) -> Option<i32> { let x = v.iter().find(|x| **x % 2 == 0)?; Some(*x) }
"""
"""Functions and a structure that programs may use."""


@define(slots=True)
class ProgramMaker:
    """Makes one program. `variables`: name → its type and whether it may change; `loops`: the labels around."""

    rng: random.Random
    variables: dict[str, tuple[str, bool]] = field(factory=dict)
    loops: list[str] = field(factory=list)
    count: int = 0

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def of_type(self, kind: str, changing: bool = False) -> list[str]:
        return [name for name, (own, mutable) in self.variables.items() if own == kind and (mutable or not changing)]

    # -- expressions

    def expression(self, kind: str, depth: int = _DEEPEST) -> str:
        """An expression of a type."""
        held = self.of_type(kind)
        if held and self.rng.random() < (0.35 if depth else 0.8):
            name = self.rng.choice(held)
            return name if kind in (*NUMBERS, "bool", "char", "Option<i32>", "(u8, i32)") else f"{name}.clone()"
        if not depth:
            return self.literal(kind)
        if kind in NUMBERS:
            return self.number(kind, depth)
        makers: dict[str, Callable[[int], str]] = {
            "bool": self.truth,
            "char": self.character,
            "Vec<i32>": lambda depth: self.vector("i32", depth),
            "Vec<u8>": lambda depth: self.vector("u8", depth),
            "Option<i32>": self.option,
            "(u8, i32)": lambda depth: f"({self.expression('u8', depth)}, {self.expression('i32', depth)})",
        }
        return makers[kind](max(0, depth - 1))

    def literal(self, kind: str) -> str:
        """A value of a type, written out."""
        rng = self.rng
        if kind in NUMBERS:
            return f"{rng.choice((0, 1, 2, 3, 7, 10, 100))}{kind}"
        listed = ", ".join(str(rng.randint(0, 9)) for _ in range(rng.randint(0, 4)))
        texts = {
            "bool": rng.choice(("true", "false")),
            "char": f"'{rng.choice('azA09 ')}'",
            "Option<i32>": rng.choice(("None::<i32>", f"Some({rng.randint(-3, 9)}i32)")),
            "(u8, i32)": f"({rng.randint(0, 9)}u8, {rng.randint(-3, 9)}i32)",
            "Vec<i32>": f"Vec::<i32>::from(vec![{listed}])",
            "Vec<u8>": f"Vec::<u8>::from(vec![{listed}])",
        }
        return texts[kind]

    def number(self, kind: str, depth: int) -> str:
        rng, literal = self.rng, self.literal(kind)
        one, other = self.expression(kind, depth - 1), self.expression(kind, depth - 1)
        test = self.expression("bool", depth - 1)
        vector = self.expression("Vec<i32>", 0)
        forms = [
            literal,
            f"({one} {rng.choice('+-*')} {other})",
            f"{one}.wrapping_{rng.choice(('add', 'sub', 'mul'))}({other})",
            f"{one}.saturating_{rng.choice(('add', 'sub'))}({other})",
            f"{one}.checked_{rng.choice(('add', 'sub', 'mul'))}({other}).unwrap_or({literal})",
            f"({one} {rng.choice('/%')} {rng.choice((other, f'3{kind}'))})",
            f"({one} {rng.choice('&|^')} {other})",
            f"({one} {rng.choice(('<<', '>>'))} {rng.choice((1, 3, 5))})",
            f"(if {test} {{ {one} }} else {{ {other} }})",
            f"({self.expression(rng.choice(NUMBERS), depth - 1)} as {kind})",
            f"larger({one}, {other})",
            f"twice({one}).1",
            f"{one}.{rng.choice(('rem_euclid', 'div_euclid', 'abs_diff' if kind[0] == 'u' else 'max'))}({other})",
            f"({one} {rng.choice(('<<', '>>'))} ({self.expression('u8', 0)} % 9))",
            f"{one}.{rng.choice(('min', 'max'))}({other})",
            f"(match {self.expression('Option<i32>', depth - 1)} {{ Some(x) if x > 2 => {one}, Some(_) => {other}, "
            f"None => {literal} }})",
        ]
        if kind == "i32":
            forms += [
                f"{vector}.iter().map(|x| x.wrapping_mul({rng.choice((2, 3))})).fold({literal}, |a, x| a ^ x)",
                f"{vector}.iter().filter(|x| **x > {rng.choice((0, 2))}).cloned().sum::<i32>()",
                f"(*{vector}.get({rng.choice((0, 1, 3))}).unwrap_or(&{literal}))",
                f"Shape::of({one}, {other}).{rng.choice(('area', 'size', 'double'))}()",
                f"alternating(&{vector})",
                f"(match quartered({one}) {{ Ok(x) => x, Err(e) => e as i32 }})",
                f"kept({self.expression('Option<i32>', 0)})",
                f"{vector}.iter().filter_map(|x| if *x > 1 {{ Some(*x / 2) }} else {{ None }}).fold(9, |a, x| a ^ x)",
                f"{one}.pow({rng.choice((0, 2, 3))}u32)",
                f"{vector}.chunks(2).map(|c| c[0]).fold({literal}, |a, x| a.wrapping_sub(x))",
                f"{vector}.iter().zip({self.expression('Vec<u8>', 0)}.iter())"
                ".map(|(a, b)| a % 7 + *b as i32).sum::<i32>()",
            ]
        if kind == "usize":
            forms += [
                f"{vector}.len()",
                f"{vector}.iter().filter(|x| **x % 2 == 0).count()",
                f"{vector}.iter().position(|x| *x == {rng.choice((1, 7))}).unwrap_or({literal})",
                f"{vector}.windows(2).filter(|w| w[0] < w[1]).count()",
            ]
        return rng.choice(forms)

    def truth(self, depth: int) -> str:
        rng, kind = self.rng, self.rng.choice(NUMBERS)
        one, other = self.expression(kind, depth), self.expression(kind, depth)
        forms = [
            rng.choice(("true", "false")),
            f"({one} {rng.choice(('<', '<=', '>', '>=', '==', '!='))} {other})",
            f"!{self.expression('bool', 0)}",
            f"({self.expression('bool', 0)} {rng.choice(('&&', '||', '^'))} {self.expression('bool', 0)})",
            f"{self.expression('Vec<i32>', 0)}.{rng.choice(('is_empty()', 'contains(&7)', 'iter().any(|x| *x < 0)'))}",
            f"{self.expression('Vec<u8>', 0)}.iter().rev().enumerate().all(|(i, x)| i <= *x as usize)",
            f"{self.expression('Option<i32>', 0)}.{rng.choice(('is_some()', 'is_none()'))}",
            f"matches!({self.expression('Option<i32>', 0)}, Some(x) if x > 1)",
            f"{self.expression('char', 0)}.is_ascii_{rng.choice(('digit', 'alphabetic', 'uppercase'))}()",
            f"(Shape::of({self.expression('i32', 0)}, 3) == Shape::Line({self.expression('i32', 0)}))",
            f"(class_of({self.expression('i32', 0)}, {self.expression('char', 0)}) > {rng.choice((1, 4, 9))})",
        ]
        return rng.choice(forms)

    def character(self, depth: int) -> str:
        forms = [f"'{self.rng.choice('azA09 ')}'", f"({self.expression('u8', depth)} as char)"]
        return self.rng.choice([*forms, f"{self.expression('char', 0)}.to_ascii_uppercase()"])

    def vector(self, element: str, depth: int) -> str:
        listed = ", ".join(self.expression(element, min(depth, 1)) for _ in range(self.rng.randint(0, 4)))
        held = self.of_type(f"Vec<{element}>")
        forms = [f"Vec::<{element}>::from(vec![{listed}])" if listed else f"Vec::<{element}>::new()"]
        if held:
            name = self.rng.choice(held)
            forms += [
                f"{name}.iter().map(|x| x.wrapping_add(1)).collect::<Vec<{element}>>()",
                f"{name}.iter().cloned().skip(1).step_by(2).collect::<Vec<{element}>>()",
                f"{name}.iter().chain({name}.iter().rev()).take(3).cloned().collect::<Vec<{element}>>()",
                f"{name}[..{name}.len() / 2].to_vec()",
            ]
        return self.rng.choice(forms)

    def option(self, depth: int) -> str:
        vector = self.expression("Vec<i32>", 0)
        forms = ["None::<i32>", f"Some({self.expression('i32', depth)})", f"first_even(&{vector})"]
        return self.rng.choice([*forms, f"{vector}.iter().{self.rng.choice(('max()', 'min()', 'last()'))}.cloned()"])

    # -- statements

    def block(self, size: int, depth: int) -> str:
        hidden = dict(self.variables)
        text = " ".join(self.statement(depth) for _ in range(size))
        self.variables = hidden
        return f"{{ {text} }}"

    def statement(self, depth: int) -> str:
        rng = self.rng
        forms: list[Callable[[int], str]] = [self.declaration, self.assignment, self.assignment, self.on_vector]
        if depth:
            forms += [self.condition, self.loop, self.option_case, self.account, self.hashes, self.closure]
            forms += [self.popping, self.queue, self.references, self.hash_set]
        if self.loops and rng.random() < 0.15:
            label = rng.choice(self.loops)
            return f"if {self.expression('bool', 1)} {{ {rng.choice(('break', 'continue'))} {label}; }}"
        return rng.choice(forms)(depth)

    def declaration(self, depth: int) -> str:
        kind, name = self.rng.choice(_TYPES), self.fresh()
        text = f"let mut {name}: {kind} = {self.expression(kind)};"
        self.variables[name] = (kind, True)
        return text

    def assignment(self, depth: int) -> str:
        kind = self.rng.choice(_TYPES)
        held = self.of_type(kind, changing=True)
        if not held:
            return self.declaration(depth)
        name = self.rng.choice(held)
        if kind in NUMBERS and self.rng.random() < 0.5:
            return f"{name} {self.rng.choice('+-*^|&')}= {self.expression(kind, 1)};"
        if kind == "(u8, i32)":
            return f"{name}.1 = {self.expression('i32', 1)};"
        return f"{name} = {self.expression(kind, 2)};"

    def on_vector(self, depth: int) -> str:
        element = self.rng.choice(("i32", "u8"))
        held = self.of_type(f"Vec<{element}>", changing=True)
        if not held:
            return self.declaration(depth)
        name, value = self.rng.choice(held), self.expression(element, 1)
        forms = [
            f"{name}.push({value});",
            f"let _ = {name}.pop();",
            f"if {name}.len() > 1 {{ {name}.swap(0, 1); {name}[0] = {value}; }}",
            f"{name}.insert({name}.len() / 2, {value});",
            f"if !{name}.is_empty() {{ let _ = {name}.remove(0); }}",
            f"{name}.{self.rng.choice(('reverse()', 'sort()', 'truncate(2)', 'clear()'))};",
            f"if let Some(x) = {name}.last_mut() {{ *x = {value}; }}",
            f"{name}.extend({name}.clone().iter().map(|x| x / 2));",
        ]
        return self.rng.choice([*forms, f"bump(&mut {name}, {value});"] if element == "i32" else forms)

    def condition(self, depth: int) -> str:
        otherwise = f" else {self.block(1, depth - 1)}" if self.rng.random() < 0.5 else ""
        return f"if {self.expression('bool', 2)} {self.block(2, depth - 1)}{otherwise}"

    def loop(self, depth: int) -> str:
        label, hidden, rng = f"'l{self.fresh()}", dict(self.variables), self.rng
        self.loops.append(label)
        name, other = self.fresh(), self.fresh()
        vector = rng.choice([*self.of_type("Vec<i32>"), "vec![3i32, 1, 4]"])
        head, kinds = rng.choice(
            [
                (f"for {name} in 0..{rng.choice((3, 5))}u8", {name: "u8"}),
                (f"for {name} in (1..={rng.choice((2, 4))}i32).rev()", {name: "i32"}),
                (f"for ({name}, {other}) in {vector}.clone().into_iter().enumerate()", {name: "usize", other: "i32"}),
                (f"for &{name} in {vector}.clone().iter().rev()", {name: "i32"}),
            ]
        )
        self.variables |= {each: (kind, False) for each, kind in kinds.items()}
        body = self.block(2, depth - 1)
        self.loops.pop()
        self.variables = hidden
        if rng.random() < 0.25:
            turns = self.fresh()
            inner = self.block(2, depth - 1)
            return f"let mut {turns} = 0; while {turns} < 4 {{ {turns} += 1; {inner} }}"
        return f"{label}: {head} {body}"

    def option_case(self, depth: int) -> str:
        name, hidden = self.fresh(), dict(self.variables)
        value = self.expression("Option<i32>", 1)
        self.variables[name] = ("i32", False)
        body = self.block(1, depth - 1)
        self.variables = hidden
        return f"if let Some({name}) = {value} {body} else {self.block(1, depth - 1)}"

    def account(self, depth: int) -> str:
        name, result = self.fresh(), self.fresh()
        text = f"let mut {name} = Account::new({self.expression('u8', 1)}); "
        text += f"let mut {result}: usize = {name}.take_in({self.expression('i32', 1)}); "
        text += f"{result} += {name}.take_in({self.expression('i32', 1)}); let {name} = {name}.renamed(3);"
        self.variables |= {result: ("usize", True), f"{name}.held": ("Vec<i32>", False)}
        return text

    def hashes(self, depth: int) -> str:
        name, result = self.fresh(), self.fresh()
        vector = self.expression("Vec<u8>", 1)
        text = f"let mut {name}: std::collections::HashMap<u8, i32> = std::collections::HashMap::new(); "
        text += f"for k in {vector}.iter() {{ *{name}.entry(*k).or_insert(0) += 1; }} "
        text += (
            f"let mut {result}: i32 = match {name}.get(&{self.expression('u8', 0)}) {{ Some(x) => *x, None => -1 }};"
        )
        self.variables[result] = ("i32", True)
        return text

    def popping(self, depth: int) -> str:
        vector, name, hidden = self.fresh(), self.fresh(), dict(self.variables)
        text = f"let mut {vector}: Vec<i32> = {self.expression('Vec<i32>', 1)}; "
        self.variables[name] = ("i32", False)
        body = self.block(1, depth - 1)
        self.variables = hidden
        return f"{text} while let Some({name}) = {vector}.pop() {{ {body} if {name} > 90 {{ break; }} }}"

    def queue(self, depth: int) -> str:
        name, result = self.fresh(), self.fresh()
        text = f"let mut {name}: std::collections::VecDeque<i32> = std::collections::VecDeque::new(); "
        text += f"for x in {self.expression('Vec<i32>', 1)}.iter() {{ if *x > 2 {{ {name}.push_front(*x); }} "
        text += f"else {{ {name}.push_back(*x); }} }} let mut {result}: Vec<i32> = Vec::new(); "
        text += f"while let Some(x) = {name}.pop_front() {{ {result}.push(x); }}"
        self.variables[result] = ("Vec<i32>", True)
        return text

    def references(self, depth: int) -> str:
        name, grid, vector = self.fresh(), self.fresh(), self.fresh()
        text = (
            f"let mut {name}: i32 = {self.expression('i32', 1)}; let mut {vector} = {self.expression('Vec<i32>', 1)}; "
        )
        text += f"if raise(&mut {name}, {self.expression('i32', 1)}) {{ overwrite(&mut {vector}, {name}); }} "
        text += f"let mut {grid} = [[0i32; 2]; 3]; {grid}[({self.expression('u8', 1)} % 4) as usize][1] = {name}; "
        text += f"{name} = {name}.wrapping_add({grid}[1][1]);"
        self.variables |= {name: ("i32", True), vector: ("Vec<i32>", True)}
        return text

    def hash_set(self, depth: int) -> str:
        name, result = self.fresh(), self.fresh()
        text = f"let mut {name}: std::collections::HashSet<u8> = std::collections::HashSet::new(); "
        text += f"let mut {result}: bool = false; for x in {self.expression('Vec<u8>', 1)}.iter() "
        text += f"{{ if !{name}.insert(*x) {{ {result} = true; }} }} "
        text += f"{result} = {result} ^ {name}.contains(&{self.expression('u8', 0)});"
        self.variables[result] = ("bool", True)
        return text

    def closure(self, depth: int) -> str:
        name, result = self.fresh(), self.fresh()
        value = self.expression("i32", 1)
        text = f"let {name} = |x: i32, y: i32| -> i32 {{ let z = x.wrapping_sub(y); z ^ {value} }}; "
        text += f"let {result}: i32 = {name}({self.expression('i32', 1)}, 3).wrapping_add({name}(1, 2));"
        self.variables[result] = ("i32", False)
        return text


def program(seed: int) -> str:
    """A program whose last function, `f`, takes and gives values."""
    rng = random.Random(seed)
    maker = ProgramMaker(rng)
    taken = [rng.choice(_TYPES) for _ in range(rng.randint(1, 4))]
    names = [f"p{place}" for place in range(len(taken))]
    maker.variables = {name: (kind, False) for name, kind in zip(names, taken, strict=True)}
    body = " ".join(maker.statement(2) for _ in range(rng.randint(2, 6)))
    given = [rng.choice(_TYPES) for _ in range(rng.randint(1, 3))]
    result = ", ".join(maker.expression(kind) for kind in given)
    parameters = ", ".join(f"{name}: {kind}" for name, kind in zip(names, taken, strict=True))
    return f"{_HELPERS}\npub fn f({parameters}) -> ({', '.join(given)},) {{ {body} ({result},) }}\n"
