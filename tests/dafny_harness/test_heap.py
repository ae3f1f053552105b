"""The heap in clauses: what is said of objects and arrays that no name of the method stands for."""

import pytest
from attrs import evolve

from specassay.core.deciding.clauses import theory_of
from specassay.core.deciding.engines import Engines
from specassay.core.ir.contracts import Specification
from specassay.core.ir.variables import field_variable, heap_variable
from specassay.core.spec_testing.examples import Example, Examples
from specassay.core.spec_testing.judging import judge_outputs
from specassay.core.spec_testing.making import made_examples, subjects_of
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import MethodScore, score_method, score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

ABSTRACT = """
trait Counter {
  var count: int
  ghost var Repr: set<object>
  predicate Valid() reads this, Repr ensures Valid() ==> this in Repr
  predicate Ready() reads * { Valid() && count > 0 }
  method Step() requires Valid() modifies Repr ensures Valid() ensures count == old(count) + 1
  method Look() returns (n: int) requires Valid() ensures Valid() ensures n == count
  method Peek() returns (n: int) ensures Valid() ensures n == count
  method Twice(other: Counter) modifies this ensures other.Valid() == old(other.Valid()) ensures Ready()
}
class Plain extends Counter {
  constructor () ensures count == 0
}
"""


def specifications(text: str) -> dict[str, Specification]:
    return {each.name: each for each in parse_program(text).specifications}


def shown(specification: Specification, kind: str = "ensures") -> list[str]:
    """The clauses as the terms that they became, or why they became none."""
    return [
        str(each.term) if each.term is not None else each.clause.problems[0].construct
        for each in getattr(specification, kind)
        if not each.clause.implicit
    ]


def verdicts(text: str, method: str) -> list[str]:
    program = parse_program(text, "t.dfy")
    found = score_program(program, examples_of(program), Options(Engines(), operator_set("paper"), DAFNY))
    return [test.verdict for score in found if score.method.endswith(method) for test in score.tests]


def test_of_a_function_without_a_body_two_states_are_never_one() -> None:
    found = specifications(ABSTRACT)
    assert all(each.term is not None for one in found.values() for each in (*one.requires, *one.ensures))
    step, look, twice = (found[f"Counter.{name}"] for name in ("Step", "Look", "Twice"))
    assert shown(step, "requires") != shown(step)[:1]
    assert shown(look, "requires") == shown(look)[:1]
    equivalence = twice.ensures[0].term
    assert equivalence is not None
    assert equivalence.args[0] is not equivalence.args[1]


def test_a_function_without_a_body_is_one_of_its_object_and_one_with_a_body_is_what_that_says() -> None:
    found = specifications(
        "trait Shape { function Area(): int reads this }\n"
        "class Square extends Shape { var side: int function Area(): int reads this { side * side }\n"
        "method Larger(other: Shape) returns (r: bool) ensures r <==> Area() > other.Area() }\n"
        "method Same(one: Shape, other: Shape) ensures one.Area() == other.Area()"
    )
    assert shown(found["Same"]) == ["<Bool: eq(call(object.state, one), call(object.state, other))>"]
    assert shown(found["Square.Larger"]) == ["<Bool: eq(r, gt(call(this.side), call(object.state, other)))>"]


def test_a_constructor_reads_the_state_before_of_what_exists_before() -> None:
    found = specifications(
        "class C { var a: int var next: C? constructor (x: C, s: array<int>) modifies x, s requires s.Length > 1 "
        "ensures x.a == old(x.a) + 1 ensures s[0] == old(s[1]) ensures a == old(a) "
        "ensures x.next != null && old(x.next) != null ==> x.next.a == old(x.next.a) }"
    )
    terms = [each.term for each in found["C.constructor"].ensures if not each.clause.implicit]
    assert [term is not None for term in terms] == [True, True, False, True]
    assert str(terms[0]) == "<Bool: eq(x.a, add(old(x.a), 1))>"


def test_what_is_not_known_of_a_function_hides_no_other_clause() -> None:
    test = "method Test() { var c := new Plain(); c.count := 0; c.Repr := {c}; var n := c.Peek(); assert n == %d; }"
    assert verdicts(ABSTRACT + test % 2, "Peek") == ["refuted"]
    assert verdicts(ABSTRACT + test % 0, "Peek") == ["unknown"]


STACK = """
class Stack {
  var items: array<int>
  var spare: array?<int>
  var count: nat
  ghost var Repr: set<object>
  ghost var Elements: seq<int>
  predicate Valid() reads this, Repr {
    Repr == {this, items} && count <= items.Length && Elements == items[..count]
  }
  constructor (n: nat)
    ensures Valid() && fresh(Repr) && fresh(items) && Elements == [] && items.Length == n && spare == null
  { items := new int[n]; count := 0; Elements := []; Repr := {this, items}; }
  method Push(x: int) requires Valid() && count < items.Length modifies Repr
    ensures Valid() && Elements == old(Elements) + [x] && items == old(items) && fresh(Repr - old(Repr))
  { items[count] := x; count := count + 1; Elements := Elements + [x]; }
  method Grow() requires Valid() modifies Repr
    ensures Valid() && Elements == old(Elements) && items != old(items) && fresh(Repr - {this})
  {
    var more := new int[2 * items.Length + 1];
    forall i | 0 <= i < count { more[i] := items[i]; }
    items := more; Repr := {this, more};
  }
  method Keep() requires Valid() modifies this
    ensures spare == old(items) ensures spare != null ==> spare.Length == |old(items[..])|
  { spare := items; }
  method IsMine(a: array<int>) returns (mine: bool) requires Valid()
    ensures mine <==> a == items ensures mine ==> a in Repr && a !in {this}
  { mine := items == a; }
  method Total() returns (sum: int) requires Valid() ensures sum == Sum(items, count) { sum := Sum(items, count); }
}
function Sum(a: array<int>, n: nat): int reads a requires n <= a.Length {
  if n == 0 then 0 else a[n - 1] + Sum(a, n - 1)
}
"""


def outcomes(text: str, method: str, kind: str) -> set[str]:
    """What a specification says of what its method's body does on inputs that are made."""
    program = parse_program(text, "t.dfy")
    tested = Examples((), ())
    known = tuple(one for one in program.specifications if one.name != f"{kind}.{method}")
    made = made_examples(program, evolve(tested, examples=tuple(map(_nothing, known))), None, Engines(), DAFNY)
    return {judge_outputs(each, each.outputs, (), theory_of(program), Engines(), "").verdict for each in made.examples}


def _nothing(specification: Specification) -> Example:
    """A test, so that none is made."""
    return Example(specification, {}, {}, {}, (), "assertion", "", None)


@pytest.mark.slow
def test_an_array_that_an_object_holds_is_an_object_among_others() -> None:
    assert all(
        each.term is not None for one in specifications(STACK).values() for each in (*one.requires, *one.ensures)
    )
    for method in ("constructor", "Push", "Grow", "Keep", "IsMine", "Total"):
        assert outcomes(STACK, method, "Stack") == {"holds"}, method


@pytest.mark.parametrize(
    ("right", "wrong", "method"),
    [
        ("Repr := {this, items}; }", "Repr := {this}; }", "constructor"),
        ("items[count] := x;", "items := new int[items.Length + 1]; Repr := {this, items};", "Push"),
        ("items := more; Repr := {this, more};", "", "Grow"),
        ("items := more; Repr := {this, more};", "items := more;", "Grow"),
        ("spare := items;", "spare := null;", "Keep"),
        ("spare := items;", "spare := new int[items.Length];", "Keep"),
        ("mine := items == a;", "mine := items != a;", "IsMine"),
    ],
)
def test_a_body_that_takes_another_array_is_seen(right: str, wrong: str, method: str) -> None:
    assert right in STACK
    assert "refuted" in outcomes(STACK.replace(right, wrong), method, "Stack")


def test_an_array_keeps_its_length_and_two_names_of_it_have_the_same_elements() -> None:
    text = """class C {
      const fixed: array<int>
      var loose: array<int>
      method M(a: array<int>) modifies fixed, a, this`loose
        ensures a == fixed ==> a[..] == fixed[..] ensures loose == old(loose)
    }"""
    facts = [each.clause.text for each in specifications(text)["C.M"].ensures if each.clause.fact]
    assert sorted(facts) == [
        "loose: array<int>",  # not null
        "this.fixed == a ==> this.fixed[..] == a[..]",
        "this.fixed is as long as before",
    ]


@pytest.mark.parametrize(
    ("before", "after", "survivors"),
    [
        ("", "", set()),
        ("Valid() && Elements == old(Elements) + [x] && ", "Valid() && ", {"other.state"}),
        ("Valid() && Elements == old(Elements) + [x] && ", "|Elements| > 0 && Valid() && ", {"other.state"}),
    ],
)
def test_an_object_in_another_state_is_a_wrong_output_and_another_representation_is_none(
    before: str, after: str, survivors: set[str]
) -> None:
    """Where ghost fields say what an object stands for, how it does that is its own choice."""
    score = only_score(STACK.replace(before, after) if before else STACK, "Stack.Push")
    own = set(map(str, score.specification.heap.representation))
    assert own == {"this.items", "this.items#array", "this.count", "this.Repr"}
    mutants = [mutant for test in score.tests for mutant in test.mutants]
    assert {"other.state"} <= {mutant.operator for mutant in mutants}
    assert all(field_variable("this", "Elements") in mutant.changed for mutant in mutants)
    assert {mutant.operator for mutant in mutants if mutant.judgement.verdict == "holds"} == survivors


def only_score(text: str, method: str) -> MethodScore:
    """That of one method, on made tests."""
    program = parse_program(text, "t.dfy")
    (specification,) = (one for one in program.specifications if one.name == method)
    others = tuple(map(_nothing, (one for one in program.specifications if one is not specification)))
    made = made_examples(program, Examples(others), None, Engines(), DAFNY)
    options = Options(Engines(), operator_set("full"), DAFNY, mutants=10, functional=False)
    return score_method(specification, made.examples, (), program, options)


def test_a_function_is_tried_on_objects_as_their_types_promise() -> None:
    text = """class Box { var items: array<int> var count: nat
      predicate Valid() reads this, items ensures Valid() ==> count <= items.Length {
        count <= items.Length && items[..count] == items[..count]
      }
      function Own(a: array<int>): bool reads this ensures Own(a) <==> a == items { a == items } }"""
    program = subjects_of(parse_program(text, "t.dfy"))
    made = made_examples(program, Examples(()), None, Engines(), DAFNY)
    assert {each.kind for each in made.findings} == set()
    assert {each.specification.name for each in made.examples} == {"Box.Valid", "Box.Own"}
    assert all(each.inputs["this.count"] >= 0 for each in made.examples if "this.count" in each.inputs)


def test_only_what_a_predicate_relates_to_ghost_fields_represents_them() -> None:
    text = """class Account {
      ghost var history: seq<int>
      var balance: int
      var size: nat
      ghost predicate Valid() reads this { size == |history| }
      method Deposit(n: int) modifies this ensures Valid() ensures history == old(history) + [n] ensures balance > n
    }"""
    assert specifications(text)["Account.Deposit"].heap.representation == (field_variable("this", "size"),)


def test_a_set_of_any_objects_is_a_frame_which_may_be_chosen() -> None:
    text = """class Box {
      ghost var Repr: set<object>
      ghost var known: set<Box>
      var size: int
      ghost predicate Valid() reads this { this in Repr }
      method Set(n: int) modifies Repr ensures Valid() ensures size == n && known == old(known)
    }"""
    assert specifications(text)["Box.Set"].heap.representation == (field_variable("this", "Repr"),)


LINKED = """class Node {
  var value: int
  var next: Node?
  ghost var Repr: set<object>
  ghost predicate Valid() reads this, Repr
  { this in Repr && (next != null ==> next in Repr && next.Repr <= Repr && this !in next.Repr && next.Valid()) }
  constructor (v: int, n: Node?) requires n != null ==> n.Valid() ensures Valid()
  { value := v; next := n; Repr := {this} + if n == null then {} else n.Repr; }
  function Length(): nat requires Valid() reads this, Repr ensures Length() >= 1 decreases Repr
  { if next == null then 1 else 1 + next.Length() }
  lemma Short() requires Valid() ensures Length() < 2 { }
}"""


def test_functions_and_lemmas_are_tried_on_objects_that_are_built() -> None:
    program = subjects_of(parse_program(LINKED, "t.dfy"))
    made = made_examples(program, Examples(()), None, Engines(), DAFNY)
    assert {each.kind for each in made.findings} == set()
    lengths = {each.outputs["result"] for each in made.examples if each.specification.name == "Node.Length"}
    assert {1, 2} <= lengths
    assert any(each.specification.name == "Node.Short" for each in made.examples)
    constructed = [each.inputs["n"].index for each in made.examples if each.specification.name == "Node.constructor"]
    assert 0 in constructed  # null
    assert any(constructed)


def test_what_represents_an_object_may_be_read_through_others() -> None:
    text = """class Cell {
      var value: int
      var next: Cell?
      ghost var Contents: seq<int>
      ghost var Repr: set<Cell>
      predicate Valid() reads this, Repr decreases Repr {
        this in Repr && (next == null ==> Contents == [value]) &&
        (next != null ==> next in Repr && next.Repr <= Repr - {this} && next.Valid() &&
          Contents == [value] + next.Contents)
      }
      constructor (v: int) ensures Valid() && Contents == [v]
      { value := v; next := null; Contents := [v]; Repr := {this}; }
    }"""
    made = specifications(text)["Cell.constructor"]
    assert set(map(str, made.heap.representation)) == {"this.value", "this.next", "this.Repr"}


def test_a_state_has_fields_of_one_name_apart_where_they_are_of_two_classes() -> None:
    """The node that Push makes has a Repr, and is no List, whose field of that name is another."""
    text = """
    class Node { var next: Node?  ghost var Repr: set<object>
      constructor () ensures next == null && Repr == {} { next := null; Repr := {}; } }
    class List {
      var first: Node?
      ghost var Repr: set<object>
      predicate Valid() reads this, Repr { this in Repr && (first != null ==> first in Repr && first.Repr == {}) }
      constructor () ensures Valid() { first := null; Repr := {this}; }
      method Push() requires Valid() modifies Repr ensures Valid() && first != null && fresh(first)
      { var node := new Node(); first := node; Repr := Repr + {node}; }
    }
    """
    program = parse_program(text, "t.dfy")
    made = made_examples(program, Examples(()), None, Engines(), DAFNY)
    pushed = [each for each in made.examples if each.specification.name == "List.Push"]
    assert pushed
    for each in pushed:
        assert judge_outputs(each, each.outputs, (), theory_of(program), Engines(), "").verdict == "holds"
        assert each.inputs["this"] not in each.outputs[heap_variable("Node", "Repr")][1]
