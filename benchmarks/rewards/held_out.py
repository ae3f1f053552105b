"""Does a specification say anything about inputs that no test has?

`x == 3 ==> r == 5`, once for each test, accepts every right output and refuses every wrong one, on these inputs. On
any other it refuses nothing. What is right there nobody says; but of many outputs most are wrong, whatever the method
does, so that a specification that refuses few of them has no rule.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from attrs import evolve, frozen

from ...core.deciding.clauses import Theory
from ...core.deciding.engines import Engines
from ...core.deciding.triples import TripleJudgement
from ...core.ir.terms import Binder
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Name, Valuation
from ...core.iteration import in_turn
from ...core.metrics import Score, proportion
from ...core.spec_testing.contents import contents
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import are_possible, judge_inputs, judge_outputs
from ...core.spec_testing.operators import Mutation, mutants, operator_set
from ...core.spec_testing.wrong_outputs import Making, wrong_outputs
from .reward_limits import LIMITS
from .tests import bare, same_input

LABEL = "held out"


@frozen(slots=True)
class HeldOut:
    """The share of outputs that are refused on inputs beyond the tests, all but one on each input, for one may be
    right; and, where nothing is refused, why."""

    refused: Score
    reason: str


def held_out(
    examples: Sequence[Example], theory: Theory, engines: Engines, right: Callable[[Example, Valuation], bool]
) -> HeldOut:
    """What a specification refuses on inputs near those of examples of it, which it allows itself. `right`: whether an
    output that it accepts is known to be right."""
    refused = undecided = total = allowed = tried = open_ = 0
    known = {same_input(example) for example in examples}
    for example in near_inputs(examples, theory):
        if same_input(example) in known:
            continue
        known.add(same_input(example))
        tried += 1
        requires = judge_inputs(example, example.inputs, theory, engines, LABEL).verdict
        open_ += requires not in ("holds", "refuted")
        if requires != "holds":
            continue
        verdicts = []
        for outputs in _outputs(example, theory, engines):
            verdict = judge_outputs(example, outputs, (), theory, engines, LABEL).verdict
            # One right output is allowed for below; further ones are no wrong ones.
            if verdict != "holds" or "holds" not in verdicts or not right(example, outputs):
                verdicts.append(verdict)
        # Of an input with one output, or on which all are right, it is only known that it is allowed.
        if len(verdicts) < 2:
            open_ += 1
            continue
        allowed += 1
        # One of them may be right: of four outputs at most three have to be refused, so that a specification that
        # refuses all four is no better than one that refuses three. What is neither refused nor accepted counts as
        # unknown only as far as it could still change that.
        most = len(verdicts) - 1
        total += most
        refused += (sure := min(most, verdicts.count("refuted")))
        undecided += min(most - sure, len(verdicts) - verdicts.count("refuted") - verdicts.count("holds"))
        if allowed == LIMITS.held_out_inputs:
            break
    if allowed:
        return HeldOut(
            proportion(refused, undecided, total), f"it refuses none of {total} outputs on {allowed} other inputs"
        )
    # A precondition that allows nothing but the tests' own inputs is a list of them, and no rule. That is not said
    # where one of the inputs was undecided, or where few were near: of a bool there is one other.
    if open_ or tried < LIMITS.refused_inputs:
        return HeldOut(proportion(0, 0, 0), "")
    return HeldOut(proportion(0, 0, 1), f"it allows none of {tried} inputs near those of the tests")


def near_inputs(examples: Sequence[Example], theory: Theory) -> Iterator[Example]:
    """The examples with another value for one parameter or, where there are several, for all of them: those of the
    first `near_inputs` that are values of their types."""
    near = in_turn([_changed(example, theory, place) for place, example in enumerate(examples)])
    return (
        example for example in islice(near, LIMITS.near_inputs) if are_possible(example, example.inputs, None, theory)
    )


def _changed(example: Example, theory: Theory, place: int) -> Iterator[Example]:
    binders = example.specification.inputs
    values = tuple((binder.sort, example.inputs[binder.name]) for binder in binders)
    mutation = Mutation(operator_set("full"), Random(f"{LABEL}/{place}"), theory.datatypes, values)

    def others(binder: Binder) -> Iterator[dict[Name, Any]]:
        found = mutants(example.inputs[binder.name], binder.sort, mutation)
        return ({binder.name: value} for _, value in islice(found, LIMITS.near_inputs))

    streams = list(map(others, binders))
    if len(binders) > 1:
        groups = zip(*map(others, binders), strict=False)
        streams.append({name: value for one in group for name, value in one.items()} for group in groups)
    for changed in in_turn(streams):
        yield evolve(example, inputs={**example.inputs, **changed})


def _outputs(example: Example, theory: Theory, engines: Engines) -> Iterator[Mapping[str, Any]]:
    """Outputs to try on an input: that of the test it was made from, and mutants of it."""
    moved = _fitting(example)
    if moved is None:
        return
    own = evolve(moved, specification=bare(moved.specification), wrong=())
    seen = set()
    making = Making(operator_set("both"), LIMITS.held_out_outputs, 0, engines, LABEL)
    made = (output.outputs for output in wrong_outputs(own, (), TripleJudgement("holds", ()), theory, making))
    for outputs in (moved.outputs, *made):
        key = tuple(map(contents, outputs.values()))
        if key not in seen and are_possible(moved, moved.inputs, outputs, theory):
            seen.add(key)
            yield outputs


def _fitting(example: Example) -> Example | None:
    """The example where an array that is modified keeps its length and is the same array; None where it cannot."""
    outputs = dict(example.outputs)
    for name in example.specification.modifies:
        before, after = example.inputs[name], outputs.get(name)
        if isinstance(before, ArrayValue) and isinstance(after, ArrayValue):
            if len(before.elements) != len(after.elements):
                return None
            outputs[name] = ArrayValue(after.elements, before.identity)
    return evolve(example, outputs=outputs)
