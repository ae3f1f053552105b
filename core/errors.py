"""Every error the suite raises on purpose. All derive from `SpecassayError`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .spans import Span

DEFECT = "an internal error of specassay"
"""How the construct of every `Defect` begins."""


class SpecassayError(Exception):
    """Base class: an error with a message for people."""


class InputError(SpecassayError):
    """Input that cannot be used: missing, unreadable, empty, broken. Exit code 2."""

    def __init__(self, message: str, *, file: str | None = None, line: int | None = None) -> None:
        self.file, self.line = file, line
        at_line = "" if line is None else f":{line}"
        super().__init__(message if file is None else f"{file}{at_line}: {message}")


def not_there(path: Path) -> InputError:
    """Why nothing can be read at a path where there is no file and no folder."""
    if str(path) == "-":
        return InputError("standard input is not read; give a file", file="-")
    try:
        path.stat()
    except FileNotFoundError:
        why = f"a link to {os.readlink(path)}, which does not exist" if path.is_symlink() else "no such file or folder"
        return InputError(why, file=str(path))
    except OSError as error:
        return InputError(error.strerror or str(error), file=str(path))
    return InputError("neither a file nor a folder", file=str(path))


def unreadable(path: Path | str, error: OSError) -> InputError:
    """Why a file cannot be read: what the system said of it."""
    if isinstance(error, FileNotFoundError):
        return not_there(Path(path))
    return InputError(f"cannot be read: {error.strerror or error}", file=str(path))


def unwritable(path: Path | str, error: OSError) -> InputError:
    """Why a file cannot be written: what the system said of it."""
    return InputError(f"cannot be written: {error.strerror or error}", file=str(path))


class OutputFailure(SpecassayError):
    """What can no longer be written, as on a full disk, though the run had begun. Exit code 3."""


class ParseError(InputError):
    """Text outside a grammar, with its position, what was found and what was expected."""

    def __init__(self, span: Span, found: str, expected: tuple[str, ...] = ()) -> None:
        self.span, self.found, self.expected = span, found, expected
        wanted = f", expected {' or '.join(expected)}" if expected else ""
        SpecassayError.__init__(self, f"{span}: found {found}{wanted}")
        self.file, self.line = span.file, span.line


class SortError(SpecassayError):
    """A term whose arguments do not fit its operator."""


class NoRoomError(SortError):
    """A number that is none of a sort's: 1/2 among integers, -1 among those of 8 bits."""


class Unsupported(SpecassayError):
    """A construct that is read but not lowered yet: `construct` names it, `span` says where."""

    def __init__(self, construct: str, span: Span | None = None) -> None:
        self.construct, self.span = construct, span
        super().__init__(f"unsupported: {construct}" + (f" at {span}" if span else ""))


UNRESOLVED = "unresolved identifier"
"""What a construct is called that names what nothing declares: no compiler accepts such a text."""


class WrongArity(Unsupported):
    """A call with another number of arguments or results than what it calls has."""


class Undeclared(Unsupported):
    """A call of something that nothing declares."""


class Defect(Unsupported):
    """An error of our own in reading one construct: the construct has no meaning, and what is around it keeps its."""


@contextmanager
def contained(span: Span | None) -> Iterator[None]:
    """While one construct is lowered, which is at `span`: an exception that nobody raised on purpose is a `Defect` of
    that construct. So no declaration takes its file with it, and no clause its method."""
    try:
        yield
    except (InputError, Unsupported):
        raise
    except Exception as error:
        raise Defect(f"{DEFECT} ({type(error).__name__}: {error})", span) from error


def defect(error: Exception) -> str:
    """What to say of an exception that should not have happened: what, and where."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    return f"a defect of specassay, please report it: {type(error).__name__}: {error}{where}"


class OutOfFuel(SpecassayError):
    """Evaluation stopped at its step or size limit: the value is unknown, not undefined."""


class NotComputed(OutOfFuel):
    """Somebody needs a part of a codatatype's value that is not computed yet, and cannot compute it. The value may have
    no end, so that whoever does not catch this does not know."""

    def __init__(self) -> None:
        super().__init__("a value of a codatatype, which may have no end, is needed as a whole")


class SolverFailure(SpecassayError):
    """A solver or an external tool that broke, as opposed to one that answered unknown. Exit code 3."""


class ClusterFailure(SpecassayError):
    """A cluster that cannot be reached, went away, or cannot do the work. Exit code 3."""
