"""What the source is made of, by number: `make house`. Tests and input data do not count.

    python -m tests.house [--commits N]

Each figure is one that a review of this code base compared with other projects: a relative measure.
"""

import argparse
import ast
import io
import keyword
import statistics
import subprocess
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.test_imports import imported_modules, parsed, source_files

ROOT = Path(__file__).resolve().parent.parent
GENERIC = """each found one known other others given own made left wanted whole before inner there told shown again
still further same here both alone end part parts place thing things what said asked it x e"""
"""Names that say nothing of what they hold. The list was drawn from this project's own habits."""
FRAGMENTS = "of that for in with to by from at on as so those these"
"""First words of a docstring that is no sentence."""
SHORT = 150
"""Characters. A longer docstring explains itself after its first words."""
FEATURE_LINES = range(20, 151)
"""Added source lines of a commit that adds one feature: neither a slip nor a move of a folder."""


def bound_names(module: ast.Module) -> Iterator[str]:
    """Parameters and variables, once for each time they are bound."""
    for node in ast.walk(module):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name


def code_lines(source: str) -> tuple[int, int, int]:
    """(lines with code, identifiers on them, lines with nothing but a comment)."""
    identifiers, lines, comments = 0, set[int](), set[int]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments.add(token.start[0])
        elif token.type == tokenize.STRING and token.line.strip().startswith(('"""', 'r"""')):
            continue
        elif token.type not in (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
            lines.update(range(token.start[0], token.end[0] + 1))
            identifiers += token.type == tokenize.NAME and not keyword.iskeyword(token.string)
    return len(lines), identifiers, len(comments - lines)


def fragments(module: ast.Module) -> int:
    """Short docstrings that begin with a preposition, or with a pronoun for something above them."""
    count = 0
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node) or ""
            first = text.partition(" ")[0].strip(",:").lower()
            count += 0 < len(text) < SHORT and first in FRAGMENTS.split()
    return count


def importers(sources: dict[str, str]) -> Counter[str]:
    """Module → how many other modules of the package import it."""
    names = {path: ("specassay", *Path(path).with_suffix("").parts) for path in sources}
    modules = {".".join(name[:-1] if name[-1] == "__init__" else name) for name in names.values()}
    counts: Counter[str] = Counter()
    for path, source in sources.items():
        name = names[path]
        package = name[-1] == "__init__"
        targets = set()
        for _, target in imported_modules(source, name[:-1] if package else name, package):
            while target and target not in modules:
                target = target.rpartition(".")[0]
            targets.add(target)
        counts.update(targets - {".".join(name)})
    return counts


def files_of_features(commits: int) -> list[int]:
    """How many source files each commit of a feature changes, among the last `commits`."""
    log = subprocess.run(
        ["git", "log", f"-{commits}", "--no-merges", "--numstat", "--format=format:@"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    counts = []
    for commit in log.split("@\n"):
        rows = [line.split("\t") for line in commit.splitlines() if line.count("\t") == 2]
        changed = [(added, path) for added, _, path in rows if path.endswith(".py") and not path.startswith("tests/")]
        if sum(int(added) for added, _ in changed if added.isdigit()) in FEATURE_LINES:
            counts.append(len(changed))
    return counts


def figures(commits: int) -> dict[str, str]:
    """Measure → its value, in the order in which they are printed."""
    generic = frozenset(GENERIC.split())
    paths = source_files(ROOT)
    sources = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}
    modules = {path: parsed(source) for path, source in sources.items()}
    names = [name for module in modules.values() for name in bound_names(module)]
    counted = [code_lines(source) for source in sources.values()]
    lines, identifiers, comments = (sum(column) for column in zip(*counted, strict=True))
    total = sum(source.count("\n") for source in sources.values())
    once = sum(count == 1 for count in importers(sources).values())
    features = files_of_features(commits)
    return {
        "files": f"{len(sources)}",
        "lines": f"{total:,}",
        "generic names": f"{sum(name in generic for name in names) / len(names):.1%} of {len(names):,} bindings",
        "identifiers a code line": f"{identifiers / lines:.2f}",
        "fmt: skip": f"{sum(source.count('# fmt: skip') for source in sources.values())}",
        "lines that are comments": f"{comments / total:.1%}",
        "docstrings that are fragments": f"{sum(map(fragments, modules.values()))}",
        "modules with one importer": f"{once}",
        "source files a feature commit": f"{statistics.mean(features):.1f} of {len(features)} commits"
        if features
        else "-",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commits", type=int, default=2000, help="how far back the history is read")
    for name, value in figures(parser.parse_args().commits).items():
        print(f"{name:32} {value}")


if __name__ == "__main__":
    main()
