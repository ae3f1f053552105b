"""What facts about unknowns determine: `r == [1, 2]`, `!found`, `|r| == 2 && r[0] == 1 && r[1] == 2`.

Only consequences are drawn: a fact that does not pin its unknowns down is left as a constraint.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import define, field

from ..deciding.engines import ENDLESS, Engines
from ..deciding.simplify import DEPTH, STEPS, simplify
from ..evaluate.environment import AsKey
from ..ir.build import conj, conjuncts, eq, integer, is_false, is_true, op
from ..ir.contracts import Function, Program
from ..ir.terms import Term, const, fold, free_variables, rebuild, substitute, subterms, var
from ..ir.type_instances import at_call
from ..ir.values import ArrayValue, Multiset, applied
from ..ir.variables import Name, element_of
from .consequences import forced

_CONNECTIVES = frozenset({"and", "or", "not", "ite"})
"""At the top of facts that are looked at for what they force. What an implication forces, it does with others."""
LONGEST = 10_000
"""The longest sequence whose elements are treated as unknowns of their own."""


@define(slots=True)
class Equations:
    """Facts and what they determine.

    `is_unknown` tells the names of unknowns. After the deadline of `engines` facts are hardly simplified.
    `thorough`: what facts with connectives force is searched for. `values`: unknown → its value. `shapes`: unknown
    sequence or array → itself and the unknown elements it consists of. `pending`: what is left of each fact, with the
    fact's number. `contradicted`: the numbers of facts that are false given the others.
    """

    program: Program
    is_unknown: Callable[[Name], bool]
    engines: Engines = ENDLESS
    thorough: bool = True
    values: dict[Name, Any] = field(factory=dict)
    shapes: dict[str, tuple[Term, list[Term]]] = field(factory=dict)
    pending: list[tuple[int, Term]] = field(factory=list)
    contradicted: set[int] = field(factory=set)
    _drawn: set[Term] = field(factory=set)
    """The consequences that were taken in."""
    _fields: dict[str, dict[tuple[str, str], Any]] = field(factory=dict)
    """Unknown → (constructor, field) → its value. A field that has one says which constructor it is."""

    def solve(self, facts: Iterable[Term]) -> None:
        """Take in Bool terms, numbered from 0, and draw their consequences."""
        self.pending = [(number, inline(fact, self.program, self.is_unknown)) for number, fact in enumerate(facts)]
        progress = True
        while progress:
            progress = False
            known, self.pending = self.pending, []
            for number, fact in known:
                for part in conjuncts(self._reduce(fact)):
                    progress |= self._learn(number, part)
            progress |= self._assemble() or self._fill_up()
            progress = progress or (self.thorough and self._draw_consequences())

    def _fill_up(self) -> bool:
        """Determine the sets and multisets that have as many elements as are known to be in them: of `{1, 2} <= r &&
        |r| == 2` there is one r."""
        parts: dict[str, Any] = {}
        sized: list[tuple[int, Term, int]] = []
        for number, fact in self.pending:
            match fact.op, fact.args:
                case (("set.subset" | "multiset.subset"), (Term(op="const") as part, Term(op="var", data=name))):
                    parts[name] = _joined(parts[name], part.data) if name in parts else part.data
                case "eq", (Term(op="set.card" | "multiset.card") as card, Term(op="const", data=int(size))):
                    sized.append((number, card.args[0], size))
        progress = False
        for number, unknown, count in sized:
            if unknown.op != "var" or unknown.data not in parts or unknown.data in self.values:
                continue
            if len(parts[unknown.data]) > count:
                self.contradicted.add(number)
            elif len(parts[unknown.data]) == count:
                progress |= self._set(number, unknown, parts[unknown.data])
        return progress

    def _draw_consequences(self) -> bool:
        """Take in what facts with connectives force, each for itself and then all together. True when that determined
        something."""
        # `a || b` and `!a` each force nothing about b; together they do.
        connected = [(number, fact) for number, fact in self.pending if fact.op in _CONNECTIVES]
        together = [(connected[0][0], conj(*(fact for _, fact in connected)))] if len(connected) > 1 else []
        for number, fact in (*connected, *together):
            progress = False
            for literal in map(self._with_shapes, forced(fact)):
                if literal not in self._drawn:
                    self._drawn.add(literal)
                    progress |= self._determines(number, literal)
            if progress:
                return True
        return False

    def assuming(self, more: Sequence[Term]) -> "Equations":
        """What is known where more facts hold, as far as it is found without a search."""
        found = Equations(self.program, self.is_unknown, self.engines, False, dict(self.values), dict(self.shapes))
        found.solve([*(fact for _, fact in self.pending), *more])
        return found

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
        fuel = self.engines.fuel(STEPS, DEPTH)
        return self._with_shapes(simplify(sized, {}, self.program.functions, self.program.datatypes, fuel))

    def _with_shapes(self, term: Term) -> Term:
        """The term with the lengths of shaped unknowns and the unknowns that stand for their elements."""

        def step(node: Term, args: tuple[Term, ...]) -> Term:
            shape = self.shapes.get(args[0].data) if args and args[0].op == "var" else None
            part = None if shape is None else _part_of(shape[1], node, args)
            return rebuilt(node, args) if part is None else part

        return fold(term, step) if self.shapes else term

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
        if unknown.data in self.shapes:
            elements = value.elements if isinstance(value, ArrayValue) else value
            self._same_elements(number, self.shapes[unknown.data][1], elements)
        return True

    def _equal(self, number: int, left: Term, right: Term) -> bool:
        """Learn from left == right when the right side is the one that is known."""
        constant = right.op == "const"
        match left.op:
            case "var" if constant and left.sort.kind == "Array" and right.data is not None:
                return self._set(number, left, ArrayValue(right.data.elements, left.data))
            case "var" if constant:
                return self._set(number, left, right.data)
            case "array.elements" if constant and left.args[0].op == "var":
                return self._set(number, left.args[0], ArrayValue(right.data, left.args[0].data))
            case "seq.len" | "array.len" if constant and left.args[0].op == "var" and 0 <= right.data <= LONGEST:
                self.give_shape(left.args[0], right.data)
                return True
            case "datatype.at" if constant and left.args[0].op == "var":
                self._fields.setdefault(left.args[0].data, {})[left.data] = right.data
                return self._assemble_fields(number, left.args[0])
            case "seq.literal" | "tuple.make" if constant:
                self._same_elements(number, left.args, right.data)
                return True
            case _:
                return False

    def _assemble_fields(self, number: int, unknown: Term) -> bool:
        """Determine a value of a datatype all of whose fields are determined."""
        known = self._fields[unknown.data]
        declared = self.program.datatypes.get(str(unknown.sort.label))
        for made in declared.constructors if declared is not None and unknown.data not in self.values else ():
            if made.fields and all((made.name, str(each.name)) in known for each in made.fields):
                fields = tuple(known[made.name, str(each.name)] for each in made.fields)
                return self._set(number, unknown, applied(made.name, fields))
        return False

    def _same_elements(self, number: int, items: Sequence[Term], elements: Sequence[Any]) -> None:
        if len(items) != len(elements):
            self.contradicted.add(number)
            return
        self.pending.extend(
            (number, eq(item, const(element, item.sort))) for item, element in zip(items, elements, strict=True)
        )

    def _assemble(self) -> bool:
        """Determine the sequences all of whose elements are determined."""
        progress = False
        for name, (unknown, items) in self.shapes.items():
            if name not in self.values and all(item.data in self.values for item in items):
                elements = tuple(self.values[item.data] for item in items)
                self.values[name] = ArrayValue(elements, name) if unknown.sort.kind == "Array" else elements
                progress = True
        return progress


def _joined(one: Any, other: Any) -> Any:
    """The smallest collection that both are in."""
    return one.combine(other, max) if isinstance(one, Multiset) else one | other


def _element(unknown: Term, index: int) -> Term:
    return op("array.at" if unknown.sort.kind == "Array" else "seq.at", unknown, integer(index))


def inline(term: Term, program: Program, is_unknown: Callable[[Name], bool]) -> Term:
    """The term with the bodies of helper functions in place of their calls on unknowns, where they do not
    recurse."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        function = program.functions.get(node.data) if node.op == "call" else None
        if function is None or function.body is None or _recursive(function, program):
            return rebuild(node, args)
        if not all(is_unknown(name) for arg in args for name, _ in free_variables(arg)):
            # An argument depends on a bound variable, which the body could capture.
            return rebuild(node, args)
        actual = {parameter.name: arg for parameter, arg in zip(function.parameters, args, strict=True)}
        body = at_call(function, rebuild(node, args)).body
        assert body is not None
        return inline(substitute(body, actual), program, is_unknown)

    return fold(term, step)


def _recursive(function: Function, program: Program) -> bool:
    """Whether a function can reach itself."""
    return _reaches_itself(function.name, AsKey(program.functions))


@lru_cache(maxsize=4096)
def _reaches_itself(name: Name, functions: AsKey) -> bool:
    """Kept, because it is asked for each call of each fact."""
    known: Mapping[Name, Function] = functions.mapping
    seen: set[Name] = set()
    pending = [name]
    while pending:
        declared = known.get(pending.pop())
        for node in subterms(declared.body) if declared is not None and declared.body is not None else ():
            if node.op == "call" and node.data == name:
                return True
            if node.op == "call" and node.data not in seen:
                seen.add(node.data)
                pending.append(node.data)
    return False


# -- displays


def rebuilt(node: Term, args: tuple[Term, ...]) -> Term:
    """A term with new arguments; where it is a length, an element or a part of a display of variables and constants,
    that itself. They have values, so that what is left out of the display is no reason for it to have none."""
    if not args or args[0].op != "seq.literal" or any(item.op not in ("var", "const") for item in args[0].args):
        return rebuild(node, args)
    part = _part_of(args[0].args, node, args)
    return rebuild(node, args) if part is None else part


def _part_of(items: Sequence[Term], node: Term, args: tuple[Term, ...]) -> Term | None:
    """What a term asks of a sequence or array of these items: its length, an element, or a part; None for anything
    else."""
    match node.op, args[1:]:
        case (("seq.len" | "array.len"), ()):
            return integer(len(items))
        case (("seq.at" | "array.at"), (Term(op="const", data=int(index)),)) if 0 <= index < len(items):
            return items[index]
        case "seq.slice", (Term(op="const", data=int(first)), Term(op="const", data=int(last))) if (
            0 <= first <= last <= len(items)
        ):
            return op("seq.literal", *items[first:last], sort=node.sort)
    return None
