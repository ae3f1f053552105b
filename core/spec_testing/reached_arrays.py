"""Arrays inside other values, each with a name of its own on a given input.

A method may change arrays that no parameter is: `modifies s[i]` with `s: seq<array<int>>`, `modifies c.rows[i]`. Which
arrays these are, and which values hold them, is a question of the input: `s[0]` may be `s[1]`, or a parameter. On one
input it has an answer. There each array gets the name of the first way to it (`s[0]`), and what a value holds after the
call is that value with the arrays that may change in their places:

    ensures s[0][0] == s[1][0]     s = [array 7, array 8], of which 7 may change
    ensures [s[0], array 8][0][0] == [s[0], array 8][1][0]

So an array is one variable however it is reached, what is not in `modifies` keeps its elements, and all else works on
arrays that have names, as those that are parameters do.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from ..deciding.clauses import Theory
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..ir.build import eq, integer, negate, op
from ..ir.contracts import Clause, Condition, ReachedArrays, Specification
from ..ir.sorts import OBJECT, Sort, array_of, seq_of
from ..ir.substitution import instantiate
from ..ir.terms import Binder, Term, const, fold, free_names, free_variables, rebuild, substitute, var
from ..ir.values import (
    ArrayValue,
    DatatypeValue,
    FrozenMap,
    UninterpretedValue,
    array_object,
    object_array,
    order_key,
)
from ..ir.variables import (
    Name,
    Valuation,
    field_name,
    heap_place,
    hidden_variable,
    is_before_call,
    is_field,
    is_heap,
    is_pre_state,
    pre_state,
    root_of,
    which_array,
    without_state,
)
from ..spans import Span
from .arrays_inside import (
    NotKnown,
    arrays_in,
    as_objects,
    elements_in_order,
    may_hold_array,
    objects_in,
    sorts_of_fields,
)
from .contents import contents
from .examples import SPECIFICATION, Example
from .spec_testing_limits import LIMITS


def is_open(specification: Specification) -> bool:
    """May it change arrays without a name, on an input that is not given?"""
    return specification.heap.reached is not None and specification.heap.reached.named is None


def with_arrays_named(example: Example, theory: Theory) -> Example:
    """The example with a name for each array that its input reaches. The example itself where its specification does
    not need them, and where it does not tell what they hold after the call."""
    if not is_open(example.specification):
        return example
    try:
        return _Naming.of(example, theory).example()
    except NotKnown:
        return example


def arrays_named(specification: Specification, inputs: Valuation, theory: Theory) -> tuple[Specification, Valuation]:
    """The specification of a call on these inputs with a name for each array that it may change, and the inputs with
    those. Raises NotKnown where they do not tell which arrays these are."""
    naming = _Naming.of(Example(specification, inputs, {}, {}, (), SPECIFICATION, "", None), theory)
    return naming.named_specification(), {**naming.inputs, **naming.before}


@frozen(slots=True)
class _Reached:
    """An array that the input reaches, and the name that it has. `holder`: the variable by which it is reached."""

    name: Name
    sort: Sort
    before: ArrayValue
    holder: Name


@define(slots=True)
class _Naming:
    """The arrays of one example by what they are as objects, and those that may change."""

    given: Example
    theory: Theory
    reached: ReachedArrays
    inputs: dict[Name, Any]
    arrays: dict[UninterpretedValue, _Reached] = field(factory=dict)
    changing: dict[UninterpretedValue, _Reached] = field(factory=dict)

    @classmethod
    def of(cls, example: Example, theory: Theory) -> "_Naming":
        """Raises NotKnown."""
        assert example.specification.heap.reached is not None
        inputs = {name: as_objects(value) for name, value in example.inputs.items()}
        found = cls(example, theory, example.specification.heap.reached, inputs)
        for holder in found.holders:
            for path, sort, array in found.within(holder, inputs):
                found.name(path, sort, array, holder.name)
        frame = set(found.frame())
        found.changing = {which: reached_array for which, reached_array in found.arrays.items() if which in frame}
        # An array of arrays may hold others afterwards. Where these may change, too, its value has no part for them.
        sorts = {reached_array.sort for reached_array in found.changing.values()}
        if any(may_hold_array(first.args[0], second) for first in sorts for second in sorts):
            raise NotKnown
        return found

    @property
    def specification(self) -> Specification:
        return self.given.specification

    @property
    def holders(self) -> list[Binder]:
        return [binder for binder in self.specification.inputs if binder.name in self.reached.holders]

    def within(self, holder: Binder, values: Valuation) -> Iterator[tuple[str, Sort, ArrayValue]]:
        """The arrays that a holder is or reaches, with the way to each."""
        if holder.name not in values:
            raise NotKnown
        value, sort, path = values[holder.name], holder.sort, _path_of(holder.name)
        if holder.name in self.specification.heap.held:
            which = self.inputs.get(which_array(holder.name))
            if which is None:
                raise NotKnown
            value, sort = object_array(which, value), array_of(*sort.args)
        yield from arrays_in(value, sort, path, self.theory)

    def name(self, path: str, sort: Sort, array: ArrayValue, holder: Name) -> None:
        which = array_object(array)
        known = self.arrays.setdefault(which, _Reached(path, sort, array, holder))
        if (
            known.sort != sort
            or contents(known.before) != contents(array)
            or len(self.arrays) > LIMITS.arrays_of_an_input
        ):
            raise NotKnown  # Of two names of one array, one has the elements of another.

    def frame(self) -> Iterator[UninterpretedValue]:
        """The arrays, as objects, and other objects that `modifies` names on this input."""
        fuel = Fuel(steps=LIMITS.frame_steps)
        for term in self.reached.frames:
            values = {name: self.inputs[without_state(name)] for name in free_names(term)}
            evaluation = evaluate(term, values, self.theory.functions, self.theory.datatypes, fuel)
            if evaluation.state != "defined":
                raise NotKnown
            yield from objects_in(evaluation.value)

    @property
    def before(self) -> dict[Name, ArrayValue]:
        """What the arrays that may change hold before the call, by their names."""
        return {each.name: each.before for each in self.changing.values()}

    # -- what is known of the state after the call

    def example(self) -> Example:
        """The example about the arrays that may change. Raises NotKnown."""
        outputs, unknowns = self._outputs(self.given.outputs), dict(self.given.unknowns)
        constraints = list(self.given.constraints)
        # Unknowns that hold arrays fall apart into the arrays.
        ours = {unknowns.pop(name).name for name in self.reached.holders if name in unknowns}
        if ours:
            # A test that only constrains the holder says too little of the arrays in it.
            if self.given.source != SPECIFICATION:
                raise NotKnown
            # Constraints on the whole do not carry over to its arrays.
            constraints = [term for term in constraints if ours.isdisjoint(free_names(term))]
            for changing_array in self.changing.values():
                unknown = Binder(hidden_variable(changing_array.name, "output"), changing_array.sort)
                unknowns[changing_array.name] = unknown
                constraints += _as_long(unknown, changing_array.before)
        # Every array that may change has to have a value or be an unknown.
        if not self.given.invalid and any(array.name not in outputs | unknowns for array in self.changing.values()):
            raise NotKnown
        return evolve(
            self.given,
            specification=self.named_specification(),
            inputs={**self.inputs, **self.before},
            outputs=outputs,
            unknowns=unknowns,
            constraints=tuple(constraints),
            wrong=tuple(map(self._outputs, self.given.wrong)),
        )

    def _outputs(self, given: Valuation) -> dict[Name, Any]:
        """Outputs with what the arrays hold in place of what holds them. Raises NotKnown where these are others."""
        found = {name: as_objects(value) for name, value in given.items() if name not in self.reached.holders}
        for holder in (binder for binder in self.holders if binder.name in given):
            before, after = (
                {path: array for path, _, array in self.within(holder, each)} for each in (self.inputs, given)
            )
            # By the way to it: what stood there before tells which array it is.
            for path, array in before.items():
                changed = self.changing.get(array_object(array))
                if changed is None:
                    continue
                # Of a set the way says nothing: its elements have no order.
                if path not in after or ("{" in path and array_object(after[path]) != array_object(array)):
                    raise NotKnown
                now = ArrayValue(as_objects(after[path].elements), array.identity)
                # Two ways to one array with different contents: no state has that.
                if contents(found.setdefault(changed.name, now)) != contents(now):
                    raise NotKnown
        return found

    def named_specification(self) -> Specification:
        """The specification, with inputs for the arrays that may change."""
        given = self.specification
        known = {binder.name for binder in given.inputs}
        # An array that is a parameter has its variable already.
        added = [Binder(array.name, array.sort) for array in self.changing.values() if array.name not in known]
        named = tuple(changing_array.name for changing_array in self.changing.values())
        kept = tuple(name for name in given.modifies if name not in self.reached.holders)
        values = {holder.name: self.after(holder) for holder in self.holders}
        # Clauses are rewritten to the names of this input.
        ensures = tuple(
            condition
            if condition.term is None
            else evolve(condition, term=self._in_states(_in_names(condition.term, values, named)))
            for condition in given.ensures
        )
        return evolve(
            given,
            inputs=(*given.inputs, *added),
            ensures=(*ensures, *self._promises()),
            modifies=(*kept, *named),
            # From here on the arrays are variables, and the holders hold what they held.
            heap=evolve(
                given.heap,
                held=tuple(name for name in given.heap.held if name not in self.reached.holders),
                reached=evolve(self.reached, named=named),
                ensures_of_aliases=(),
                modelled=(),
                models=(),
            ),
        )

    def _promises(self) -> Iterator[Condition]:
        """What the types of fields promise of the arrays that they hold after the call."""
        types = dict(self.specification.heap.field_types)
        for changed in self.changing.values():
            if changed.holder in types:
                term = substitute(types[changed.holder], {changed.holder: var(changed.name, changed.sort)})
                span = self.specification.span or Span("", 1, 1, 1, 1)
                yield Condition(Clause("ensures", str(changed.name), span, (), "type", True), term)

    def _in_states(self, term: Term) -> Term:
        """A term of the postcondition. Which array is read in another state than the one that it comes from, as in
        `old(s[0])[0]`, is a choice among those that may change: all others hold the same in both."""

        def step(node: Term, args: tuple[Term, ...]) -> Term:
            if node.op != "array.in_state":
                return rebuild(node, args)
            (array,) = args
            chosen = array
            # A chain of conditionals over the arrays that may change.
            for each in self.changing.values():
                if each.sort == array.sort:
                    before = const(each.before, each.sort)
                    held = before if node.data == "before" else var(each.name, each.sort)
                    chosen = op("ite", op("eq", array, before), held, chosen)
            return chosen

        return fold(term, step)

    def after(self, holder: Binder) -> Term:
        """What a holder is after the call, with the arrays that may change by their names."""
        value = self.inputs[holder.name]
        if holder.name in self.specification.heap.held:
            which = self.inputs[which_array(holder.name)]
            if which not in self.changing:
                return self._after(value, holder.sort)
            changed = self.changing[which]
            return op("array.elements", var(changed.name, changed.sort))
        return self._after(value, holder.sort)

    def _after(self, value: Any, sort: Sort) -> Term:
        # Without a changing array inside, the value is a constant.
        if not any(array_object(element) in self.changing for _, _, element in arrays_in(value, sort, "", self.theory)):
            return const(value, sort)
        match value:
            case ArrayValue():
                which = array_object(value)
                # The array itself changes: its variable. Otherwise what it holds may.
                if which in self.changing:
                    return var(self.changing[which].name, sort)
                elements = self._after(value.elements, seq_of(*sort.args))
                return op("array.of", const(which, OBJECT), elements)
            case tuple() if sort.kind == "Seq":
                return op("seq.literal", *(self._after(element, sort.args[0]) for element in value), sort=sort)
            case tuple():
                parts = zip(value, sort.args, strict=True)
                return op("tuple.make", *(self._after(element, part) for element, part in parts), data=sort.label)
            case frozenset():
                elements_after = (self._after(element, sort.args[0]) for element in elements_in_order(value))
                return op("set.literal", *elements_after, sort=sort)
            case FrozenMap():
                pairs = (
                    term
                    for key in sorted(value, key=order_key)
                    for term in (const(key, sort.args[0]), self._after(value[key], sort.args[1]))
                )
                return op("map.literal", *pairs, sort=sort)
            case DatatypeValue():
                parts = zip(value.fields, sorts_of_fields(value, sort, self.theory), strict=True)
                elements_after = (self._after(element, part) for element, part in parts)
                return op("datatype.make", *elements_after, data=value.constructor, sort=sort)
            case _:
                raise NotKnown


def _in_names(term: Term, values: Mapping[Name, Term], named: Sequence[Name]) -> Term:
    """A term of the postcondition. Of what holds arrays the pre-state is the input itself; of an array whose name is
    that of a parameter, its pre-state."""
    terms: dict[Name, Term] = {}
    for name, sort in free_variables(term):
        holder = without_state(name)
        if holder in values:
            before = pre_state(holder) if holder in named else holder
            terms[name] = var(before, sort) if is_before_call(name) else values[holder]
            if is_pre_state(name) and not is_before_call(name):
                raise NotKnown
    return instantiate(term, terms)


def _path_of(holder: Name) -> str:
    """How the way to what a holder holds begins. It is no field, and no identifier."""
    if is_heap(holder):
        return "`".join(map(str, heap_place(holder)))
    return f"{root_of(holder)}`{field_name(holder)}" if is_field(holder) else str(holder)


def _as_long(unknown: Binder, before: ArrayValue) -> list[Term]:
    """An array keeps its length."""
    array = var(unknown.name, unknown.sort)
    return [negate(op("array.is_null", array)), eq(op("array.len", array), integer(len(before.elements)))]
