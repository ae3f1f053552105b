"""What facts about unknowns determine: `r == [1, 2]`, `!found`, `|r| == 2 && r[0] == 1 && r[1] == 2`.

Only consequences are drawn: a fact that does not pin its unknowns down is left as a constraint.

The facts are simplified with what is known, and taken in literal by literal, until nothing changes any more. A sequence
or array of known length becomes one unknown for each element (`shapes`), so that `forall i :: 0 <= i < |r| ==> r[i] ==
s[i]` is a conjunction of equations.

Example: the test `assert |r| == 2; assert r[0] < r[1]; assert multiset(r) == multiset{5, 3};`. The first fact gives r
two unknown elements, the second their order, and the third, with the order, their values 3 and 5: r is [3, 5].

Invariant: a value is set only if it holds in every solution of the facts, given the other values that are set. A fact
that becomes false contradicts the others, and its number is kept: the test demands what no output fulfils.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise, product
from math import prod
from typing import Any

from attrs import define, evolve, field

from ..deciding.displays import has_value, part_of, rebuilt
from ..deciding.engines import ENDLESS, Engines
from ..evaluate.corecursion import called_in_turn
from ..evaluate.environment import AsKey
from ..ir.build import boolean, conj, conjuncts, eq, integer, is_false, is_true, op, operands
from ..ir.contracts import Function, Program
from ..ir.sorts import BOOL, INT, OBJECT, REAL
from ..ir.terms import (
    Binder,
    Term,
    const,
    fold,
    free_names,
    free_variables,
    rebuild,
    substitute,
    subterms,
    values_by_name,
    var,
)
from ..ir.type_instances import at_call
from ..ir.values import ArrayValue, Multiset, UninterpretedValue, applied, array_object, arrays_within, elements_in
from ..ir.variables import Name, element_of
from .consequences import forced
from .counted_elements import elements_counted, miscounted
from .kept_reductions import simplified_fact
from .number_ranges import EVERYTHING, NumberRanges, congruence, ranges_left
from .spec_testing_limits import LIMITS

_CONNECTIVES = frozenset({"and", "or", "not", "ite"})
"""Operators at the top of facts that are looked at for what they force. What an implication forces, it does with
others."""


@define(slots=True)
class Equations:
    """Facts and what they determine.

    `is_unknown` tells the names of unknowns. After the deadline of `engines` facts are hardly simplified.
    `thorough`: what facts with connectives force is searched for. `inverting`: numbers inside operations are found
    backwards; what a test says of a sum is about the sum, and no demand on the call that left a part of it.
    `unchanged`: the arrays that hold what they did before the call, where two arrays are equal if they are one;
    None where they are if they hold the same, as tests mean it that compare a result with an array of their own.
    `identities`: unknown array → the one that it is; without that it is not determined where facts compare arrays.
    `values`: unknown → its value. `shapes`: unknown sequence or array → itself and the unknown elements it consists
    of. `pending`: what is left of each fact, with the fact's number. `contradicted`: the numbers of facts that are
    false given the others.
    """

    program: Program
    is_unknown: Callable[[Name], bool]
    engines: Engines = ENDLESS
    thorough: bool = True
    inverting: bool = False
    unchanged: frozenset[UninterpretedValue] | None = None
    identities: dict[Name, UninterpretedValue] = field(factory=dict)
    compared: bool = False
    """Do facts compare arrays by reference?"""
    values: dict[Name, Any] = field(factory=dict)
    shapes: dict[Name, tuple[Term, list[Term]]] = field(factory=dict)
    pending: list[tuple[int, Term]] = field(factory=list)
    contradicted: set[int] = field(factory=set)
    _drawn: set[Term] = field(factory=set)
    """The consequences that were taken in."""
    _stuck: set[tuple[Any, ...]] = field(factory=set)
    """The calls whose unrolling does not end."""
    _fields: dict[str, dict[tuple[str, str], Any]] = field(factory=dict)
    """Unknown → (constructor, field) → its value. A field that has one says which constructor it is."""

    def solve(self, facts: Iterable[Term]) -> None:
        """Take in Bool terms, numbered from 0, and draw their consequences."""
        numbered = [
            (number, conjunct)
            for number, fact in enumerate(facts)
            for conjunct in conjuncts(inline(fact, self.program, self.is_unknown))
        ]
        # What says a value outright comes first: with it the others are evaluated, which costs a hundredth of looking
        # at each of their cases.
        self.pending = sorted(numbered, key=lambda pair: not self._says_value(pair[1]))
        self.compared |= self.unchanged is not None and compares_arrays(fact for _, fact in self.pending)
        progress = True
        while progress and self.engines.left > 0:
            progress = False
            known, self.pending = self.pending, []
            for number, fact in known:
                for conjunct in conjuncts(self._reduce(fact)):
                    progress |= self._learn(number, conjunct)
            progress |= self._assemble() or self._fill_up() or self._in_order() or (self.inverting and self._invert())
            progress = progress or (self.thorough and self._draw_consequences())

    def _says_value(self, fact: Term) -> bool:
        """Is it an unknown that is equal to something without unknowns?"""
        if fact.op != "eq":
            return False
        left, right = fact.args
        return any(
            side.op == "var" and self.is_unknown(side.data) and not any(map(self.is_unknown, free_names(other)))
            for side, other in ((left, right), (right, left))
        )

    def _fill_up(self) -> bool:
        """Determine the sets and multisets that have as many elements as are known to be in them: of `{1, 2} <= r &&
        |r| == 2` there is one r."""
        parts: dict[str, Any] = {}
        sized: list[tuple[int, Term, int]] = []
        # Lower bounds of collections: what is known to be in each.
        for number, fact in self.pending:
            match fact.op, fact.args:
                case (("set.subset" | "multiset.subset"), (Term(op="const") as part, Term(op="var", data=name))):
                    parts[name] = _joined(parts[name], part.data) if name in parts else part.data
                # And their sizes.
                case "eq", (Term(op="set.card" | "multiset.card") as card, Term(op="const", data=int(size))):
                    sized.append((number, card.args[0], size))
        progress = False
        for number, unknown, count in sized:
            # Only a collection whose value is open and of which some part is known.
            if unknown.op != "var" or unknown.data not in parts or unknown.data in self.values:
                continue
            # More elements than there is room for: a contradiction.
            if len(parts[unknown.data]) > count:
                self.contradicted.add(number)
            # As many as there is room for: it is exactly these.
            elif len(parts[unknown.data]) == count:
                progress |= self._set(number, unknown, parts[unknown.data])
        return progress

    def _in_order(self) -> bool:
        """Determine the sequences and arrays that are in order and of which it is known how often each element is in
        them, as of what a method sorts: a solver looks through their permutations for that."""
        # `multiset(r) == multiset{…}` together with `r[0] <= r[1] <= …` has one solution: the sorted elements.
        bags = [
            (number, *each)
            for number, fact in self.pending
            if (each := _elements_of_bag(fact) or elements_counted(fact)) is not None
        ]
        self.contradicted.update(number for number, fact in self.pending if miscounted(fact))
        if not bags:
            return False
        pairs = {pair for _, fact in self.pending if (pair := _ordered(fact)) is not None}
        progress = False
        for name, (_, items) in self.shapes.items():
            # The elements of the bag are all that there are, or those that are not determined yet.
            left = [item for item in items if item.data not in self.values]
            found = (
                (number, listed, bag)
                for number, seen, bag in bags
                for listed in (items, left)
                if seen == [name] or sorted(seen) == sorted(item.data for item in listed)
            )
            number, listed, bag = next(found, (None, left, []))
            if number is None or name in self.values or {item.sort for item in items} - {INT, REAL}:
                # The order has to be total on the sort, and the same elements counted once.
                continue
            if len(bag) != len(listed):
                self.contradicted.add(number)
                continue
            names = [item.data for item in listed]
            # Each neighbour pair is ordered, upwards or downwards.
            upwards = all(pair in pairs for pair in pairwise(names))
            if upwards or all((second, first) in pairs for first, second in pairwise(names)):
                self._same_elements(number, listed, sorted(bag, reverse=not upwards))
                progress = True
        return progress

    def _invert(self) -> bool:
        """Determine a whole number that stands inside the operations of an equation."""
        for number, fact in self.pending:
            match fact.op, fact.args:
                case "eq", (term, Term(op="const", data=value)) | (Term(op="const", data=value), term):
                    found = congruence(term, value) if term.sort == INT else None
                case _:
                    continue
            if found is None or found.unknown.data in self.values:
                continue
            # A congruence has many solutions, of which bounds may leave one.
            only = found.within(*self.ranges(found.unknown).hull) if found.modulus else found.number
            if only is not None:
                return self._set(number, found.unknown, only)
        return False

    def _draw_consequences(self) -> bool:
        """Take in what facts with connectives force, each for itself and then all together. True when that determined
        something."""
        # `a || b` and `!a` each force nothing about b; together they do, and so do `a <==> b` and `a`.
        connected = [(number, fact) for number, fact in self.pending if fact.op in _CONNECTIVES]
        related = any(fact.op in _CONNECTIVES or fact.args[0].sort == BOOL for _, fact in self.pending if fact.args)
        # All facts together are one conjunction: what follows from two of them follows from it.
        together = [(self.pending[0][0], conj(*(fact for _, fact in self.pending)))] if related else []
        for number, fact in (*connected, *together):
            progress = False
            # Each literal is drawn once: the loop ends since there are finitely many atoms.
            for literal in map(self._with_shapes, forced(fact)):
                if literal not in self._drawn:
                    self._drawn.add(literal)
                    progress |= self._determines(number, literal)
            # One success and the facts are simplified anew, before more is drawn.
            if progress:
                return True
        return False

    def assuming(self, more: Sequence[Term]) -> "Equations":
        """What is known where more facts hold, as far as it is found without a search."""
        equations = evolve(
            self,
            thorough=False,
            values=dict(self.values),
            shapes=dict(self.shapes),
            pending=[],
            contradicted=set(),
            identities=dict(self.identities),
            drawn=set(),
            fields={},
        )
        equations.solve([*(fact for _, fact in self.pending), *more])
        return equations

    def constraints(self) -> list[Term]:
        """What is left to say about the unknowns that are not determined."""
        left: list[Term] = []
        for name, (unknown, items) in self.shapes.items():
            if name in self.values:
                continue
            length = op("array.len" if unknown.sort.kind == "Array" else "seq.len", unknown)
            left.append(eq(length, integer(len(items))))
            left.extend(
                eq(_element(unknown, index), const(self.values[item.data], item.sort))
                for index, item in enumerate(items)
                # Those that are not determined have facts of their own.
                if item.data in self.values
            )
        return [*left, *(self._without_shapes(fact) for _, fact in self.pending)]

    def give_shape(self, unknown: Term, length: int) -> None:
        """An unknown sequence or array has this length."""
        (element,) = unknown.sort.args
        self.shapes[unknown.data] = (
            unknown,
            [var(element_of(unknown.data, index), element) for index in range(length)],
        )

    def apply(self, term: Term) -> Term:
        """The term with every determined unknown replaced by its value."""
        known = {name: const(self.values[name], sort) for name, sort in free_variables(term) if name in self.values}
        return substitute(term, known)

    def reduced(self, term: Term) -> Term:
        """What is left of a Bool term, given what is determined."""
        return self._reduce(inline(term, self.program, self.is_unknown))

    def _reduce(self, fact: Term) -> Term:
        """What is left of a fact. Known lengths make its quantifiers finite, over elements."""
        # Before: known lengths make ranges of quantifiers constant. After: what the simplifier has unrolled names
        # positions, which are unknowns of their own.
        sized = self._with_shapes(self.apply(fact))
        return self._with_shapes(simplified_fact(sized, self.program, self.engines, self._stuck))

    def _with_shapes(self, term: Term) -> Term:
        """The term with the lengths of shaped unknowns and the unknowns that stand for their elements."""

        def step(node: Term, args: tuple[Term, ...]) -> Term:
            if node.op == "call" and any(map(self._is_shown, args)):
                return rebuild(node, tuple(self._display(arg) if self._is_shown(arg) else arg for arg in args))
            shape = self.shapes.get(args[0].data) if args and args[0].op == "var" else None
            part = None if shape is None else part_of(shape[1], node, args)
            part = self._of_known_array(node, args) if part is None else part
            return rebuilt(node, args, self.program.datatypes) if part is None else part

        return fold(term, step) if self.shapes or self.identities else term

    def _is_shown(self, term: Term) -> bool:
        """Is it an unknown sequence of so few elements that functions are unrolled for it?"""
        shape = self.shapes.get(term.data) if term.op == "var" and term.sort.kind == "Seq" else None
        return shape is not None and len(shape[1]) <= LIMITS.unrolled_elements

    def _display(self, unknown: Term) -> Term:
        return op("seq.literal", *self.shapes[unknown.data][1], sort=unknown.sort)

    def _of_known_array(self, node: Term, args: tuple[Term, ...]) -> Term | None:
        """What a term asks of unknown arrays of which it is known which ones they are: that, and no elements."""
        known = [which for arg in args if (which := self._which_array(arg)) is not None]
        # About constants the evaluator knows more.
        if not any(arg.op == "var" for arg in args):
            return None
        match node.op, known:
            case "array.object", (which,):
                return const(which, OBJECT)
            case "array.is_null", (_,):
                return boolean(False)
            case "eq", (one, other):
                return boolean(one == other)
            case _:
                return None

    def _which_array(self, term: Term) -> UninterpretedValue | None:
        """The object that an array is, which is not null. None where that is not known."""
        if term.op == "var":
            return self.identities.get(term.data)
        return array_object(term.data) if term.op == "const" and isinstance(term.data, ArrayValue) else None

    def _without_shapes(self, term: Term) -> Term:
        """The term about unknown sequences again, in place of their elements."""
        elements = {
            item.data: _element(unknown, index)
            for unknown, items in self.shapes.values()
            for index, item in enumerate(items)
        }
        return self.apply(substitute(term, elements))

    def _learn(self, number: int, fact: Term) -> bool:
        """Take in one simplified conjunct of a fact. True when it determined something."""
        if is_false(fact):
            self.contradicted.add(number)
        if is_true(fact) or is_false(fact):
            return False
        if self._determines(number, fact):
            return True
        self.pending.append((number, fact))
        return False

    def _determines(self, number: int, fact: Term) -> bool:
        """Take in a literal, if it determines something."""
        match fact.op, fact.args:
            case "var", _:
                return self._set(number, fact, True)
            case "not", (Term(op="var") as unknown,):
                return self._set(number, unknown, False)
            case "eq", (left, right):
                # What is known may stand on either side.
                return self._equal(number, left, right) or self._equal(number, right, left)
            case _:
                return False

    def _set(self, number: int, unknown: Term, value: Any) -> bool:
        self.values[unknown.data] = value
        if unknown.data in self.shapes and value is None:
            self.contradicted.add(number)  # null has no length
        elif unknown.data in self.shapes:
            elements = elements_in(value)
            self._same_elements(number, self.shapes[unknown.data][1], elements)
        return True

    def _equal(self, number: int, left: Term, right: Term) -> bool:
        """Learn from left == right when the right side is the one that is known."""
        constant = right.op == "const"
        match left.op:
            # Arrays are equal by identity: which array it is, and, if nobody has changed it, what it holds.
            case "var" if constant and left.sort.kind == "Array" and right.data is not None:
                return self._same_array(number, left, right.data)
            # What may have changed after the call has no constant contents.
            case "var" | "datatype.at" if constant and self._holds_changed(right.data):
                return False
            case "var" if constant:
                return self._set(number, left, right.data)
            # The contents of an array of known length become one unknown an element.
            case "array.elements" if (
                constant and left.args[0].op == "var" and len(right.data) <= LIMITS.unknown_elements
            ):
                self.give_shape(left.args[0], len(right.data))
                self._same_elements(number, self.shapes[left.args[0].data][1], right.data)
                return True
            case "array.object" if constant and left.args[0].op == "var":
                return self._is_array(number, left.args[0], right.data)
            case "var" if right.op == "seq.literal" and left.sort.kind == "Seq" and has_value(right):
                if left.data not in self.shapes:
                    self.give_shape(left, len(right.args))
                self._same_parts(number, self.shapes[left.data][1], right.args)
                return True
            # A length alone: the elements become unknowns that further facts may settle.
            case "seq.len" | "array.len" if (
                constant and left.args[0].op == "var" and 0 <= right.data <= LIMITS.unknown_elements
            ):
                self.give_shape(left.args[0], right.data)
                return True
            # A field of a datatype value: all fields together give the value.
            case "datatype.at" if constant and left.args[0].op == "var":
                self._fields.setdefault(left.args[0].data, {})[left.data] = right.data
                return self._assemble_fields(number, left.args[0])
            case "seq.literal" | "tuple.make" if constant:
                self._same_elements(number, left.args, right.data)
                return True
            # The parts of a concatenation are cut out of the known whole.
            case "seq.concat" if constant:
                return self._same_concatenation(number, left, right.data)
            case "array.elements" if left.args[0].op == "var" and (terms := self._parts(right)) is not None:
                self.give_shape(left.args[0], len(terms))
                self.pending.append((number, eq(left, right)))
                return True
            case "seq.literal" if right.op == "seq.literal" and has_value(left) and has_value(right):
                self._same_parts(number, left.args, right.args)
                return True
            case _:
                return False

    def _same_concatenation(self, number: int, concatenation: Term, elements: tuple[Any, ...]) -> bool:
        """Learn from `[x] + rest == [1, 2, 3]`: where the lengths of all parts but one are known, each part is the
        elements in its place."""
        terms = list(operands("seq.concat", concatenation))
        lengths = [self._length(part) for part in terms]
        # With two unknown lengths there is more than one cut.
        known = sum(length for length in lengths if length is not None)
        if lengths.count(None) > 1:
            return False
        # Longer than the whole, or shorter without a part that could fill the gap.
        if known > len(elements) or (None not in lengths and known < len(elements)):
            self.contradicted.add(number)
            return False
        start = 0
        for term, length in zip(terms, lengths, strict=True):
            end = start + (len(elements) - known if length is None else length)
            self.pending.append((number, eq(term, const(elements[start:end], term.sort))))
            start = end
        return True

    def _length(self, sequence: Term) -> int | None:
        """How long a sequence is, where that is known."""
        if sequence.op == "const":
            return len(sequence.data)
        terms = self._parts(sequence)
        return None if terms is None else len(terms)

    def _parts(self, sequence: Term) -> Sequence[Term] | None:
        """The elements that a sequence consists of, where that is known."""
        if sequence.op == "seq.literal":
            return sequence.args
        return self.shapes[sequence.data][1] if sequence.op == "var" and sequence.data in self.shapes else None

    def values_of(self, unknown: Term, most: int) -> Sequence[Any] | None:
        """The values that an unknown may have as far as it is determined, or bounds are known of it; None where they
        are more than `most`, or are not found."""
        if unknown.data in self.values:
            return (self.values[unknown.data],)
        if unknown.sort == BOOL:
            return (False, True)
        if unknown.data in self.shapes and unknown.sort.kind == "Seq":
            items = [self.values_of(item, most) for item in self.shapes[unknown.data][1]]
            counts = [0 if values is None else len(values) for values in items]
            return list(product(*(values or () for values in items))) if 0 < prod(counts) <= most else None
        left = self.ranges(unknown) if unknown.sort == INT else EVERYTHING
        return left.values() if left.size is not None and left.size <= most else None

    def ranges(self, unknown: Term) -> NumberRanges:
        """The values that facts leave for an unknown whole number."""
        left = EVERYTHING
        for fact in (*(fact for _, fact in self.pending), *self._drawn):
            left = left.and_(ranges_left(fact, unknown))
        return left

    def determined(self, unknowns: Mapping[Name, Binder]) -> dict[Name, Any]:
        """What the unknowns hold of which that is determined, under the names that they are given here: their values,
        and for arrays of which it is not known which ones they are, arrays that have their elements."""
        found: dict[Name, Any] = {}
        for name, unknown in unknowns.items():
            if unknown.name in self.values:
                found[name] = self.values[unknown.name]
            elif unknown.sort.kind == "Array" and unknown.name in self.shapes:
                _, items = self.shapes[unknown.name]
                if all(item.data in self.values for item in items):
                    elements = tuple(self.values[item.data] for item in items)
                    found[name] = ArrayValue(elements, unknown.name)
        return found

    def _same_array(self, number: int, unknown: Term, array: ArrayValue) -> bool:
        """Learn from `r == a`. It says which array r is, which holds what it did only if nobody has changed it since:
        `ensures r == a && a[0] == 1` leaves a[1] open."""
        if self.unchanged is None:
            return self._set(number, unknown, ArrayValue(array.elements, unknown.data))
        which = array_object(array)
        if which in self.unchanged:
            return self._set(number, unknown, array)
        return self._is_array(number, unknown, which)

    def _holds_changed(self, value: Any) -> bool:
        """Does a value hold arrays that may hold something else after the call?"""
        if self.unchanged is None:
            return False
        return any(array_object(each) not in self.unchanged for each in arrays_within(value))

    def _is_array(self, number: int, unknown: Term, which: UninterpretedValue) -> bool:
        if which.index == 0:
            return self._set(number, unknown, None)
        if self.identities.setdefault(unknown.data, which) != which:
            self.contradicted.add(number)
        return True

    def _assemble_fields(self, number: int, unknown: Term) -> bool:
        """Determine a value of a datatype all of whose fields are determined."""
        known = self._fields[unknown.data]
        declared = self.program.datatypes.get(str(unknown.sort.label))
        for made in declared.constructors if declared is not None and unknown.data not in self.values else ():
            if made.fields and all((made.name, str(binder.name)) in known for binder in made.fields):
                fields = tuple(known[made.name, str(binder.name)] for binder in made.fields)
                return self._set(number, unknown, applied(made.name, fields))
        return False

    def _same_elements(self, number: int, items: Sequence[Term], elements: Sequence[Any]) -> None:
        if len(items) != len(elements):
            self.contradicted.add(number)
            return
        known = (const(element, item.sort) for item, element in zip(items, elements, strict=True))
        self._same_parts(number, items, list(known))

    def _same_parts(self, number: int, items: Sequence[Term], parts: Sequence[Term]) -> None:
        if len(items) != len(parts):
            self.contradicted.add(number)
        self.pending.extend((number, eq(*pair)) for pair in zip(items, parts, strict=False))

    def _assemble(self) -> bool:
        """Determine the sequences all of whose elements are determined."""
        progress = False
        for name, (unknown, items) in self.shapes.items():
            if name not in self.values and all(item.data in self.values for item in items):
                elements = tuple(self.values[item.data] for item in items)
                if unknown.sort.kind != "Array":
                    self.values[name] = elements
                # Which array it is matters where identities are compared: then one with the right elements is not
                # enough.
                elif name in self.identities or not self.compared:
                    self.values[name] = ArrayValue(elements, self.identities.get(name, name))
                progress |= name in self.values
        return progress


def compares_arrays(terms: Iterable[Term]) -> bool:
    """May it matter to some terms whether two arrays are one?"""
    compared = (subterm for subterm in subterms(*terms) if subterm.op not in _OF_ELEMENTS)
    return any(argument.sort.kind == "Array" for term in compared for argument in term.args)


_OF_ELEMENTS = ("array.at", "array.len", "array.elements", "array.is_null")


def _elements_of_bag(fact: Term) -> tuple[list[Name], list[Any]] | None:
    """Split `multiset(s) == multiset{1, 1, 2}` into the unknown s (or its unknown elements) and the known elements."""
    match fact.op, fact.args:
        case "eq", (Term(op="multiset.of_seq", args=(Term(op="var", data=name),)), Term(op="const", data=bag)):
            return [name], _each_of(bag)
        case "eq", (Term(op="multiset.of_seq", args=(Term(op="seq.literal", args=items),)), Term(op="const", data=bag)):
            return ([item.data for item in items], _each_of(bag)) if items else None
        case _:
            return None


def _each_of(bag: Multiset) -> list[Any]:
    return [each for each, count in bag.counts.items() for _ in range(count)]


def _ordered(fact: Term) -> tuple[Name, Name] | None:
    """The two unknowns of `x <= y`, or of a stronger fact, the smaller one first."""
    match fact.op, fact.args:
        case (("le" | "lt"), (Term(op="var", data=one), Term(op="var", data=other))):
            return one, other
        case (("ge" | "gt"), (Term(op="var", data=one), Term(op="var", data=other))):
            return other, one
        case _:
            return None


def _joined(first: Any, second: Any) -> Any:
    """The smallest collection that both are in."""
    return first.combine(second, max) if isinstance(first, Multiset) else first | second


def _element(unknown: Term, index: int) -> Term:
    return op("array.at" if unknown.sort.kind == "Array" else "seq.at", unknown, integer(index))


def inline(term: Term, program: Program, is_unknown: Callable[[Name], bool]) -> Term:
    """The term with the bodies of helper functions in place of their calls on unknowns, where they do not
    recurse."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        function = program.functions.get(node.data) if node.op == "call" else None
        if function is None or function.body is None or _recursive(function, program):
            return rebuild(node, args)
        # Substituting under a binder may capture: only arguments without bound variables are inlined.
        if not all(is_unknown(name) for arg in args for name, _ in free_variables(arg)):
            # An argument depends on a bound variable, which the body could capture.
            return rebuild(node, args)
        # The call is by value, so that substitution is the meaning of it.
        actual = values_by_name(function.parameters, args)
        body = at_call(function, rebuild(node, args)).body
        assert body is not None
        return inline(substitute(body, actual), program, is_unknown)

    return fold(term, step)


def _recursive(function: Function, program: Program) -> bool:
    """Whether a function can reach itself."""
    return function.name in called_in_turn(function.name, AsKey(program.functions))
