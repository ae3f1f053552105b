"""Generic functions at the types of their calls."""

import pytest

from specassay.core.deciding.simplify import simplify
from specassay.core.errors import Unsupported
from specassay.core.ir import build as b
from specassay.core.ir.build import op
from specassay.core.ir.contracts import Function, HeapModel, PossibleAlias, ReachedArrays, Specification
from specassay.core.ir.definedness import well_defined
from specassay.core.ir.routines import Instance
from specassay.core.ir.sorts import BOOL, INT, Sort, seq_of, uninterpreted
from specassay.core.ir.terms import Binder, Term, make, subterms, var
from specassay.core.ir.type_instances import at_call, monomorphic, with_types
from specassay.core.ir.variables import Name

T, U = uninterpreted("T"), uninterpreted("U")


def call(name: str, sort: Sort, *arguments: Term) -> Term:
    return op("call", *arguments, data=name, sort=sort)


def function(
    name: str,
    sort: Sort,
    body: Term | None,
    result: Sort = BOOL,
    *,
    requires: tuple[Term, ...] = (),
    ensures: tuple[Term, ...] = (),
) -> Function:
    return Function(name, (Binder("s", seq_of(sort)),), result, body, requires, ensures)


def let(value: Term, body: Term) -> Term:
    return make("let", (value, body), body.sort, (Binder("t", value.sort),))


def is_empty(sort: Sort) -> Term:
    """`var t := s; t == s[..0]` of a sequence s of this sort."""
    s, t = var("s", seq_of(sort)), var("t", seq_of(sort))
    return let(s, op("eq", t, op("seq.slice", s, b.integer(0), b.integer(0))))


EMPTY = function("Empty", T, is_empty(T), requires=(b.negate(is_empty(T)),))
INTS = var("xs", seq_of(INT))


def test_a_function_at_a_call_is_about_the_sorts_of_the_call() -> None:
    found = at_call(EMPTY, call("Empty", BOOL, INTS))
    assert found.parameters == (Binder("s", seq_of(INT)),)
    assert found.body is is_empty(INT)
    assert at_call(EMPTY, call("Empty", BOOL, var("s", seq_of(T)))) is EMPTY


def test_a_let_in_a_generic_body_or_precondition_has_the_sorts_of_the_call() -> None:
    functions: dict[Name, Function] = {"Empty": EMPTY}
    assert well_defined(call("Empty", BOOL, INTS), functions).sort == BOOL
    plain: dict[Name, Function] = {"Empty": function("Empty", T, is_empty(T))}
    assert "call" not in {part.op for part in subterms(simplify(call("Empty", BOOL, INTS), {}, plain, {}))}


def test_each_choice_of_types_is_a_function_of_its_own() -> None:
    """Those that only a function without a body mentions, in what it ensures, are there too."""
    inner = function("Inner", U, call("Empty", BOOL, var("s", seq_of(U))))
    outer = function("Outer", INT, None, ensures=(call("Inner", BOOL, var("s", seq_of(INT))),))
    functions: dict[Name, Function] = {"Empty": EMPTY, "Inner": inner, "Outer": outer}
    bools = var("bs", seq_of(BOOL))
    term, found = monomorphic(b.conj(call("Outer", BOOL, INTS), call("Empty", BOOL, bools)), functions)
    assert set(found) == {"Outer", "Inner<U = Int>", "Empty<T = Int>", "Empty<T = Bool>"}
    assert [part.data for part in term.args] == ["Outer", "Empty<T = Bool>"]
    assert found["Outer"].ensures[0].data == "Inner<U = Int>"
    assert found["Empty<T = Bool>"].parameters == (Binder("s", seq_of(BOOL)),)


def test_types_that_grow_without_end_are_refused() -> None:
    deeper = call("Grow", BOOL, op("seq.literal", var("s", seq_of(T)), sort=seq_of(seq_of(T))))
    with pytest.raises(Unsupported, match="Grow at more than 200 types"):
        monomorphic(call("Grow", BOOL, INTS), {"Grow": function("Grow", T, deeper)})


def test_a_specification_at_types_has_them_in_all_that_it_says() -> None:
    """Also in what models, aliases and types of fields promise: else a value would be held against another sort."""
    seen, cell = var("seen", seq_of(T)), Instance("c", "Cell", (Binder("x", T),), types=(("T", T),))
    generic = Specification(
        "M",
        (Binder("seen", seq_of(T)),),
        (),
        (),
        (),
        type_parameters=("T",),
        heap=HeapModel(
            ensures_of_aliases=(None, is_empty(T)),
            models=(seen,),
            instances=(cell,),
            field_types=(("x", is_empty(T)),),
            aliases=(PossibleAlias("c", "d", (), is_empty(T)),),
            reached=ReachedArrays((), (seen,)),
        ),
    )
    found = with_types(generic, {"T": INT})
    assert found.sorts == {"seen": seq_of(INT)}
    assert found.heap.ensures_of_aliases == (None, is_empty(INT))
    assert [each.sort for each in found.heap.models] == [seq_of(INT)]
    assert found.heap.instances == (Instance("c", "Cell", (Binder("x", INT),), types=(("T", INT),)),)
    assert found.heap.field_types == (("x", is_empty(INT)),)
    assert found.heap.aliases[0].same is is_empty(INT)
    assert found.heap.reached is not None
    assert found.heap.reached.frames[0].sort == seq_of(INT)
