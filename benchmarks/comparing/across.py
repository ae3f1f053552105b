"""A Python contract and a specification of one problem, in any language whose terms have sorts.

The clauses of the specification become Python conditions (`translation.py`) over the values that both languages have
(`counterparts.py`), and are decided as those of two Python contracts are. What separates the two is held against both
originals: CPython replays the contract, our evaluator judges its clauses on the value that stands for it.

Tests of the specification's file are carried across, too: does the contract accept their inputs, and does the
reference return what they expect?
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, product
from typing import Any

from attrs import evolve, frozen

from ...backends.python.replay import Replayer, ReplayLimits
from ...backends.python.replay.guest.literals import NotALiteral, literal
from ...core.comparing.alignment import NoCommonValues
from ...core.comparing.order import EVALUATED, ContractComparison, PartComparison, SeparatingValue
from ...core.comparing.values import KnownCase, judged
from ...core.deciding.clauses import theory_of
from ...core.errors import InputError, SortError, SpecassayError, Unsupported
from ...core.ir.contracts import Condition, Specification
from ...core.ir.terms import Binder
from ...core.ir.variables import Name, Valuation, is_field
from ...core.spec_testing.contents import contents
from ...core.spec_testing.drawn_inputs import inputs_to_try
from ...core.synthesis.verdicts import Arguments
from ...frontends.python.styles.model import RESULT
from ..datasets.tasks import Parameter
from ..grading.guards import Guard
from ..reporting.tables import clip
from ..runs.contract_oracle import contract_of, evaluated, texts_of
from ..schema import CarriedPart, Texts
from .comparing_limits import LIMITS
from .conditions import ConditionSide, ConditionWork, SideJudgement
from .counterparts import Counterpart, condition_of, counterparts_of, notes_of, to_python, to_typed
from .python_contracts import BOTH_SECONDS, after_side, checked, side_of
from .subjects import ComparingOptions, PythonSubject, SpecificationSubject
from .translation import translated

MOST_SHOWN = 60
"""Characters of an argument in a note."""


@frozen(slots=True)
class Correspondence:
    """Which parameter is which, and which Python type stands for each of the specification's. `after`: likewise of the
    result, None where results are not compared, for the `reason`."""

    names: tuple[str, ...]
    binders: tuple[Binder, ...]
    counterparts: tuple[Counterpart, ...]
    after: Counterpart | None = None
    output: Binder | None = None
    reason: str = ""

    @property
    def python_names(self) -> dict[Name, str]:
        """Variable of the specification → parameter of Python."""
        parameter_by_variable: dict[Name, str] = {
            b.name: name for b, name in zip(self.binders, self.names, strict=True)
        }
        return parameter_by_variable if self.output is None else {**parameter_by_variable, self.output.name: RESULT}

    def typed_values(self, arguments: Arguments) -> tuple[dict[Name, Any], dict[Name, Any]]:
        """Input and output as the specification has them. Raises SortError where they are not of the types."""
        rows = zip(self.names, self.binders, self.counterparts, strict=True)
        inputs = {b.name: to_typed(arguments[name], counterpart, ("input", name)) for name, b, counterpart in rows}
        if RESULT not in arguments or self.after is None or self.output is None or RESULT in self.names:
            return inputs, {}
        return inputs, {self.output.name: to_typed(arguments[RESULT], self.after, "result")}


def compare_across(first: PythonSubject, second: SpecificationSubject, options: ComparingOptions) -> ContractComparison:
    """How the Python contract relates to the specification. Raises InputError where they have no parameters or
    types in common, Unsupported for a contract that is not compared."""
    checked(first.task)
    common = correspondence(first, second)
    specification = second.side.specification
    parameters = tuple(first.task.parameters)
    type_guards = tuple(
        _type_guard(name, counterpart) for name, counterpart in zip(common.names, common.counterparts, strict=True)
    )
    with Replayer(ReplayLimits(cpu_seconds=BOTH_SECONDS)) as replayer:
        python = side_of(first.task, common.names, replayer)
        specified = _typed_side(second, specification.requires, common)
        work = ConditionWork(parameters, replayer, options.seconds, known=list(_samples(second, common)))
        # Without a value in common, each would be "stronger" in its own way.
        _check_common_values(first, work, python, type_guards, second, common)
        inputs = work.compared(python, specified, type_guards, _samples(second, common))
        outside = [*_beyond(work, python, type_guards, common)]
        pairs = zip(common.names, (str(binder.name) for binder in common.binders), strict=True)
        notes = (*notes_of(pairs, common.counterparts, second.language.show_type), *outside)
        reason = _without_outputs(first, second, common)
        if reason:
            return ContractComparison(_in_both(inputs, common), None, reason, notes, _variables(common))
        assert common.after is not None
        type_guards = (*type_guards, _type_guard(RESULT, common.after))
        after = after_side(first, common.names, replayer)
        work = ConditionWork((*parameters, Parameter(RESULT)), replayer, options.seconds, outputs=(RESULT,))
        promised = _typed_side(second, specification.ensures, common)
        outputs = work.compared(after, promised, (*type_guards, *python.clauses, *specified.clauses))
    return ContractComparison(_in_both(inputs, common), _in_both(outputs, common), "", notes, _variables(common))


def _variables(common: Correspondence) -> tuple[Binder, ...]:
    return (*common.binders, *(() if common.output is None else (common.output,)))


def _without_outputs(first: PythonSubject, second: SpecificationSubject, common: Correspondence) -> str:
    """Why outputs are not compared; empty where they are."""
    ensures = any(not condition.clause.implicit for condition in second.side.specification.ensures)
    if not first.postcondition:
        return f"{first.name} has no postcondition" if ensures else "neither has a postcondition"
    return common.reason


# -- which value is which


def correspondence(first: PythonSubject, second: SpecificationSubject) -> Correspondence:
    """Parameters by position: `matching.py` orders them. Of several Python types that may stand for one sort,
    those are taken with which the Python contract accepts some input. Raises InputError where there is none."""
    specification = second.side.specification
    names, binders = first.task.parameter_names, specification.inputs
    if held := [str(binder.name) for binder in binders if is_field(binder.name)]:
        raise InputError(f"no counterpart in Python: objects, of which {specification.name} reads {', '.join(held)}")
    if len(names) != len(binders):
        raise InputError(
            f"no common problem: {first.name} takes ({', '.join(names)}), {specification.name} "
            f"({', '.join(str(binder.name) for binder in binders)})"
        )
    datatypes = second.side.program.datatypes
    choices = _choices(second)
    # Only where several types fit is the contract asked: trying it takes a replay for each choice.
    counterparts_chosen = choices[0] if len(choices) == 1 else accepted_counterparts(first, second) or choices[0]
    after, output, reason = None, None, ""
    if len(specification.outputs) != 1 or specification.modifies:
        reason = f"{specification.name} does not have exactly one result"
    else:
        output = specification.outputs[0]
        try:
            after = counterparts_of(output.sort, datatypes, second.language.show_type)[0]
        # Preconditions can be compared without a result, so that this ends the comparison of outputs alone.
        except InputError as error:
            reason = str(error)
    return Correspondence(tuple(names), binders, counterparts_chosen, after, output, reason)


def _choices(second: SpecificationSubject) -> list[tuple[Counterpart, ...]]:
    """Python types for the parameters, the likeliest first. Raises InputError for a type without a counterpart."""
    datatypes = second.side.program.datatypes
    choices = [counterparts_of(binder.sort, datatypes, second.language.show_type) for binder in _inputs(second)]
    return [tuple(combination) for combination in islice(product(*choices), LIMITS.choices_of_types)]


def accepted_counterparts(first: PythonSubject, second: SpecificationSubject) -> tuple[Counterpart, ...] | None:
    """Python types with which the Python contract accepts some input that the specification's types have; None where
    none of those tried is accepted. Raises InputError for a type without a counterpart."""
    contract = contract_of(first.task)
    names = first.task.parameter_names
    for counterparts in _choices(second):
        for values in _values(second.side.specification, second):
            try:
                arguments = [
                    to_python(values[b.name], counterpart)
                    for b, counterpart in zip(_inputs(second), counterparts, strict=True)
                ]
            except SortError:
                continue
            seen = evaluated(contract, dict(zip(names, arguments, strict=True)))
            # One accepted input is enough: with types that the contract refuses altogether, the two would have nothing
            # in common.
            if seen is not None and not seen.violated:
                return counterparts
    return None


def _inputs(second: SpecificationSubject) -> tuple[Binder, ...]:
    return second.side.specification.inputs


def _values(specification: Specification, second: SpecificationSubject) -> Iterator[Valuation]:
    try:
        yield from islice(inputs_to_try(specification, specification.terms, second.side.program), LIMITS.sampled_inputs)
    except Unsupported:  # a type without literals
        return


def _samples(second: SpecificationSubject, common: Correspondence) -> Iterator[Arguments]:
    """Inputs that both languages have, as Python has them."""
    for values in _values(second.side.specification, second):
        rows = zip(common.names, common.binders, common.counterparts, strict=True)
        try:
            yield {name: to_python(values[binder.name], counterpart) for name, binder, counterpart in rows}
        except SortError:
            continue


def _type_guard(name: str, counterpart: Counterpart) -> Guard:
    condition = condition_of(counterpart, name)
    return Guard(condition, f"assert {condition}", 0, 0)


def _beyond(
    work: ConditionWork, python: ConditionSide, type_guards: Sequence[Guard], common: Correspondence
) -> Iterator[str]:
    """Inputs that the Python contract accepts and that the specification's types do not have."""
    nothing = ConditionSide((), python.judge)
    for name, guard, counterpart in zip(common.names, type_guards, common.counterparts, strict=True):
        # One parameter at a time: the others are of the types of both.
        other_guards = [parameter for parameter in type_guards if parameter is not guard]
        comparison = work.compared(
            ConditionSide((guard,), _always_false), evolve(python, judge=nothing.judge), other_guards
        )
        value = comparison.first_clauses[0].separating
        if value is not None:
            input_text = ", ".join(
                f"{parameter}={clip(repr(input_), MOST_SHOWN)}" for parameter, input_ in value.inputs.items()
            )
            compared = counterpart.python
            yield f"{name}: Python accepts more than {compared}, such as {input_text}; only {compared} is compared"


def _check_common_values(
    first: PythonSubject,
    work: ConditionWork,
    python: ConditionSide,
    type_guards: Sequence[Guard],
    second: SpecificationSubject,
    common: Correspondence,
) -> None:
    """Raises NoCommonValues where it is proved that the Python contract accepts no value of the type that stands for
    that of a parameter: `isinstance(x, float)` beside an `i8`."""
    # One is enough, and takes no proof.
    if any(python.judge(arguments, True).outcome == "accepted" for arguments in _samples(second, common)):
        return
    never = ConditionSide((Guard("False", "assert False", 0, 0),), _always_false)
    for name, guard, counterpart in zip(common.names, type_guards, common.counterparts, strict=True):
        if work.compared(never, python, (guard,)).first_clauses[0].verdict == "implied":
            raise NoCommonValues(
                f"no common problem: {first.name} accepts no {counterpart.python} as {name}, which "
                f"{second.language.show_type(counterpart.sort)} stands for"
            )


def _always_false(arguments: Arguments, quickly: bool) -> SideJudgement:
    return SideJudgement("false")


# -- the clauses of the specification


def _typed_side(second: SpecificationSubject, conditions: Sequence[Condition], common: Correspondence) -> ConditionSide:
    """Clauses of the specification as conditions over Python's values."""
    guards: list[Guard] = []
    shown_texts: dict[str, str] = {}
    open_: list[tuple[str, str]] = []
    for condition in conditions:
        # A value of Python has to be one of the type as well: an `i32` has no room for every int.
        if condition.clause.fact and condition.clause.origin != "type":
            continue
        try:
            if condition.term is None:
                raise Unsupported("; ".join(problem.construct for problem in condition.clause.problems))
            text = translated(condition.term, common.python_names, second.side.program.functions)
        except Unsupported as unsupported:
            open_.append((condition.clause.text, str(unsupported)))
            continue
        if text == "True":
            continue
        shown_texts[text] = condition.clause.text
        guards.append(Guard(text, f"assert {text}", condition.clause.span.line, condition.clause.span.column))
    return ConditionSide(tuple(guards), _TypedJudge(second, tuple(conditions), common), shown_texts, tuple(open_))


@frozen(slots=True)
class _TypedJudge:
    """What the clauses say of an input, by our evaluator."""

    second: SpecificationSubject
    conditions: tuple[Condition, ...]
    common: Correspondence

    def __call__(self, arguments: Arguments, quickly: bool) -> SideJudgement:
        try:
            inputs, outputs = self.common.typed_values(arguments)
        except (SortError, SpecassayError):
            return SideJudgement("unknown")
        judgement = judged(self.conditions, {**inputs, **outputs}, theory_of(self.second.side.program))
        clause = "" if judgement.clause < 0 else self.conditions[judgement.clause].clause.text
        return SideJudgement(judgement.outcome, clause, "" if judgement.outcome == "unknown" else EVALUATED)


def _in_both(part_compared: PartComparison, common: Correspondence) -> PartComparison:
    """The comparison with each value in both languages."""

    def value(separating: SeparatingValue | None) -> SeparatingValue | None:
        if separating is None:
            return None
        inputs, outputs = common.typed_values({**separating.inputs, **separating.outputs})
        return evolve(separating, second_inputs=inputs, second_outputs=outputs)

    return PartComparison(
        tuple(
            evolve(first_clause, separating=value(first_clause.separating))
            for first_clause in part_compared.first_clauses
        ),
        tuple(
            evolve(second_clause, separating=value(second_clause.separating))
            for second_clause in part_compared.second_clauses
        ),
        value(part_compared.undefined),
    )


def carry_tests(first: PythonSubject, second: SpecificationSubject, cases: Sequence[KnownCase]) -> CarriedPart | None:
    """What a Python function makes of the tests of a specified method; None where there are none.

    Raises InputError where the two have no common values, or the function does not load.
    """
    if not cases or not first.has_reference:
        return None
    common = correspondence(first, second)
    reasons: Counter[str] = Counter()
    inputs: list[Texts] = []
    kept: list[KnownCase] = []
    for case in cases:
        rows = zip(common.names, common.binders, common.counterparts, strict=True)
        try:
            values = {name: to_python(case.inputs[binder.name], counterpart) for name, binder, counterpart in rows}
            inputs.append(dict(texts_of(values)))
            kept.append(case)
        except (KeyError, SpecassayError) as problem:
            reasons["an input that is changed" if isinstance(problem, KeyError) else str(problem)] += 1
    with Replayer(ReplayLimits(cpu_seconds=BOTH_SECONDS)) as replayer:
        replayer.load(first.task.replay_task)
        replays = replayer.run_many(inputs, reference=True)
        outputs = replayer.values(inputs)
    counterparts: list[Counterpart] = []
    if common.after is not None and common.output is not None:
        counterparts = counterparts_of(common.output.sort, second.side.program.datatypes, second.language.show_type)
    words: list[str] = []
    refused = different = None
    expected_and_found = "", ""
    for case, arguments, replay, text in zip(kept, inputs, replays, outputs, strict=True):
        if replay.violated:
            words.append("refused")
            refused = refused or arguments
            continue
        word, expected = _outcome(case, text, common, counterparts)
        if text is None and replay.runs_without_contract is not False:
            word = "unknown"  # A limit ended it.
        words.append(word)
        if word == "different" and different is None:
            different, expected_and_found = arguments, (expected, "nothing" if text is None else text)
    count = Counter(words)
    return CarriedPart(
        tests=len(kept),
        refused=count["refused"],
        same=count["same"],
        different=count["different"],
        unknown=count["unknown"],
        left_out=sum(reasons.values()),
        refused_input=refused,
        different_input=different,
        expected=expected_and_found[0],
        found=expected_and_found[1],
        reason="; ".join(f"{n}: {reason}" for reason, n in reasons.most_common(3)),
    )


def _outcome(
    case: KnownCase, text: str | None, common: Correspondence, counterparts: Sequence[Counterpart]
) -> tuple[str, str]:
    """`same`, `different` or `unknown`, and the expected output in Python. `counterparts`: the types that may stand for
    the result: a function returns a list or a tuple where the specification has a sequence."""
    if common.output is None or common.after is None or common.output.name not in case.outputs:
        return "unknown", ""
    expected = case.outputs[common.output.name]
    try:
        expected_text = repr(to_python(expected, common.after))
    except SpecassayError:
        return "unknown", ""
    # The function raised: whatever is expected, it did not return that.
    if text is None:
        return "different", expected_text
    try:
        value = literal(text)
    except NotALiteral:
        return "unknown", expected_text
    # The first type that takes the value decides: they differ in how Python writes it, not in what it means.
    for counterpart in counterparts:
        with suppress(SortError):
            typed_value = to_typed(value, counterpart, "result")
            return ("same" if contents(typed_value) == contents(expected) else "different"), expected_text
    return "different", expected_text
