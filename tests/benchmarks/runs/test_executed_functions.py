"""A Python function with a postcondition and without tests is judged by what its body does on valid inputs."""

from pathlib import Path

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.benchmarks.runs.run import RunSettings, run_specifications
from specassay.benchmarks.schema import SpecRow
from specassay.benchmarks.schema.spec import AssessmentPart
from specassay.core.spec_testing.accepted_outputs import OF_OTHER_TYPES

# Twenty functions are judged once for most tests here: half a minute. Methods, which share all of this but the way they
# are called, are judged every day (test_executed_methods.py).
pytestmark = pytest.mark.slow

MODULE = '''
import icontract


def root(n: int) -> int:
    """
    pre: n >= 0
    post: _ * _ <= n < (_ + 1) * (_ + 1)
    """
    r = 0
    while (r + 1) * (r + 1) <= n:
        r += 1
    return r + (n == 7)


def kept(xs: list[int]) -> list[int]:
    """
    post: len(__return__) == len(xs)
    """
    return sorted(xs)


@icontract.ensure(lambda result: sorted(result) == result)
def sorted_once(xs: list[int]) -> list[int]:
    return sorted(set(xs))


def total(record: dict[str, int]) -> int:
    """
    pre: len(record) > 0
    post: _ == record["total"]
    """
    return record["total"]


def third(n: int) -> int:
    if n < 0:
        raise ValueError
    r = n * 3
    assert r > n
    return r


def untyped(n):
    """
    post: _ == n
    """
    return n


def tested(n: int) -> int:
    """
    >>> tested(1)
    2

    post: _ == n + 1
    """
    return n + 2


@icontract.require(lambda items, item: item not in items)
@icontract.snapshot(lambda items: items[:], name="before")
@icontract.ensure(lambda items, item, OLD: items == OLD.before + [item])
def pushed(items: list[int], item: int) -> None:
    items.append(item)


@icontract.snapshot(lambda items: len(items), name="size")
@icontract.ensure(lambda items, OLD: len(items) == OLD.size + 1)
def grown(items: list[int], item: int) -> None:
    items.append(item)


@icontract.snapshot(lambda items: items[:], name="before")
@icontract.ensure(lambda items, OLD: items == sorted(OLD.before))
def turned(items: list[int]) -> None:
    items.sort(reverse=True)


@icontract.require(lambda items: items)
@icontract.snapshot(lambda items: items[0], name="first")
@icontract.ensure(lambda result, OLD: result == OLD.first)
def taken(items: list[int]) -> int:
    return items.pop(0)


def dropped(items: list[int]) -> int:
    """
    pre: items
    post: items == __old__.items[1:]
    post: __return__ == __old__.items[0]
    """
    return items.pop(0)


def rebound(items: list[int]) -> int:
    """
    post: len(items) >= 0
    """
    items = items + [1]
    items.append(2)
    return 0


@icontract.ensure(lambda a, result: 2 * result <= a < 2 * (result + 1))
def half(a: int) -> int:
    return a // 2


@icontract.require(lambda a: a % 2 == 1)
@icontract.ensure(lambda a, result: a == 2 * result + 1)
def undeclared(a: int):
    return a // 2


@icontract.ensure(lambda a, result: a == result[0] * 3 + result[1] and 0 <= result[1] < 3)
def divided(a: int) -> tuple[int, int]:
    return divmod(a, 3)


@icontract.ensure(lambda result: isinstance(result, int) and result == result)
def same(a: int) -> int:
    return 3 * a


@icontract.ensure(lambda result: len(result) < 10 or len(result) >= 10)
def short(text: str) -> str:
    return text.strip()


@icontract.ensure(lambda a, result: result >= a or result < a)
def compared(a: int, b: int) -> float:
    return a / (b * b + 1)


@icontract.ensure(lambda a, result: result >= 0 and (result == a or result == -a))
def distance(a: int) -> int:
    return abs(a)


@icontract.ensure(lambda a, result: result == a + 1)
def partly(a: int, b) -> int:
    return a + 1


def never(xs: list[int], n: int) -> int:
    """
    pre: n >= 0
    pre: not xs
    pre: xs[0] > n
    post: _ > 0
    """
    return xs[0]
'''


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SpecRow]:
    path = tmp_path_factory.mktemp("posts") / "posts.py"
    path.write_text(MODULE)
    report = run_specifications(SpecTask(task_id="posts", file=path), RunSettings(config=Config(file_limit=40.0)))
    return {str(row.method): row for row in report.rows}


def kinds(row: SpecRow) -> set[str]:
    assert isinstance(row.findings, list)
    return {finding.kind for finding in row.findings}


@pytest.mark.parametrize(
    ("name", "verdict", "kind"),
    [
        ("root", "wrong", "body-breaks-postcondition"),
        ("kept", "weak", "accepts-another-output"),
        ("sorted_once", "weak", "accepts-another-output"),
        ("total", "weak", "fails-at-run-time"),
        ("third", "wrong", "body-breaks-postcondition"),
        ("grown", "weak", "accepts-another-output"),
        ("turned", "wrong", "body-breaks-postcondition"),
    ],
)
def test_bodies_are_run_on_inputs_that_meet_the_contract(
    rows: dict[str, SpecRow], name: str, verdict: str, kind: str
) -> None:
    assessment = rows[name].assessment
    assert isinstance(assessment, AssessmentPart)
    assert assessment.verdict == verdict
    assert kind in kinds(rows[name])


@pytest.mark.parametrize("name", ["pushed", "taken", "dropped", "half", "divided"])
def test_what_one_output_alone_satisfies_is_proved_to_be_strong(rows: dict[str, SpecRow], name: str) -> None:
    """What a function makes of its arguments is an output, beside its result, and what they were is known. A relation
    may have one solution of the declared type, as an equation has."""
    assessment = rows[name].assessment
    assert isinstance(assessment, AssessmentPart)
    assert assessment.verdict == "strong"
    assert kinds(rows[name]) == set()


def test_what_determines_its_output_is_proved_to_do_so_of_all_inputs_at_once(rows: dict[str, SpecRow]) -> None:
    """Where the annotations say what all inputs are: of objects, and of a float that is nan, no proof speaks."""
    told = {name: rows[name].assessment for name in ("distance", "partly", "kept")}
    assert [
        isinstance(each, AssessmentPart) and "no valid input has two that are accepted" in each.reason
        for each in told.values()
    ] == [True, False, False]


def test_a_clause_that_is_true_of_every_output_of_the_type_says_nothing(rows: dict[str, SpecRow]) -> None:
    verdicts = {name: rows[name].assessment for name in ("same", "short", "compared")}
    assert [isinstance(each, AssessmentPart) and each.verdict for each in verdicts.values()] == [
        "vacuous",
        "vacuous",
        "weak",  # Not a number is neither.
    ]


def test_preconditions_that_contradict_each_other_are_what_is_wrong(rows: dict[str, SpecRow]) -> None:
    """Not the postcondition, which is true of everything that meets them."""
    assert kinds(rows["never"]) == {"contradiction"}
    (finding,) = [finding for finding in rows["never"].findings or () if finding.kind == "contradiction"]
    assert "requires not xs and requires xs[0] > n contradict each other" in finding.message


def test_an_output_of_another_type_is_no_witness_and_the_reason_says_so(rows: dict[str, SpecRow]) -> None:
    """2 * 1e-20 + 1 is 1, too: nobody means that where 0 is right, and no type is declared that refuses it."""
    row = rows["undeclared"]
    assert isinstance(row.assessment, AssessmentPart)
    assert row.assessment.verdict == "unknown"
    assert OF_OTHER_TYPES in {reason.reason for question in row.undecided for reason in question.reasons}


def test_of_an_argument_whose_name_is_bound_again_the_caller_sees_the_object(rows: dict[str, SpecRow]) -> None:
    """No term says that: CPython judges the clause, and the object that was given is what it was."""
    assert not kinds(rows["rebound"]) & {"unsupported-clause", "body-breaks-postcondition"}


def test_nothing_is_made_where_types_are_not_known_or_there_are_tests(rows: dict[str, SpecRow]) -> None:
    assert "no-tests" in kinds(rows["untyped"])
    assert "body-breaks-postcondition" not in kinds(rows["tested"])


MUTATED = '''
from functools import lru_cache


def shared(n: int) -> int:
    return n % 7


@lru_cache
def spread(n: int) -> int:
    """
    post: 0 <= _
    """
    if n < 0:
        return 0
    total = 0
    for i in range(n % 5):
        total += shared(i) + 1
    return total


def exact(xs: list[int]) -> list[int]:
    """
    >>> exact([3, 1])
    [1, 3]

    post: _ == sorted(xs)
    """
    found = list(xs)
    found.sort()
    return found


class Unknown:
    pass


def made(n: int) -> Unknown:
    """
    post: n == n
    """
    return Unknown()
'''


@pytest.fixture(scope="module")
def mutated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SpecRow]:
    path = tmp_path_factory.mktemp("mutated") / "mutated.py"
    path.write_text(MUTATED)
    report = run_specifications(SpecTask(task_id="mutated", file=path), RunSettings(config=Config(file_limit=40.0)))
    return {str(row.method): row for row in report.rows}


def test_mutants_of_a_body_that_are_accepted_show_that_the_postcondition_is_weak(mutated: dict[str, SpecRow]) -> None:
    """The function has a decorator of its own, calls another one and loops: mutants that never end are no survivors."""
    assert isinstance(mutated["spread"].findings, list)
    (survivor,) = [finding for finding in mutated["spread"].findings if finding.kind == "body-mutant-survives"]
    assert survivor.witness is not None
    before, after = survivor.diff.splitlines()
    text = MUTATED.replace(before.removeprefix("- "), after.removeprefix("+ "), 1)
    scope: dict[str, object] = {}
    exec(text, scope)
    exec(f"value = spread({survivor.witness['inputs']['n']})", scope)
    assert repr(scope["value"]) == survivor.witness["other"]["result"] != survivor.witness["expected"]["result"]
    assert isinstance(mutated["spread"].body_mutants, list)
    verdicts = {mutant.verdict for mutant in mutated["spread"].body_mutants}
    assert {"survives", "equal"} <= verdicts <= {"survives", "equal", "killed", "fails", "no end", "unknown"}


def test_mutants_run_on_the_inputs_of_tests_and_an_exact_postcondition_kills_them(mutated: dict[str, SpecRow]) -> None:
    assert isinstance(mutated["exact"].body_mutants, list)
    assert {mutant.verdict for mutant in mutated["exact"].body_mutants} <= {"killed", "fails", "equal"}
    assert any(mutant.verdict == "killed" for mutant in mutated["exact"].body_mutants)
    assert mutated["made"].body_mutants == []


METHODS = '''
import icontract


@icontract.invariant(lambda self: self.top >= 0)
class Counter:
    def __init__(self, top: int) -> None:
        self.top = top

    def reset(self) -> None:
        self.top = 0

    def lower(self, by: int) -> None:
        self.top -= abs(by)

    @icontract.require(lambda n: n > 0)
    @icontract.snapshot(lambda self: self.top, name="top")
    @icontract.ensure(lambda self, n, OLD: self.top == OLD.top + n)
    def rise(self, n: int) -> None:
        self.top += n

    def half(self) -> float:
        """
        post: _ * 2 == self.top
        raises: ValueError
        """
        if self.top == 3:
            raise ValueError
        return self.top / 2

    def share(self, n: int) -> float:
        """
        post: _ * n <= self.top + 1
        """
        return self.top / n

    def _below(self) -> None:
        self.top = -1
'''


def test_methods_are_called_and_cpython_judges_them(tmp_path: Path) -> None:
    """What has no postcondition is only told of where it breaks an invariant; what is private may."""
    path = tmp_path / "methods.py"
    path.write_text(METHODS)
    report = run_specifications(SpecTask(task_id="methods", file=path), RunSettings(config=Config(file_limit=40.0)))
    rows = {str(row.method): row for row in report.rows}
    verdicts = {
        name: row.assessment.verdict for name, row in rows.items() if isinstance(row.assessment, AssessmentPart)
    }
    assert verdicts == {
        "Counter.__init__": "wrong",
        "Counter.lower": "wrong",
        "Counter.rise": "strong",
        "Counter.half": "unknown",
        "Counter.share": "weak",
    }
    assert kinds(rows["Counter.share"]) == {"fails-at-run-time", "accepts-another-output"}
    assert isinstance(rows["Counter.__init__"].findings, list)
    (broken,) = rows["Counter.__init__"].findings
    assert broken.witness is not None
    assert set(broken.witness["inputs"]) == {"top"}
    assert int(broken.witness["inputs"]["top"]) < 0


def test_outputs_of_other_types_than_the_annotated_one_show_nothing(tmp_path: Path) -> None:
    """`/` in place of `//` gives 0.0 for 0, and (0, 0, 0) is no pair of integers."""
    path = tmp_path / "typed.py"
    path.write_text(
        'def half(n: int) -> int:\n    """\n    post: 2 * _ == n - n % 2\n    """\n    return n // 2\n\n\n'
        'def pair(n: int) -> tuple[int, int]:\n    """\n    post: _[0] == n and _[1] == n + 1\n    """\n'
        '    return n, n + 1\n\n\ndef lies(n: int) -> str:\n    """\n    post: _ == n\n    """\n    return n\n'
    )
    report = run_specifications(SpecTask(task_id="typed", file=path), RunSettings(config=Config(file_limit=40.0)))
    rows = {str(row.method): row for row in report.rows}
    for name in ("half", "pair", "lies"):
        assert not kinds(rows[name]) & {"accepts-another-output", "body-mutant-survives", "body-breaks-postcondition"}


UNCOPIED = """\
import threading


class Tally:
    def __init__(self, n: int = 0) -> None:
        self.n = n
        self.lock = threading.Lock()

    def inc(self) -> None:
        \"\"\"
        post: self.n == __old__.self.n + 1
        \"\"\"
        self.n += 1
"""


def test_of_an_object_that_cannot_be_copied_nobody_says_what_it_was(tmp_path: Path) -> None:
    path = tmp_path / "tally.py"
    path.write_text(UNCOPIED)
    (row,) = run_specifications(SpecTask(task_id="tally", file=path), RunSettings(config=Config())).rows
    assert isinstance(row.assessment, AssessmentPart)
    assert row.assessment.verdict == "unknown"
    assert "body-breaks-postcondition" not in kinds(row)


ODD_TEXT = '''
class Circle:
    def __init__(self, cups: str) -> None:
        self.cups = cups

    def __repr__(self) -> str:
        return self.cups

    def __len__(self) -> int:
        return len(self.cups)


def circle(cups: str) -> Circle:
    """
    pre: cups.isdecimal() and cups.isascii() and cups[0] != "0"
    post: len(_) == len(cups)
    """
    return Circle(cups)


def circles(cups: str) -> list[Circle]:
    """
    pre: cups.isdecimal() and cups.isascii() and cups[0] != "0"
    post: len(_[0]) == len(cups)
    """
    return [Circle(cups)]
'''


def test_an_object_that_shows_itself_as_a_number_is_none(tmp_path: Path) -> None:
    """`repr(Circle("90124"))` is `90124`, which has no length."""
    path = tmp_path / "circles.py"
    path.write_text(ODD_TEXT)
    rows = run_specifications(SpecTask(task_id="circles", file=path), RunSettings(config=Config())).rows
    assert {str(row.method) for row in rows} == {"circle", "circles"}
    for row in rows:
        assert isinstance(row.assessment, AssessmentPart)
        assert row.assessment.verdict != "wrong"
        assert "body-breaks-postcondition" not in kinds(row)


ODD_FLOATS = '''
def half(x: float) -> float:
    """post: _ * 2 == x"""
    return x / 2


def inc(x: float) -> float:
    """post: _ > x"""
    return x + 1


def doubled(x: float) -> float:
    """post: _ == x + x"""
    return 2 * x
'''


def test_bodies_run_on_floats_at_which_arithmetic_rounds(tmp_path: Path) -> None:
    path = tmp_path / "floats.py"
    path.write_text(ODD_FLOATS)
    rows = run_specifications(SpecTask(task_id="floats", file=path), RunSettings(config=Config())).rows
    broken = {str(row.method): "body-breaks-postcondition" in kinds(row) for row in rows}
    assert broken == {"half": True, "inc": True, "doubled": False}


NAN = '''
def same(x: float) -> float:
    """post: _ == x"""
    return x


def tested(x: float) -> float:
    """
    >>> tested(1.0)
    1.0

    post: _ == x
    """
    return x


def halves(xs: list[float]) -> list[float]:
    """post: _ == [x / 2 for x in xs]"""
    return [x / 2 for x in xs]


def refusing(x: float) -> float:
    """
    pre: x == x
    post: _ == x
    """
    return x


def whole(x: int) -> int:
    """post: _ == x"""
    return x


def counted(xs: list[float]) -> int:
    """post: _ == len(xs)"""
    return len(xs)
'''


def test_a_verdict_says_where_it_is_not_about_nan(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(NAN, encoding="utf-8")
    rows = run_specifications(SpecTask(task_id="a", file=tmp_path / "a.py"), RunSettings(config=Config())).rows
    told = {row.method: row.assessment for row in rows if isinstance(row, SpecRow)}
    qualified = {"same", "tested", "halves"}
    assert {name: assessment.text for name, assessment in told.items() if assessment} == {
        name: "strong, not of nan" if name in qualified else "strong" for name in told
    }
    reason = "what the body makes of nan is refused, and nan is not: same(nan) returns nan"
    assert [each.reason.endswith(reason) for name, each in told.items() if each and name == "same"] == [True]


BLANKS = '''
def words(text: str) -> list[str]:
    """post: " ".join(_) == text.strip()"""
    return text.split()
'''


def test_words_are_tried_that_other_blanks_separate_than_one(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(BLANKS, encoding="utf-8")
    rows = run_specifications(SpecTask(task_id="a", file=tmp_path / "a.py"), RunSettings(config=Config())).rows
    (row,) = (row for row in rows if isinstance(row, SpecRow))
    assert row.assessment
    assert row.assessment.verdict == "wrong"
