"""What Dafny text means: golden listings, sorts of variables without types, two states, what is not lowered."""

from pathlib import Path

import pytest

from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.contracts import Program
from specassay.core.ir.sorts import BOOL, CHAR, INT, REAL, Sort, array_of, bit_vector, map_of, seq_of, set_of
from specassay.core.ir.terms import bare, free_variables
from specassay.core.ir.variables import Name
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, parse_program, parse_signature, show_term
from specassay.frontends.listing import lines

FOLDER = Path(__file__).parents[2] / "data" / "dafny"
SCOPE: dict[Name, Sort] = {
    "s": seq_of(INT),
    "t": seq_of(CHAR),
    "m": map_of(INT, seq_of(REAL)),
    "u": set_of(BOOL),
    "a": array_of(INT),
    "v": bit_vector(8),
    "n": INT,
    "x": REAL,
}


FILES = [
    *("sequences", "in_place", "datatypes", "problems", "objects", "matrices", "two_states", "generics", "returned"),
    *("labels", "tests", "linked", "default_values", "frames"),
]


@pytest.mark.parametrize("name", FILES)
def test_a_file_means_what_is_recorded(name: str) -> None:
    """To record a case: `specassay parse NAME.dfy > NAME.expect` in its folder, and read it."""
    program = parse_program((FOLDER / f"{name}.dfy").read_text(), f"{name}.dfy")
    assert "\n".join(lines(program)) + "\n" == (FOLDER / f"{name}.expect").read_text()


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("forall i :: 0 <= i < |s| ==> s[i] > 0", "i: int"),
        ("forall c :: c in t ==> c != 'x'", "c: char"),
        ("forall k :: k in m ==> m[k] != []", "k: int"),
        ("exists r :: r in m[1] && r > x", "r: real"),
        ("exists b :: b in u", "b: bool"),
        ("forall e | e in s + [n] :: e == e", "e: int"),
        ("forall p :: p == (1, 'a') ==> p.0 == 1 && p.1 == 'a'", "p: (int, char)"),
        ("forall w :: w == v ==> w & 3 == 1", "w: bv8"),
        ("forall f :: f(n) == x ==> true", "f: (int) -> real"),
        ("forall q :: |q| == 0 && t in q ==> q == [t]", "q: seq<string>"),
        ("forall i, j <- s :: i < j", "i: int, j: int"),
    ],
)
def test_variables_without_types_get_theirs_from_their_uses(text: str, meaning: str) -> None:
    assert f" {meaning} ::" in show_term(parse(text))


def parse(text: str, program: Program = Program(file="e.dfy")):  # type: ignore[no-untyped-def]  # noqa: B008
    return parse_expression(text, SCOPE, None, program, Span("e.dfy", 7, 5, 7, 5))


@pytest.mark.parametrize(
    ("text", "construct", "place"),
    [
        ("n + x", "incompatible types: Int and Real", "7:5"),
        ("n == 1.5", "incompatible types: Int and Real", "7:5"),
        ("unknown + 1", "unresolved identifier unknown", "7:5"),
        ("1 + f(n)", "unresolved identifier f", "7:9"),
        ("forall e :: e == e", "a type that cannot be inferred", "7:5"),
        ("|n| == 0", "the cardinality of a Int", "7:5"),
        ("n.Length", "the member Length of a Int", "7:5"),
        ("fresh(n)", "fresh of a Int", "7:5"),
        ("v == 256", "256 as a bv8", "7:10"),
        ("s[0, 1]", "an element of a multi-dimensional array", "7:5"),
        ("this.x", "this", "7:5"),
        ("(var f := y => y + 1; f.ensures(1))", "a call of the member ensures of a Function<1, 1>", "7:27"),
        ("(y reads * => 1).requires(1)", "reads *", "7:14"),
        ("a as int", "the conversion from Array<Int> to Int", "7:5"),
        ("s ==#[1] s", "==#[k] of a Seq<Int>", "7:5"),
        ("null == s", "null of a Seq<Int>", "7:5"),
    ],
)
def test_what_is_not_lowered_is_named_with_its_place(text: str, construct: str, place: str) -> None:
    with pytest.raises(Unsupported) as caught:
        parse(text)
    assert (caught.value.construct, str(caught.value.span)) == (construct, f"e.dfy:{place}")


def test_spans_of_terms_are_those_of_the_text() -> None:
    term = parse("n > 0 &&\n  s[n] == 1")
    assert str(term.span) == "e.dfy:7:5"
    assert [str(part.span) for part in term.args] == ["e.dfy:7:5", "e.dfy:8:3"]
    assert (term.args[1].span.end_line, term.args[1].span.end_column) == (8, 12)


def test_types_that_promise_more_than_their_sort_are_conditions() -> None:
    text = "type Small = x: nat | x < 10 method M(n: nat, s: seq<Small>) returns (r: Small)"
    specification = parse_program(text).specifications[0]
    conditions = [*specification.requires, *specification.ensures]
    assert [(c.clause.kind, c.clause.text) for c in conditions] == [
        ("requires", "n: nat"),
        ("requires", "s: seq<Small>"),
        ("ensures", "r: Small"),
    ]
    assert [show_term(c.term) for c in conditions if c.term is not None] == [
        "n >= 0",
        "forall index': int :: 0 <= index' < |s| ==> s[index'] >= 0 && (var x := s[index']; x < 10)",
        "r >= 0 && r < 10",
    ]


INSIDE = "an array inside another value, where arrays may change"


def test_only_what_may_be_modified_has_an_old_value() -> None:
    text = "method M(a: array<int>, b: array<int>) modifies a ensures old(a[0] + b[0]) == a[0]"
    (condition,) = parse_program(text).specifications[0].ensures
    assert condition.term is not None
    assert {str(name) for name, _ in free_variables(condition.term)} == {"a", "b", "old(a)"}


@pytest.mark.parametrize(
    ("clause", "problem"),
    [
        ("var b := a; old(b[0]) == 1", None),
        ("var b := a; old(First(b))", None),
        ("old(r[0]) == 1", None),
        ("(x => old(x[0]))(a) == 1", None),
        ("forall x :: x in s ==> old(x[0]) == 1", None),
        ("old(s[0])[0] == 1", None),
        ("old(s[1..])[0][0] == 1", INSIDE),
        ("t[0][0] == 1", INSIDE),
        ("s[0][0] == 1", None),
        ("s[0] == old(s[1])", None),
        ("s[0][0] == old(s[0][0]) && old(s)[0][0] == s[0][0]", None),
        ("forall x :: x in s ==> x[0] == 1", None),
        ("var x :| x in s; x[0] == 1", None),
        ("match box case Box(x) => x[0] == 1", None),
        ("Full(box)", None),
        ("old(Full(box))", None),
        ("forall x :: x in s ==> x.Length > 0", None),
        ("var x := a; x[0] == 1", None),
        ("(if c == a then c else a)[0] == 1", None),
        ("a in s && First(a)", None),
        ("old(var b := a; b[0]) == 1", None),
        ("old(First(a))", None),
        ("old(c[0]) == 1", None),
    ],
)
def test_of_an_array_inside_a_value_the_input_has_to_say_which_it_is(clause: str, problem: str | None) -> None:
    text = f"""
    predicate First(x: array<int>) reads x {{ x[0] == 1 }}
    datatype Box = Box(held: array<int>)
    predicate Full(box: Box) reads box.held {{ box.held[0] == 1 }}
    method M(a: array<int>, c: array<int>, s: seq<array<int>>, box: Box) returns (r: array<int>, t: seq<array<int>>)
      modifies a ensures {clause}
    """
    (condition,) = (one for one in parse_program(text).specifications[0].ensures if not one.clause.implicit)
    assert [each.construct for each in condition.clause.problems] == ([] if problem is None else [problem])


@pytest.mark.parametrize(
    ("modified", "clause"),
    [
        ("this, items", "items[..] == other.items[..]"),
        ("items", "other.items[0] == 1"),
        ("items", "a[0] == 1"),
        ("a", "items[0] == 1"),
        ("items", "items[0] == 1"),
        ("items", "names[0] == 'c'"),
        ("a", "b[0] == 1"),
        ("this", "a[0] == 1"),
    ],
)
def test_of_an_array_that_may_be_one_that_changes_a_clause_is_read(modified: str, clause: str) -> None:
    text = f"""
    class C {{
      var items: array<int>
      var names: array<char>
      method M(other: C, a: array<int>, b: array<int>) modifies {modified} ensures {clause}
    }}
    """
    (condition,) = (one for one in parse_program(text).specifications[0].ensures if not one.clause.implicit)
    assert not condition.clause.problems


def test_a_clause_that_is_not_lowered_does_not_take_others_with_it() -> None:
    text = "method M(n: int) returns (r: int)\n  ensures fresh(n)\n  ensures r > n"
    first, second = parse_program(text, "f.dfy").specifications[0].ensures
    assert first.term is None
    assert [str(p) for p in first.clause.problems] == ["unsupported: fresh of a Int at f.dfy:2:11"]
    assert second.term is not None
    assert second.clause.text == "r > n"
    assert not second.clause.problems


@pytest.mark.parametrize(
    ("function", "same"),
    [
        ("predicate P(s: seq<Node>) reads s { forall n <- s :: Deep(n.next) }", None),
        ("predicate P(s: seq<Node>) reads s", False),
        ("predicate P(s: seq<array<int>>) reads s", False),
        ("predicate P(s: seq<Node>) reads *", False),
        ("predicate P(s: seq<Node>)", True),
        ("predicate P(s: seq<Node>) { |s| > 0 ==#[1] true }", True),
    ],
)
def test_a_function_without_a_body_is_one_of_its_arguments_only_where_it_reads_nothing_else(
    function: str, same: bool | None
) -> None:
    """Its value may differ in the state after the call, though its arguments do not. None: a call is not
    lowered, for the body is not."""
    kind = "seq<array<int>>" if "array" in function else "seq<Node>"
    text = f"class Node {{ var next: Node? }} {function} method M(s: {kind}) modifies s requires P(s) ensures P(s)"
    (specification,) = parse_program(text).specifications
    conditions = (*specification.requires, *specification.ensures)
    before, after = (str(condition.term) for condition in conditions if not condition.clause.implicit)
    assert (after == "None") == (same is None)
    assert same is None or (before == after) == same


def test_a_chain_of_disjoint_sets_is_about_every_two() -> None:
    program = parse_program("predicate P(u: set<int>, v: set<int>, w: set<int>) { u !! v !! w }")
    body = program.functions["P"].body
    assert body is not None
    assert show_term(body) == "u !! v !! w"


def test_a_function_that_is_not_lowered_has_no_body() -> None:
    program = parse_program("function F(x: int): int { G(x) } predicate P(x: int) { F(x) == 1 }")
    assert program.functions["F"].body is None
    assert program.functions["P"].body is not None
    assert [problem.construct for problem in program.problems] == ["function F: unresolved identifier G"]


def test_constants_stand_for_their_values_in_any_order() -> None:
    program = parse_program("const A := B + 1 const B: int := 2 method M() ensures A == 3")
    (condition,) = program.specifications[0].ensures
    assert condition.term is not None
    assert show_term(condition.term) == "2 + 1 == 3"


def test_names_are_found_through_modules_and_imports() -> None:
    text = """
    module A { module B { function f(): int { 1 } datatype D = X | Y } }
    module C { import opened A.B function g(): int { f() } function h(): D { X } }
    import Short = A.B
    function k(): int { Short.f() + A.B.f() }
    function l(): A.B.D { Short.Y }
    """
    program = parse_program(text)
    assert not program.problems
    bodies = {name: bare(found.body) for name, found in program.functions.items() if found.body is not None}
    assert show_term(bodies["C.g"]) == "A.B.f()"
    assert show_term(bodies["k"]) == "A.B.f() + A.B.f()"
    assert show_term(bodies["l"]) == "Y"
    assert bodies["C.h"].sort == bodies["l"].sort


def test_generic_functions_take_values_of_any_type() -> None:
    text = """
    function Last<T>(s: seq<T>): T requires |s| > 0 { s[|s| - 1] }
    function Use(): char { Last([[1], [Last([2])]]); Last("ab") }
    """
    program = parse_program(text)
    assert not program.problems
    assert program.functions["Use"].body is not None


def test_clause_texts_are_one_line_without_comments() -> None:
    text = "method M(n: int)\n  requires n > 0 && // positive\n    n /* small */ < 10 // end\n"
    assert parse_program(text).specifications[0].requires[0].clause.text == "n > 0 && n  < 10"


def test_a_signature() -> None:
    found = parse_signature("method  f(a:array<int>, n: nat)returns (r:seq<real>, ok: bool)")
    assert (found.name, [b.name for b in found.inputs], [str(b.sort) for b in found.outputs]) == (
        "f",
        ["a", "n"],
        ["Seq<Real>", "Bool"],
    )


@pytest.mark.parametrize(
    ("text", "state", "value"),
    [
        ("(y requires y > 0 => y)(1)", "defined", 1),
        ("(y requires y > 0 => y)(0)", "undefined", None),
        ("((y: int) requires y > 0 requires y != 3 => 10 / y)(3)", "undefined", None),
        ("seq(3, i requires 0 <= i < 3 => i + 1)", "defined", (1, 2, 3)),
        ("seq(3, i requires 1 <= i < 3 => i + 1)", "undefined", None),
        ("[1, 2] == seq(2, i requires 0 <= i < 2 => [1, 2][i])", "defined", True),
    ],
)
def test_a_lambda_is_undefined_where_its_precondition_fails(text: str, state: str, value: object) -> None:
    found = evaluate(parse(text), {})
    assert (found.state, found.value if state == "defined" else None) == (state, value)


@pytest.mark.parametrize(
    ("text", "natural"),
    [
        ("forall n :: P(n)", "n"),
        ("forall n :: f(n)", "n"),
        ("forall n :: P(n) && n % 2 == 0", "n"),
        ("forall n :: P(n) ==> n + 1 > 0 && 3 - n > 0", "n"),
        ("forall n :: -5 < n && P(n) && n != k", "n"),
        ("forall n :: P(n) ==> s[n] > 0", "n"),
        ("forall n, m :: P(n) && P(m) && n < m", "nm"),
        ("forall n, m :: n == m + 1 && P(n) && Q(m)", "n"),
        ("exists n :: n > 2 && P(n)", "n"),
        ("|set n | n < 3 && n > -3 && P(n)| == 1", "n"),
        ("forall n :: n < 3 && P(n) ==> Q(n)", ""),
        ("forall n :: n < |s| ==> P(n)", ""),
        ("forall n :: n < k ==> P(n)", ""),
        ("forall n :: P(n) ==> P(n + 1)", ""),
        ("forall n :: P(n) ==> n + k > 0", ""),
        ("forall n :: P(n) ==> g(n)", ""),
        ("forall n :: P(n) ==> var i: int := n; i > 0", ""),
        ("forall n :: S(n) && P(n)", ""),
        ("forall n :: P(if n > 0 then n else n)", ""),
        ("forall n :: Q(n)", ""),
        ("forall n: int :: P(n)", ""),
    ],
)
def test_a_variable_without_a_type_gets_the_subset_type_of_a_parameter(text: str, natural: str) -> None:
    """As Dafny 2.3 does: where it does not, it refuses a text that says nothing of negative numbers."""
    (specification,) = parse_program(
        "predicate P(n: nat)\npredicate Q(n: int)\ntype Pos = x: int | 0 < x witness 1\npredicate S(n: Pos)\n"
        f"method M(f: nat -> bool, g: int -> bool, s: seq<int>, k: nat) ensures {text}"
    ).specifications
    (condition,) = specification.ensures
    assert condition.term is not None
    printed = show_term(condition.term)
    assert [name for name in "nm" if f"{name} >= 0" in printed] == list(natural)


def test_no_variable_of_a_file_is_taken_for_one_of_ours() -> None:
    """Dafny's identifiers may have apostrophes, and so have the variables that we bind."""
    text = "function F(n: int): int -> int { i => n }\nfunction G(index': int): seq<int> { seq(2, F(index')) }"
    program = parse_program(text, "t.dfy")
    found = evaluate(
        parse_expression("G(7)", {}, None, program, Span("e.dfy", 1, 1, 1, 1)), {}, program.functions, program.datatypes
    )
    assert found.value == (7, 7)


@pytest.mark.parametrize(
    ("text", "state", "value"),
    [
        ("[5, 6, 7, 8][1:0:2]", "defined", ((5,), (), (6, 7))),
        ("[5, 6, 7, 8][1:1:]", "defined", ((5,), (6,), (7, 8))),
        ("[5, 6][0:]", "defined", ((), (5, 6))),
        ("[5, 6][1:2]", "undefined", None),
    ],
)
def test_slices_follow_each_other_and_have_the_lengths_that_are_written(text: str, state: str, value: object) -> None:
    """As in the examples of the reference manual, "Other Sequence Expressions"."""
    found = evaluate(parse(text), {})
    assert (found.state, found.value if state == "defined" else None) == (state, value)


def test_written_type_arguments_of_a_call_are_those_of_the_function() -> None:
    text = "function Nothing<T>(): seq<T> { [] }\npredicate IsEmpty<T>(s: seq<T>) { s == [] }\n"
    program = parse_program(text + "method M() ensures IsEmpty(Nothing<bool>())", "t.dfy")
    assert "ensures IsEmpty(Nothing())" in "\n".join(lines(program))


@pytest.mark.parametrize("part", ["1", "x + 1", "-x * 2", "x as int", "f(x)"])
def test_a_ghost_component_of_a_tuple_is_an_expression(part: str) -> None:
    text = f"function f(x: int): int {{ x }}\nfunction Pair(x: int): (int, ghost int) {{ (x, ghost {part}) }}"
    assert "unsupported" not in "\n".join(lines(parse_program(text, "t.dfy")))


def test_type_parameters_of_a_class_stand_for_themselves_on_this_and_for_what_a_type_says_on_others() -> None:
    text = """
    trait Store<K(==), V> {
      function Content(): map<K, V> reads this
      method Put(k: K) modifies this ensures k in Content() && Content().Keys >= old(this.Content()).Keys
    }
    class Pair<A(==), B> {
      var one: A
      predicate Same(s: seq<B>) reads this { s == [] }
      function None(): seq<B> { [] }
    }
    method Use(p: Pair<int, bool>) ensures p.Same([]) && |p.None()| == 0
    """
    clauses = [each for one in parse_program(text, "t.dfy").specifications for each in one.ensures]
    assert [str(problem) for each in clauses for problem in each.clause.problems] == []


def test_an_abstract_import_is_what_it_refines_until_another_module_says_which_one() -> None:
    program = parse_program(
        """abstract module Order { type T function Le(a: T, b: T): bool }
        abstract module Pairs { import opened O : Order
          method Is(a: T, b: O.T) returns (r: bool) ensures r == O.Le(a, b) ensures r == Le(a, b) }
        module Numbers refines Order { type T = int function Le(a: T, b: T): bool { a <= b } }
        module PairsOfNumbers refines Pairs { import opened O = Numbers }"""
    )
    assert not program.problems
    found = {each.name: each for each in program.specifications}
    called = {name: {each.term.args[1].data for each in one.ensures if each.term} for name, one in found.items()}
    assert called == {"Pairs.Is": {"Order.Le"}, "PairsOfNumbers.Is": {"Numbers.Le"}}
    assert [binder.sort for binder in found["PairsOfNumbers.Is"].inputs] == [INT, INT]


def test_an_import_names_a_module_of_the_scopes_around() -> None:
    program = parse_program(
        """module A { function K(): int { 1 } }
        module Outer {
          module A { function K(): int { 2 } }
          module B { import opened A method M() returns (r: int) ensures r == K() }
          module C { import X = A method M() returns (r: int) ensures r == X.K() }
        }
        module Outer.D { import opened A method M() returns (r: int) ensures r == K() }
        module E { import opened A method M() returns (r: int) ensures r == K() }
        module F { module A { function K(): int { 3 } }
          import opened A method M() returns (r: int) ensures r == K() }"""
    )
    called = {}
    for each in program.specifications:
        term = each.ensures[0].term
        assert term is not None
        called[each.name] = term.args[1].data
    assert called == {
        "Outer.B.M": "Outer.A.K",
        "Outer.C.M": "Outer.A.K",
        "Outer.D.M": "Outer.A.K",
        "E.M": "A.K",
        "F.M": "F.A.K",
    }
