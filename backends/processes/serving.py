"""A worker process, which `workers.py` starts: `python -m … FD PARENT` makes the results of items until there are no
more. It says a part of the result of its item, that there are no more parts, or what the item raised."""

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import cache
from typing import Any

from ...core.errors import SolverFailure
from .child import connection_of

PART, END, RAISED = range(3)


def main() -> None:
    """What opens the worker comes first, then items, one after the other."""
    requests = connection_of(sys.argv)
    # The end of the connection is the end of the work.
    with ExitStack() as stack, suppress(EOFError, ConnectionError):
        open_worker = requests.recv()
        opened = cache(lambda: stack.enter_context(open_worker()))  # with the first item: what that raises is its own
        while True:
            for message in _messages(opened, requests.recv()):
                requests.send(message)


def _messages(opened: Callable[[], Callable[[Any], Iterable[Any]]], item: Any) -> Iterator[tuple[int, Any]]:
    try:
        for part in opened()(item):
            yield PART, part
    except Exception as error:
        yield RAISED, _sendable(error)
    else:
        yield END, None


def _sendable(error: Exception) -> Exception:
    """An exception, or what stands for one that cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return SolverFailure(f"a worker process failed: {type(error).__name__}: {error}")
    return error


if __name__ == "__main__":
    main()
