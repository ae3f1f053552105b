"""The share of mutants that the tests kill, by module: what `make mutants` ends with.

Run as `python -m tests.mutants.killed FOLDER`, where FOLDER is the one in which mutmut ran.
"""

import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

WANTED = 0.9
"""The share of all mutants, over the modules, that has to be killed."""
KILLED = frozenset({"killed", "timeout", "segfault", "caught by type check"})
"""mutmut's words for a mutant with which the tests do not pass, or do not end."""


def shares(folder: Path) -> dict[str, tuple[int, int]]:
    """By module: how many mutants the tests killed, and how many there are. A mutant on which nothing was run counts
    as not killed."""
    from mutmut.stats import status_by_exit_code  # Here, because importing mutmut takes half a second.

    found = {}
    for path in sorted(folder.glob("mutants/**/*.py.meta")):
        codes: Mapping[str, int | None] = json.loads(path.read_text())["exit_code_by_key"]
        if codes:
            states = Counter(status_by_exit_code[code] for code in codes.values())
            module = path.relative_to(folder / "mutants").as_posix().removesuffix(".meta")
            found[module] = (sum(states[state] for state in KILLED), len(codes))
    return found


def main(arguments: list[str]) -> int:
    """Print the shares. Exit code 0: enough are killed; 1: too few; 2: there are no mutants."""
    found = shares(Path(arguments[0]))
    if not found:
        print(f"{arguments[0]}: no mutants: run mutmut there", file=sys.stderr)
        return 2
    width = max(map(len, found))
    total = tuple(map(sum, zip(*found.values(), strict=True)))
    for module, (killed, count) in [*found.items(), ("all", total)]:
        print(f"{module:{width}}  {killed:5} of {count:5}  {killed / count:6.1%}")
    if total[0] / total[1] < WANTED:
        print(f"fewer than {WANTED:.0%} are killed: docs/mutants.md says what to do about survivors")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
