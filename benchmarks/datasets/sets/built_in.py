"""The data sets that are known by name. EvalPlus publishes no checksums; those here are of the files that others have
pinned, too."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from attrs import evolve

from .. import bundled, evalplus
from ..text_lines import read_json
from . import verina_tasks
from .adapter import DataSetAdapter, DataSetPart, PublishedFile, in_first_of, prefixed, problem_of_file

# Data sets in Verus that people wrote. VeriContest: tasks of programming contests, a folder each, whose `verified.rs`
# has specification, body and proof. HumanEval-Verus: tasks of HumanEval.

_CONTESTS = ("leetcode", "codeforces", "extended")


def _contests(folder: Path) -> tuple[DataSetPart, ...]:
    found = {contest: tuple(sorted((folder / contest).glob("*/verified.rs"))) for contest in _CONTESTS}
    times = Counter(file.parent.name for files in found.values() for file in files)

    def problem(file: Path) -> str:
        # `extended` says something else of tasks of the other contests: what is right for one is wrong for the other.
        task = file.parent
        return f"VeriContest {task.name}" if times[task.name] == 1 else f"VeriContest {task.parent.name} {task.name}"

    return tuple(
        DataSetPart(
            name=f"vericontest-{contest}",
            specifications=files,
            root=folder / contest,
            problem=problem,
            has_bodies=True,
        )
        for contest, files in found.items()
        if files
    )


def _humaneval(folder: Path) -> tuple[DataSetPart, ...]:
    files = tuple(sorted(folder.glob("human_eval_*.rs")))
    return (DataSetPart(name="humaneval-verus", specifications=files, root=folder),) if files else ()


VERICONTEST = DataSetAdapter(
    name="vericontest",
    title="tasks of programming contests in Verus by people, with verified bodies (CC BY 4.0)",
    reference="VeriContest. 2026",
    address="https://github.com/VeriContest/VeriContest",
    find=in_first_of(("vericontest", "VeriContest", "."), _contests),
)
HUMANEVAL_VERUS = DataSetAdapter(
    name="humaneval-verus",
    title="tasks of HumanEval in Verus by hand, most with verified bodies (MIT)",
    reference="Aguirre et al.: HumanEval-Verus. 2024",
    address="https://github.com/secure-foundations/human-eval-verus",
    find=in_first_of(("humaneval_verus", "human-eval-verus/tasks", "tasks", "."), _humaneval),
)


# vericoding: specifications without bodies, translated by models from one language to another. Files of one name in
# the folders of two languages are one problem; sets of files repeat tasks of other data sets.

_PLACES = ("vericoding", "vericoding/specs", ".")
_LANGUAGES = ("dafny", "verus")
_SHARED = frozenset({"humaneval", "verina"})
"""Sets whose files are named by the numbers of another data set."""


def _parts_in(folder: Path) -> tuple[DataSetPart, ...]:
    roots = [folder / language for language in _LANGUAGES if (folder / language).is_dir()]
    if len(roots) < len(_LANGUAGES):
        return ()
    names = sorted({each.name for root in roots for each in root.iterdir() if each.is_dir()})
    return tuple(
        DataSetPart(
            name=f"vericoding-{name}",
            specifications=tuple(root / name for root in roots if (root / name).is_dir()),
            root=folder,
            problem=_names(name),
            has_bodies=False,
        )
        for name in names
    )


def _names(name: str) -> Callable[[Path], str]:
    return problem_of_file if name in _SHARED else prefixed(f"vericoding {name}")


VERICODING = DataSetAdapter(
    name="vericoding",
    title="specifications without bodies, translated by models between languages (MIT)",
    reference="Bursuc, Ehrenborg, Lin, Astefanoaei, Chiosa, Kukovec, Singh, Butterley, Bizid, Dougherty, Zhao, Tan, "
    "Tegmark: A benchmark for vericoding. 2025",
    address="https://github.com/Beneficial-AI-Foundation/vericoding-benchmark",
    find=in_first_of(_PLACES, _parts_in),
)


Find = Callable[[Path], tuple[DataSetPart, ...]]
SUITE = "suite"
FEASIBLE = "known_feasible.json"
_CLOVER_PLACES = ("labelled_specs/clover", "clover", "CloverBench", ".")
_CLOVER_KINDS = ("ground_truth", "weak_postcondition", "weak_or_wrong")
_VERINA_PLACES = ("labelled_specs/verina", "verina", ".")
_VERINA_INDEX = "index.json"


def dafny_files(folder: Path, *places: str) -> Path | None:
    """The first of some folders in a folder that holds Dafny files."""
    for place in places:
        if (folder / place).is_dir() and next((folder / place).rglob("*.dfy"), None) is not None:
            return folder / place
    return None


def _suite(folder: Path) -> tuple[DataSetPart, ...]:
    """Wherever one looks, it is where specassay is installed."""
    data = bundled.data()
    suite_part = DataSetPart(
        name=SUITE,
        contracts=data.contracts,
        specifications=data.specifications,
        feasible=data.feasible,
        root=bundled.folder(),
    )
    return (suite_part,)


def _of_evalplus(stem: str) -> Find:
    """Looks for a file whose name begins with the stem: that of a release, with a version or without. What is known of
    it is beside it."""

    def find(folder: Path) -> tuple[DataSetPart, ...]:
        for place in ("evalplus", "."):
            files = sorted(path for path in (folder / place).glob(f"{stem}*.jsonl*") if evalplus.matches(path))
            if files:
                path = folder / place / FEASIBLE
                feasible = evalplus.read_feasible(path) if path.is_file() else {}
                return tuple(
                    DataSetPart(name=file.name.split(".jsonl")[0], contracts=(file,), feasible=feasible)
                    for file in files
                )
        return ()

    return find


def _mbpp_dfy(folder: Path) -> tuple[DataSetPart, ...]:
    files = dafny_files(folder, "mbpp_dfy/test", "MBPP-DFY-153/test", "mbpp_dfy", "MBPP-DFY-153")
    part = None if files is None else DataSetPart(name="mbpp_dfy", specifications=(files,))
    return () if part is None else (evolve(part, has_tests=True, has_bodies=True),)


def _dafny_bench(folder: Path) -> tuple[DataSetPart, ...]:
    files = dafny_files(folder, "dafny_bench", "DafnyBench/dataset/ground_truth", "dataset/ground_truth")
    part = None if files is None else DataSetPart(name="dafny_bench", specifications=(files,))
    return () if part is None else (evolve(part, problem=prefixed("DafnyBench"), has_bodies=True),)


def _clover(folder: Path) -> tuple[DataSetPart, ...]:
    for place in _CLOVER_PLACES:
        folders = [(kind, dafny_files(folder / place, kind)) for kind in _CLOVER_KINDS]
        parts = [
            DataSetPart(
                name="clover" if kind == _CLOVER_KINDS[0] else f"clover-{kind}".replace("_", "-"),
                specifications=(path,),
                problem=prefixed("Clover"),
                has_tests=True,
                has_bodies=True,
            )
            for kind, path in folders
            if path is not None
        ]
        # Any folder with Dafny files looks like one kind: in its root the data set shows by the others beside it.
        if parts and folders[0][1] is not None and (place != "." or len(parts) > 1):
            return tuple(parts)
    return ()


def _verina(folder: Path) -> tuple[DataSetPart, ...]:
    """A folder `expected` of files with the expected outputs, and a folder `wrong` of the same files with others.
    `index.json` says of each test, by file and line, what it is: `E` an expected output, `U` one that VERINA's authors
    call wrong, `R` an input that they call invalid."""
    for place in _VERINA_PLACES:
        verina = folder / place
        # A folder `expected` may be anybody's: the index tells it.
        if (expected := dafny_files(verina, "expected")) is None or not (verina / _VERINA_INDEX).is_file():
            continue
        parts = [DataSetPart(name="verina", specifications=(expected,), has_tests=True, has_bodies=False)]
        if (wrong := dafny_files(verina, "wrong")) is not None:
            index = _labels(verina / _VERINA_INDEX)
            parts.append(
                DataSetPart(
                    name="verina-wrong",
                    specifications=(wrong,),
                    wrong_tests={name: _lines(lines, "U") for name, lines in index.items()},
                    bad_inputs={name: _lines(lines, "R") for name, lines in index.items()},
                    has_tests=True,
                    has_bodies=False,
                )
            )
        return tuple(parts)
    return ()


def _labels(path: Path) -> dict[str, dict[str, str]]:
    """Name of a file in `wrong` → line → label. Raises InputError."""
    index = read_json(path, dict[str, dict[str, str]], "expected files with lines and labels")
    return {Path(name).stem: lines for name, lines in index.items() if name.startswith("wrong/")}


def _lines(labels: dict[str, str], begins: str) -> frozenset[int]:
    return frozenset(int(line) for line, label in labels.items() if label.startswith(begins) and line.isdecimal())


BUILT_IN: tuple[DataSetAdapter, ...] = (
    DataSetAdapter(
        name=SUITE,
        title="tasks in both languages with the expected verdicts",
        reference="specassay",
        address="benchmarks/suite",
        find=_suite,
    ),
    DataSetAdapter(
        name="humaneval-plus",
        title="164 Python functions with contracts, inputs and canonical solutions (Apache-2.0)",
        reference="Liu, Xia, Wang, Zhang: Is Your Code Generated by ChatGPT Really Correct? NeurIPS 2023",
        address="https://github.com/evalplus/humanevalplus_release",
        find=_of_evalplus("HumanEvalPlus"),
        published=(
            PublishedFile(
                name="HumanEvalPlus.jsonl.gz",
                url="https://github.com/evalplus/humanevalplus_release/releases/download/v0.1.10/HumanEvalPlus.jsonl.gz",
                version="v0.1.10",
                sha256="272720b90ac375502c8ed23cd791c2a93dfb22a911641a494da74a426c09f101",
            ),
        ),
    ),
    DataSetAdapter(
        name="mbpp-plus",
        title="378 Python functions with contracts, inputs and canonical solutions (Apache-2.0)",
        reference="Liu, Xia, Wang, Zhang: Is Your Code Generated by ChatGPT Really Correct? NeurIPS 2023",
        address="https://github.com/evalplus/mbppplus_release",
        find=_of_evalplus("MbppPlus"),
        published=(
            PublishedFile(
                name="MbppPlus.jsonl.gz",
                url="https://github.com/evalplus/mbppplus_release/releases/download/v0.2.0/MbppPlus.jsonl.gz",
                version="v0.2.0",
                sha256="af43697e8791c4c149bdfd6b489d8b5412507551ac20e28a439f650b8225db63",
            ),
        ),
    ),
    DataSetAdapter(
        name="mbpp-dfy",
        title="Dafny methods with specifications, tests and labels by people",
        reference="Misu, Lopes, Ma, Noble: Towards AI-Assisted Synthesis of Verified Dafny Methods. FSE 2024",
        address="https://github.com/Mondego/dafny-synthesis",
        find=_mbpp_dfy,
    ),
    DataSetAdapter(
        name="clover-bench",
        title="Dafny methods with specifications that are right, and variants that are weak or wrong",
        reference="Sun, Sheng, Padon, Barrett: Clover: Closed-Loop Verifiable Code Generation. SAIV 2024",
        address="https://github.com/ChuyueSun/Clover",
        find=_clover,
    ),
    DataSetAdapter(
        name="verina",
        title="VERINA's tests, with wrong outputs and invalid inputs by its authors, on specifications in Dafny",
        reference="Ye, Yan, He, Kasriel, Yang, Song: VERINA: Benchmarking Verifiable Code Generation. 2025; "
        "specifications: Bursuc et al.: A benchmark for vericoding. 2025",
        address="https://github.com/Beneficial-AI-Foundation/vericoding",
        find=_verina,
    ),
    DataSetAdapter(
        name="dafny-bench",
        title="782 Dafny programs that verify",
        reference="Loughridge, Sun, Ahrenbach, Cassano, Sun, Sheng, Mudide, Misu, Amin, Tegmark: DafnyBench. 2024",
        address="https://github.com/sun-wendy/DafnyBench",
        find=_dafny_bench,
    ),
    verina_tasks.ADAPTER,
    VERICODING,
    VERICONTEST,
    HUMANEVAL_VERUS,
)
