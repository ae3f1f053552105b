"""A stand-in for Dafny 4: it takes its command line and prints what it prints.

It understands methods whose body is `var r: int := N;` and then an assertion that `r` is, or is not, a number. A file
that contains the word HANG makes it wait with a child, one with the word CRASH ends it without a summary.
"""

import re
import subprocess
import sys
import time
from pathlib import Path

METHOD = re.compile(r"^method (?:\{:timeLimit \d+\} )?(\w+)\(.*?^}", re.M | re.S)
VALUE = re.compile(r"var r: int := (-?\d+);")
GOAL = re.compile(r"assert \((!?)[( ]*r == (-?\d+)\s*\)+;")


def verifies(text: str) -> bool:
    if "assert false" in text:
        return False
    value, goal = VALUE.search(text), GOAL.search(text)
    if value is None or goal is None:
        raise SystemExit(f"this is not understood: {text}")
    return (int(value[1]) == int(goal[2])) is not bool(goal[1])


def verify(path: Path, limit: int) -> int:
    text = path.read_text(encoding="utf-8")
    if "HANG" in text:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        Path("child.pid").write_text(str(child.pid))
        time.sleep(600)
    if "CRASH" in text:
        print("Unhandled exception. System.IO.IOException: no space left")
        return 134
    outcomes = {}
    for method in METHOD.finditer(text):
        outcomes[method[1]] = verifies(method[0])
        if not outcomes[method[1]]:
            line = text.count("\n", 0, method.end()) + 1
            print(f"{path}({line},0): Error: assertion might not hold")
    failed = list(outcomes.values()).count(False)
    print(f"\nDafny program verifier finished with {len(outcomes) - failed} verified, {failed} errors\n")
    for name, holds in outcomes.items():
        print(f"Results for {name} (correctness)\n  Overall outcome: {'Correct' if holds else 'Errors'}")
        print("  Overall time: 00:00:00.0100000\n  Overall resource count: 100\n")
    return 4 if failed else 0


def main(arguments: list[str]) -> int:
    match arguments:
        case ["--version"]:
            print("4.9.0+0cdaa1ac30b1ae2ebc8bdb4a8e6ad3bbb3c2c9e2")
            return 0
        case ["verify", *options, file] if not file.startswith("-"):
            values = dict(option.removeprefix("--").partition(":")[::2] for option in options)
            known = {"show-snippets", "cores", "error-limit", "verification-time-limit", "resource-limit", "log-format"}
            if set(values) <= known and values["log-format"] == "text":
                return verify(Path(file), int(values["verification-time-limit"]))
    print(f"Unrecognized command or argument {arguments!r}.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
