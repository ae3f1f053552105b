"""From the collections of the IR to those that SMT-LIB has: expansion of a normal term to the printer's
kernel.

Set, multiset and map operators are replaced by what they say about an element; equality and inclusion of
views become quantified formulas, or finite ones where the elements are listed. Where a view must be a
value (an argument of a function, an element of a sequence), a fresh constant, or a fresh function of the
bound variables it depends on, stands for it, with an axiom that defines it. What has no faithful form
raises Unsupported.
"""

from collections.abc import Callable

from ...core.errors import Unsupported
from ...core.ir import build
from ...core.ir.contracts import Function
from ...core.ir.operator_names import operator_name
from ...core.ir.sorts import BOOL, CHAR, INT, Sort, seq_of
from ...core.ir.terms import ONE, ZERO, Binder, Term, free_names, free_variables, make, rebuild, var
from ...core.ir.variables import Name
from .membership import COLLECTIONS, Members, is_view
from .normal import BoundNames, ConstantExpander, replace, variable
from .sorts import SortTable

_MOST_COPIES = 32
"""A quantifier over a literal with at most this many elements becomes a conjunction or disjunction."""
_MOST_ENUMERATIONS = 4
"""Sets to whose sizes that of another one is held: the axioms are as many as pairs."""
_RELATIONS = frozenset(
    {
        "set.subset",
        "set.proper_subset",
        "set.disjoint",
        "multiset.subset",
        "multiset.proper_subset",
        "multiset.disjoint",
    }
)


class Expander:
    """Expands terms. `functions` are the auxiliary functions that were introduced; `axioms` those still
    to assert."""

    def __init__(self, names: BoundNames, sorts: SortTable, constants: ConstantExpander) -> None:
        self.functions: dict[Name, Function] = {}
        self.axioms: list[Term] = []
        self._names = names
        self._sorts = sorts
        self._constants = constants
        self._members = Members(names, self.atom, self._counter)
        self._expanded: dict[Term, Term] = {}
        self._atoms: dict[Term, Term] = {}
        self._enumerations: dict[Term, Term] = {}

    def forget(self) -> None:
        """Drop what a failed expansion may have left half done: no later term refers to it."""
        self.axioms.clear()
        self._expanded.clear()
        self._atoms.clear()
        self._enumerations.clear()

    def expand_whole(self, root: Term) -> Term:
        """The expanded term, as one that can be printed."""
        return self.atom(self.expand(root))

    def expand(self, root: Term) -> Term:
        """The term with collection operators replaced; itself possibly a view."""
        memo = self._expanded
        stack = [(root, False)]
        while stack:
            term, ready = stack.pop()
            if term in memo:
                continue
            opened = self._constants.open(term)
            # Children first: a term comes back to the stack once, to be built from their results.
            if ready or not opened.args:
                memo[term] = self._step(opened, tuple(memo[child] for child in opened.args))
            else:
                stack.append((term, True))
                stack.extend((child, False) for child in opened.args)
        return memo[root]

    def _step(self, term: Term, args: tuple[Term, ...]) -> Term:
        # A view is said by its elements, and disappears: membership in `s + t` is a disjunction, a count in a sum is a
        # sum of counts. Invariant: arguments have been expanded, so that each is a view or can be printed.
        members = self._members
        match term.op:
            case "set.member":
                return members.member(args[0], args[1])
            case "seq.member":
                return members.in_sequence(args[0], args[1])
            case "multiset.count":
                return members.count(args[0], args[1])
            case "multiset.member":
                return build.lt(ZERO, members.count(args[1], args[0]))
            case "map.member":
                return members.has_key(args[0], args[1])
            case "map.at":
                return members.lookup(args[0], args[1])
            # A cardinality has no form of its own in SMT-LIB: a finite set becomes the length of a sequence of its
            # elements.
            case "set.card" | "multiset.card" | "map.card":
                return members.cardinality(args[0], self._enumeration)
            case "eq":
                return self._equal(args[0], args[1])
            case op if op in _RELATIONS:
                return self._related(op.partition(".")[2], args[0], args[1])
            case "forall" | "exists":
                return self._quantified(term.op, term.data, args[:-1], args[-1])
            case "seq.comprehension":
                return self._sequence(term, args)
            # A conditional between collections stays one: what asks about it goes into both branches.
            case "ite" if term.sort.kind in COLLECTIONS:
                return rebuild(term, args)
            case "set.comprehension" | "map.comprehension":
                count = len(term.data)
                return rebuild(term, (*args[:count], *map(self.atom, args[count:])))
            case "elements":
                return rebuild(term, args)
            # Any other operator needs values: a view in it gets a name, defined by an axiom.
            case _:
                rebuilt = rebuild(term, args)
                return rebuilt if is_view(rebuilt) else rebuild(term, tuple(map(self.atom, args)))

    def _equal(self, left: Term, right: Term) -> Term:
        if left.sort.kind not in COLLECTIONS or not (is_view(left) or is_view(right)):
            return self._members.equal(left, right)
        # Multisets that are listed need no quantifier, which is what solvers decide worst.
        members = self._members
        if left.sort.kind == "Multiset":
            finite = self._equal_counts(left, right) or self._equal_counts(right, left)
            if finite is not None:
                return finite
        # Otherwise extensionality: equal if they agree on one element that is any element.
        binder, element = members.fresh("e", left.sort.args[0])
        match left.sort.kind:
            case "Set":
                same_content = build.iff(members.member(element, left), members.member(element, right))
            case "Multiset":
                same_content = build.eq(members.count(left, element), members.count(right, element))
            case _:
                present = members.has_key(element, left)
                values = self._equal(members.lookup(left, element), members.lookup(right, element))
                same_content = build.conj(
                    build.iff(present, members.has_key(element, right)), build.implies(present, values)
                )
        return build.forall([binder], same_content)

    def _equal_counts(self, left: Term, right: Term) -> Term | None:
        """Equality of multisets without a quantifier: equal sizes, and equal counts of all elements of
        `right`, which lists them. None where either size has no simple form."""
        members = self._members
        # Equal counts of what `right` lists do not suffice: {a, a, b} has those of {a, a}. With as many elements in all
        # there is no room for any other: the counts of the listed ones already add up to the size of `right`.
        listed = members.enumerated(right)
        if listed is None:
            return None
        try:
            size = members.cardinality(left, self._no_enumeration)
            other_size = members.cardinality(right, self._no_enumeration)
        except Unsupported:
            return None
        counts = (build.eq(members.count(left, element), members.count(right, element)) for element in listed)
        return build.conj(build.eq(size, other_size), *dict.fromkeys(counts))

    def _no_enumeration(self, collection: Term) -> Term:
        raise Unsupported("a size without a simple form", collection.span)

    def _related(self, relation: str, left: Term, right: Term) -> Term:
        if relation == "proper_subset":
            return build.conj(self._related("subset", left, right), build.negate(self._related("subset", right, left)))
        if relation == "disjoint" and self._members.enumerated(left) is None:
            left, right = right, left
        listed = self._members.enumerated(left)
        if listed is not None:
            return build.conj(*(self._related_at(relation, left, right, each) for each in listed))
        binder, element = self._members.fresh("e", left.sort.args[0])
        return build.forall([binder], self._related_at(relation, left, right, element))

    def _related_at(self, relation: str, left: Term, right: Term, element: Term) -> Term:
        members = self._members
        if left.sort.kind == "Multiset" and relation == "subset":
            return build.le(members.count(left, element), members.count(right, element))
        inside, also = members.in_collection(element, left), members.in_collection(element, right)
        if relation == "subset":
            return build.implies(inside, also)
        return build.negate(build.conj(inside, also))

    def _quantified(self, op: str, binders: tuple[Binder, ...], domains: tuple[Term, ...], body: Term) -> Term:
        """Quantifiers over elements become quantifiers over positions, conditions, or finitely many
        instances."""
        quantify = build.forall if op == "forall" else build.exists
        # From the innermost variable out, since the domain of a variable may mention those before it.
        for binder, domain in zip(reversed(binders), reversed(domains), strict=True):
            if domain.op != "elements":
                body = quantify([binder], body, [domain])
                continue
            # Over few listed elements a quantifier is written out: a solver then needs no instances.
            (collection,) = domain.args
            listed = self._members.enumerated(collection)
            if listed is not None and len(listed) <= _MOST_COPIES:
                copies = [replace(body, {binder.name: element}) for element in listed]
                body = build.conj(*copies) if op == "forall" else build.disj(*copies)
            elif collection.sort.kind in ("Seq", "Array"):
                body = self._over_positions(quantify, binder, collection, body)
            else:
                # `forall x in s` is an implication and `exists x in s` a conjunction, over all values of the sort.
                inside = self._members.in_collection(variable(binder), collection)
                guard = build.implies if op == "forall" else build.conj
                body = quantify([binder], guard(inside, body))
        return body

    def _over_positions(self, quantify: Callable[..., Term], binder: Binder, collection: Term, body: Term) -> Term:
        if collection.sort.kind == "Array":
            collection = make("array.elements", (collection,), seq_of(binder.sort))
        position, index = self._members.fresh("i", INT)
        element = make("seq.at", (collection, index), binder.sort)
        length = make("seq.len", (collection,), INT)
        return quantify([position], replace(body, {binder.name: element}), [build.between(ZERO, length)])

    def atom(self, term: Term) -> Term:
        """The term itself, or for a view the fresh constant (function) that is defined to equal it."""
        if term.sort.kind not in COLLECTIONS or not is_view(term):
            return term
        atom_known = self._atoms.get(term)
        if atom_known is None:
            atom_known = self._literal_of(term) or self._defined(term)
            self._atoms[term] = atom_known
        return atom_known

    def _literal_of(self, view: Term) -> Term | None:
        """A view that lists its elements is a literal."""
        if view.sort.kind == "Map" or _counts_a_set(view):
            return None
        listed = self._members.enumerated(view)
        return None if listed is None else make(operator_name(f"{view.sort.kind.lower()}.literal"), listed, view.sort)

    def _defined(self, view: Term) -> Term:
        # `f(s + t)` becomes `f(c)` with `forall e :: e in c <==> e in s || e in t`. Under a quantifier over i, what
        # stands for `s + {i}` depends on i: a function c(i), with `forall i, e :: e in c(i) <==> …`. An axiom is
        # asserted in the outermost scope, so no bound variable may be left free in it.
        name, parameters = self._introduce("collection", view, view.sort)
        binder, element = self._members.fresh("e", view.sort.args[0])
        members = self._members
        match view.sort.kind:
            case "Set":
                same_content = build.iff(members.member(element, name), members.member(element, view))
            case "Multiset":
                same_content = build.eq(members.count(name, element), members.count(view, element))
            # Of `map x | P(x) :: f(x) := g(x)` the keys are computed, and the value at a key is that of an x that makes
            # it: it cannot be looked up, and is said entry by entry.
            case _ if view.op == "map.comprehension" and not _keys_are_variables(view):
                self._define_entries(view, name, parameters)
                same_content = build.iff(members.has_key(element, name), members.has_key(element, view))
            case _:
                present = members.has_key(element, view)
                values = self._equal(members.lookup(name, element), members.lookup(view, element))
                same_content = build.conj(
                    build.iff(members.has_key(element, name), present), build.implies(present, values)
                )
        self.axioms.append(build.forall([*parameters, binder], same_content))
        return name

    def _define_entries(self, view: Term, name: Term, parameters: list[Binder]) -> None:
        """The values of a map comprehension whose keys are computed."""
        count = len(view.data)
        condition, key, value = view.args[count:]
        entry = self._equal(make("map.at", (name, key), value.sort), value)
        inside = self._quantified("forall", view.data, view.args[:count], build.implies(condition, entry))
        self.axioms.append(build.forall(parameters, inside))

    def _introduce(self, name: str, origin: Term, sort: Sort) -> tuple[Term, list[Binder]]:
        """A fresh function of the bound variables of `origin`, applied to them. Raises Unsupported when
        one of them is a collection: an axiom cannot range over those."""
        bound = sorted(
            (free_variable for free_variable in free_variables(origin) if free_variable[0] in self._names.sorts),
            key=lambda variable: variable[0],
        )
        for _, variable_sort in bound:
            if self._sorts.infinite_collections(variable_sort):
                raise Unsupported(f"{origin.op} of a bound variable of sort {variable_sort}", origin.span)
        # The number makes the name unlike all earlier ones.
        unique = f"{name}!{len(self.functions) + 1}"
        parameters = tuple(Binder(f"p{n}", variable[1]) for n, variable in enumerate(bound))
        self.functions[unique] = Function(unique, parameters, sort, None)
        arguments = [var(*variable) for variable in bound]
        return make("call", arguments, sort, unique), [Binder(*variable) for variable in bound]

    def _sequence(self, term: Term, args: tuple[Term, ...]) -> Term:
        """seq(n, i => body)."""
        domain, body = args[0], self.atom(args[1])
        rebuilt = rebuild(term, (domain, body))
        # Terms are shared: the same comprehension is one constant however often it occurs.
        atom_known = self._atoms.get(rebuilt)
        if atom_known is not None:
            return atom_known
        name, parameters = self._introduce("sequence", rebuilt, term.sort)
        (index,) = term.data
        # `seq(n, f)` of a negative n is ill-formed in Dafny; a solver's terms are total, so that its length is clipped.
        length = domain.args[1]
        clipped = build.ite(build.lt(ZERO, length), length, ZERO)
        long = build.eq(make("seq.len", (name,), INT), clipped)
        entry = build.eq(make("seq.at", (name, variable(index)), body.sort), body)
        entries = build.forall([index], entry, [build.between(ZERO, length)])
        self.axioms.append(build.forall(parameters, build.conj(long, entries)))
        self._atoms[rebuilt] = name
        return name

    def _enumeration(self, collection: Term) -> Term:
        """A sequence of the elements of a finite set, each once: its length is the set's cardinality. Of a set that may
        be infinite it is any sequence, whose length is known to be that of equal sets alone."""
        enumeration = self._enumerations.get(collection)
        if enumeration is not None:
            return enumeration
        element_sort = collection.sort.args[0]
        name, parameters = self._introduce("enumeration", collection, seq_of(element_sort))
        if _certainly_finite(collection):
            self._define_enumeration(collection, name, parameters)
        for other, its in list(self._enumerations.items())[:_MOST_ENUMERATIONS]:
            if other.sort == collection.sort:
                self._equal_sizes((collection, name), (other, its))
        self._enumerations[collection] = name
        return name

    def _define_enumeration(self, collection: Term, name: Term, parameters: list[Binder]) -> None:
        element_sort = collection.sort.args[0]
        members = self._members
        first, i = members.fresh("i", INT)
        second, j = members.fresh("j", INT)
        binder, element = members.fresh("e", element_sort)
        at_i, at_j = (make("seq.at", (name, index), element_sort) for index in (i, j))
        domains = [build.between(ZERO, make("seq.len", (name,), INT)), build.between(ZERO, i)]
        apart = build.forall([first, second], build.negate(build.eq(at_i, at_j)), domains)
        same_content = build.iff(members.member(element, collection), make("seq.member", (element, name), BOOL))
        self.axioms.append(build.forall(parameters, build.conj(apart, build.forall([binder], same_content))))

    def _equal_sizes(self, *enumerated: tuple[Term, Term]) -> None:
        """Equal collections have equal sizes: solvers do not see that of two enumerations, which may have orders of
        their own."""
        (first, its), (second, others) = enumerated
        binders = {binder.name: binder for name in (its, others) for binder in map(_binder, name.args)}
        sizes = build.eq(make("seq.len", (its,), INT), make("seq.len", (others,), INT))
        self.axioms.append(build.forall([*binders.values()], build.implies(self._equal(first, second), sizes)))

    def _counter(self, element: Sort) -> str:
        """count(s, x) = if |s| = 0 then 0 else (if s[0] = x then 1 else 0) + count(s[1..], x)"""
        name = f"count!{element}"
        if name not in self.functions:
            sequence, value = var("s", seq_of(element)), var("x", element)
            length = make("seq.len", (sequence,), INT)
            rest = make("seq.slice", (sequence, ONE, length), sequence.sort)
            head = build.eq(make("seq.at", (sequence, ZERO), element), value)
            more = build.add(build.ite(head, ONE, ZERO), make("call", (rest, value), INT, name))
            body = build.ite(build.eq(length, ZERO), ZERO, more)
            parameters = (Binder("s", sequence.sort), Binder("x", element))
            self.functions[name] = Function(name, parameters, INT, body)
        return name


def _between_bounds(binder: Binder, condition: Term) -> bool:
    """Does a condition say of a number, or of what is as good as one, between which two it is?"""
    if binder.sort in (BOOL, CHAR):
        return True
    own = variable(binder)
    least = greatest = False
    for part in build.conjuncts(condition):
        if part.op in ("le", "lt") and binder.sort == INT:
            low, high = part.args
            # A bound that depends on the variable itself bounds nothing.
            least |= high == own and binder.name not in free_names(low)
            greatest |= low == own and binder.name not in free_names(high)
    return least and greatest


def _keys_are_variables(comprehension: Term) -> bool:
    binders = comprehension.data
    return len(binders) == 1 and comprehension.args[-2] is variable(binders[0])


def _counts_a_set(view: Term) -> bool:
    """Is there a set in the multiset? A list of a set's elements may repeat some."""
    return view.op == "multiset.of_set" or (view.op == "multiset.union" and any(map(_counts_a_set, view.args)))


def _binder(parameter: Term) -> Binder:
    return Binder(parameter.data, parameter.sort)


def _certainly_finite(collection: Term) -> bool:
    """Is a set finite whatever the values of variables? A comprehension over all integers is not."""
    # Conservative: what is not seen to be finite has no cardinality in a query.
    pending = [collection]
    while pending:
        view_part = pending.pop()
        if view_part.op in ("set.comprehension", "map.comprehension"):
            count = len(view_part.data)
            domains = zip(view_part.data, view_part.args[:count], strict=True)
            if not all(
                domain.op != "unbounded" or _between_bounds(binder, view_part.args[count]) for binder, domain in domains
            ):
                return False
            pending.extend(domain.args[0] for domain in view_part.args[:count] if domain.op == "elements")
        elif view_part.op not in ("var", "call") and view_part.sort.kind in COLLECTIONS:
            pending.extend(view_part.args)
    return True
