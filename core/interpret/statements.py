"""The execution of statements (Dafny reference manual, section 8).

A statement is executed as a compiled program executes it: places and values first, then the assignments. How a block is
left is its result: None at its end, else the `Return`, `Break` or `Continue` that ended it, and the loop or block that
is meant takes it. What is executed yields (`core/trampoline.py`), so that recursion of the program costs memory and no
frames of ours.

Example: of `a[i], i := i, 0` with i = 2 the places are (a, 2) and i and the values 2 and 0, before either is assigned.

Two kinds of code are not what a compiled program runs. *Ghost* code is executed as far as its values are known; where
one is not, the variable is UNKNOWN afterwards, and the run goes on. *Choices* (`*`, `:|`, `new T[n]`) are made by
`choices`; without these the first value in a fixed order is taken.

Invariant: the execution stops (`ExecutionStopped`) only where the compiled program would. What we cannot execute or
decide is `Undecided`, `Unsupported` or `OutOfFuel`, never a failure of the body: a finding would blame its author for
our limits.
"""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from attrs import define

from ..errors import Unsupported
from ..ir.operators.context import OpenChoice, Undecided
from ..ir.sorts import OBJECT, Sort, set_of
from ..ir.statements import (
    Block,
    Break,
    Continue,
    Expect,
    GhostCondition,
    If,
    LabelledState,
    LemmaCall,
    OpaqueStatement,
    Print,
    Return,
    Statement,
    While,
    Yield,
    statements_of,
)
from ..ir.terms import Term, make
from ..ir.type_instances import replace_sorts
from ..ir.updates import Arbitrary, Call, Choose, NewArray, NewObject, Update, UpdateAll
from ..ir.values import ArrayValue, ordered
from ..ir.variables import Name, is_hidden
from ..trampoline import PAUSE, Steps
from .checking import CheckedExecution
from .choices import Choices
from .places import ExecutionStopped, state_variable
from .recurrence import FIRST_LOOK, Recurrence
from .store import NULL, UNKNOWN, Variables, some_value

SOME_NUMBERS = (0, 1, -1, 2, 3)
"""What `*` is, where that is a number."""
RETURN = Return(None)
Signal = Return | Break | Continue


@define(slots=True, eq=False)
class Statements(CheckedExecution):
    """The execution of statements."""

    def block(self, statements: Iterable[Statement], variables: Variables) -> Steps[Signal | None]:
        """Execute statements in order; what it comes to is how they are left."""
        for statement in statements:
            self.fuel.step()
            match statement:
                case Update():
                    self.update(statement, variables)
                    continue
                case If():
                    signal = yield from self.conditional(statement, variables)
                case While():
                    signal = yield from self.loop(statement, variables)
                case Block():
                    signal = yield from self.inner(statement, variables)
                case Call():
                    yield from self.called(statement, variables)
                    continue
                case Return():
                    return RETURN
                case Yield():
                    yield PAUSE
                    continue
                case Break() | Continue():
                    return statement
                case _:
                    self.simple(statement, variables)
                    continue
            if signal is not None:
                return signal
        return None

    def initial(self, sort: Sort) -> Any:
        """What a field has in a new object. One that is an array is null."""
        return None if sort.kind == "Array" else self.unset_value(sort)

    def unset_value(self, sort: Sort) -> Any:
        """What a compiled program has where nobody gave a value; UNKNOWN where there is none or it is not known."""
        if self._may_have_witness(sort):
            return UNKNOWN
        return some_value(replace_sorts(sort, self.types), self.program.datatypes, self.program.semantics)

    def _may_have_witness(self, sort: Sort) -> bool:
        """May a type parameter stand for a type with a witness? Which types they stand for is known as sorts: T is Int
        in a call of `G<int>()`, and in one of `G<pos>()`, too, where it is 1 by `type pos = x: int | x > 0 witness 1`.
        Without a witness a type has the value of its sort, or Dafny refuses it."""
        return self.program.has_witnesses and replace_sorts(sort, self.types) not in (sort, OBJECT)

    def simple(self, statement: Statement, variables: Variables) -> None:
        """A statement without statements in it."""
        match statement:
            case Arbitrary(target):
                variables[target.name] = self.arbitrary(statement, variables)
            case NewArray():
                variables[statement.target] = self.new_array(statement, variables)
            case NewObject(target, kind, fields):
                made = {binder.name: self.initial(binder.sort) for binder in fields}
                made.update((each.target.name, self.unset_of(each, {})) for each in statement.unset)
                variables[target] = self.store.new_object(kind, made)
                types = {name: replace_sorts(sort, self.types) for name, sort in statement.types}
                self.store.objects[variables[target]].types = types
            case Choose():
                self.choose(statement, variables)
            case UpdateAll():
                self.update_all(statement, variables)
            case GhostCondition():
                self.claim(statement, variables)
            case LemmaCall():
                self.lemma(statement, variables)
            case LabelledState(name):
                self.fuel.step(len(self.store.objects))
                variables[state_variable(name)] = self.store.copy()
            case Expect():
                self.expect(statement, variables)
            case Print(values):
                self.printed.extend((value.sort, self.value(value, variables)) for value in values)
            case OpaqueStatement(construct, span):
                raise Unsupported(construct, span)
            case _:
                raise Unsupported(type(statement).__name__.lower(), getattr(statement, "span", None))

    def expect(self, statement: Expect, variables: Variables) -> None:
        """Raise ExecutionStopped where what is expected is false, Undecided where that is so of what is assumed."""
        try:
            holds = self.truth(statement.test, variables)
        except ExecutionStopped:
            if not statement.assumed:
                raise
            holds = False
        if holds:
            return
        if statement.assumed:
            raise Undecided(f"{statement.text} is assumed, and is false", statement.span)
        raise ExecutionStopped(f"expect {statement.text} fails", statement.span)

    def update(self, statement: Update, variables: Variables) -> None:
        try:
            # All places and values of `a[i], i := i, 0` are those before the statement.
            places = [self.located(place, variables) for place in statement.places]
        except (ExecutionStopped, Undecided):
            if statement.ghost:
                return
            raise
        values = [self.attempted(value, variables, statement.ghost) for value in statement.values]
        for place, value in zip(places, values, strict=True):
            # A variable may be unknown until somebody reads it. What arrays and objects hold is compared, copied and
            # shown, and would be taken for a value there.
            if value is UNKNOWN and not isinstance(place, Name) and not statement.ghost:
                raise Undecided("an unknown value is stored in an array or object", statement.span)
            self.check_change(place, statement.span, variables)
            self.assign(place, value, variables)

    def arbitrary(self, statement: Arbitrary, variables: Variables) -> Any:
        """A value for a variable that is not initialised, or for `*`, whose variable has no name in the text. Of the
        first nobody means to make use, so it is no choice. UNKNOWN where none is known to be of its type."""
        target, is_boolean = statement.target, statement.target.sort.kind == "Bool" and statement.guard is None
        if self.choices is None or not is_hidden(target.name):
            return self._random.random() < 0.5 if is_boolean else self.unset_of(statement, variables)
        if is_boolean:
            return self.choices.pick((True, False))
        self.choices.open = True
        first = self.unset_of(statement, variables)
        if target.sort.kind != "Int":
            return first
        found = [each for each in SOME_NUMBERS if self._is_one(each, statement, variables)]
        return self.choices.pick(found) if found else first

    def unset_of(self, statement: Arbitrary, variables: Variables) -> Any:
        """What a compiled program has where nobody gave a value; UNKNOWN where none is known to be of the type."""
        sort, written = statement.target.sort, statement.unset
        value = self.unset_value(sort) if written is None else self.value(written, variables)
        return value if self._is_one(value, statement, variables) else UNKNOWN

    def _is_one(self, value: Any, statement: Arbitrary, variables: Variables) -> bool:
        """Is it known that a value is of the type?"""
        if statement.guard is None:
            return True
        try:
            return self.truth(statement.guard, {**variables, statement.target.name: value})
        except (ExecutionStopped, Undecided, Unsupported):
            return False

    def new_array(self, statement: NewArray, variables: Variables) -> ArrayValue:
        lengths = tuple(self.value(length, variables) for length in statement.lengths)
        if any(length < 0 for length in lengths):
            raise ExecutionStopped(f"an array of length {min(lengths)}", statement.span)
        size = 1
        for length in lengths:
            size *= length
        self.fuel.allow(size)
        self.fuel.step(1 + size // 10)
        if statement.elements is not None:
            elements = tuple(self.value(statement.elements, variables))
            if len(elements) != size:
                raise ExecutionStopped(f"{len(elements)} elements for an array of {size}", statement.span)
        elif statement.element is not None:
            elements = tuple(self._initial(statement.element, statement.indices, lengths, variables, size))
        else:
            elements = self._unset_elements(statement, variables, size)
        if UNKNOWN in elements:
            elements = (NULL if statement.sort.kind == "Uninterpreted" else None,) * size
        return self.store.new_array(elements, lengths)

    def _unset_elements(self, statement: NewArray, variables: Variables, size: int) -> tuple[Any, ...]:
        """Elements that nobody gave a value: what a compiled program has, or marks that stand for any value."""
        element = self._element(statement, variables)
        if self.choices is None or element is UNKNOWN or not size:
            return (element,) * size
        self.choices.blank = True
        guard = statement.any
        marks = [self.choices.mark(element) for _ in range(size)] if self.choices.marked else []
        if marks and (guard is None or all(self._is_one(mark, guard, variables) for mark in marks)):
            return tuple(marks)
        return (element,) * size

    def _element(self, statement: NewArray, variables: Variables) -> Any:
        """What the elements of an array are at first."""
        is_promised = statement.any is not None and statement.any.guard is not None
        found = self.unset_value(statement.sort) if statement.any is None else self.unset_of(statement.any, variables)
        if found is UNKNOWN and (is_promised or self._may_have_witness(statement.sort)):
            raise Undecided("an element that was never assigned", statement.span)
        return found

    def _initial(
        self, element: Term, indices: tuple[Name, ...], lengths: tuple[int, ...], variables: Variables, size: int
    ) -> Iterable[Any]:
        for number in range(size):
            own: Variables = {}
            rest = number
            for name, length in zip(reversed(indices), reversed(lengths), strict=True):
                rest, own[name] = divmod(rest, length)
            yield self.value(element, {**variables, **own})

    def choose(self, statement: Choose, variables: Variables) -> None:
        """Take values that satisfy the condition: the first ones in the order of the evaluator, or a choice."""
        chosen: Any = UNKNOWN
        try:
            chosen = self.chosen(statement.choice, variables)
        except ExecutionStopped:
            if statement.found:
                variables[statement.found] = False
                return
            if not statement.ghost:
                raise
        except (Undecided, Unsupported):
            if not statement.ghost:
                raise
        values = (UNKNOWN,) * len(statement.targets) if chosen is UNKNOWN else chosen
        variables.update(zip((binder.name for binder in statement.targets), values, strict=True))
        if statement.found:
            variables[statement.found] = True

    def chosen(self, choice: Term, variables: Variables) -> Any:
        """The values of `:|`. Raises as `value`."""
        if self.choices is None:
            return self._first(choice, variables)
        every = make("set.comprehension", choice.args, set_of(choice.sort), choice.data, choice.span)
        try:
            options = ordered(self.value(every, variables))
        except (Undecided, Unsupported):
            self.choices.open = True
            options = [self._first(choice, variables)]
        if not options:
            raise ExecutionStopped("no value satisfies the condition", choice.span)
        return self.choices.pick(options)

    def _first(self, choice: Term, variables: Variables) -> Any:
        """The values of `:|` that are found first: a statement, unlike an expression, may take any."""
        try:
            return self.value(choice, variables)
        except OpenChoice as several:
            return several.first

    def update_all(self, statement: UpdateAll, variables: Variables) -> None:
        found = []
        for values in ordered(self.value(statement.choices, variables)):
            self.fuel.step()
            own = dict(zip((binder.name for binder in statement.targets), values, strict=True))
            inner = {**variables, **own}
            for place, value in statement.updates:
                found.append((self.located(place, inner), self.read(value, inner)))
        for located, new in found:
            self.check_change(located, statement.span, variables)
            self.assign(located, new, variables)

    # -- statements with statements in them

    def conditional(self, statement: If, variables: Variables) -> Steps[Signal | None]:
        try:
            holds = self.truth(statement.test, variables)
        except (ExecutionStopped, Undecided, Unsupported):
            # A condition about ghost code may be beyond what can be executed (a quantifier over all integers). The
            # compiled program does not evaluate it: only what the branches claim is not known then.
            if not is_ghost((*statement.then, *statement.orelse)):
                raise
            self.pass_over((statement,), variables)
            return None
        if holds and statement.alternatives and self.choices is not None:
            statement = self.alternative(statement, self.choices, variables)
        return (yield from self.block(statement.then if holds else statement.orelse, variables))

    def alternative(self, first: If, choices: Choices, variables: Variables) -> If:
        """One of the cases that hold, of which the `first` is one. Raises as `value`."""
        options, rest = [first], first.orelse
        while rest and isinstance(rest[0], If) and rest[0].alternatives:
            if self.truth(rest[0].test, variables):
                options.append(rest[0])
            rest = rest[0].orelse
        # A case with a guard such as `x :| x in s` looks for its values first: whether it holds is not asked here.
        choices.open |= any(isinstance(each, If) and each.alternatives for each in rest)
        return choices.pick(options) if len(options) > 1 else first

    def pass_over(self, statements: Iterable[Statement], variables: Variables) -> None:
        """Leave out ghost code that cannot be executed: what it changes is not known afterwards."""
        for each in statements_of(tuple(statements)):
            if isinstance(each, GhostCondition):
                self.undecided(each.kind, each.text, each.span, "whether it is reached is not known")
            elif isinstance(each, Update):
                variables.update((place, UNKNOWN) for place in each.places if isinstance(place, Name))

    def loop(self, statement: While, variables: Variables) -> Steps[Signal | None]:
        """A loop. What it says that it changes is part of what its method may change."""
        frames = self.framed(statement.frames, set(), variables)
        if frames is None:
            return (yield from self.turns(statement, variables))
        self.check_frames(frames, "a loop", statement.span, variables)
        self.allowed.append(frames)
        try:
            return (yield from self.turns(statement, variables))
        finally:
            self.allowed.pop()

    def turns(self, statement: While, variables: Variables) -> Steps[Signal | None]:
        """The iterations of a loop. Raises OutOfFuel where they have no end."""
        self.claims_of(statement, variables, " on entry")
        turn, recurrence = 0, None
        while self.truth(statement.test, variables):
            self.fuel.step()
            before = self.measured(statement.measure, variables)
            signal = yield from self.block(statement.body, variables)
            turn += 1
            if signal is not None:
                # `break` and `continue` without a label are those of the innermost loop, others of the loop that has
                # the label.
                mine = not isinstance(signal, Return) and (not signal.label or signal.label in statement.labels)
                if not (mine and isinstance(signal, Continue)):
                    return None if mine else signal
            self.claims_of(statement, variables, f" after turn {turn}")
            if statement.measure is not None:
                now = self.measured(statement.measure, variables)
                self.descends(statement.measure, now, before, variables, f" in turn {turn}")
            if turn >= FIRST_LOOK and self.choices is None and self.checks is None:
                recurrence = recurrence or Recurrence(statement.body)
                if recurrence.found(turn, variables, self.store):
                    self.fuel.step(self.fuel.steps + 1)  # all that are left, as if they were taken
        return None

    def claims_of(self, statement: While, variables: Variables, moment: str) -> None:
        for condition in statement.invariants if self.checks is not None else ():
            self.claim(condition, variables, moment)

    def inner(self, statement: Block, variables: Variables) -> Steps[Signal | None]:
        # A variable of the block may have the name of one outside, which has its value again afterwards.
        outside = {name: variables.get(name, UNKNOWN) for name in statement.hides}
        signal = yield from self.block(statement.body, variables)
        variables.update(outside)
        mine = isinstance(signal, Break) and signal.label in statement.labels
        return None if mine else signal

    @abstractmethod
    def called(self, statement: Call, variables: Variables) -> Steps[None]:
        """Execute a call."""


def is_ghost(statements: tuple[Statement, ...]) -> bool:
    """Does nothing but ghost code happen in statements?"""
    return all(
        isinstance(each, GhostCondition | LemmaCall | If | Block) or (isinstance(each, Update) and each.ghost)
        for each in statements_of(statements)
    )
