"""Which clauses are about arrays that hold something else after a call than their names say.

`a` and `b` may be one array, and an object may hold another one than before. So after `modifies a` a clause about `b`
is not about the elements that `b` had, unless it is known which arrays both are.
"""

from collections.abc import Mapping

from attrs import frozen

from ...core.errors import Unsupported
from ...core.ir.contracts import Datatype, may_hold
from ...core.ir.sorts import Sort
from ...core.ir.terms import Term, binders, free_names, free_variables, subterms
from ...core.ir.variables import Name, root_of, which_array, without_state
from ...core.spans import Span
from .classes import MATRIX
from .effects import Effects
from .lowering import Scope
from .lowering.objects import HELD_ARRAY, is_type_parameter

_ARRAYS = ("Array", HELD_ARRAY, MATRIX)
_READING_ARRAYS = ("array.at", "array.elements", "call", "apply")


@frozen(slots=True)
class ArraysByInput:
    """Which arrays values hold, and which of them change, is asked of each input: a clause may read any of them in
    either state. `given`: the variables that there are before the call; `replaced`: those of fields that the method may
    assign, so that they may hold other arrays after it."""

    given: frozenset[Name]
    replaced: frozenset[Name]


@frozen(slots=True)
class ChangedArrays:
    """What a method may do to arrays. `replaced`: the heap variables of arrays whose objects may hold others after the
    call; `results`: what it returns, which is what it is after the call alone."""

    effects: Effects
    datatypes: Mapping[str, Datatype]
    replaced: frozenset[Name]
    results: frozenset[Name]

    def check_by_name(self, term: Term, scope: Scope, span: Span) -> None:
        """Raise Unsupported where a clause is about arrays that the method may change by another name than theirs."""
        if self.change and self.reads_inner_array(term):
            raise Unsupported("an array inside another value, where arrays may change", span)
        # Its name says which arrays it held before; of those after nobody knows.
        lost = next((name for name, _ in sorted(free_variables(term), key=str) if name in self.replaced), None)
        if lost is not None:
            raise Unsupported(f"arrays of {lost}, which may hold others after the call,", span)
        shared = self.perhaps_changed(term, scope)
        if shared and self.effects.inner is not None:
            raise Unsupported(f"the array {shared[0]}, which may be one that changes,", span)

    @property
    def change(self) -> bool:
        """May the method change elements of any?"""
        return bool(self.effects.arrays or self.effects.fields or self.effects.inner is not None)

    def check_by_input(self, term: Term, scope: Scope, input_arrays: ArraysByInput) -> None:
        """Raise Unsupported where the input does not say which arrays a clause is about: those inside results, and
        those of what may hold others after the call."""
        for name, sort in free_variables(term):
            variable = without_state(name)
            seen = scope.variables.get(variable, sort)
            field = which_array(variable) if seen.kind == HELD_ARRAY else variable
            if not self.may_be_in(seen):
                continue
            is_inner = sort.kind != "Array" or self.may_be_in(sort.args[0])
            if (variable not in input_arrays.given and is_inner) or field in input_arrays.replaced:
                raise Unsupported(f"arrays of {variable}, which may hold others after the call,", term.span)

    def reads_inner_array(self, term: Term) -> bool:
        """Does a clause read elements of an array that no parameter, result or field is, or call a function that may?
        Which of the arrays that a method changes it is, and so what it holds afterwards, is not known."""
        # Named are the free variables, and what `let` makes another name of one. All else comes out of a value: by an
        # operator (`s[0]`), as a bound variable (`forall a :: a in s ==> a[0] == 0`) or by a pattern (`case Box(a)`).
        listed = list(subterms(term))
        bound: dict[Name, list[Term | None]] = {}
        for subterm in listed:
            for number, binder in enumerate(binders(subterm)):
                bound.setdefault(binder.name, []).append(subterm.args[number] if subterm.op == "let" else None)

        def is_named(array: Term) -> bool:
            if array.op == "var":
                values = bound.get(array.data, [])
                return all(value is not None and value is not array and is_named(value) for value in values)
            return array.op == "const" or (array.op == "ite" and all(map(is_named, array.args[1:])))

        def may_read(array_term: Term) -> bool:
            return not is_named(array_term) if array_term.sort.kind == "Array" else self.may_hold_array(array_term.sort)

        readers = (subterm for subterm in listed if subterm.op in _READING_ARRAYS)
        return any(may_read(arg) for reader in readers for arg in reader.args)

    def may_be_in(self, sort: Sort) -> bool:
        """Is a variable of this sort an array, or may it hold some?"""
        return sort.kind in (MATRIX, HELD_ARRAY) or self.may_hold_array(sort)

    def may_hold_array(self, sort: Sort) -> bool:
        return may_hold("Array", sort, self.datatypes)

    def perhaps_changed(self, term: Term, scope: Scope) -> tuple[Name, ...]:
        """The arrays in a clause, be it for their elements or for which arrays they are, that keep their elements, as
        their names say, and that may yet be arrays that change: an object may hold any of them, and a frame without a
        name may be any (`modifies rows[0]` with `rows[0] == a`)."""
        arrays = {name: sort for name, sort in scope.variables.items() if sort.kind in _ARRAYS}
        changing = [arrays[name] for name in (*self.effects.arrays, *self.effects.fields) if name in arrays]
        mentioned = set(map(without_state, free_names(term)))
        # Arrays of results are new, or known by what the clauses say of them.
        named = {name for name in arrays if {name, which_array(name)} & mentioned and root_of(name) not in self.results}
        return tuple(
            name
            for name in sorted(named - scope.modified)
            if self._may_be_without_name(arrays[name]) or any(_may_be_one(arrays[name], sort) for sort in changing)
        )

    def _may_be_without_name(self, sort: Sort) -> bool:
        """May an array be one that a frame without a name is, or one in such a frame?"""
        (element,) = sort.args
        frames = self.effects.inner_elements
        return any(
            frame is None or frame == element or any(map(is_type_parameter, (frame, element))) for frame in frames
        )


def _may_be_one(first: Sort, second: Sort) -> bool:
    """May two arrays be the same one? Which parameters are, a test says."""
    return HELD_ARRAY in (first.kind, second.kind) and first.args == second.args
