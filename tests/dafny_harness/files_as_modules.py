"""The methods of real files, run by the real Dafny 2.3 and by the interpreter, many files at once.

Dafny needs seconds to start and to compile, whatever it compiles. So the files of a batch become the modules of one
program. What Dafny does not compile is left out, by the lines of its errors, and the others are tried again; where no
error has a line, the batch is halved.

    python -m tests.dafny_harness.files_as_modules FOLDER [COUNT]

says of each file what it came to; the exit code is 1 where any output differs, choices aside.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve, frozen

from specassay.core.errors import InputError
from tests.dafny_harness.files_against_dafny import STARTED, CalledPiece, FileOutcome, compiled, older, pieces_of

BATCH = 12
"""Files of one program."""


@frozen(slots=True)
class FileModule:
    """A file with calls of its methods. `is_older`: written as version 2 writes it."""

    path: Path
    text: str
    pieces: tuple[CalledPiece, ...]
    is_older: bool = False

    def written(self, number: int) -> str:
        """The file as a module."""
        calls = "".join(f'  print "\\n#{place}\\n"; {each.name}();\n' for place, each in enumerate(self.pieces))
        inner = "\n".join((self.text, *(each.text for each in self.pieces)))
        main = f"method Differential_() decreases *\n{{\n{calls}}}"
        whole = f"module File{number}_ {{ {inner}\n{main}\n}}\n"
        return older(whole) if self.is_older else whole


def prepared(path: Path) -> FileModule | FileOutcome:
    """A file and calls of its methods, or why there are none."""
    try:
        # Dafny 2.3 wants to know of one main method only.
        text = re.sub(r"\bMain\b", "Main_", path.read_text(encoding="utf-8-sig"))
        pieces = pieces_of(text, path)
    except (InputError, UnicodeDecodeError) as error:
        return FileOutcome(path, f"not read: {error}")
    return FileModule(path, text, tuple(pieces)) if pieces else FileOutcome(path, "no call")


def compared(batch: Sequence[FileModule], folder: Path) -> Iterator[FileOutcome]:
    """What the files of a batch come to."""
    if not batch:
        return
    modules = [each.written(number) for number, each in enumerate(batch)]
    calls = "".join(f'  print "\\n##{number}\\n"; File{number}_.Differential_();\n' for number in range(len(batch)))
    said = compiled(f"{''.join(modules)}method Main() decreases *\n{{\n{calls}}}\n", folder)
    if STARTED in said:
        parts = re.split(r"^##(\d+)\n", said.partition(STARTED)[2], flags=re.MULTILINE)
        shown = dict(zip(map(int, parts[1::2]), parts[2::2], strict=True))
        for number, each in enumerate(batch):
            # What the compiler calls the module stands before the constructors of its datatypes.
            yield judged(each, re.sub(rf"\b_\d+_File{number}___Compile\.", "", shown.get(number, "")))
        return
    refused = dict(_refused(said, modules))
    if not refused and len(batch) > 1:
        yield from compared(batch[: len(batch) // 2], folder)
        yield from compared(batch[len(batch) // 2 :], folder)
        return
    again = []
    for number, each in enumerate(batch):
        if number not in refused and len(batch) > 1:
            again.append(each)
        elif not each.is_older and older(each.written(number)) != each.written(number):
            again.append(evolve(each, is_older=True))
        else:
            yield FileOutcome(each.path, f"not compiled: {refused.get(number, said[-200:])}")
    yield from compared(again, folder)


def _refused(said: str, modules: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The modules that Dafny does not compile, each with one of the reasons."""
    ends = [sum(part.count("\n") for part in modules[: number + 1]) for number in range(len(modules))]
    for line, reason in re.findall(r"program\.dfy(?:\[[^\]]*\])?\((\d+),\d+\): Error:? ?(.*)", said):
        number = next((number for number, end in enumerate(ends) if int(line) <= end), None)
        if number is not None:
            yield number, reason


def judged(file: FileModule, shown: str) -> FileOutcome:
    """What both print, call by call. `shown`: what Dafny prints for the file."""
    parts = re.split(r"^#(\d+)\n", shown, flags=re.MULTILINE)
    theirs = dict(zip(map(int, parts[1::2]), parts[2::2], strict=True))
    differing = []
    for number, each in enumerate(file.pieces):
        found = theirs.get(number, "nothing")
        if found.rstrip("\n") != each.ours.rstrip("\n"):
            kind = "a choice, " if each.chosen else ""
            differing.append(f"{kind}{each.text}  Dafny {found!r}\n  ours  {each.ours!r}")
    return FileOutcome(file.path, "compared", len(file.pieces), tuple(differing))


def outcomes(paths: Iterable[Path]) -> Iterator[FileOutcome]:
    """What files come to, in batches."""
    waiting: list[FileModule] = []
    with TemporaryDirectory() as place:
        for path in paths:
            found = prepared(path)
            if isinstance(found, FileOutcome):
                yield found
                continue
            waiting.append(found)
            if len(waiting) == BATCH:
                yield from compared(waiting, Path(place))
                waiting = []
        yield from compared(waiting, Path(place))


def main(folder: Path, count: int | None) -> int:
    """Compare the files of a folder; how many calls differ, choices aside."""
    paths = sorted(folder.rglob("*.dfy"))
    if not paths:
        sys.exit(f"there is no Dafny file in {folder}: give a folder with FOLDER=…, or the data with SPECASSAY_DATA=…")
    states: Counter[str] = Counter()
    calls = differing = choices = 0
    for found in outcomes(paths if count is None else paths[:: max(1, len(paths) // count)]):
        states[found.state.partition(":")[0]] += 1
        calls += found.calls
        own = [each for each in found.differing if not each.startswith("a choice")]
        differing += len(own)
        choices += len(found.differing) - len(own)
        print(f"{found.path.name}: {found.state}, {found.calls} calls, {len(own)} differ", flush=True)
        for each in found.differing:
            print(f"  {each}", flush=True)
    shown = ", ".join(f"{number} {state}" for state, number in states.most_common())
    print(f"{sum(states.values())} files: {shown}; {calls} calls, {differing} differ, {choices} by a choice")
    return differing


if __name__ == "__main__":
    sys.exit(min(1, main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None)))
