"""Tests of a problem as examples of a specification, in whatever language that is.

A value is converted where the types say what it is there: the same number, truth value, text, elements. Nothing is
bent: a test that does not convert says why. One whose values the types have no room for (300 in a byte) is told apart
from these, since that is a fact about the specification: its domain is narrower than the problem's.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from attrs import evolve, field, frozen

from ...core.errors import NoRoomError, SortError
from ...core.evaluate.typed import evaluate
from ...core.fuel import Fuel
from ...core.ir.contracts import Condition, Program, Specification
from ...core.ir.sorts import INT, Sort, sorts_in
from ...core.ir.terms import Binder
from ...core.ir.variables import Name, Valuation, last_part
from ...core.language import Language
from ...core.spec_testing.examples import OF_PROBLEM, Example
from ...core.spec_testing.python_values import from_python, inputs_from_python, outputs_from_python
from ...frontends.python.styles.testing import POSTCONDITION
from ..datasets.benchmark_problem import BenchmarkProblem, ProblemTest
from ..datasets.problems import plain_name
from .judging_limits import LIMITS
from .plain import kind_of

LARGEST_BYTE = 255
"""What a byte holds."""

Carriage = Literal["carried", "no room for the input", "no room for the output", "not converted"]
"""What became of a test: an example, or why there is none. *no room*: the types are too narrow for it."""


@frozen(slots=True)
class CarriedTest:
    """A test and its examples: one for each right output, or one of an invalid input. Wrong outputs that have no
    counterpart are left out: the types refuse them already."""

    test: ProblemTest
    carriage: Carriage
    examples: tuple[Example, ...] = ()
    reason: str = ""


@frozen(slots=True)
class CarriedTests:
    """What a specification has of the tests of its problem. `conversions`: what each parameter and result became, in
    words; `order`: how arguments were given to parameters."""

    specification: Specification
    tests: tuple[CarriedTest, ...] = ()
    conversions: tuple[str, ...] = ()
    order: Literal["by name", "by position"] = field(default="by position")

    @property
    def examples(self) -> tuple[Example, ...]:
        """The examples of all tests."""
        return tuple(example for test in self.tests for example in test.examples)

    @property
    def reasons(self) -> Mapping[str, int]:
        """Why tests have no example, and how many."""
        return Counter(f"{test.carriage}: {test.reason}" for test in self.tests if not test.examples)


def method_for(problem: BenchmarkProblem, tests: Sequence[ProblemTest], program: Program) -> Specification | None:
    """The method of a program that a problem is about: the one of its name, or a postcondition by itself, which names
    none; else the last of those that most tests convert to, for helpers come first. None where there is no method with
    an outcome."""
    tested = {test.name for test in program.tests}
    methods = [
        specification
        for specification in program.specifications
        if specification.name not in tested and (specification.outputs or specification.modifies)
    ]
    if not methods:
        methods = [each for each in program.others if each.kind == "function" and each.outputs]
    wanted = plain_name(problem.function)
    named = [method for method in methods if wanted and plain_name(last_part(method.name)) == wanted]
    named = named or [method for method in methods if method.name == POSTCONDITION]
    if named or not methods:
        return named[-1] if named else None
    few = tests[: LIMITS.matching_tests]
    # `max` takes the first of several: the list is turned round for the last.
    targets = [_target(method, program) for method in reversed(methods)]
    return max(targets, key=lambda target: sum(bool(_carried(test, target).examples) for test in few)).specification


@frozen(slots=True)
class _Target:
    """Where tests are carried to. `bytes`: the parameters and results whose elements are bytes."""

    specification: Specification
    program: Program
    bytes: frozenset[Name]


def _target(specification: Specification, program: Program) -> _Target:
    return _Target(specification, program, _byte_texts(specification, program))


def carry(
    tests: Sequence[ProblemTest], specification: Specification, program: Program, language: Language
) -> CarriedTests:
    """The tests as examples of a specification."""
    target = _target(specification, program)
    carried = tuple(_carried(test, target) for test in tests)
    names = {test.names for test in tests if test.names}
    by_name = bool(names) and all(_order(each, specification) is not None for each in names)
    conversions = tuple(_conversions(carried, specification, language))
    return CarriedTests(specification, carried, conversions, "by name" if by_name else "by position")


def _carried(test: ProblemTest, target: _Target) -> CarriedTest:
    specification, program = target.specification, target.program
    failed = partial(CarriedTest, test)
    if specification.type_parameters:
        return failed("not converted", reason=f"{specification.name} is generic")
    count = len(specification.inputs)
    if len(test.inputs) != count:
        return failed("not converted", reason=f"{len(test.inputs)} inputs for {count} parameters")
    # Tests that name their inputs are ordered by name; the others by position.
    order = _order(test.names, specification) or range(count)
    arguments = [test.inputs[place] for place in order]
    try:
        pairs = zip(arguments, specification.inputs, strict=True)
        shown = [_as_bytes(value, binder) if binder.name in target.bytes else value for value, binder in pairs]
        given = inputs_from_python(shown, specification)
    except NoRoomError as error:
        return failed("no room for the input", reason=str(error))
    except SortError as error:
        return failed("not converted", reason=f"an input: {error}")
    # A narrower type cannot hold the value: that is no verdict about the specification.
    if (room := _without_room(specification.requires, given, program)) is not None:
        return failed("no room for the input", reason=room)
    name = test.origins[0] if test.origins else ""
    plain = Example(specification, given, {}, {}, (), OF_PROBLEM, name, None)
    # An invalid input has no outputs to carry.
    if test.invalid:
        return failed("carried", (evolve(plain, invalid=True),))
    outputs = []
    for value in test.right:
        try:
            found = _outputs(value, target, given)
        except NoRoomError as error:
            return failed("no room for the output", reason=str(error))
        except SortError as error:
            return failed("not converted", reason=f"the output: {error}")
        if (room := _without_room(specification.ensures, {**given, **found}, program)) is not None:
            return failed("no room for the output", reason=room)
        outputs.append(found)
    if not outputs:
        return failed("not converted", reason="nobody says what is right")
    wrong = []
    for value in test.wrong:
        try:
            found = _outputs(value, target, given)
        # A wrong output that does not fit the type cannot be returned, and so needs no test.
        except SortError:
            continue
        if _without_room(specification.ensures, {**given, **found}, program) is None:
            wrong.append(found)
    # Wrong outputs go with the first right one: they are about the input and not about one of its outputs.
    first, *others = (evolve(plain, outputs=each) for each in outputs)
    return CarriedTest(test, "carried", (evolve(first, wrong=tuple(wrong)), *others))


def _order(names: Sequence[str], specification: Specification) -> tuple[int, ...] | None:
    """The place of each parameter's argument, by name; None where the names are not the same."""
    own = [plain_name(str(binder.name)) for binder in specification.inputs]
    plain = [plain_name(name) for name in names]
    if len({*own}) < len(own) or sorted(own) != sorted(plain):
        return None
    return tuple(plain.index(name) for name in own)


def _outputs(value: Any, target: _Target, given: Valuation) -> dict[Name, Any]:
    """A result as those of a method. Raises SortError."""
    outputs = target.specification.outputs
    if len(outputs) == 1 and outputs[0].name in target.bytes:
        value = _as_bytes(value, outputs[0])
    return outputs_from_python(value, target.specification, given)


def _without_room(conditions: Sequence[Condition], values: Valuation, program: Program) -> str | None:
    """What the types promise and these values break; None where they have room. Of what is modified the values before
    the call are those of the input."""
    for condition in conditions:
        if condition.clause.fact and condition.term is not None:
            fuel = Fuel(LIMITS.value_steps, LIMITS.largest_value)
            if evaluate(condition.term, values, program.functions, program.datatypes, fuel=fuel).is_false:
                return " ".join(condition.clause.text.split())
    return None


# -- texts as bytes


def _byte_texts(specification: Specification, program: Program) -> frozenset[Name]:
    """The parameters and results whose elements are bytes, by what their types promise: 255 is one, and 256 is not."""
    found = set[Name]()
    for binders, conditions in (
        (specification.inputs, specification.requires),
        (specification.outputs, specification.ensures),
    ):
        for binder in binders:
            if INT not in sorts_in(binder.sort) or binder.sort.kind not in ("Seq", "Array"):
                continue
            # Only what its type says: a precondition that happens to allow 0 to 255 makes no bytes.
            own = [each for each in conditions if each.clause.fact and str(binder.name) in each.clause.text]
            try:
                values = [
                    from_python(_nested(n, binder.sort), binder.sort, "byte")
                    for n in (-1, 0, LARGEST_BYTE, LARGEST_BYTE + 1)
                ]
            except SortError:
                continue
            room = [_without_room(own, {binder.name: value}, program) is None for value in values]
            if room == [False, True, True, False]:
                found.add(binder.name)
    return frozenset(found)


def _nested(number: int, sort: Sort) -> Any:
    """A number in as many sequences as the sort has around its numbers."""
    return number if sort.kind not in ("Seq", "Array") else [_nested(number, sort.args[0])]


def _as_bytes(value: Any, binder: Binder) -> Any:
    """A text, or the texts inside, as the bytes of its characters. Raises SortError for one that is not ASCII: which
    bytes are meant is a guess."""

    def step(part: Any, sort: Sort) -> Any:
        if isinstance(part, str) and sort.kind in ("Seq", "Array") and sort.args[0] == INT:
            if not part.isascii():
                raise SortError("a text that is not ASCII as bytes")
            return list(part.encode("ascii"))
        if isinstance(part, list | tuple) and sort.kind in ("Seq", "Array"):
            return [step(element, sort.args[0]) for element in part]
        return part

    return step(value, binder.sort)


# -- in words


def _conversions(carried: Sequence[CarriedTest], specification: Specification, language: Language) -> Iterator[str]:
    """What each parameter and the result became: `numbers: list of int → seq<int>`."""
    converted = [test for test in carried if test.examples]
    if not converted:
        return
    for place, binder in enumerate(specification.inputs):
        kinds = set()
        for each in converted:
            # Tests that name their arguments may have them in another order.
            order = _order(each.test.names, specification) or range(len(specification.inputs))
            kinds.add(kind_of(each.test.inputs[order[place]]))
        yield f"{binder.name}: {_said(kinds)} → {language.show_type(binder.sort)}"
    kinds = {kind_of(value) for each in converted for value in each.test.right}
    if kinds:
        modified = [binder for binder in specification.inputs if binder.name in specification.modifies]
        listed = specification.outputs or modified
        types = ", ".join(language.show_type(binder.sort) for binder in listed)
        yield f"{', '.join(str(binder.name) for binder in listed)}: {_said(kinds)} → {types}"


def _said(kinds: set[str]) -> str:
    return " or ".join(sorted(kinds))
