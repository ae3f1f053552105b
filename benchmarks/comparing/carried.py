"""Tests of a Dafny file carried across to Python: does the contract accept their inputs, and does the reference return
what they expect?"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from attrs import frozen

from ...backends.python.replay import Replayer, ReplayLimits
from ...backends.python.replay.guest.literals import NotALiteral, literal
from ...core.comparing.values import KnownCase
from ...core.errors import SortError, SpecassayError
from ...core.spec_testing.contents import contents
from ..runs.contract_oracle import texts_of
from ..schema import Texts
from .across import Correspondence, correspondence
from .python_contracts import REPLAY_SECONDS
from .shapes import Shape, shapes_of, to_dafny, to_python
from .subjects import DafnySubject, PythonSubject


@frozen(slots=True)
class CarriedTests:
    """Tests of a Dafny method in Python: how many were converted, whose inputs the contract refuses, of how many the
    reference returns the expected output, another one, or nothing. `refused` and `other` have one of these: the
    arguments, and what came. `left_out`: tests that do not convert, with the `reason`."""

    tests: int = 0
    refused: int = 0
    same: int = 0
    different: int = 0
    unknown: int = 0
    left_out: int = 0
    refused_input: Texts | None = None
    different_input: Texts | None = None
    expected: str = ""
    found: str = ""
    reason: str = ""


def carry_tests(first: PythonSubject, second: DafnySubject, cases: Sequence[KnownCase]) -> CarriedTests | None:
    """What a Python function makes of the tests of a Dafny method; None where there are none.

    Raises InputError where the two have no common values, or the function does not load.
    """
    if not cases or not first.has_reference:
        return None
    common = correspondence(first, second)
    reasons: Counter[str] = Counter()
    inputs: list[Texts] = []
    kept: list[KnownCase] = []
    for case in cases:
        rows = zip(common.names, common.binders, common.shapes, strict=True)
        try:
            values = {name: to_python(case.inputs[binder.name], shape) for name, binder, shape in rows}
            inputs.append(dict(texts_of(values)))
            kept.append(case)
        except (KeyError, SpecassayError) as problem:
            reasons["an input that is changed" if isinstance(problem, KeyError) else str(problem)] += 1
    with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
        replayer.load(first.task.replay_task)
        replays = replayer.run_many(inputs, reference=True)
        outputs = replayer.values(inputs)
    shapes: list[Shape] = []
    if common.after is not None and common.output is not None:
        shapes = shapes_of(common.output.sort, second.side.program.datatypes)
    words: list[str] = []
    refused = different = None
    shown = "", ""
    for case, arguments, replay, text in zip(kept, inputs, replays, outputs, strict=True):
        if replay.violated:
            words.append("refused")
            refused = refused or arguments
            continue
        word, expected = _outcome(case, text, common, shapes)
        if text is None and replay.runs_without_contract is not False:
            word = "unknown"  # A limit ended it.
        words.append(word)
        if word == "different" and different is None:
            different, shown = arguments, (expected, "nothing" if text is None else text)
    count = Counter(words)
    return CarriedTests(
        len(kept), count["refused"], count["same"], count["different"], count["unknown"], sum(reasons.values()),
        refused, different, *shown, "; ".join(f"{n}: {reason}" for reason, n in reasons.most_common(3)),
    )  # fmt: skip


def _outcome(case: KnownCase, text: str | None, common: Correspondence, shapes: Sequence[Shape]) -> tuple[str, str]:
    """`same`, `different` or `unknown`, and the expected output in Python. `shapes`: the types that may stand for the
    result: a function returns a list or a tuple where Dafny has a seq."""
    if common.output is None or common.after is None or common.output.name not in case.outputs:
        return "unknown", ""
    expected = case.outputs[common.output.name]
    try:
        wanted = repr(to_python(expected, common.after))
    except SpecassayError:
        return "unknown", ""
    if text is None:
        return "different", wanted
    try:
        value = literal(text)
    except NotALiteral:
        return "unknown", wanted
    for shape in shapes:
        with suppress(SortError):
            found = to_dafny(value, shape, "result")
            return ("same" if contents(found) == contents(expected) else "different"), wanted
    return "different", wanted
