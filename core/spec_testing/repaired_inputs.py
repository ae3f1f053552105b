"""Inputs that meet a precondition, out of drawn ones that do not: where a condition is false, variables in it are given
values with which it is true.

Random draws hardly ever meet what relates several variables, as invariants of classes do. Example: `arr.Length == cap
&& |s| == n <= cap && forall i :: 0 <= i < n ==> arr[i] == s[i]`. In an input that was drawn, `cap` becomes the length
of `arr`, `n` that of `s`, or `s` gets `n` elements, and then each element of `arr` is the one of `s`. It is local
search for constraint satisfaction (Minton et al., "Minimizing conflicts", 1992), with equations solved for one of their
sides in place of trying its values. Whether what comes of it is valid is decided by evaluation, as for every other
input: a repair that breaks another condition costs time, and nothing rests on it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, product
from typing import Any

from attrs import define, field, frozen

from ..deciding.elements import unfolded
from ..deciding.engines import Engines
from ..errors import OutOfFuel, Unsupported
from ..evaluate.typed import evaluate
from ..ir.build import conj, conjuncts, implies
from ..ir.contracts import Program, Specification
from ..ir.sorts import BOOL, INT, OBJECT, REAL, Sort
from ..ir.substitution import instantiate
from ..ir.terms import Binder, Term, const, free_names, subterms, values_by_name, var
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, ordered, parts_of, with_parts
from ..ir.variables import Name, hidden_variable, is_heap
from .candidate_inputs import constants_of
from .drawn_inputs import Drawn
from .solved_sides import EquationSolver, NotSolved
from .spec_testing_limits import LIMITS

FAR = 3
"""How far apart the sides of a comparison are that was false, at most."""
UNFOLDED = 2
"""Levels of predicates of which the parts are looked at: `Valid()`, and what it calls."""
_ORDERS = {"lt": (0, 1, 1), "le": (0, 1, 0), "gt": (1, 0, 1), "ge": (1, 0, 0)}
"""Comparison → which argument is the smaller one, which the larger one, and by how much it has to be smaller."""
_MEMBERSHIPS = frozenset({"set.member", "seq.member", "map.member", "multiset.member"})
_LENGTHS = frozenset({"seq.len", "array.len"})
_LOOKUPS = frozenset({"map.at", "seq.at", "array.at"})
_COMPLEMENT = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}


@define(slots=True, eq=False)
class InputRepair:
    """Repairs inputs of a specification. `conditions`: what an input has to meet."""

    specification: Specification
    program: Program
    conditions: Sequence[Term]
    engines: Engines
    _drawn: Drawn = field(init=False)
    _failed: int = field(default=0, init=False)
    """Inputs that were repaired in vain, since the last one that was not."""
    _values: dict[Name, Any] = field(factory=dict, init=False)
    _left: int = field(default=0, init=False)
    _clauses: list[Term] = field(init=False)
    _open: frozenset[Name] = field(init=False)
    """The variables that may be given other values: not objects, and not what all objects have in a field."""

    @_drawn.default
    def _source_of_values(self) -> Drawn:
        return Drawn(self.specification, self.program, constants_of(self.specification, self.conditions, self.program))

    @_clauses.default
    def _all_clauses(self) -> list[Term]:
        return [clause for condition in self.conditions for clause in conjuncts(condition)]

    @_open.default
    def _all_open(self) -> frozenset[Name]:
        mentioned = free_names(*self.conditions)
        binders = (binder for binder in self.specification.inputs if binder.name in mentioned)
        return frozenset(binder.name for binder in binders if binder.sort != OBJECT and not is_heap(binder.name))

    @property
    def is_worth_it(self) -> bool:
        """Has it led to valid inputs, or not been tried often enough to tell?"""
        return self._failed < LIMITS.repairs_in_vain

    def succeeded(self) -> None:
        """The last repaired input was valid."""
        self._failed = 0

    def repaired(self, inputs: dict[Name, Any]) -> dict[Name, Any]:
        """An input like this one that may meet the conditions."""
        self._values, self._left = dict(inputs), LIMITS.repaired_conditions
        self._failed += 1
        try:
            for _ in range(LIMITS.repair_rounds):
                held = [self._make(clause, True, LIMITS.repaired_levels) for clause in self._clauses]
                if all(held) or self._left <= 0:
                    break
        except (RecursionError, OutOfFuel):  # A condition is nested too deeply, or a value has no end.
            return inputs
        return self._values

    def _make(self, term: Term, wanted: bool, depth: int, bound: Mapping[Binder, Any] = {}) -> bool:
        """See to it that a condition is true, or false. Was it so before? `bound`: values of variables in it that stay
        as they are."""
        self._left -= 1
        if self._left <= 0:
            return True
        if self._known(term, bound) is wanted:
            return True
        if depth >= 0:
            # Most instances of a quantifier are as they should be, and need no term of their own.
            constants = {binder.name: const(value, binder.sort) for binder, value in bound.items()}
            self._change(instantiate(term, constants) if bound else term, wanted, depth)
        return False

    def _change(self, term: Term, wanted: bool, depth: int) -> None:
        # Structural recursion with the wanted truth value: a negation turns it around.
        match term.op:
            case "not":
                self._make(term.args[0], not wanted, depth)
            # All parts of what has to be true of a conjunction, or false of a disjunction.
            case "and" | "or" if (term.op == "and") == wanted:
                for arg in term.args:
                    self._make(arg, wanted, depth)
            case "and" | "or":
                # Of `|s| <= 1 || (s[0] <= s[1] && sorted(s[1..]))` the first part says what small inputs are.
                self._make(term.args[-1] if self._choose(4) else self._chosen(term.args), wanted, depth)
            case "implies" if not wanted:
                # A false implication has a true premise and a false conclusion.
                self._make(term.args[0], True, depth)
                self._make(term.args[1], False, depth)
            case "implies":
                # What the conclusion says is more often what a precondition is about. Of `s[i] == s[j] ==> i == j`,
                # where i and j are given, it is the premise that can change. Not so `i < |s| ==> s[i] < t[i]`: where
                # t is too short, a shorter s is no mend, and other conditions say how long t is.
                is_bound = _bounds_index(term.args[0])
                last = is_bound or self._choose(4) > 0
                self._make(term.args[last], last, depth)
                held = self._known(term)
                if held is False or (held is None and not is_bound):
                    self._make(term.args[not last], not last, depth)
            case "ite":
                # The branch that is taken now, rather than changing the condition.
                condition, then, orelse = term.args
                self._make(then if self._known(condition) else orelse, wanted, depth)
            case "let":
                values = values_by_name(term.data, term.args[:-1])
                self._make(instantiate(term.args[-1], values), wanted, depth)
            case "eq" if term.args[0].sort == BOOL:
                # One side follows the other; which, is drawn.
                first, second = term.args if self._choose(2) else term.args[::-1]
                self._make(first, (self._known(second) is True) == wanted, depth)
            # The body of the predicate, with one level less to go.
            case "call":
                body = unfolded(term, self.program.functions)
                if body is not None:
                    self._make(body, wanted, depth - 1)
            case "forall" | "exists" if (members := _about_members(term)) is not None:
                self._change_members(members, (term.op == "forall") == wanted, wanted, depth)
            # All instances at hand of what has to hold for all; of what has to hold for one, one that is drawn.
            case "forall" | "exists" if (term.op == "forall") == wanted:
                for bound in self._instances(term):
                    self._make(term.args[-1], wanted, depth, bound)
            case "forall" | "exists":
                if instances := list(self._instances(term)):
                    self._make(term.args[-1], wanted, depth, self._chosen(instances))
                else:
                    self._change_some(term, wanted, depth)
            case _:
                # An atom: solved for one of its sides.
                try:
                    self._values |= self._changed(term, wanted)
                except NotSolved:
                    return

    def _change_members(self, said: "_AboutMembers", every: bool, wanted: bool, depth: int) -> None:
        """See to it that a condition is true, or false, of each element of a collection, or of one of them: those of
        which it is not give way to others of which it is. Of `forall k :: k in m ==> m[k] > 0` the keys stay, and what
        they stand for changes."""
        # `forall k in m: P(m[k])`: the keys stay, and the values are changed.
        if every and said.is_looked_up:
            with suppress(NotSolved):
                for element in _different(self._value(said.whole)):
                    self._make(said.condition, wanted, depth, {said.binder: element})
        # The element as a variable of its own, so that the condition about it can be solved for it.
        name = hidden_variable(said.binder.name, f"member{len(self._open)}")  # Quantifiers may be nested.
        condition = instantiate(said.condition, {said.binder.name: var(name, said.binder.sort)})
        try:
            old = self._value(said.whole)
            held = _different(old)
            # One element is enough where one is wanted: mostly one that is there.
            if not every:
                held = [self._chosen(held) if held and self._choose(2) else self._draw(said.binder.sort)]
            self._open |= {name}
            changed = [(value, self._with_condition(name, value, condition, wanted, depth)) for value in held]
            # Each element gives way to the changed one; the collection is put together again.
            for value, other in changed:
                if value != other or not every:
                    old = self._with(_without(old, value) if every else old, said.whole.sort, other)
            self._values |= self._solver().assigned(said.whole, old)
        except NotSolved:
            return
        # The name is gone after this, also where it did not work.
        finally:
            self._open -= {name}
            self._values.pop(name, None)

    def _change_some(self, term: Term, wanted: bool, depth: int) -> None:
        """See to it that a quantified condition is true, or false, of some values. Example: in `exists step :: Next(v,
        v', step)` the step is as open as v' is."""
        opened = {binder.name: hidden_variable(binder.name, f"some{len(self._open)}") for binder in term.data}
        try:
            self._values |= {opened[binder.name]: self._draw(binder.sort) for binder in term.data}
            self._open |= set(opened.values())
            variables = {binder.name: var(opened[binder.name], binder.sort) for binder in term.data}
            self._make(instantiate(term.args[-1], variables), wanted, depth)
        except NotSolved:
            return
        finally:
            # The new variables exist only while the condition is being made true, whatever came of that.
            self._open -= set(opened.values())
            for name in opened.values():
                self._values.pop(name, None)

    def _with_condition(self, name: Name, value: Any, condition: Term, wanted: bool, depth: int) -> Any:
        """A value like this one of which a condition about it is true, or false, if that is found."""
        self._values[name] = value
        self._make(condition, wanted, depth)
        return self._values[name]

    def _changed(self, term: Term, wanted: bool) -> dict[Name, Any]:
        """Variables → their values with which an atom is true, or false. Raises NotSolved."""
        solver = self._solver()
        # Each atom by the cheapest change that makes it true, or false.
        match term.op:
            case "var":
                return solver.assigned(term, wanted)
            case "eq" if wanted:
                first, second = term.args
                return self._equal(first, second, solver)
            # Unequal: some other value near.
            case "eq":
                side = self._chosen(term.args)
                old = solver.value(side)
                new = old + self._choose(2 * FAR) - FAR if side.sort == INT else self._draw(side.sort)
                return solver.assigned(side, new)
            case "lt" | "le" | "gt" | "ge":
                return self._ordered(term, wanted, solver)
            case _ if term.op in _MEMBERSHIPS:
                element, whole = term.args
                return self._member(element, whole, wanted, solver)
            # A subset by making the left side smaller, or the right one larger.
            case "set.subset" | "set.disjoint" if wanted:
                first, second = term.args
                left, right = solver.value(first), solver.value(second)
                if term.op == "set.disjoint":
                    return solver.of_either((first, left - right), (second, right - left))
                return solver.of_either((first, left & right), (second, left | right))
            case "seq.prefix" if wanted:
                first, second = term.args
                left, right = solver.value(first), solver.value(second)
                return solver.of_either((first, right[: len(left)]), (second, left + right[len(left) :]))
            case "datatype.is" | "array.is_null":
                (whole,) = term.args
                # Drawn until one has the constructor.
                for _ in range(10):
                    value = self._draw(whole.sort)
                    told = isinstance(value, DatatypeValue) and value.constructor == term.data
                    if (told if term.op == "datatype.is" else value is None) == wanted:
                        return solver.assigned(whole, value)
        raise NotSolved

    def _equal(self, first: Term, second: Term, solver: EquationSolver) -> dict[Name, Any]:
        sides = ((first, second), (second, first)) if self._choose(2) else ((second, first), (first, second))
        for one, other in sides:
            try:
                return solver.assigned(one, solver.value(other))
            except NotSolved:
                continue
        raise NotSolved

    def _ordered(self, term: Term, wanted: bool, solver: EquationSolver) -> dict[Name, Any]:
        smaller, larger, least = _ORDERS[term.op if wanted else _COMPLEMENT[term.op]]
        small, large = term.args[smaller], term.args[larger]
        if small.sort not in (INT, REAL):
            raise NotSolved
        apart = least + max(0, self._choose(2 * FAR) - FAR)
        return solver.of_either((small, solver.value(large) - apart), (large, solver.value(small) + apart))

    def _member(self, element: Term, whole: Term, wanted: bool, solver: EquationSolver) -> dict[Name, Any]:
        value, old = solver.value(element), solver.value(whole)
        held = _different(old)
        if wanted and held and self._choose(2):
            try:
                return solver.assigned(element, self._chosen(held))
            except NotSolved:
                pass
        return solver.assigned(whole, self._with(old, whole.sort, value) if wanted else _without(old, value))

    def _with(self, old: Any, sort: Sort, value: Any) -> Any:
        match old:
            case tuple():
                at = self._choose(len(old) + 1)
                return (*old[:at], value, *old[at:])
            case frozenset():
                return old | {value}
            case Multiset():
                return Multiset.of_counts({**old.counts, value: old.count(value) + 1})
            case FrozenMap():
                return FrozenMap({**old, value: self._draw(sort.args[1])})
        raise NotSolved

    def _instances(self, term: Term) -> Iterator[Mapping[Binder, Any]]:
        """Values at hand for the variables of a quantified condition."""
        *domains, _ = term.args
        values = [self._domain(binder, domain) for binder, domain in zip(term.data, domains, strict=True)]
        for listed in islice(product(*values), LIMITS.instances):
            yield dict(zip(term.data, listed, strict=True))

    def _domain(self, binder: Binder, domain: Term) -> Sequence[Any]:
        try:
            if domain.op == "range" and binder.sort == INT:
                low, high = map(self._value, domain.args)
                # Only as many as inputs are large: the rest is checked when the input is tried.
                return range(low, min(high, low + LIMITS.sized_elements))
            if domain.op == "elements":
                return _different(self._value(domain.args[0]))
        except NotSolved:
            return ()
        if binder.sort == INT:
            return range(min(LIMITS.sized_elements, _longest(self._values.values(), 2) + 1))
        holders = (input_.name for input_ in self.specification.inputs if input_.sort.args[:1] == (binder.sort,))
        return list(dict.fromkeys(each for name in holders for each in _different(self._values[name])))

    def _solver(self) -> EquationSolver:
        return EquationSolver(
            self._open, self._value, self._draw, self._unfolded, self._choose, self._in_array, self._position
        )

    def _unfolded(self, call: Term) -> Term | None:
        return unfolded(call, self.program.functions)

    def _in_array(self, new: ArrayValue) -> dict[Name, Any]:
        """An array that two names or places have is one afterwards, too."""

        def replaced(value: Any) -> Any:
            if isinstance(value, ArrayValue) and value.identity == new.identity:
                return new
            return with_parts(value, replaced)

        after = {name: replaced(self._values[name]) for name in self._open}
        found = {name: value for name, value in after.items() if value is not self._values[name]}
        if not found:
            raise NotSolved
        return found

    def _position(self, term: Term) -> int:
        constructor, name = term.data
        declared = self.program.datatypes[str(term.args[0].sort.label)]
        fields = next(each.fields for each in declared.constructors if each.name == constructor)
        return [binder.name for binder in fields].index(name)

    def _known(self, term: Term, bound: Mapping[Binder, Any] = {}) -> Any:
        values = self._values | {binder.name: value for binder, value in bound.items()} if bound else self._values
        evaluation = evaluate(
            term, values, self.program.functions, self.program.datatypes, self.engines.fuel(LIMITS.repair_steps)
        )
        return evaluation.value if evaluation.state == "defined" else None

    def _value(self, term: Term) -> Any:
        evaluation = evaluate(
            term, self._values, self.program.functions, self.program.datatypes, self.engines.fuel(LIMITS.repair_steps)
        )
        if evaluation.state != "defined" or evaluation.value is None:
            raise NotSolved
        return evaluation.value

    def _draw(self, sort: Sort) -> Any:
        try:
            return self._drawn.value(sort)
        except Unsupported as error:
            raise NotSolved from error

    def _choose(self, count: int) -> int:
        return self._drawn.random.randrange(count)

    def _chosen(self, listed: Sequence[Any]) -> Any:
        return listed[self._choose(len(listed))]


@frozen(slots=True)
class _AboutMembers:
    """What `forall e :: e in s ==> P(e)`, or `exists e :: e in s && P(e)`, is about: s is `whole`, P `condition`."""

    binder: Binder
    whole: Term
    condition: Term

    @property
    def is_looked_up(self) -> bool:
        """Is P about what the elements stand for in a map, a sequence or an array?"""
        lookups = (subterm for subterm in subterms(self.condition) if subterm.op in _LOOKUPS)
        return any(
            index.op == "var" and index.data == self.binder.name for lookup in lookups for index in lookup.args[1:]
        )


def _bounds_index(premise: Term) -> bool:
    """Does a premise only compare numbers with each other and with lengths, and with one length at least?"""
    clauses = conjuncts(premise)
    kinds = {"length" if side.op in _LENGTHS else side.op for clause in clauses for side in clause.args}
    return kinds == {"const", "length"} and all(clause.op in _ORDERS for clause in clauses)


def _about_members(term: Term) -> _AboutMembers | None:
    """A quantified condition as one about the elements of a collection, if it is one."""
    binders, body = term.data, term.args[-1]
    # One variable and a membership, as `for all elements` is written.
    if len(binders) != 1 or (term.op == "forall" and body.op != "implies"):
        return None
    (binder,) = binders
    terms = list(conjuncts(body.args[0] if term.op == "forall" else body))
    for number, part in enumerate(terms):
        if part.op not in _MEMBERSHIPS:
            continue
        element, whole = part.args
        # The collection must not depend on the element.
        if element.op == "var" and element.data == binder.name and binder.name not in free_names(whole):
            others = conj(*terms[:number], *terms[number + 1 :])
            said = implies(others, body.args[1]) if term.op == "forall" else others
            return _AboutMembers(binder, whole, said)
    return None


def _without(old: Any, value: Any) -> Any:
    match old:
        case tuple():
            return tuple(element for element in old if element != value)
        case frozenset():
            return old - {value}
        case Multiset():
            return Multiset.of_counts({element: old.count(element) for element in old if element != value})
        case FrozenMap():
            return FrozenMap((key, item) for key, item in old.items() if key != value)
    raise NotSolved


def _longest(values: Iterable[Any], depth: int) -> int:
    """The length of the longest sequence or array among some values, and so many levels of what these hold."""
    longest = 0
    for value in values:
        if isinstance(value, (tuple, ArrayValue)):
            longest = max(longest, len(tuple(parts_of(value))))
        if depth:
            longest = max(longest, _longest(parts_of(value), depth - 1))
    return longest


def _different(value: Any) -> list[Any]:
    """The elements of a collection, or the keys of a map, each once, in an order that does not depend on hashes."""
    match value:
        case tuple():
            return list(dict.fromkeys(value))
        case ArrayValue():
            return list(dict.fromkeys(value.elements))
        case frozenset() | FrozenMap() | Multiset():
            return ordered(value)
        case _:
            return []


def required_parts(term: Term, program: Program, levels: int = UNFOLDED) -> Iterator[Term]:
    """The parts of a condition that have to hold together, those of the predicates in their places."""
    for conjunct in conjuncts(term):
        function = program.functions.get(conjunct.data) if conjunct.op == "call" and conjunct.sort == BOOL else None
        if function is None or function.body is None or not levels or function.body.op != "and":
            yield conjunct
        else:
            values = values_by_name(function.parameters, conjunct.args)
            yield from required_parts(instantiate(function.body, values), program, levels - 1)
