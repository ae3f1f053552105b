"""What the sandbox is compared with: a process with resource limits, as evaluators of candidate programs use it.

The expected value is in the process of the program, which judges itself and reports by pickle. Run as a script, it
is the process; it imports nothing of ours.
"""

import json
import pickle
import resource
import sys
from typing import Any


def main() -> None:
    """Judge one program: a JSON object with `code`, `expected` and limits on the standard input."""
    task = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_AS, (task["memory_mb"] << 20,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (task["cpu_seconds"],) * 2)
    expected = task["expected"]
    report = sys.stdout.buffer
    sys.stdout = sys.stderr
    names: dict[str, Any] = {}
    value: object = None
    try:
        exec(task["code"], names)
        value = names["f"]()
        passed = bool(value == expected)
    except BaseException as error:
        value, passed = error, False
    try:
        data = pickle.dumps({"passed": passed, "value": value})
    except Exception as error:
        data = pickle.dumps({"passed": passed, "value": str(error)})
    report.write(data)


if __name__ == "__main__":
    main()
