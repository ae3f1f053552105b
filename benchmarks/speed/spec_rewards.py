"""What the reward of a specification takes, warm: `python -m specassay.benchmarks.speed.spec_rewards FILE|FOLDER…`.

Each `.dfy` file is a candidate for its own tests (or those made of its bodies). Wall time is that of `spec_reward`,
processor time that of the same work in this process.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median

import click
from attrs import frozen

from ...core.errors import SpecassayError
from ..datasets.registry import load
from ..datasets.tasks import SpecTask
from ..rewards.judging import judged
from ..rewards.specifications import DEFAULT_LIMITS, spec_reward
from ..rewards.tests import SpecTests, read_spec_tests


@frozen(slots=True)
class RewardTime:
    """What one candidate took: seconds on the clock and of a processor."""

    file: Path
    wall: float
    cpu: float


def files_of(sources: Iterable[Path]) -> list[Path]:
    """The files of specifications in files and folders. Raises InputError."""
    return [task.file for source in sources for task in load(source) if isinstance(task, SpecTask)]


def candidates(sources: Iterable[Path]) -> Iterator[tuple[Path, SpecTests]]:
    """The files with usable tests. Raises InputError for a source without files."""
    for file in files_of(sources):
        try:
            yield file, read_spec_tests(file)
        except SpecassayError:
            continue


def times(found: Sequence[tuple[Path, SpecTests]]) -> Iterator[RewardTime]:
    """What each takes, after one that is not counted."""
    for file, tests in found[:1]:
        spec_reward(file, tests)
    for file, tests in found:
        started = time.perf_counter()
        spec_reward(file, tests)
        wall = time.perf_counter() - started
        text = file.read_text(encoding="utf-8")
        started = time.process_time()
        judged(text, tests, DEFAULT_LIMITS.mutants, DEFAULT_LIMITS.seconds)
        yield RewardTime(file, wall, time.process_time() - started)


@click.command()
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path))
def main(sources: tuple[Path, ...]) -> None:
    """Print medians, 95th percentiles and the slowest files."""
    found = list(candidates(sources))
    click.echo(f"{len(found)} of {len(files_of(sources))} files have usable tests")
    taken = list(times(found))
    for name in ("wall", "cpu"):
        listed = sorted(getattr(measurement, name) for measurement in taken)
        last = listed[int(0.95 * (len(listed) - 1))]
        click.echo(f"{name}: median {1000 * median(listed):.1f} ms, 95 % {1000 * last:.1f} ms, n {len(listed)}")
    for measurement in sorted(taken, key=lambda one: -one.cpu)[:5]:
        click.echo(f"{1000 * measurement.cpu:.0f} ms  {measurement.file}")


if __name__ == "__main__":
    main()
