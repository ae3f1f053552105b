"""The store of a run: what is kept, whatever ends its writer, and what is said of one that cannot be used."""

import os
import resource
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.benchmarks.schema import CvtRow, ProvenanceRow
from specassay.benchmarks.store import FILE, NewResult, PlannedTask, RunWriter, open_run, start_run
from specassay.core.errors import InputError, OutputFailure

PROVENANCE = ProvenanceRow(
    started="2026-01-01T00:00:00+00:00", versions={"specassay": "1"}, options={}, seed=7, machine={}
)


def task(number: int, digest: str = "d") -> PlannedTask:
    return PlannedTask("cvt", "data", f"T/{number}", digest)


def result(number: int, rows: int = 2) -> NewResult:
    found = [
        CvtRow(task_id=f"T/{number}", violates=[each], verdict="violating", arguments={"n": str(each)}, solver="z3")
        for each in range(rows)
    ]
    return NewResult(found, {"clauses": rows}, 0.5)


PLAN = [task(number) for number in range(6)]


def work(writer: RunWriter) -> None:
    """A session: whatever is not known is found."""
    writer.begin(PROVENANCE, PLAN)
    for number, each in enumerate(PLAN):
        if each not in writer.known:
            writer.add(each, result(number))
    writer.end(0)


def kept(folder: Path) -> list[tuple[str, int]]:
    with open_run(folder) as run:
        return [(each.task.subject, len(each.rows)) for each in run.results()]


ALL = [(f"T/{number}", 2) for number in range(6)]


def in_a_process(body: Callable[[], None]) -> int:
    """Run it in a copy of this process; how that ended."""
    child = os.fork()
    if not child:
        try:
            body()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed(folder: Path, statement: int) -> int:
    """A session that SIGKILL ends before the statement of that number."""
    left = [statement]

    def trace(text: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def body() -> None:
        with start_run(folder, resume=True) as writer:
            writer.connection.set_trace_callback(trace)
            work(writer)

    return in_a_process(body)


@settings(max_examples=5)
@given(st.lists(st.integers(0, 45), min_size=1, max_size=3))
def test_whatever_moment_kills_a_run_what_is_finished_is_kept_whole(
    tmp_path_factory: pytest.TempPathFactory, moments: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("run")
    before = 0
    for moment in moments:
        assert killed(folder, moment) in (0, -signal.SIGKILL)
        found = kept(folder)
        assert found == ALL[: len(found)]
        assert len(found) >= before
        before = len(found)
    with start_run(folder, resume=True) as writer:
        writer.begin(PROVENANCE, PLAN)
        assert len(writer.known) == before
        work(writer)
    assert kept(folder) == ALL


def test_a_result_has_its_session_time_witness_and_engine_in_sql(tmp_path: Path) -> None:
    with start_run(tmp_path, resume=False) as writer:
        work(writer)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        columns = "task_id, violates, verdict, witness, engine, seconds, seed, versions"
        row = connection.execute(f"SELECT {columns} FROM current LIMIT 1").fetchone()
    assert row == ("T/0", "[0]", "violating", '{"n": "0"}', "z3", 0.5, 7, '{"specassay":"1"}')


def test_a_result_of_another_digest_is_kept_and_not_taken_for_this_one(tmp_path: Path) -> None:
    with start_run(tmp_path, resume=False) as writer:
        work(writer)
    other = [task(0, "other")]
    with start_run(tmp_path, resume=True) as writer:
        writer.begin(PROVENANCE, other)
        assert not writer.known
        assert writer.stored.pending() == other
    with start_run(tmp_path, resume=True) as writer:
        writer.begin(PROVENANCE, PLAN)
        assert set(writer.known) == set(PLAN)
        assert [each.session for each in writer.stored.sessions()] == [1, 2, 3]
        assert [each.session for each in writer.stored.used_sessions()] == [1, 3]


def test_what_failed_is_tried_again_and_gives_way(tmp_path: Path) -> None:
    with start_run(tmp_path, resume=False) as writer:
        writer.begin(PROVENANCE, PLAN[:1])
        writer.add(PLAN[0], NewResult([], {}, 0.1, failed=True))
        writer.begin(PROVENANCE, PLAN[:1])
        assert not writer.known
        writer.add(PLAN[0], result(0))
        assert [each.failed for each in writer.stored.results()] == [False]


def test_one_writer(tmp_path: Path) -> None:
    with (
        start_run(tmp_path, resume=False),
        pytest.raises(InputError, match=rf"process {os.getpid()} is writing this run"),
        start_run(tmp_path, resume=True),
    ):
        pass


def test_a_run_is_not_overwritten_unless_that_is_asked_for(tmp_path: Path) -> None:
    with start_run(tmp_path, resume=False) as writer:
        work(writer)
    with pytest.raises(InputError, match="--resume continues"), start_run(tmp_path, resume=False):
        pass
    assert kept(tmp_path) == ALL
    with start_run(tmp_path, resume=False, force=True) as writer:
        assert not writer.stored.plan()


def test_readers_read_while_it_is_written(tmp_path: Path) -> None:
    with start_run(tmp_path, resume=False) as writer:
        writer.begin(PROVENANCE, PLAN)
        writer.add(PLAN[0], result(0))
        assert kept(tmp_path) == ALL[:1]


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)


def renumber(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def somebody_elses(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (n)")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (damage, "damaged"),
        (lambda path: path.write_bytes(b"not a database" * 100), "damaged, or not a run"),
        (renumber, "has version 99 of the format"),
        (somebody_elses, "not a run of specassay"),
    ],
)
@pytest.mark.parametrize("reading", [True, False])
def test_a_store_that_cannot_be_used(
    tmp_path: Path, change: Callable[[Path], object], message: str, reading: bool
) -> None:
    with start_run(tmp_path, resume=False) as writer:
        work(writer)
    change(tmp_path / FILE)
    content = (tmp_path / FILE).read_bytes()
    with pytest.raises(InputError, match=message), open_run(tmp_path) if reading else start_run(tmp_path, resume=True):
        pass
    assert (tmp_path / FILE).read_bytes() == content


def test_a_folder_without_a_run(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no run is here"), open_run(tmp_path):
        pass


def test_a_store_that_somebody_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specassay.benchmarks.store.database.BUSY_SECONDS", 0.01)
    with start_run(tmp_path, resume=False) as writer:
        writer.begin(PROVENANCE, PLAN)
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(InputError, match="another process has locked it"):
                writer.add(PLAN[0], result(0))
        writer.add(PLAN[0], result(0))
    assert kept(tmp_path) == ALL[:1]


@pytest.fixture
def full_disk() -> Iterator[Callable[[int], None]]:
    """A limit of so many bytes for every file that this process writes; it ends with the test."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_fills_loses_nothing(tmp_path: Path, full_disk: Callable[[int], None]) -> None:
    with start_run(tmp_path, resume=False) as writer:
        writer.begin(PROVENANCE, PLAN)
        writer.add(PLAN[0], result(0))
        size = (tmp_path / f"{FILE}-wal").stat().st_size
        full_disk(size + 20_000)
        with pytest.raises(OutputFailure, match=r"cannot be written any further.*--resume"):
            writer.add(PLAN[1], result(1, rows=2000))
        assert kept(tmp_path) == ALL[:1]
    full_disk(resource.RLIM_INFINITY)
    with start_run(tmp_path, resume=True) as writer:
        work(writer)
    assert kept(tmp_path) == ALL
