"""Queries about sequences, asked about their elements instead, for proofs.

Solvers decide `forall i :: 0 <= i < |s| ==> s[i] <= m` at once where `s` is a length and a function from indices, as in
Dafny's own axioms (K. R. M. Leino, *Dafny: An Automatic Program Verifier*, LPAR-16, 2010), and seldom where it is a
word of the theory of sequences. So each free sequence `s` gets a length and a function of its elements, and what is
built of it is looked through: `(s + t)[i]` is `if i < |s| then s[i] else t[i - |s|]`, `x in s` says that some element
is `x`, and equal sequences are as long and equal everywhere.

Invariant: every model of a query is one of the query about elements, for a sequence has a length and elements; where an
operator is not looked through, it keeps the sequence itself, of which the other query then knows less. So what is
unsatisfiable about elements is unsatisfiable. Nothing else follows from an answer.

The multiset of a sequence becomes a variable, and of two that are compared it is said what follows for the sequences:
equal multisets have as many elements, and the same ones. Counting them needs recursion, which solvers do not end.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, count

from attrs import field, frozen

from ..ir.build import add, between, conj, disj, eq, exists, forall, integer, is_true, ite, le, lt, negate, op, sub
from ..ir.contracts import Function
from ..ir.definedness import well_defined
from ..ir.functions import body_of_function, called_by
from ..ir.operator_names import operator_name
from ..ir.sorts import INT
from ..ir.substitution import fresh, instantiate
from ..ir.terms import ZERO, Binder, Term, binders, free_variables, make, rebuild, subterms, var
from ..ir.type_instances import at_call
from ..ir.variables import Name
from .deciding_limits import LIMITS

INDEXED = ("Seq", "Array")


@frozen(slots=True)
class ElementQuery:
    """Terms about elements, in the order of those about sequences; what they need beside: `functions` without a body,
    and `facts` about lengths. `lengths`: that sequences which functions are given, and are still there, are as long as
    their elements say, which brings the theory of sequences back."""

    terms: tuple[Term, ...]
    functions: Mapping[Name, Function]
    facts: tuple[Term, ...]
    lengths: tuple[Term, ...] = ()


@frozen(slots=True)
class _View:
    """A sequence as its length, and the element at an index."""

    length: Term
    at: Callable[[Term], Term]


def by_elements(terms: Sequence[Term], functions: Mapping[Name, Function]) -> ElementQuery | None:
    """The query about elements in place of one about sequences; None where no free variable is a sequence or array.
    `functions`: those that the terms call, which are unfolded where they take a sequence, but for recursion."""
    # A variable that is bound anywhere, also in what is unfolded, is nowhere taken for a free one of that name.
    # Example: with `t` free, `Longest(s)` is `forall t :: |t| <= |s|`; this `|t|` is not the length of the free `t`.
    called = called_by(terms, functions, body_of_function).values()
    everything = [*subterms(*terms, *(body for function in called for body in body_of_function(function)))]
    bound = {binder.name for term in everything for binder in binders(term)}
    names = {term.data for term in everything if term.op == "var"} | bound
    free = {free_variable for term in terms for free_variable in free_variables(term)}
    views: dict[Name, _View] = {}
    added: dict[Name, Function] = {}
    facts: list[Term] = []
    # Sorted, so that the query has the same text each time: kept answers are found by it.
    for name, sort in sorted(free, key=lambda each: each[0]):
        if sort.kind not in INDEXED or name in bound:
            continue
        at, length = fresh(f"{name}.at", frozenset(names)), fresh(f"{name}.length", frozenset(names))
        added[at] = Function(at, (Binder("index", INT),), sort.args[0], None)
        # A sequence variable becomes a function from indices, which its length bounds.
        views[name] = _View(var(length, INT), _application(added[at]))
        facts.append(le(ZERO, views[name].length))
    if not views:
        return None
    rewriting = _ElementRewriting(views, functions, frozenset(names), frozenset(bound), facts)
    try:
        rewritten = tuple(map(rewriting.term, terms))
        facts += rewriting.equal_where_sequences_are()
        left = {subterm for subterm in subterms(*rewritten) if subterm.op == "var" and subterm.data in views}
        lengths = tuple(
            eq(_own(whole).length, views[whole.data].length)
            for whole in sorted(left, key=lambda each: each.data)
            if whole.sort.kind in INDEXED
        )
        return ElementQuery(rewritten, added, tuple(dict.fromkeys(facts)), lengths)
    except RecursionError:
        return None  # Terms that are nested too deeply keep their sequences.


def unfolded(call: Term, functions: Mapping[Name, Function]) -> Term | None:
    """The body of the function that is called, about the arguments; None where that is not known."""
    function = functions.get(call.data)
    if function is None or function.body is None or function.extreme:
        return None
    actual = at_call(function, call)
    names = (parameter.name for parameter in actual.parameters)
    return None if actual.body is None else instantiate(actual.body, dict(zip(names, call.args, strict=True)))


def conjuncts(clause: Term, functions: Mapping[Name, Function], unfolding: frozenset[Name] = frozenset()) -> list[Term]:
    """The conditions of which a clause is the conjunction, through the predicates that it calls: each is a simpler
    goal. Together they imply the clause, for a predicate holds where its body is defined and true."""
    if clause.op == "and":
        return [conjunct for arg in clause.args for conjunct in conjuncts(arg, functions, unfolding)]
    body = unfolded(clause, functions) if clause.op == "call" and clause.data not in unfolding else None
    if body is None:
        return [clause]
    return [well_defined(clause, functions), *conjuncts(body, functions, unfolding | {clause.data})]


def least_counterexamples(clause: Term, functions: Mapping[Name, Function]) -> list[Term]:
    """Terms that are each equivalent to the negation of a clause `forall i, j :: P(i, j)`, and easier to refute: with
    the counterexample comes that no smaller one exists. If P fails anywhere with `0 <= j`, there is a least such `j`
    for that `i`, and so P holds of `i` and each smaller one from 0 on. With P about neighbours known, that is the
    step of a proof by induction that a list is sorted, which no solver finds by itself.

    One term for each bound variable, the last first; none for clauses of another form.
    """
    # Only `forall` over whole numbers has a least counterexample.
    if clause.op != "forall" or any(binder.sort != INT for binder in clause.data):
        return []
    *domains, body = clause.args
    if any(domain.op not in ("unbounded", "range") for domain in domains):
        return []
    taken = {term.data for term in subterms(clause) if term.op == "var"} | {binder.name for binder in clause.data}
    constants: dict[Name, Term] = {}
    for binder in clause.data:
        name = fresh(f"{binder.name}.least", frozenset(taken))
        taken.add(name)
        # A constant for each bound variable: the counterexample.
        constants[binder.name] = var(name, INT)
    # Bounds are outside of what is minimised: where one may be undefined, "the least" has no meaning.
    guards = [
        conj(le(domain.args[0], var(binder.name, INT)), lt(var(binder.name, INT), domain.args[1]))
        for binder, domain in zip(clause.data, domains, strict=True)
        if domain.op == "range"
    ]
    bounds = [bound for domain in domains for bound in domain.args]
    if any(not is_true(well_defined(bound, functions)) for bound in bounds):
        return []
    # It violates the body within its bounds.
    fails = conj(*guards, negate(conj(well_defined(body, functions), body)))
    index = Binder(fresh("smaller", frozenset(taken)), INT)
    terms = []
    # One term for each variable: that this variable is the least, the others kept.
    for binder in reversed(clause.data):
        here = instantiate(fails, constants)
        smaller = instantiate(fails, {**constants, binder.name: var(index.name, INT)})
        # No smaller one from zero on fails: the induction hypothesis.
        none_is = forall([index], negate(smaller), [between(ZERO, constants[binder.name])])
        terms.append(conj(here, op("implies", le(ZERO, constants[binder.name]), none_is)))
    return terms


def _application(function: Function) -> Callable[[Term], Term]:
    return lambda index: make("call", (index,), function.result, function.name)


@frozen(slots=True)
class _ElementRewriting:
    """`views`: the sequences and arrays that are free, by name; `names`: those that are taken, `bound` of them by
    binders; `facts`: what is found out on the way, for which `bags` has the multisets that became variables."""

    views: Mapping[Name, _View]
    functions: Mapping[Name, Function]
    names: frozenset[Name]
    bound: frozenset[Name]
    facts: list[Term]
    bags: dict[Term, _View] = field(factory=dict)
    known: dict[Term, Term] = field(factory=dict)
    numbers: Iterator[int] = field(factory=count)
    unfolding: list[Name] = field(factory=list)

    def term(self, term: Term) -> Term:
        """The term about elements; one that is a sequence itself is kept."""
        if not term.args or term.sort.kind in INDEXED:
            return term
        rewritten = self.known.get(term)
        if rewritten is None:
            rewritten = self.known[term] = self._of(term)
        return rewritten

    def _of(self, term: Term) -> Term:
        # Each operator by what it says of lengths and elements.
        match term.op:
            case "seq.len" | "array.len":
                return self._view(term.args[0]).length
            case "seq.at" | "array.at":
                return self._view(term.args[0]).at(self.term(term.args[1]))
            # Membership is an existential over indices.
            case "seq.member":
                element, whole = self.term(term.args[0]), self._view(term.args[1])
                return self._somewhere(whole.length, lambda index: eq(whole.at(index), element))
            case "seq.prefix":
                left, right = map(self._view, term.args)
                return conj(le(left.length, right.length), self._same(left, right))
            case "eq" if term.args[0].sort.kind == "Seq":
                left, right = map(self._view, term.args)
                return conj(eq(left.length, right.length), self._same(left, right))
            # Multisets have no indices: they are compared through the sequences they come from.
            case "eq" if term.args[0].sort.kind == "Multiset":
                return self._equal_bags(*map(self.term, term.args))
            # A bag that depends on bound variables cannot have a name of its own.
            case "multiset.of_seq" if self.bound.isdisjoint(name for name, _ in free_variables(term)):
                bag = var(fresh(f"bag.{next(self.numbers)}", self.names), term.sort)
                self.bags[bag] = self._view(term.args[0])
                return bag
            # A bound sequence is put in, since it has no view.
            case "let" if any(value.sort.kind in INDEXED for value in term.args[:-1]):
                return self.term(_with_first_put_in(term))
            case "forall" | "exists" if self._ranges_over_elements(term):
                return self.term(self._over_indices(term))
            case "call" if any(argument.sort.kind in INDEXED for argument in term.args):
                return self._unfolded(term)
        return rebuild(term, tuple(map(self.term, term.args)))

    def _unfolded(self, call: Term) -> Term:
        """The body of a function in place of its call; a call inside its own body is kept."""
        body = None if call.data in self.unfolding else unfolded(call, self.functions)
        if body is None:
            return rebuild(call, tuple(map(self.term, call.args)))
        # Once in each chain of calls: a function that calls itself would be unfolded for ever.
        self.unfolding.append(call.data)
        try:
            return self.term(body)
        finally:
            self.unfolding.pop()

    def _equal_bags(self, left: Term, right: Term) -> Term:
        """The term that two multisets are equal, with facts about the sequences that they come from."""
        equal = eq(left, right)
        first, second = self._parts(left), self._parts(right)
        if first and second:
            size, other_size = (add(*(view.length for view in parts)) for parts in (first, second))
            follows = (eq(size, other_size), self._among(first, second), self._among(second, first))
            self.facts.extend(op("implies", equal, follow) for follow in follows)
        return equal

    def equal_where_sequences_are(self) -> list[Term]:
        """Facts that equal sequences have equal multisets, for each two while there are few."""
        if len(self.bags) > LIMITS.compared_multisets:
            return []
        return [
            op("implies", conj(eq(view.length, other_view.length), self._same(view, other_view)), eq(bag, other))
            for (bag, view), (other, other_view) in combinations(self.bags.items(), 2)
            if bag.sort == other.sort
        ]

    def _parts(self, bag: Term) -> list[_View]:
        """The sequences whose elements are those of a multiset; none where it is not made of sequences."""
        if bag.op != "multiset.union":
            return [self.bags[bag]] if bag in self.bags else []
        left, right = map(self._parts, bag.args)
        return [*left, *right] if left and right else []

    def _among(self, some: Sequence[_View], others: Sequence[_View]) -> Term:
        """Each element of some sequences is one of the others."""
        all_are = []
        for view in some:
            binder, index = self._index()
            element = view.at(index)
            is_one = [self._somewhere(each.length, _is(each, element)) for each in others]
            all_are.append(forall([binder], disj(*is_one), [between(ZERO, view.length)]))
        return conj(*all_are)

    def _same(self, left: _View, right: _View) -> Term:
        """The elements of the first are those of the second."""
        binder, index = self._index()
        return forall([binder], eq(left.at(index), right.at(index)), [between(ZERO, left.length)])

    def _somewhere(self, length: Term, holds: Callable[[Term], Term]) -> Term:
        binder, index = self._index()
        return exists([binder], holds(index), [between(ZERO, length)])

    def _index(self) -> tuple[Binder, Term]:
        binder = Binder(fresh(f"index.{next(self.numbers)}", self.names), INT)
        return binder, var(binder.name, INT)

    @staticmethod
    def _ranges_over_elements(term: Term) -> bool:
        return any(domain.op == "elements" and domain.args[0].sort.kind in INDEXED for domain in term.args[:-1])

    def _over_indices(self, term: Term) -> Term:
        """A quantifier over the elements of a sequence, as one over its indices."""
        # Index by index: later domains and the body see the element in place of the variable.
        domains, listed, body = list(term.args[:-1]), list(term.data), term.args[-1]
        for position, domain in enumerate(domains):
            if domain.op == "elements" and domain.args[0].sort.kind in INDEXED:
                arg = domain.args[0]
                kind = arg.sort.kind.lower()
                binder, index = self._index()
                element = op(operator_name(f"{kind}.at"), arg, index)
                later = {listed[position].name: element}
                body = instantiate(body, later)
                domains = [
                    *domains[: position + 1],
                    *(instantiate(domain, later) for domain in domains[position + 1 :]),
                ]
                domains[position] = between(ZERO, op(operator_name(f"{kind}.len"), arg))
                listed[position] = binder
        return op(term.op, *domains, body, data=tuple(listed))

    def _view(self, whole: Term) -> _View:
        """What a sequence or array is made of. A bound one, the result of a call and so on are their own."""
        # By the way the sequence was built.
        match whole.op:
            case "var" if whole.data in self.views:
                return self.views[whole.data]
            case "array.elements":
                return self._view(whole.args[0])
            case "array.of":
                return self._view(whole.args[1])
            case "const" if whole.sort.kind == "Seq" and len(whole.data) <= LIMITS.display_elements:
                element = whole.sort.args[0]
                return _listed([make("const", (), element, each) for each in whole.data]) or _own(whole)
            case "seq.literal" if len(whole.args) <= LIMITS.display_elements:
                return _listed([self.term(arg) for arg in whole.args]) or _own(whole)
            # Behind the first part the indices go on, shifted.
            case "seq.concat":
                first, second = map(self._view, whole.args)
                return _View(
                    add(first.length, second.length),
                    lambda index: ite(lt(index, first.length), first.at(index), second.at(sub(index, first.length))),
                )
            # Definedness says that the slice is inside.
            case "seq.slice":
                inner = self._view(whole.args[0])
                low, high = map(self.term, whole.args[1:])
                return _View(sub(high, low), lambda index: inner.at(add(low, index)))
            case "seq.update":
                inner = self._view(whole.args[0])
                place, value = map(self.term, whole.args[1:])
                return _View(inner.length, lambda index: ite(eq(index, place), value, inner.at(index)))
            case "ite":
                condition = self.term(whole.args[0])
                then, orelse = map(self._view, whole.args[1:])
                return _View(
                    ite(condition, then.length, orelse.length),
                    lambda index: ite(condition, then.at(index), orelse.at(index)),
                )
            case "seq.comprehension":
                (binder,), (domain, body) = whole.data, whole.args
                return _View(
                    self.term(domain.args[1]), lambda index: self.term(instantiate(body, {binder.name: index}))
                )
        return _own(whole)


def _with_first_put_in(term: Term) -> Term:
    """A `let` with the first value that is a sequence or array in the place of its variable."""
    place = next(place for place, value in enumerate(term.args[:-1]) if value.sort.kind in INDEXED)
    put_in = {term.data[place].name: term.args[place]}
    # Later values may mention it.
    args = (*term.args[:place], *(instantiate(arg, put_in) for arg in term.args[place + 1 :]))
    binders_left = (*term.data[:place], *term.data[place + 1 :])
    return make("let", args, term.sort, binders_left, term.span) if binders_left else args[0]


def _listed(elements: Sequence[Term]) -> _View | None:
    """The elements of a display, as cases of the index; None without any, for none is at any index."""
    if not elements:
        return None

    def at(index: Term) -> Term:
        term = elements[-1]
        for position in range(len(elements) - 2, -1, -1):
            term = ite(eq(index, integer(position)), elements[position], term)
        return term

    return _View(integer(len(elements)), at)


def _is(view: _View, element: Term) -> Callable[[Term], Term]:
    return lambda index: eq(view.at(index), element)


def _own(whole: Term) -> _View:
    kind = whole.sort.kind.lower()
    return _View(op(operator_name(f"{kind}.len"), whole), lambda index: op(operator_name(f"{kind}.at"), whole, index))
