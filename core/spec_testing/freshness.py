"""What a caller may be handed twice: what a specification does not say of which array or object a result or field is.

`ensures r[..] == items[..]` says what the array `r` holds, and not which one it is. The method may return `items`
itself. Then a caller who changes `r` changes the object, too, and one who relies on the postcondition cannot prove that
`items` is as it was (reference manual, "Fresh expressions"). A clause that says `fresh(r)`, or `r == items`, settles
it. Likewise of a field that a constructor or a method may set to an array that it is given, and of the set of objects
that an object consists of: what is added to it may be part of another object, unless `fresh(Repr - old(Repr))`.

Likewise of objects: `ensures r.v == n` lets r be any object that there is, and `r.v := 0` change what others hold.

Nothing is tried here. A clause that says which array or object it is has to mention it as a whole, and not only its
elements, length or fields: where none does, both a new one and an existing one are accepted.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, combinations

from ..interpret.store import NULL
from ..ir.build import conjuncts
from ..ir.contracts import Specification
from ..ir.sorts import OBJECT, array_of, set_of
from ..ir.terms import Binder, Term, free_names, names_outside_calls, subterms
from ..ir.variables import ALLOCATED, RECEIVER, Name, is_field, root_of, which_array
from .contents import contents
from .findings import Finding
from .triples import Tested

READS = frozenset({"array.len", "array.at", "array.elements", "array.is_null"})
"""What asks of an array what it holds, whichever it is."""


def freshness_findings(specification: Specification, tests: Sequence[Tested] = ()) -> Iterator[Finding]:
    """A finding for each array or object that may be a new one or one that there is, and for each set of the objects
    that an object consists of. None where a clause is not read: it may say it. `tests`: of an object that none of them
    has, right or accepted, it is null that is returned."""
    # A clause that was not read may be the one that says it.
    if any(condition.term is None for condition in specification.ensures) or specification.heap.reached is not None:
        return
    terms = [
        condition.term
        for condition in specification.ensures
        if condition.term is not None and not condition.clause.fact
    ]
    for binder, existing in (*_results(specification), *_fields(specification)):
        # Which array it is, a clause says by `fresh`, or by comparing it with one.
        if _says_which(binder, terms):
            continue
        name, first = binder.name, existing[0]
        # A client program shows what goes wrong, in the author's language.
        client, changed = _client(specification, name, first)
        message = (
            f"{name} may be {' or '.join(map(str, existing))}, or a new array: no clause says fresh({name}), or which "
            f"array it is; a client `{client}` may change {changed}"
        )
        yield Finding("not-fresh", specification.name, message, specification.span)
    for name in _handed_out(specification, terms):
        if tests and all(map(partial(_is_null, name), tests)):
            continue
        message = (
            f"{name} may be an object that there was before the call, or a new one: no clause says fresh({name}), or "
            f"which object it is; a client that assigns its fields may change an object that others have"
        )
        yield Finding("not-fresh", specification.name, message, specification.span)
    for first, second in _taken_for_one(specification, terms, tests):
        message = (
            f"{second} may be the array {first}: no clause says {first} != {second}; a client that changes one may "
            f"change the other"
        )
        yield Finding("not-fresh", specification.name, message, specification.span)
    for name in _representations(specification, terms):
        # A constructor's object consists of itself at first; a method may only add to what was there.
        constructed = any(output.name == name for output in specification.outputs)
        grown = f"{name} - {{this}}" if constructed else f"{name} - old({name})"
        message = (
            f"{name} may take in objects that others consist of: no clause says fresh({grown}), so that a "
            f"client with two objects cannot tell that a call on one leaves the other alone"
        )
        yield Finding("not-fresh", specification.name, message, specification.span)


def _client(specification: Specification, name: Name, existing: Name) -> tuple[str, str]:
    """A program that shows which array the field or result of that name is, and what it may change by that."""
    owner, _, member = specification.name.rpartition(".")
    arguments = ", ".join(str(parameter.name) for parameter in _parameters(specification))
    of_object = any(root_of(binder.name) == RECEIVER for binder in (*specification.inputs, *specification.outputs))
    call = f"o.{member}({arguments})" if of_object else f"{specification.name}({arguments})"
    if any(root_of(output.name) == RECEIVER for output in specification.outputs):
        named = "" if member == "constructor" else f".{member}"
        # The results of a constructor are fields of the object that it makes.
        call = f"var o := new {owner}{named}({arguments})"
    shown, known = (str(each).replace("this.", "o.", 1) if is_field(each) else str(each) for each in (name, existing))
    if is_field(name):
        return f"{call}; {known}[0] := …;", shown
    return f"var {shown} := {call}; {shown}[0] := …;", known


def _parameters(specification: Specification) -> list[Binder]:
    shapes = {length for dimension in specification.heap.dimensions for length in dimension.lengths}
    left_out = {RECEIVER, *shapes}
    return [input_ for input_ in specification.inputs if not is_field(input_.name) and input_.name not in left_out]


def _results(specification: Specification) -> Iterator[tuple[Binder, list[Name]]]:
    """The results that are arrays, each with the arrays of its type that a call is given or that its objects hold."""
    for binder in specification.outputs:
        if binder.sort.kind != "Array" or is_field(binder.name):
            continue
        given = [input_.name for input_ in specification.inputs if input_.sort == binder.sort]
        held = [
            input_.name
            for input_ in specification.inputs
            if input_.name in specification.heap.held and array_of(*input_.sort.args) == binder.sort
        ]
        if given or held:
            yield binder, [*held, *given]


def _fields(specification: Specification) -> Iterator[tuple[Binder, list[Name]]]:
    """The fields that may hold another array after a call, each with the arrays of its type that the call is given."""
    changed = {
        input_.name for input_ in specification.inputs if which_array(input_.name) in specification.heap.may_change
    }
    listed = (*specification.outputs, *(input_ for input_ in specification.inputs if input_.name in changed))
    for binder in listed:
        if binder.name not in specification.heap.held:
            continue
        sort = array_of(*binder.sort.args)
        given = [input_.name for input_ in specification.inputs if input_.sort == sort and not is_field(input_.name)]
        if given:
            yield binder, given


def _says_which(binder: Binder, terms: list[Term]) -> bool:
    """Does a clause mention an array as a whole?"""
    if is_field(binder.name):
        return which_array(binder.name) in free_names(*terms)
    wholes = (
        subterm
        for subterm in subterms(*terms)
        # To read its elements or its length says nothing of which array it is.
        if subterm.op not in READS and any(arg.op == "var" and arg.data == binder.name for arg in subterm.args)
    )
    return next(wholes, None) is not None


def _handed_out(specification: Specification, terms: list[Term]) -> Iterator[Name]:
    """The results and fields that are objects, of which no clause says which ones. How an object represents what it
    stands for is its own choice: of what it consists, `_representations` asks."""
    hidden = {*specification.heap.representation, *specification.heap.modelled}
    whole = set().union(*map(_as_a_whole, chain.from_iterable(map(conjuncts, terms))))
    yield from (name for name in specification.heap.handed_out if name not in whole | hidden)


def _taken_for_one(
    specification: Specification, terms: list[Term], tests: Sequence[Tested]
) -> Iterator[tuple[Name, Name]]:
    """Two results that are arrays and hold the same in a test, and that no clause compares with any array: one array
    for both is accepted, too."""
    compared = {arg.data for subterm in subterms(*terms) if subterm.op == "eq" for arg in subterm.args}
    results = [
        binder.name
        for binder in specification.outputs
        if binder.sort.kind == "Array" and not is_field(binder.name) and binder.name not in compared
    ]
    for first, second in combinations(results, 2):
        pairs = ((test.example.outputs.get(first), test.example.outputs.get(second)) for test in tests)
        # Null is compared with itself: two that are null are no two arrays.
        if any(one is not None and one != two and contents(one) == contents(two) for one, two in pairs):
            yield first, second


def _is_null(name: Name, tested: Tested) -> bool:
    """Is the object null in every output of a test that is right or accepted?"""
    accepted = [mutant.outputs for mutant in tested.mutants if mutant.judgement.verdict != "refuted"]
    return all(outputs.get(name) == NULL for outputs in (tested.example.outputs, *accepted))


def _as_a_whole(conjunct: Term) -> set[Name]:
    """The objects of which a clause says which ones they are, be it null. That one is not null, or what a field or a
    function of it is, says nothing of that."""
    # An equation says which one it is on either of its sides.
    found, pending = set[Name](), [conjunct, *(conjunct.args if conjunct.op == "eq" else ())]
    while pending:
        term = pending.pop()
        if term.op == "var":
            found.add(term.data)
        elif term.op != "call" and not (term.op == "eq" and any(arg.data == NULL for arg in term.args)):
            pending.extend(term.args)
    return found


def _representations(specification: Specification, terms: list[Term]) -> Iterator[Name]:
    """The sets of objects that an object consists of, as its ghost fields say, that may grow by any object."""
    constructed = {output.name for output in specification.outputs}
    for binder in (*specification.outputs, *specification.inputs):
        may_grow = binder.name in constructed or binder.name in specification.modifies
        if binder.sort != set_of(OBJECT) or binder.name not in specification.heap.representation or not may_grow:
            continue
        about = [
            subterm for subterm in subterms(*terms) if subterm.op in ("eq", "set.disjoint", "set.subset", "forall")
        ]
        # What a function says of the object, as `Elements() == []`, says nothing of what it consists of.
        if not any(binder.name in names_outside_calls([term]) and _settles(term) for term in about):
            yield binder.name


def _settles(term: Term) -> bool:
    return term.op == "eq" or ALLOCATED in free_names(term)
