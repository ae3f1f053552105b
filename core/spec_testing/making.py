"""Tests that are made: inputs that meet the precondition of a method, and the outputs of its body on them. Of a method
without a body there are inputs alone, of a function without one the only result that its postcondition allows.

Inputs that are plain values are searched for, or found by solvers (`valid_inputs.py`). Where they contain objects that
clauses or bodies look into, objects are built by running the program (`object_builder.py`); of both the one counts on
whose inputs more is known of the body. The last input may be one on which the body breaks the postcondition or on which
several outputs are accepted: such an input shows more than six that show nothing.

Example: for `method Max(a: array<int>) returns (m: int) requires a.Length > 0` the inputs are [0], [1, 0] and so on,
and the expected output of each is what the body returns.

Invariant: an input meets the precondition, by evaluation or by construction. What the body returns is called right only
where nobody has written what is (`source` is *body*), so that a verdict says that body and specification agree.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice, takewhile
from typing import Any

from attrs import evolve

from ..alarm import LimitReached, alarm
from ..deciding.clauses import theory_of
from ..deciding.engines import Engines
from ..errors import Unsupported, defect
from ..evaluate.typed import evaluate
from ..ir.build import integer, negate, op
from ..ir.contracts import Program, Specification
from ..ir.sorts import INT
from ..ir.terms import Binder, Term, subterms
from ..ir.type_instances import replace_sorts, with_types
from ..ir.variables import ALLOCATED, Name, Valuation, hidden_variable, is_heap_read, is_which_array
from ..limits import BODY_LIMITS
from ..memory import OUT_OF_MEMORY
from .beyond_tests import missed_by_tests, with_proof
from .constructed import built_inputs, different_executions, has_objects, many_executions
from .contradictions import input_without_output, input_without_value
from .different_inputs import different
from .drawn_inputs import inputs_to_try
from .examples import BODY, OF_BODY, SPECIFICATION, Example, Examples
from .executed_subjects import Executed
from .executions import (
    executed_on,
    executions_tried,
    has_body,
    input_complexity,
    is_against,
    left_open,
    near_open,
    open_without_body,
    search_seconds,
    took_too_long,
)
from .findings import Finding, Witness
from .made_tests import tests_of
from .notation import Notation, told
from .open_inputs import (
    Determined,
    OpenInput,
)
from .recommendations import recommendation_findings_of_inputs
from .repaired_inputs import required_parts
from .spec_testing_limits import LIMITS
from .valid_inputs import chosen_inputs, many_valid_inputs

ENOUGH = 2
"""Executions that return, beside which one that takes too many steps is no test. Chosen, not measured."""


def subjects_of(program: Program) -> Program:
    """The program with its functions and lemmas among its methods."""
    return evolve(program, specifications=(*program.specifications, *program.others))


def implemented(program: Program) -> Program:
    """The program with the specifications that leave something open as they are implemented: of these alone inputs can
    be made."""
    methods = (program.implemented.get(specification.name, specification) for specification in program.specifications)
    return evolve(program, specifications=tuple(methods))


def made_examples(
    program: Program,
    known: Examples,
    count: int | None,
    engines: Engines,
    language: Notation,
    only: Collection[str] | None = None,
) -> Examples:
    """Tests of the methods of a program. `count`: how many each method gets; None: those without a
    usable test get some. `only`: the names of the methods to make tests of. What a body does that it must not is a
    finding; a defect of ours is that method's alone."""
    tested = {
        example.specification.name for example in known.examples if example.source not in OF_BODY and example.is_telling
    }
    examples: list[Example] = []
    findings: list[Finding] = []
    failed: dict[str, str] = {}
    determined: dict[str, str] = {}
    # The number of tests: as asked for, or some where the author has none.
    counts = [
        (specification, (0 if specification.name in tested else LIMITS.made_tests) if count is None else count)
        for specification in program.specifications
        if _is_subject(specification, program) and (only is None or specification.name in only)
    ]
    # Of a method with tests of its own the only question is whether they miss an input that leaves its outputs open.
    wanted = [(specification, number) for specification, number in counts if number or count is None]
    # Each subject has its share of the time, so that one hard method does not starve those after it.
    for (specification, number), own in zip(
        wanted, engines.first(LIMITS.making_share).clocked(len(wanted)), strict=True
    ):
        # The alarm is for what counts no steps: a solver that does not come back.
        try:
            with alarm(own.left):
                made = _of_method(
                    specification, program, number, LIMITS.further_made_tests if count is None else 0, own, language
                )
        except LimitReached:
            made = _nothing(specification, f"{own.out_of_time} while tests were made")
        except MemoryError:
            made = _nothing(specification, f"{OUT_OF_MEMORY} while tests were made")
        # A defect of ours is told as that of this method, and does not stop the others.
        except Exception as error:
            failed[specification.name] = defect(error)
            continue
        examples.extend(made.examples)
        findings.extend(made.findings)
        determined.update(made.determined)
    return Examples(tuple(examples), tuple(findings), failed, determined)


def _is_subject(specification: Specification, program: Program) -> bool:
    own = specification.span is None or specification.span.file == program.file
    tests = any(test.name == specification.name for test in program.tests)
    lowered = any(condition.term is not None for condition in specification.ensures)
    return lowered and own and not tests


def _of_method(
    specification: Specification, program: Program, count: int, more: int, engines: Engines, language: Notation
) -> Examples:
    try:
        # Tests are there: only what they miss is looked for.
        if not count:
            return missed_by_tests(specification, program, engines, language)
        promised = not has_body(specification, program)
        # A method without a body has inputs and nothing else.
        if promised and specification.kind == "method":
            return _inputs_alone(specification, program, count, more, engines, language)
        executions, determined = list[Executed](), None
        built = has_objects(specification, program)
        told_by_building = built and specification.kind == "method" and _asks_which(specification)
        # Plain values first: they are quicker, and read better.
        if not specification.heap.fields and not told_by_building:
            executions, determined = _executed(specification, program, count, more, engines)
        with_store = built or bool(specification.heap.fields and specification.kind == "method")
        # What clauses do not mention of an object a body may read: it is known of objects that are built.
        # Objects that are built say more of the body; the better known of both is kept.
        if with_store and not (executions and all(map(_is_known, executions))):
            executions = max(_on_built(specification, program, count, engines), executions, key=_how_much_known)
        # Nothing valid was found: perhaps with whole numbers in the place of the type parameters.
        if not executions:
            at_numbers = _at_whole_numbers(specification)
            if at_numbers is not None:
                return _of_method(at_numbers, program, count, more, engines, language)
            return _nothing(specification, no_valid_input(specification, program, engines, language.show))
        # Without a body the postcondition has to determine the result.
        undetermined = [
            execution.outcome.reason for execution in executions if promised and execution.outcome.state != "returned"
        ]
        if undetermined:
            inputs = [execution.inputs for execution in executions]
            impossible = input_without_value(specification, inputs, program, engines)
            if impossible is not None:
                return Examples((), (_no_value(specification, *impossible, language),))
            # That the postcondition determines the result on some inputs says nothing of the function.
            return _nothing(specification, undetermined[0])
        source = SPECIFICATION if promised else BODY
        endless = [execution.inputs for execution in executions if took_too_long(execution)]
        # Every execution ran out of steps: the inputs are still worth something.
        if len(endless) == len(executions) and not (language.choices or promised) and specification.kind == "method":
            return _about_inputs(specification, endless)
        examples = tests_of(specification, executions, language, source, theory_of(program))
        # Where the body ends itself, by an `expect`, no output is promised.
        failed = [execution for execution in executions if execution.outcome.state == "failed"]
        failing = [execution.inputs for execution in failed if not execution.outcome.expected]
        if specification.kind == "method" and failing:
            # Where no output is accepted, the body cannot be what is wrong.
            impossible = input_without_output(specification, failing, program, engines)
            none = () if impossible is None else (_no_value(specification, *impossible, language),)
            against = recommendation_findings_of_inputs(specification, failing, program, engines, language)
            examples = evolve(examples, findings=(*examples.findings, *none, *against))
        return with_proof(determined, specification, examples)
    except Unsupported as error:
        if not count:
            return Examples(())  # Its tests are there, whatever inputs can be made.
        return _nothing(specification, f"no input is made: {error.construct}")


def _is_known(executed: Executed) -> bool:
    return executed.outcome.state != "unknown"


def _how_much_known(executed: Sequence[Executed]) -> tuple[int, int]:
    return sum(map(_is_known, executed)), len(executed)


def _at_whole_numbers(specification: Specification) -> Specification | None:
    """The specification with int for its type parameters, where it is about functions over them: an order, which a
    precondition may ask for, is known of no value of a type that may be any. None of another specification."""
    types = dict.fromkeys(specification.type_parameters, INT)
    functions = (input_.sort for input_ in specification.inputs if input_.sort.kind == "Function")
    generic = any(replace_sorts(function, types) != function for function in functions)
    return with_types(specification, types) if generic else None


def _no_value(specification: Specification, inputs: Valuation, engine: str, language: Notation) -> Finding:
    """The finding that no result satisfies what a function without a body promises, or a method whose body fails
    there."""
    shown = language.literals(inputs, specification)
    called = f"{specification.name}({told(shown)})"
    message = f"no value satisfies what is promised of {called} (proved by {engine})"
    return Finding("no-output", specification.name, message, specification.span, witness=Witness(shown, {}, {}))


def _asks_which(specification: Specification) -> bool:
    """Do clauses ask which objects there are, or which arrays objects hold? What a program builds says it."""
    binders = (*specification.inputs, *specification.outputs)
    return any(binder.name == ALLOCATED or is_which_array(binder.name) for binder in binders)


def _inputs_alone(
    specification: Specification, program: Program, count: int, more: int, engines: Engines, language: Notation
) -> Examples:
    """Inputs of a method without a body: of it the specification is all there is."""
    if specification.heap.fields:
        return _nothing(specification, "it has no body, and its inputs are objects")
    many = many_valid_inputs(specification, program, engines, search_seconds(engines))
    inputs = _chosen(specification, program, many, count, engines, more)
    if not inputs:
        return _nothing(specification, no_valid_input(specification, program, engines, language.show))
    # An input without any output is worth more than all that have one, and may be none of the different ones: of
    # `r == power(n)` in 32 bits those below 32 have one, and what is promised of large ones takes too long.
    limit = engines.now + min(LIMITS.further_seconds, engines.left / 2)
    trying = evolve(engines, backends=(), steps=LIMITS.condition_steps, deadline=min(engines.deadline, limit))
    ordered = sorted(many, key=input_complexity)
    impossible: tuple[Valuation, str] | None = None
    with suppress(LimitReached), alarm(engines.left * LIMITS.bettering_share):
        impossible = input_without_output(specification, ordered, program, trying) if more else None
    if impossible is not None and impossible[0] not in inputs:
        inputs = [*inputs[:-1], dict(impossible[0])]
    left: OpenInput | Determined | None = None
    if more and impossible is None:
        with suppress(LimitReached), alarm(engines.left * LIMITS.bettering_share):
            left = open_without_body(ordered, specification, program, engines)
    if isinstance(left, OpenInput) and left.inputs not in inputs:
        inputs = [*inputs, left.inputs]
    return with_proof(
        left if isinstance(left, Determined) else None, specification, _about_inputs(specification, inputs)
    )


def _about_inputs(specification: Specification, inputs: Sequence[dict[Name, Any]]) -> Examples:
    """Tests that have inputs alone: nobody says what is right there."""
    changed = [binder for binder in specification.inputs if binder.name in specification.modifies]
    after = (*specification.outputs, *changed)
    unknowns = {binder.name: Binder(hidden_variable(binder.name, "output"), binder.sort) for binder in after}
    span, arrays = specification.span, [binder.name for binder in changed if binder.sort.kind == "Array"]
    return Examples(
        tuple(
            Example(specification, input_, {}, unknowns, _as_long(arrays, input_, unknowns), SPECIFICATION, "", span)
            for input_ in inputs
        )
    )


def _as_long(arrays: Sequence[Name], inputs: Valuation, unknowns: Mapping[Name, Binder]) -> tuple[Term, ...]:
    """An array that a method changes is as long afterwards as before, or null as it was."""
    terms = []
    for name in arrays:
        given, after = inputs[name], unknowns[name].variable
        is_null = op("array.is_null", after)
        terms.append(is_null if given is None else negate(is_null))
        if given is not None:
            terms.append(op("eq", op("array.len", after), integer(len(given.elements))))
    return tuple(terms)


def _nothing(specification: Specification, why: str) -> Examples:
    return Examples((), (Finding("not-executed", specification.name, why, specification.span),))


def _executed(
    specification: Specification, program: Program, count: int, more: int, engines: Engines
) -> tuple[list[Executed], Determined | None]:
    """What the body comes to on inputs that are values, the last of them perhaps one on which the postcondition leaves
    the outputs open; or the proof that there is none."""
    many = many_valid_inputs(specification, program, engines.first(LIMITS.searching_share), search_seconds(engines))
    inputs = _chosen(specification, program, many, count, engines, more)
    # The tests are a choice of different ones among the many valid inputs.
    executions = dict[int, Executed]()
    # Small ones first: an execution that takes too many steps takes the time of those after it, which have fewer.
    for place in sorted(range(len(inputs)), key=lambda place: input_complexity(inputs[place])):
        steps = (
            BODY_LIMITS.steps // LIMITS.fewer_steps
            if any(map(took_too_long, executions.values()))
            else BODY_LIMITS.steps
        )
        # After one endless execution the next ones get fewer steps.
        executions[place] = executed_on(inputs[place], specification, program, engines, steps)
    chosen = [executions[place] for place in range(len(inputs))]
    # Nothing ended: then nothing can be said of other inputs either.
    if not any(execution.outcome.state == "returned" or took_too_long(execution) for execution in chosen):
        return chosen, None
    with suppress(LimitReached), alarm(engines.left * LIMITS.bettering_share):
        return _with_telling_ones(chosen, many, specification, program, engines)
    return chosen, None


def _chosen(
    specification: Specification,
    program: Program,
    many: Sequence[dict[Name, Any]],
    count: int,
    engines: Engines,
    more: int,
) -> list[dict[Name, Any]]:
    """Some of the inputs that were found, for all ways through the contract; different ones where the time is over."""
    with suppress(LimitReached), alarm(engines.left * LIMITS.bettering_share):
        return chosen_inputs(specification, program, many, count, engines, more)
    return different(list(many), count)


def _with_telling_ones(
    chosen: list[Executed],
    many: Sequence[dict[Name, Any]],
    specification: Specification,
    program: Program,
    engines: Engines,
) -> tuple[list[Executed], Determined | None]:
    """Executions, and those on others of the many inputs that say more of the body or of the postcondition."""
    tried = executions_tried(many, specification, program, engines, small_first=any(map(took_too_long, chosen)))
    # Executions that did not end are replaced by others that did.
    chosen = _ended(chosen, tried)
    # An execution against the specification is worth more than any that agrees.
    if not any(is_against(execution, specification, program, engines) for execution in chosen):
        against = (execution for execution in tried if is_against(execution, specification, program, engines))
        chosen = [*chosen, *islice(against, 1)]
    # So is an input on which the outputs are left open.
    left = left_open([*chosen, *tried], specification, program, engines)
    if isinstance(left, OpenInput) and all(left.inputs is not execution.inputs for execution in chosen):
        chosen = [*chosen, executed_on(left.inputs, specification, program, engines)]
    return chosen, left if isinstance(left, Determined) else None


def _on_built(specification: Specification, program: Program, count: int, engines: Engines) -> list[Executed]:
    """What the body comes to on objects that are built, the last of them perhaps one on which that is wrong, or on
    which the postcondition leaves the outputs open."""
    most = min(LIMITS.executions_for_a_test * count, LIMITS.built_inputs)
    executed = many_executions(
        specification, program, engines.first(LIMITS.building_share), search_seconds(engines), most=most
    )
    # Different inputs, spread over the kinds.
    many = different_executions(executed, most)
    chosen = different_executions(many, count)
    with suppress(LimitReached), alarm(engines.left * LIMITS.bettering_share):
        return [*chosen, *_telling_among(many, chosen, specification, program, engines)]
    return chosen


def _telling_among(
    many: Sequence[Executed],
    chosen: Sequence[Executed],
    specification: Specification,
    program: Program,
    engines: Engines,
) -> list[Executed]:
    """Executions beside those that are chosen that say more of the body or of the postcondition."""
    remaining = [execution for execution in many if all(execution is not taken for taken in chosen)]
    against: list[Executed] = []
    if not any(is_against(execution, specification, program, engines) for execution in chosen):
        # Judging takes time: a few of the others are tried.
        deadline = engines.now + LIMITS.further_seconds
        tried = takewhile(lambda _: engines.now < deadline, remaining)
        against.extend(
            islice((execution for execution in tried if is_against(execution, specification, program, engines)), 1)
        )
    if specification.kind != "method":
        return against
    left = near_open([*chosen, *against, *remaining], specification, program, engines)
    return [*against, *(execution for execution in remaining if left is not None and execution.inputs is left.inputs)]


def _ended(executions: Sequence[Executed], further: Sequence[Executed]) -> list[Executed]:
    """Executions with others in place of those that took too many steps: these say nothing, and are left out where
    enough others do."""
    endless = [execution for execution in executions if took_too_long(execution)]
    known_inputs = [execution.inputs for execution in executions]
    returned = (
        execution
        for execution in further
        if execution.outcome.state == "returned" and execution.inputs not in known_inputs
    )
    replacements = list(islice(returned, len(endless)))
    # So many have ended that those without an end can be left out altogether.
    enough = len(executions) - len(endless) + len(replacements) >= ENOUGH
    replaced = endless if enough else endless[: len(replacements)]
    return [
        *(execution for execution in executions if all(execution is not dropped for dropped in replaced)),
        *replacements,
    ]


# Why no input was found that meets a precondition: which part of it candidates do not meet.
#
# Example: for `requires Valid() && n > 0`, where `Valid()` says `sorted(s) && |s| == n`, the parts are `sorted(s)`,
# `|s| == n` and `n > 0`. Of a few hundred candidates none may meet the second one, and whoever reads that knows what a
# test has to provide. It says nothing of the inputs that were not tried.

NOT_FOUND = "no input that meets the precondition was found"


def no_valid_input(
    specification: Specification, program: Program, engines: Engines, show: Callable[[Term], str]
) -> str:
    """The sentence that none was found, with the part of the precondition that the fewest candidates meet. `show`: the
    text of a term."""
    # The types of parameters are met by construction.
    required = [condition for condition in specification.requires if not condition.clause.fact]
    parts = [
        (condition, part)
        # Predicates are opened up: the reader wants the part, not its name.
        for condition in required
        if condition.term is not None
        for part in required_parts(condition.term, program)
    ]
    terms = [part for _, part in parts]
    met = [0] * len(terms)
    tried = 0
    end = min(engines.now + LIMITS.unmet_seconds, engines.deadline)
    for inputs in islice(_candidates(specification, program, engines), LIMITS.unmet_candidates):
        if engines.now > end:
            break
        tried += 1
        # Each part by itself: the parts that most candidates meet are not what is missing.
        for number, term in enumerate(terms):
            evaluation = evaluate(
                term, inputs, program.functions, program.datatypes, engines.fuel(LIMITS.condition_steps)
            )
            met[number] += evaluation.is_true
    if not tried or not terms:
        return NOT_FOUND
    fewest = min(range(len(terms)), key=met.__getitem__)
    condition, term = parts[fewest]
    # What is read of objects without names has no text of its own where it stands in the body of a predicate.
    through = any(subterm.op == "call" and is_heap_read(subterm.data) for subterm in subterms(term))
    text = f"{condition.clause.text}, the part of it at {term.span}" if through and term.span else show(term)
    # Not even one: the part alone is what the search cannot do.
    if met[fewest] == 0:
        return f"{NOT_FOUND}: none of {tried} candidates is known to meet {text}"
    return f"{NOT_FOUND}: no candidate meets all of it, and the fewest, {met[fewest]} of {tried}, {text}"


def _candidates(specification: Specification, program: Program, engines: Engines) -> Iterator[dict[Name, Any]]:
    try:
        built = built_inputs(specification, program, engines, LIMITS.unmet_seconds)
        drawn = iter(()) if specification.heap.fields else inputs_to_try(specification, (), program)
        yield from chain(islice(built, LIMITS.unmet_candidates // 2), drawn)
    except Unsupported:
        return
