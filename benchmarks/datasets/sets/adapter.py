"""What an adapter of a data set says."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from ..benchmark_problem import BenchmarkProblem
from ..problems import SHARED, problem_name


@frozen(slots=True, kw_only=True)
class PublishedFile:
    """A file of a data set as it is published. `sha256`: of the file as it is downloaded."""

    name: str
    url: str
    version: str
    sha256: str


def problem_of_file(file: Path) -> str:
    """The name of the problem that a file is about, by its own."""
    return problem_name(file.stem)


def prefixed(prefix: str) -> Callable[[Path], str]:
    """Names of problems that are the data set's own: `Clover abs`, unless they are numbers of another one."""

    def name(file: Path) -> str:
        own = problem_of_file(file)
        return own if own.startswith(SHARED) else f"{prefix} {own}"

    return name


@frozen(slots=True, kw_only=True)
class DataSetPart:
    """What of a data set goes into one column of tables: its name, and the sources of its tasks, in the folder
    `root` where they are many. `feasible`: by task,
    sets of clauses that some input is known to violate exactly. `wrong_tests`: by the name of a Dafny file, the lines
    of tests that expect an output which the authors call wrong; `bad_inputs`: of those with an input that they call
    invalid. `problem`: the name of the problem that a file with specifications is about; `has_tests`, `has_bodies`: do
    such files have any? `problems`: files that hold no task but a problem each, with its tests, which `read_problem`
    reads; it raises InputError."""

    name: str
    contracts: tuple[Path, ...] = ()
    specifications: tuple[Path, ...] = ()
    root: Path | None = None
    feasible: Mapping[str, tuple[frozenset[int], ...]] = field(factory=dict)
    wrong_tests: Mapping[str, frozenset[int]] = field(factory=dict)
    bad_inputs: Mapping[str, frozenset[int]] = field(factory=dict)
    problem: Callable[[Path], str] = problem_of_file
    has_tests: bool = False
    has_bodies: bool | None = None
    problems: tuple[Path, ...] = ()
    read_problem: Callable[[Path], BenchmarkProblem] | None = None

    @property
    def sources(self) -> tuple[Path, ...]:
        """Files and folders with tasks."""
        return (*self.contracts, *self.specifications)

    @property
    def places(self) -> tuple[Path, ...]:
        """All files and folders of it."""
        return (*self.sources, *self.problems)


def in_first_of(
    places: Sequence[str], parts_in: Callable[[Path], tuple[DataSetPart, ...]]
) -> Callable[[Path], tuple[DataSetPart, ...]]:
    """Looks into folders of a folder, in order, until one has parts."""
    return lambda folder: next((parts for place in places if (parts := parts_in(folder / place))), ())


@frozen(slots=True, kw_only=True)
class DataSetAdapter:
    """A data set. `find` looks for it in a folder, which holds data sets or is its own, and gives its parts, none where
    it is not there; it raises InputError for broken files. `reference`: who published it; `address`: where.
    `published`: its files, the newest version first, where these are single files; where there are none, the address is
    of a repository to clone."""

    name: str
    title: str
    reference: str
    address: str
    find: Callable[[Path], tuple[DataSetPart, ...]]
    published: tuple[PublishedFile, ...] = ()
