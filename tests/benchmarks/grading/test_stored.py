"""What the digest of a grade's row depends on."""

from collections.abc import Callable

from attrs import evolve

from specassay.backends.python.sandbox import Sandbox
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.grading.grade import Settings
from specassay.benchmarks.grading.samples import Sample
from specassay.benchmarks.grading.stored import Digests

Make = Callable[..., ContractTask]
SAMPLE = Sample(task_id="Own/1", number=0, code="def half(n):\n    return n // 2\n", origin="s.jsonl:1")


def test_it_changes_with_the_program_the_task_and_the_options_and_with_nothing_else(half: Make) -> None:
    settings = Settings(open_runner=Sandbox, reject=frozenset({"AssertionError", "ValueError", "TypeError"}))

    def digest(task: ContractTask, settings: Settings = settings, sample: Sample = SAMPLE) -> str:
        return Digests({sample.task_id: task}, settings).of(evolve(sample, task_id=SAMPLE.task_id))

    task = half()
    same = [
        digest(task),
        digest(half(), sample=evolve(SAMPLE, origin="other.jsonl:7", number=4)),
        digest(task, evolve(settings, reject=frozenset({"ValueError", "TypeError", "AssertionError"}))),
    ]
    assert len(set(same)) == 1
    others = [
        digest(task, sample=evolve(SAMPLE, code="def half(n): return 0\n")),
        digest(half(contract_text="assert n > 1\n")),
        digest(half(plus_input=([7],))),
        digest(task, evolve(settings, solver_limit=0.5)),
        digest(task, evolve(settings, reject=frozenset({"ValueError"}))),
        digest(task, evolve(settings, valid=evolve(settings.valid, cpu_seconds=2.5))),
    ]
    assert len({*same, *others}) == 1 + len(others)
