"""One text through a front end, as `specassay parse` and the reading of tests do it: what goes wrong, if anything."""

import resource
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, TracebackType

from attrs import frozen

from specassay.core.errors import DEFECT, InputError
from specassay.core.ir.statements import OpaqueStatement
from specassay.frontends import verus
from specassay.frontends.dafny import parse_program, parse_test
from specassay.frontends.listing import lines
from specassay.frontends.python import parse_file
from tests.dafny_harness.made import examples_of

MEMORY = 3 * 2**30
"""Bytes of address space that a worker may use."""
SNIPPET = 300
"""At most so many characters at the end of a text are read as the statements of a test, too: a third of a short one."""
_PACKAGE = str(Path(__file__).parents[2])


class Hang(BaseException):
    """More processor time than a text may take. Not an Exception: nothing may catch it."""


@frozen(slots=True)
class Failure:
    """A text on which a front end crashed or took too long. `key` is equal for those that fail in the same place."""

    key: str
    text: str
    details: str


def read_dafny(text: str) -> None:
    program = parse_program(text, "fuzz.dfy")
    found = examples_of(program)
    check([*lines(program), *(finding.message for finding in found.findings)])
    for signature in program.specifications[:1]:
        snippet = parse_test(text[-min(SNIPPET, len(text) // 3 + 1) :], signature, "snippet", "fuzz.dfy")
        check([each.construct for each in snippet.tested["snippet"].body if isinstance(each, OpaqueStatement)])
        check([finding.message for finding in examples_of(snippet).findings])


def read_python(text: str) -> None:
    with tempfile.NamedTemporaryFile(suffix=".py") as stream:
        stream.write(text.encode("utf-8"))
        stream.flush()
        check(list(lines(parse_file(stream.name))))


def read_verus(text: str) -> None:
    program = verus.parse_program(text, "fuzz.rs")
    check(list(lines(program)))
    bodies = (each for routine in program.tested.values() for each in routine.body)
    check([each.construct for each in bodies if isinstance(each, OpaqueStatement)])


class Contained(AssertionError):
    """An internal error that was kept to one declaration: a defect all the same."""


def check(listed: list[str]) -> None:
    for line in listed:
        if DEFECT in line:
            raise Contained(line[line.index(DEFECT) :][:200])


READERS: dict[str, Callable[[str], None]] = {"dafny": read_dafny, "python": read_python, "verus": read_verus}


def failure(language: str, text: str, seconds: float) -> Failure | None:
    """Read a text; None where it is read, or refused by the documented error."""
    try:
        with _limited(seconds):
            READERS[language](text)
    except InputError:
        return None
    except Hang as hang:
        return Failure(f"hang in {_place(hang.__traceback__)}", text, f"more than {seconds:g} s of processor time")
    except Contained as error:
        return Failure(str(error).partition(" at ")[0], text, str(error))
    except Exception as error:
        details = "".join(traceback.format_exception(error, limit=-6))
        return Failure(f"{type(error).__name__} in {_place(error.__traceback__)}", text, details)
    return None


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def limited_memory() -> Iterator[None]:
    """For this process, which may be one that goes on to do other things."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if hard < 0 else min(MEMORY, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _place(found: TracebackType | None) -> str:
    """The innermost function of ours in a traceback."""
    frames = [frame for frame in traceback.extract_tb(found) if frame.filename.startswith(_PACKAGE)]
    ours = [frame for frame in frames if "site-packages" not in frame.filename and "fuzzing" not in frame.filename]
    if not ours:
        return "?"
    return f"{ours[-1].filename[len(_PACKAGE) + 1 :]}:{ours[-1].name}"
