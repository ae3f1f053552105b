"""The real files whose texts are edited: the bundled suite, and the data sets of a folder."""

import gzip
import json
import textwrap
from collections.abc import Iterator
from pathlib import Path

from specassay.benchmarks.datasets.bundled import folder

LANGUAGES = ("dafny", "python")
_FILES = {
    "dafny": ("dafny_bench/*.dfy", "mbpp_dfy/test/*.dfy", "labelled_specs/*/*/*.dfy"),
    "python": ("python_contracts/**/*.py",),
}


def corpus(language: str, data: Path | None) -> list[str]:
    """The texts of a language: of the bundled suite, and of `data` if it is given."""
    suffix = {"dafny": "dfy", "python": "py"}[language]
    found = [_text(path) for path in sorted(folder().rglob(f"*.{suffix}"))]
    if data is not None:
        found += [_text(path) for pattern in _FILES[language] for path in sorted(data.glob(pattern))]
        if language == "python":
            found += [text for path in sorted((data / "evalplus").glob("*.jsonl.gz")) for text in _functions(path)]
    return [text for text in found if text.strip()]


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def _functions(path: Path) -> Iterator[str]:
    """The tasks of EvalPlus, each as a function that begins with its contract."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            task = json.loads(line)
            contract = textwrap.indent(textwrap.dedent(str(task.get("contract", ""))), "    ")
            if contract.strip():
                yield f"def {task['entry_point']}({_parameters(task)}):\n{contract}\n    return None\n"


def _parameters(task: dict[str, str]) -> str:
    """The parameters as the prompt, or else the solution, writes them; none where that is not on one line."""
    for text in (task.get("prompt", ""), task.get("canonical_solution", "")):
        _, found, rest = text.partition(f"def {task['entry_point']}(")
        if found:
            return rest.partition(")")[0]
    return ""
