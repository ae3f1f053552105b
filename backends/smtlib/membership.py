"""What belongs to a collection: every operator that builds one, through membership, counts and lookups.

A *view* is a collection that SMT-LIB arrays cannot express as a term (a union, a comprehension, the keys
of a map). These functions push the query into its parts; nothing else of a view is ever printed.
"""

from collections.abc import Callable, Sequence

from attrs import frozen

from ...core.errors import Unsupported
from ...core.ir import build
from ...core.ir.sorts import BOOL, INT, Sort, seq_of
from ...core.ir.terms import ONE, TRUE, ZERO, Binder, Term, const, make
from .normal import BoundNames, replace, variable

_VIEWS = frozenset(
    {
        "set.union",
        "set.intersection",
        "set.difference",
        "set.comprehension",
        "map.keys",
        "map.values",
        "map.items",
        "map.merge",
        "map.remove",
        "map.comprehension",
        "multiset.of_seq",
        "multiset.of_set",
        "multiset.union",
        "multiset.intersection",
        "multiset.difference",
    }
)
COLLECTIONS = frozenset({"Set", "Multiset", "Map"})


def is_view(term: Term) -> bool:
    """Has the collection no SMT-LIB term of its own?"""
    pending = [term]
    while pending:
        collection_part = pending.pop()
        if collection_part.op in _VIEWS:
            return True
        # Conditions, keys and values in it have terms of their own.
        if collection_part.sort.kind not in COLLECTIONS:
            continue
        if collection_part.op == "ite":
            pending.extend(collection_part.args[1:])
        elif collection_part.op in ("multiset.update", "map.update"):
            pending.append(collection_part.args[0])
    return False


@frozen(slots=True)
class Members:
    """Answers queries about expanded collections.

    `atom(term)` gives a term to print for a view; `counter(element sort)` names the recursive function
    that counts an element in a sequence.
    """

    names: BoundNames
    atom: Callable[[Term], Term]
    counter: Callable[[Sort], str]

    def fresh(self, name: str, sort: Sort) -> tuple[Binder, Term]:
        binder = self.names.fresh(name, sort)
        return binder, variable(binder)

    def equal(self, left: Term, right: Term) -> Term:
        """Equality on any sort, of expanded terms: a view is compared as the constant that stands for it."""
        return build.eq(self.atom(left), self.atom(right))

    def in_domain(self, value: Term, domain: Term) -> Term:
        """Does a value of the domain's sort belong to it?"""
        match domain.op:
            case "range":
                return build.conj(build.le(domain.args[0], value), build.lt(value, domain.args[1]))
            case "elements":
                return self.in_collection(value, domain.args[0])
            case _:
                return TRUE

    def in_collection(self, value: Term, collection: Term) -> Term:
        match collection.sort.kind:
            case "Set":
                return self.member(value, collection)
            case "Multiset":
                return build.lt(ZERO, self.count(collection, value))
            case "Map":
                return self.has_key(value, collection)
            case "Array":
                elements = make("array.elements", (collection,), seq_of(collection.sort.args[0]))
                return self.in_sequence(value, elements)
            case _:
                return self.in_sequence(value, collection)

    def in_sequence(self, value: Term, sequence: Term) -> Term:
        if sequence.op == "seq.literal":
            return build.disj(*(self.equal(value, arg) for arg in sequence.args))
        return make("seq.member", (self.atom(value), sequence), BOOL)

    def member(self, value: Term, collection: Term) -> Term:
        """`value in collection`, a set."""
        args = collection.args
        match collection.op:
            case "set.literal":
                return build.disj(*(self.equal(value, arg) for arg in args))
            case "set.union":
                return build.disj(self.member(value, args[0]), self.member(value, args[1]))
            case "set.intersection":
                return build.conj(self.member(value, args[0]), self.member(value, args[1]))
            case "set.difference":
                return build.conj(self.member(value, args[0]), build.negate(self.member(value, args[1])))
            case "set.comprehension":
                return self._built(value, collection, args[-1], args[-2])
            case "map.keys":
                return self.has_key(value, args[0])
            # A value is in the map where some key has it: the one membership that needs a quantifier.
            case "map.values":
                binder, key = self.fresh("key", args[0].sort.args[0])
                is_value_there = self.equal(self.lookup(args[0], key), value)
                return build.exists([binder], build.conj(self.has_key(key, args[0]), is_value_there))
            case "map.items":
                key_sort, value_sort = args[0].sort.args
                # A pair belongs to the items of the map where its own first part is a key: no other key has to be
                # looked for.
                key = make("tuple.at", (value,), key_sort, 0)
                is_value_there = self.equal(self.lookup(args[0], key), make("tuple.at", (value,), value_sort, 1))
                return build.conj(self.has_key(key, args[0]), is_value_there)
            case "ite":
                return build.ite(args[0], self.member(value, args[1]), self.member(value, args[2]))
            case _:
                return make("set.member", (self.atom(value), collection), BOOL)

    def _built(self, value: Term, comprehension: Term, element: Term, condition: Term) -> Term:
        """Is the value the element of a comprehension for some values of its variables?"""
        # `y in set x | x in s && p(x) :: f(x)` is `exists x :: x in s && p(x) && f(x) == y`. Where the element is the
        # variable itself, as nearly always, that x is y: `y in s && p(y)` says the same without a quantifier, which is
        # what keeps most queries within what solvers decide.
        binders: Sequence[Binder] = comprehension.data
        domains = comprehension.args[: len(binders)]
        chosen = next((n for n, binder in enumerate(binders) if element is variable(binder)), None)
        if chosen is None:
            return self._some(binders, domains, build.conj(condition, self.equal(element, value)))
        inside = build.conj(self.in_domain(value, domains[chosen]), condition)
        rest = [n for n in range(len(binders)) if n != chosen]
        exists_term = self._some([binders[n] for n in rest], [domains[n] for n in rest], inside)
        return replace(exists_term, {binders[chosen].name: value})

    def _some(self, binders: Sequence[Binder], domains: Sequence[Term], condition: Term) -> Term:
        inside = build.conj(
            *(self.in_domain(variable(binder), domain) for binder, domain in zip(binders, domains, strict=True)),
            condition,
        )
        return build.exists(binders, inside)

    def count(self, collection: Term, value: Term) -> Term:
        """How often a value occurs in a multiset."""
        args = collection.args
        match collection.op:
            case "multiset.literal":
                return self._occurrences(args, value)
            case "multiset.union":
                return build.add(self.count(args[0], value), self.count(args[1], value))
            case "multiset.intersection":
                left, right = self.count(args[0], value), self.count(args[1], value)
                return build.ite(build.lt(left, right), left, right)
            case "multiset.difference":
                left, right = self.count(args[0], value), self.count(args[1], value)
                # Counts are never negative: `{1} - {1, 1}` is empty.
                return build.ite(build.lt(left, right), ZERO, make("sub", (left, right), INT))
            case "multiset.of_set":
                return build.ite(self.member(value, args[0]), ONE, ZERO)
            case "multiset.of_seq":
                return self._count_in_sequence(args[0], value)
            case "multiset.update":
                return build.ite(self.equal(value, args[1]), args[2], self.count(args[0], value))
            case "ite":
                return build.ite(args[0], self.count(args[1], value), self.count(args[2], value))
            case _:
                return make("multiset.count", (collection, self.atom(value)), INT)

    def _occurrences(self, elements: Sequence[Term], value: Term) -> Term:
        return build.add(ZERO, *(build.ite(self.equal(element, value), ONE, ZERO) for element in elements))

    def _count_in_sequence(self, sequence: Term, value: Term) -> Term:
        match sequence.op:
            case "seq.literal":
                return self._occurrences(sequence.args, value)
            case "seq.concat":
                return build.add(*(self._count_in_sequence(arg, value) for arg in sequence.args))
            case _:
                return make("call", (sequence, self.atom(value)), INT, self.counter(value.sort))

    def has_key(self, key: Term, collection: Term) -> Term:
        args = collection.args
        match collection.op:
            case "map.literal":
                return build.disj(*(self.equal(key, arg) for arg in args[::2]))
            case "map.update":
                return build.disj(self.equal(key, args[1]), self.has_key(key, args[0]))
            case "map.merge":
                return build.disj(self.has_key(key, args[0]), self.has_key(key, args[1]))
            case "map.remove":
                return build.conj(self.has_key(key, args[0]), build.negate(self.member(key, args[1])))
            case "map.comprehension":
                return self._built(key, collection, args[-2], args[-3])
            case "ite":
                return build.ite(args[0], self.has_key(key, args[1]), self.has_key(key, args[2]))
            case _:
                return make("map.member", (self.atom(key), collection), BOOL)

    def lookup(self, collection: Term, key: Term) -> Term:
        """The value of a key that is present; any value of an absent one."""
        args = collection.args
        match collection.op:
            case "map.literal" if args:
                # Of a key that stands there twice the last value counts, so the last pair is the outermost condition.
                # The first value is what an absent key gives: any value would do.
                result = args[1]
                for present, value in zip(args[::2], args[1::2], strict=True):
                    result = build.ite(self.equal(key, present), value, result)
                return result
            case "map.update":
                return build.ite(self.equal(key, args[1]), args[2], self.lookup(args[0], key))
            case "map.merge":
                # The right map wins where both have the key.
                return build.ite(self.has_key(key, args[1]), self.lookup(args[1], key), self.lookup(args[0], key))
            case "map.remove":
                # Keys that were removed are absent, and of these any value may be said.
                return self.lookup(args[0], key)
            # The key is the variable itself, so that its value is the image at the key; of other images an auxiliary
            # constant stands for the map (`collections.py`).
            case "map.comprehension" if len(collection.data) == 1 and args[-2] is variable(collection.data[0]):
                return replace(args[-1], {collection.data[0].name: key})
            case "map.comprehension":
                return make("map.at", (self.atom(collection), self.atom(key)), collection.sort.args[1])
            case "ite":
                return build.ite(args[0], self.lookup(args[1], key), self.lookup(args[2], key))
            case _:
                return make("map.at", (collection, self.atom(key)), collection.sort.args[1])

    def enumerated(self, collection: Term) -> tuple[Term, ...] | None:
        """The elements (keys) of a collection that lists them, perhaps repeatedly; None for the others."""
        args = collection.args
        match collection.op:
            case "set.literal" | "seq.literal" | "multiset.literal":
                return args
            case "map.literal":
                return args[::2]
            case "set.union" | "multiset.union" | "seq.concat" | "map.merge":
                element_lists = [self.enumerated(arg) for arg in args]
                return (
                    None
                    if None in element_lists
                    else tuple(element for element_list in element_lists for element in element_list or ())
                )
            case "multiset.of_seq" | "multiset.of_set" | "map.keys":
                # Elements may come twice: whoever counts them compares each with those before it.
                return self.enumerated(args[0])
            case _:
                return None

    def cardinality(self, collection: Term, enumeration: Callable[[Term], Term]) -> Term:
        """The number of elements, of keys, or the sum of counts. `enumeration(set)` is a sequence of its
        elements, each once. Raises Unsupported where the number depends on infinitely many entries."""
        args = collection.args
        match collection.op:
            case "multiset.of_seq":
                return make("seq.len", (args[0],), INT)
            case "multiset.literal":
                return const(len(args), INT)
            case "multiset.union":
                return build.add(*(self.cardinality(arg, enumeration) for arg in args))
            case "multiset.of_set":
                return self.cardinality(args[0], enumeration)
            case "ite":
                then, orelse = (self.cardinality(arg, enumeration) for arg in args[1:])
                return build.ite(args[0], then, orelse)
        if collection.sort.kind == "Multiset":
            raise Unsupported(f"the size of a multiset given by {collection.op}", collection.span)
        # `|{a, b}|` is 1 where a == b: an element counts only if none before it is equal. That is quadratic in the
        # number of elements, and still better than a sequence of all members, about which solvers have to reason by
        # induction.
        listed = self.enumerated(collection)
        if listed is not None:
            return build.add(
                ZERO,
                *(
                    build.ite(
                        build.disj(*(self.equal(element, earlier_element) for earlier_element in listed[:n])), ZERO, ONE
                    )
                    for n, element in enumerate(listed)
                ),
            )
        keys = make("map.keys", (collection,), Sort("Set", collection.sort.args[:1]))
        return make("seq.len", (enumeration(keys if collection.sort.kind == "Map" else collection),), INT)
