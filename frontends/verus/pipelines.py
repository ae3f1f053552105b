"""Iterators of bodies: what they go over, and what becomes of each element (Rust standard library, `Iterator`).

An iterator that a variable holds is the sequence of what is left of it. A chain of adaptors is a loop, in which each
element goes through all of them before the next one does, as in Rust.
"""

from collections.abc import Callable, Sequence

from attrs import define, evolve, field, frozen

from ...core.ir.build import eq, integer, ite, negate, op
from ...core.ir.statements import Break, Continue, Expect, If, Statement, While
from ...core.ir.terms import FALSE, TRUE, Binder, Term, make, var
from ...core.ir.updates import Update
from . import tree as t
from .exec_values import NO_VALUE, USIZE
from .inlining import ExecInlining
from .orders import in_order
from .places import RustPlace
from .scopes import NameScope, Typed
from .types import BOOLEAN, CHARACTER, RANGES, STR, UNIT, VerusType

PRODUCERS = frozenset({"iter", "into_iter", "iter_mut", "chars", "drain", "windows", "chunks"}) | {
    *("keys", "values", "into_keys", "into_values")
}
"""Methods that make an iterator of a collection."""
_PLAIN = frozenset({"cloned", "copied", "into_iter", "by_ref", "iter", "fuse"})
"""Adaptors that change no element."""
_ADAPTORS = _PLAIN | {
    *("map", "filter", "filter_map", "enumerate", "zip", "rev", "skip", "take", "take_while", "skip_while"),
    *("step_by", "chain", "flat_map", "flatten", "inspect"),
}
_ELEMENTWISE = frozenset({"map", "filter", "filter_map", "inspect"})
"""Adaptors of which what becomes of an element depends on that element alone."""
CONSUMERS = frozenset(
    {"sum", "product", "count", "min", "max", "any", "all", "find", "position", "find_map", "fold", "for_each", "last"}
    | {"nth", "collect", "min_by_key", "max_by_key", "min_by", "max_by"}
)


_WITHOUT_ARGUMENTS = _PLAIN | {
    *("enumerate", "rev", "flatten", "sum", "product", "count", "min", "max", "last", "collect"),
}


@frozen(slots=True)
class IteratorSource:
    """Positions from `start` to `end`, which is none of them, and what is at each; `place`: the places there."""

    start: Term
    end: Term
    element: Callable[[Term], Typed]
    backwards: bool = False
    place: Callable[[Term], RustPlace] | None = None


@frozen(slots=True)
class IteratorChain:
    """What an iterator goes over, and the adaptors that follow, each with its arguments."""

    source: IteratorSource
    steps: tuple[t.ExprMethodCall, ...] = ()


@define(slots=True)
class _Turn:
    """What the steps of a chain keep from turn to turn, by the place of the step."""

    counters: dict[int, Typed] = field(factory=dict)
    limits: dict[int, Typed] = field(factory=dict)
    partners: dict[int, Typed] = field(factory=dict)


@define(slots=True)
class ExecPipelines(ExecInlining):
    """Iterators of bodies."""

    # -- chains

    def chain_of(self, node: t.Expr, scope: NameScope) -> IteratorChain | None:
        """The iterator that an expression is; None of one that is none."""
        steps = list[t.ExprMethodCall]()
        inner = node
        # From the last call inwards, to what the elements come from.
        while isinstance(inner, t.ExprMethodCall) and inner.name in _ADAPTORS and inner.name not in PRODUCERS:
            steps.append(inner)
            inner = inner.receiver
        source = self._source(inner, scope, bool(steps))
        if source is None:
            return None
        chain = IteratorChain(source)
        for step in reversed(steps):
            chain = self._with(chain, step, scope)
        return chain

    def _source(self, node: t.Expr, scope: NameScope, adapted: bool) -> IteratorSource | None:
        match node:
            case t.ExprRange(start, end) if start is not None:
                return self._range(node, start, end, scope)
            case t.ExprMethodCall(receiver, name, _, arguments) if name in PRODUCERS:
                # `iter_mut` gives places.
                if name == "iter_mut":
                    return self.over_places(receiver, scope)
                inner = self.chain_of(receiver, scope) if name in ("into_iter", "iter") else None
                if inner is not None:
                    return self._over(self.materialized(inner, scope, node), node)
                # What is looked at to find that it is no iterator is not computed.
                held = self.type_of_place(receiver, scope)
                if held is not None and held.label in ("BTreeMap", "BTreeSet") and not arguments:
                    return self._in_order(receiver, name, held, scope, node)
                # Draining a part leaves the rest in place, which is not followed.
                if held is None or not held.is_sequence or (name == "drain" and not _is_whole(arguments)):
                    return None
                value = self.typed(receiver, scope)
                if name in ("windows", "chunks"):
                    return self._parts(name, value, arguments, scope, node)
                found = self._over(value, node)
                # A drained sequence is empty afterwards.
                if name == "drain":
                    place = self.place(receiver, scope)
                    self.write(place, op("seq.literal", sort=value.term.sort), node)
                return found
            case _ if adapted:
                held = self.type_of_place(node, scope)
                return self._over(self.typed(node, scope), node) if held is not None and held.name == "Iter" else None
            case _:
                return None

    def _in_order(
        self, node: t.Expr, name: str, kind: VerusType, scope: NameScope, call: t.Expr
    ) -> IteratorSource | None:
        """What an ordered map or set is gone through as, from its least key on."""
        whole = self.kept(self.typed(node, scope), "whole", call)
        if kind.name == "Set":
            return self._over(in_order(self, whole, call), call) if name in ("iter", "into_iter") else None
        keys = Typed(op("map.keys", whole.term), VerusType("Set", kind.arguments[:1]))
        # Others hand out places to write to, like `iter_mut`.
        if name not in ("iter", "into_iter", "keys", "values", "into_keys", "into_values"):
            return None
        listed = in_order(self, keys, call)
        key_type, item_type = map(self.known, kind.arguments)

        def at(place: Term) -> Typed:
            key = op("seq.at", listed.term, place)
            item = op("map.at", whole.term, key)
            if name.endswith("keys"):
                return Typed(key, key_type)
            if name.endswith("values"):
                return Typed(item, item_type)
            return Typed(op("tuple.make", key, item), VerusType("tuple", (key_type, item_type)))

        return IteratorSource(integer(0), op("seq.len", listed.term), at)

    def _range(self, node: t.Expr, start: t.Expr, end: t.Expr | None, scope: NameScope) -> IteratorSource:
        if end is None:
            low = self.typed(start, scope)
            high = Typed(integer(RANGES["u128"][1]), low.type)
        else:
            low, high = self.pair(start, end, scope)
        kind = self.labelled(low, start).type
        inclusive = isinstance(node, t.ExprRange) and node.inclusive
        first, last = self.kept(Typed(low.term, kind), "start", node), high.term
        beyond = self.kept(Typed(op("add", last, integer(1)) if inclusive else last, kind), "end", node)
        return IteratorSource(first.term, beyond.term, lambda place: Typed(place, kind))

    def _over(self, value: Typed, node: t.Expr) -> IteratorSource:
        whole = self.kept(value, "elements", node)
        element = self.known(whole.type.element)
        end = op("seq.len", whole.term)
        return IteratorSource(integer(0), end, lambda place: Typed(op("seq.at", whole.term, place), element))

    def over_places(self, node: t.Expr, scope: NameScope) -> IteratorSource:
        """The elements of a sequence as places, which the loop may change."""
        outer = self.place(node, scope)
        if not outer.type.is_sequence:
            raise self.unsupported(f"the places of {outer.type}", node)
        length = self.kept(Typed(op("seq.len", outer.read()), USIZE), "size", node)
        element = self.known(outer.type.element)

        def at(place: Term) -> RustPlace:
            return self._checked_step(outer, place, node)

        return IteratorSource(integer(0), length.term, lambda place: Typed(at(place).read(), element), place=at)

    def _parts(
        self, name: str, value: Typed, arguments: Sequence[t.Expr], scope: NameScope, node: t.Expr
    ) -> IteratorSource:
        (size,) = self.ordered(arguments, scope, (USIZE,))
        whole, width = self.kept(value, "whole", node).term, self.kept(size, "width", node).term
        self.emit(Expect(negate(eq(width, integer(0))), f"{name} of no elements", self.span(node)))
        length, zero, one = op("seq.len", whole), integer(0), integer(1)
        # `windows` overlap, each one further; `chunks` follow one another, the last one shorter.
        if name == "windows":
            shorter = op("lt", length, width)
            count = ite(shorter, zero, op("add", op("sub", length, width), one))
        else:
            count = op("div", op("sub", op("add", length, width), one), width)

        def at(place: Term) -> Typed:
            low = place if name == "windows" else op("mul", place, width)
            high = op("add", low, width)
            end = high if name == "windows" else ite(op("lt", high, length), high, length)
            return Typed(op("seq.slice", whole, low, end), VerusType("slice", value.type.arguments))

        return IteratorSource(zero, self.kept(Typed(count, USIZE), "count", node).term, at)

    def _with(self, chain: IteratorChain, step: t.ExprMethodCall, scope: NameScope) -> IteratorChain:
        self._counted(step)
        # `iter`, `by_ref` and the like change nothing.
        if step.name in _PLAIN:
            return chain
        # Reversing the source is free, also where the adaptors before look at each element by itself: these are asked
        # from the last element on, and of none behind the one at which somebody stops (`.map(f).rev().find(p)`).
        # What others made, which count, is needed as a sequence.
        if step.name == "rev":
            if all(earlier_step.name in _ELEMENTWISE for earlier_step in chain.steps):
                return IteratorChain(evolve(chain.source, backwards=not chain.source.backwards), chain.steps)
            source = self._over(self.materialized(chain, scope, step), step)
            return IteratorChain(evolve(source, backwards=True))
        # What joins sequences is a sequence first.
        if step.name in ("chain", "flat_map", "flatten"):
            if step.name == "chain":
                first = self.kept(self.materialized(chain, scope, step), "first")
                second = self.sequence_of(step.arguments[0], scope, first.type.element)
                self.learn(first.type, second.type)
                self.learn(second.type, first.type)
                whole = Typed(op("seq.concat", first.term, second.term), first.type)
            else:
                mapped = chain if step.name == "flatten" else IteratorChain(chain.source, (*chain.steps, step))
                whole = self.materialized(mapped, scope, step, joined=True)
            return IteratorChain(self._over(whole, step))
        return IteratorChain(chain.source, (*chain.steps, step))

    def _counted(self, node: t.ExprMethodCall) -> None:
        """Raises Unsupported for a method of iterators with another number of arguments than it has."""
        wanted = 2 if node.name == "fold" else 0 if node.name in _WITHOUT_ARGUMENTS else 1
        if len(node.arguments) != wanted:
            raise self.unsupported(f"{node.name} with {len(node.arguments)} arguments", node)

    def sequence_of(self, node: t.Expr, scope: NameScope, element: VerusType | None = None) -> Typed:
        """The elements of an iterator, or of what becomes one, as a sequence."""
        chain = self.chain_of(node, scope)
        if chain is not None:
            return self.materialized(chain, scope, node)
        value = self.typed(node, scope, None if element is None else VerusType("Vec", (element,)))
        if not value.type.is_sequence:
            raise self.unsupported(f"a loop over {value.type}", node)
        return Typed(value.term, VerusType("Iter", value.type.arguments))

    def materialized(self, chain: IteratorChain, scope: NameScope, node: t.Expr, joined: bool = False) -> Typed:
        """What a chain gives, as a sequence; `joined`: of what the sequences contain that it gives."""
        name, before = self.fresh_name("collected"), len(self.output)
        kinds = list[VerusType]()

        def visit(value: Typed) -> None:
            kind = self.known(value.type)
            if joined and not kind.is_sequence:
                raise self.unsupported(f"the elements of {kind}", node)
            kinds.append(kind.element if joined else kind)
            added = value.term if joined else op("seq.literal", value.term)
            self.emit(Update((name,), (op("seq.concat", var(name, added.sort), added),)))

        self.go_through(chain, scope, visit, node)
        kind = VerusType("Iter", (kinds[0],))
        # The empty sequence in front of the loop: its sort is known only when the loop is lowered.
        self.output.insert(before, Update((name,), (op("seq.literal", sort=self.sort(kind)),)))
        return Typed(var(name, self.sort(kind)), kind)

    def go_through(
        self, chain: IteratorChain, scope: NameScope, visit: Callable[[Typed], None], node: t.Expr, label: str = ""
    ) -> None:
        """A loop over what a chain gives; `visit` makes the statements of one turn."""
        source, turn = chain.source, self._prepared(chain, scope)
        backwards = source.backwards
        start = op("sub", source.end, integer(1)) if backwards else source.start
        index = self.kept(Typed(start, USIZE), "position", node)

        def body() -> Typed:
            for place, step in enumerate(chain.steps):
                if step.name == "take":
                    self.emit(If(op("ge", turn.counters[place].term, turn.limits[place].term), (Break(),)))
            own = self.kept(index, "place")
            # Moved on before the body runs: an adaptor that goes on with the next element skips the rest of the turn.
            self.emit(Update((index.term.data,), (op("sub" if backwards else "add", index.term, integer(1)),)))
            value = source.element(own.term)
            if source.place is not None:
                self.current = source.place(own.term)
            # Each element goes through all adaptors before the next one is taken, as in Rust.
            for place, step in enumerate(chain.steps):
                value = self._through(step, place, value, turn, scope)
            visit(value)
            return Typed(NO_VALUE, UNIT)

        # The statements of a turn are those that the steps have emitted.
        inside = self.within_block(body)[1]
        test = op("ge", index.term, source.start) if backwards else op("lt", index.term, source.end)
        self.emit(While(test, tuple(inside), span=self.span(node), labels=(label,) if label else ()))

    def _prepared(self, chain: IteratorChain, scope: NameScope) -> _Turn:
        """What the steps need before the first turn."""
        turn = _Turn()
        for place, step in enumerate(chain.steps):
            if step.name in ("take", "skip", "step_by"):
                # Limits are evaluated once, before the first element is asked for, as Rust does.
                (limit,) = self.ordered(step.arguments, scope, (USIZE,))
                turn.limits[place] = self.kept(limit, "limit")
            if step.name == "step_by":
                self.emit(Expect(negate(eq(turn.limits[place].term, integer(0))), "a step of zero", self.span(step)))
            if step.name == "zip":
                turn.partners[place] = self.kept(self.sequence_of(step.arguments[0], scope), "partner")
            if step.name in ("take", "skip", "step_by", "zip", "enumerate"):
                turn.counters[place] = self.kept(Typed(integer(0), USIZE), "count")
            if step.name == "skip_while":
                turn.counters[place] = self.kept(Typed(TRUE, BOOLEAN), "skips")
        return turn

    def _through(self, step: t.ExprMethodCall, place: int, value: Typed, turn: _Turn, scope: NameScope) -> Typed:
        """What an adaptor makes of an element; it may go on with the next one, or end the loop."""
        # Of places only their number is known to be kept: other adaptors would make values of them.
        if self.current is not None and step.name != "enumerate":
            raise self.unsupported(f"{step.name} of places", step)
        counter = turn.counters.get(place)
        # Adaptors that count have a counter each, advanced for every element that reaches them.
        if step.name in ("enumerate", "zip", "skip", "take", "step_by"):
            assert counter is not None
            number = self.kept(counter, "number")
            self.emit(Update((counter.term.data,), (op("add", counter.term, integer(1)),)))
        match step.name:
            case "map" | "flat_map":
                mapped = self.inlined(step.arguments[0], (value,), scope)
                mapped = self.labelled(mapped, step)
                return self.kept(mapped, "mapped") if mapped.term.op not in ("var", "const") else mapped
            case "inspect":
                self.inlined(step.arguments[0], (value,), scope)
                return value
            # `filter` leaves this turn, `take_while` the loop.
            case "filter" | "take_while":
                value = self.kept(value, "element")
                test = self.inlined(step.arguments[0], (value,), scope, BOOLEAN)
                leave: Statement = Continue() if step.name == "filter" else Break()
                self.emit(If(negate(test.term), (leave,)))
                return value
            case "skip_while":
                # Skipping goes on until the test is false once; from then on everything passes.
                assert counter is not None
                value = self.kept(value, "element")
                test, statements = self.within_block(lambda: self.inlined(step.arguments[0], (value,), scope, BOOLEAN))
                on = (*statements, If(test.term, (Continue(),)), Update((counter.term.data,), (FALSE,)))
                self.emit(If(counter.term, on))
                return value
            case "filter_map":
                option = self.kept(self.inlined(step.arguments[0], (value,), scope), "option")
                if option.type.label != "Option":
                    raise self.unsupported(f"filter_map to {option.type}", step)
                self.emit(If(op("datatype.is", option.term, data="None"), (Continue(),)))
                return self._some(option)
            case "enumerate":
                return Typed(op("tuple.make", number.term, value.term), VerusType("tuple", (USIZE, value.type)))
            # `zip` ends with the shorter side.
            case "zip":
                partner = turn.partners[place]
                self.emit(If(op("ge", number.term, op("seq.len", partner.term)), (Break(),)))
                kind = self.known(partner.type.element)
                other = op("seq.at", partner.term, number.term)
                return Typed(op("tuple.make", value.term, other), VerusType("tuple", (value.type, kind)))
            case "skip":
                self.emit(If(op("lt", number.term, turn.limits[place].term), (Continue(),)))
                return value
            # The first element and every n-th after it.
            case "step_by":
                rest = op("mod", number.term, turn.limits[place].term)
                self.emit(If(negate(eq(rest, integer(0))), (Continue(),)))
                return value
            case "take":
                return value
            case _:
                raise self.unsupported(f"the adaptor {step.name}", step)

    def _some(self, option: Typed) -> Typed:
        kind = self.known(option.type.element)
        return Typed(op("datatype.at", option.term, data=("Some", "0"), sort=self.sort(kind)), kind)

    def option_of(self, kind: VerusType, value: Term | None = None) -> Typed:
        """Some value, or none, of a type."""
        option = VerusType("adt", (kind,), "Option")
        if value is None:
            return Typed(op("datatype.make", data="None", sort=self.sort(option)), option)
        return Typed(op("datatype.make", value, data="Some", sort=self.sort(option)), option)

    # -- what ends a chain

    def consumed(self, node: t.ExprMethodCall, scope: NameScope, expected: VerusType | None) -> Typed | None:
        """The value of a method that ends an iterator; None of one of something else."""
        chain = self.chain_of(node.receiver, scope)
        # A variable that holds an iterator is a sequence of what is left.
        if chain is None:
            held = self.type_of_place(node.receiver, scope)
            if held is None or held.name != "Iter":
                return None
            chain = IteratorChain(self._over(self.typed(node.receiver, scope), node))
        self._counted(node)
        # A turbofish (`collect::<Vec<_>>()`) tells the type of the result.
        written = [scope.types.read(argument) for argument in node.type_arguments if isinstance(argument, t.TypePath)]
        match node.name:
            case "collect":
                return self._collected(chain, written[0] if written else expected, scope, node)
            case "sum" | "product":
                return self._total(chain, written[0] if written else expected, scope, node)
            case "fold":
                first = self.labelled(self.typed(node.arguments[0], scope, expected), node)
                total = self.kept(first, "folded")

                # The folded value is a variable that each turn replaces.
                def fold(value: Typed) -> None:
                    found = self.inlined(node.arguments[1], (total, value), scope, self.known(total.type))
                    self.learn(total.type, found.type)
                    self.emit(Update((total.term.data,), (found.term,)))

                self.go_through(chain, scope, fold, node)
                return Typed(total.term, self.known(total.type))
            case "for_each":
                self.go_through(chain, scope, lambda value: self._done(node, value, scope), node)
                return Typed(NO_VALUE, UNIT)
            case "count":
                counter = self.kept(Typed(integer(0), USIZE), "count")

                def count(value: Typed) -> None:
                    self.emit(Update((counter.term.data,), (op("add", counter.term, integer(1)),)))

                self.go_through(chain, scope, count, node)
                return counter
            case "any" | "all":
                return self._quantified(chain, scope, node)
            case _:
                return self._sought(chain, scope, node)

    def _done(self, node: t.ExprMethodCall, value: Typed, scope: NameScope) -> None:
        self.inlined(node.arguments[0], (value,), scope)

    def _collected(
        self, chain: IteratorChain, wanted: VerusType | None, scope: NameScope, node: t.ExprMethodCall
    ) -> Typed:
        found = self.materialized(chain, scope, node)
        element = found.type.element
        # Not known yet counts as a vector: most are, and what is learned later has to agree with it.
        if wanted is None or wanted.name == "param" or wanted.name in ("Vec", "slice", "VecDeque"):
            if wanted is not None and wanted.arguments:
                self.learn(element, wanted.element)
            return Typed(found.term, VerusType("Vec", (element,)))
        if wanted.name == "str" and element == CHARACTER:
            return Typed(found.term, STR)
        if wanted.name == "Set":
            binder = Binder(self.fresh_name("member"), self.sort(element))
            # The set of all that is an element of the sequence.
            domain = make("elements", (found.term,), op("range", integer(0), integer(0)).sort)
            whole = op("set.comprehension", domain, TRUE, var(binder.name, binder.sort), data=(binder,))
            return Typed(whole, VerusType("Set", (element,)))
        raise self.unsupported(f"an iterator collected as {wanted}", node)

    def _total(self, chain: IteratorChain, wanted: VerusType | None, scope: NameScope, node: t.ExprMethodCall) -> Typed:
        start = integer(0 if node.name == "sum" else 1)
        # Before the elements are read nobody knows their type: that of the total is corrected by each addition.
        total = self.kept(Typed(start, wanted or USIZE), "total")
        kinds = list[VerusType]()

        def add(value: Typed) -> None:
            kinds.append(self.known(value.type))
            one = Typed(total.term, kinds[0])
            found = self.arithmetic("+" if node.name == "sum" else "*", one, value, node)
            self.emit(Update((total.term.data,), (found.term,)))

        self.go_through(chain, scope, add, node)
        if wanted is not None:
            self.learn(kinds[0], wanted)
        return Typed(total.term, kinds[0])

    def _quantified(self, chain: IteratorChain, scope: NameScope, node: t.ExprMethodCall) -> Typed:
        seeks = node.name == "any"
        found = self.kept(Typed(FALSE if seeks else TRUE, BOOLEAN), node.name)

        def visit(value: Typed) -> None:
            test = self.inlined(node.arguments[0], (value,), scope, BOOLEAN).term
            ends = Update((found.term.data,), (TRUE if seeks else FALSE,))
            self.emit(If(test if seeks else negate(test), (ends, Break())))

        self.go_through(chain, scope, visit, node)
        return found

    def _sought(self, chain: IteratorChain, scope: NameScope, node: t.ExprMethodCall) -> Typed:
        """The first or best element of which something is true, if any is."""
        # The default is inserted before the loop, when the loop has told the type.
        name, before = self.fresh_name(node.name), len(self.output)
        kinds = list[VerusType]()
        position = self.kept(Typed(integer(0), USIZE), "at")
        limit = None if node.name != "nth" else self.kept(self.ordered(node.arguments, scope, (USIZE,))[0], "limit")

        def visit(value: Typed) -> None:
            value = self.kept(value, "element")
            test, stops = TRUE, True
            result = value
            # By kind: when this element is the answer, and whether the search stops there.
            match node.name:
                case "find":
                    test = self.inlined(node.arguments[0], (value,), scope, BOOLEAN).term
                case "position":
                    test = self.inlined(node.arguments[0], (value,), scope, BOOLEAN).term
                    result = Typed(self.kept(position, "own").term, USIZE)
                case "find_map":
                    option = self.kept(self.inlined(node.arguments[0], (value,), scope), "option")
                    test, result = op("datatype.is", option.term, data="Some"), self._some(option)
                case "nth":
                    assert limit is not None
                    test = eq(position.term, limit.term)
                case "last":
                    stops = False
                # Of equal ones `min` takes the first and `max` the last (Rust reference, `Iterator::max`).
                case "min" | "max":
                    stops = False
                    best = Typed(var(name, self.option_of(value.type).term.sort), self.option_of(value.type).type)
                    operator = "<" if node.name == "min" else ">="
                    better = self.compared(operator, value, self._some(best), node)
                    test = ite(op("datatype.is", best.term, data="None"), TRUE, better)
                case "min_by_key" | "max_by_key" | "min_by" | "max_by":
                    best_so_far = var(name, self.option_of(value.type).term.sort)
                    stops, test = False, self._better(node, value, best_so_far, scope)
                case _:
                    raise self.unsupported(f"{node.name} of an iterator", node)
            kinds.append(self.known(result.type))
            ends = (Break(),) if stops else ()
            self.emit(If(test, (Update((name,), (self.option_of(result.type, result.term).term,)), *ends)))
            self.emit(Update((position.term.data,), (op("add", position.term, integer(1)),)))

        # The loop tells the type of what is looked for: only then can `None` be written.
        self.go_through(chain, scope, visit, node)
        none = self.option_of(kinds[0])
        self.output.insert(before, Update((name,), (none.term,)))
        return Typed(var(name, none.term.sort), none.type)

    def _better(self, node: t.ExprMethodCall, value: Typed, best: Term, scope: NameScope) -> Term:
        """Is an element better than the best one before it, by its key or by a comparison? Of equal ones `min_by` takes
        the first and `max_by` the last (Rust reference, `Iterator::max_by`)."""
        better = self.kept(Typed(TRUE, BOOLEAN), "better")

        def test() -> Typed:
            before = self.kept(self._some(Typed(best, self.option_of(value.type).type)), "best")
            # The keys are computed before they are compared, that of the earlier element first.
            if node.name.endswith("_key"):
                old, new = (
                    self.kept(self.labelled(self.inlined(node.arguments[0], (each,), scope), node), "key")
                    for each in (before, value)
                )
                term = self.compared("<" if node.name.startswith("min") else ">=", new, old, node)
            else:
                order = self.inlined(node.arguments[0], (before, value), scope)
                if order.type.label != "Ordering":
                    raise self.unsupported(f"{node.name} by {order.type}", node)
                greater = op("datatype.is", order.term, data="Greater")
                term = greater if node.name.startswith("min") else negate(greater)
            self.emit(Update((better.term.data,), (term,)))
            return better

        statements = self.within_block(test)[1]
        self.emit(If(negate(op("datatype.is", best, data="None")), tuple(statements)))
        return better.term


def _is_whole(arguments: Sequence[t.Expr]) -> bool:
    """Is it `..`?"""
    return len(arguments) == 1 and isinstance(arguments[0], t.ExprRange) and arguments[0] == t.ExprRange(None, None)
