"""The real verifier agrees: an expression has the value that our reading and evaluation of it gives."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.core.spans import Span
from specassay.frontends.dafny import literal, parse_expression, parse_program, show_term

from ...samples import some

DECLARATIONS = """
datatype List = Nil | Cons(head: int, tail: List)
datatype Option<T> = None | Some(value: T)
function Length(l: List): nat { match l case Nil => 0 case Cons(_, t) => 1 + Length(t) }
function Factorial(n: nat): nat { if n == 0 then 1 else n * Factorial(n - 1) }
predicate Even(n: int) { n % 2 == 0 }
function Third(n: int): int requires n % 3 == 0 { n / 3 }
const N := 5
"""
EXPRESSIONS = r"""
-7 / 2
-7 % 2
7 / -2
7 % -2
1 + 2 * 3 - 4
2 * 3 % 4
10 - 3 - 2
true ==> false ==> false
(false ==> true) ==> false
false <== true <== false
true <==> false <==> false
1 < 2 <= 2 == 2
3 > 2 >= 2
|{1, 2, 2}|
((x: int) requires x > 0 => 10 / x).requires(1)
(var f := (x: int) requires x > 0 => 10 / x; f.requires(-1) || f(5) == 2)
((x: int) => x).requires(3) && ((x: int) => x).reads(3) == {}
(var f := Third; f.requires(4))
Third.requires(6) && Third.reads(6) == {}
{1, 2} + {3} * {3, 4} - {1}
{1} < {1, 2}
[1, 2] < [1, 2, 3]
[1, 2, 3][1..] + [4]
[1, 2, 3, 4][1..3]
[1, 2, 3][1 := 7]
2 in [1, 2] && 3 !in {1, 2} && {1} !! {2}
multiset{1, 1, 2} - multiset{1}
multiset([1, 2, 1])[1]
map[1 := 2, 3 := 4][3]
|map[1 := 2, 2 := 3]|
"a\"b" + "c"
|"a\nb"|
('a' as int + 1) as char == 'b'
'a' < 'b'
7.0 / 2.0
(-3.5).Floor
5 as real / 2.0
var x := 3; x * x
var x, y := 1, 2; x - y
if 1 < 2 then 3 else 4
forall i :: 0 <= i < 3 ==> i * i < 5
forall i, j :: 0 <= i < j < 3 ==> [1, 2, 3][i] < [1, 2, 3][j]
set x | x in {1, 2, 3} && x > 1
(1, (2, 3)).1.1
Length(Cons(1, Cons(2, Nil)))
Cons(1, Nil).Cons? && Some(3).value == 3
Factorial(4)
Even(N)
match Some(4) { case None => 0 case Some(v) => v }
0xFF + 1_000
(5 as bv8 << 1) | 1
(0x81 as bv8).RotateLeft(1) == 3
(3 as bv8).RotateRight(1) as int
(0x1F as bv5).RotateLeft(5) as int + (1 as bv5).RotateRight(0) as int
((200 as bv8) + (100 as bv8)) as int
(12 as bv8 & 10) ^ 1
(x => x + 1)(2)
Cons(1, Nil).(head := 5).head
var l := Cons(1, Cons(2, Nil)); match l { case Cons(tail, l) => tail + l.head case Nil => 0 }
var x, y := 1, 2; (var x, y := y, x; x - y)
var p := (1, (2, 3)); (var (x, p) := p; x + p.1)
var x: seq<int> := []; |x + x|
var b: bv8 := 5; b + 255
var o: Option<int> := None; o.None?
Option<int>.None == if 1 < 2 then None else Some(1)
(var s: seq<int> := []; s)[..0] + [1, 2, 3][1..]
""".strip().splitlines()


@pytest.mark.slow
def test_expressions_have_the_values_that_dafny_proves(require: Callable[[str], Path], tmp_path: Path) -> None:
    dafny = require("dafny")
    program = parse_program(DECLARATIONS)
    lemmas = []
    for number, text in enumerate(some(EXPRESSIONS, 9)):
        term = parse_expression(text, {}, None, program, Span("e", number + 1, 1, 1, 1))
        outcome = evaluate(term, {}, program.functions, program.datatypes)
        assert outcome.state == "defined", text
        value = literal(outcome.value, term.sort)
        lemmas.append(f"lemma L{number}() {{ assert ({text}) == {value}; assert ({show_term(term)}) == {value}; }}")
    lemmas.append("lemma False() { assert 1 + 1 == 3; }")
    path = tmp_path / "values.dfy"
    path.write_text(DECLARATIONS + "\n".join(lemmas), encoding="utf-8")
    command = [str(dafny), "/compile:0", "/timeLimit:20", str(path)]
    output = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False).stdout
    errors = re.findall(r"values\.dfy\((\d+),\d+\): Error", output)
    last = (DECLARATIONS + "\n".join(lemmas)).count("\n") + 1
    assert errors == [str(last)], output
