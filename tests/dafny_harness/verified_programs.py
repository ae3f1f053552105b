"""Small programs that Dafny verifies, with the verdicts that their specifications deserve, which were written down
before anything of ours had seen them: `tests/data/verified`, a file for each chapter of the reference manual.

A program begins with a line `//// strong`, the verdict on everything in it, or `//// strong, M weak, C.N unknown`, with
those on what has another one. `4` after the slashes: Dafny 2.3 cannot read it, or
not prove it without help. A part «a¦b¦c» stands for several
programs, of which the second has the second of all such parts, and a shorter one begins again; the verdicts may have
such parts, too.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

FOLDER = Path(__file__).parents[1] / "data" / "verified"
_HEAD = re.compile(r"^//// *(4 )?(.+)\n", re.M)
_CHOICE = re.compile(r"«([^«»]*)»")


@frozen(slots=True)
class VerifiedProgram:
    """A program. `name`: its chapter and the line that it begins in. `verdicts`: by the name of a method, of all others
    by the empty name."""

    name: str
    text: str
    verdicts: Mapping[str, str]
    modern: bool

    def verdict(self, method: str) -> str:
        """The one that a method deserves."""
        return self.verdicts.get(method, self.verdicts[""])


def programs() -> Iterator[VerifiedProgram]:
    """All of them."""
    for path in sorted(FOLDER.glob("*.dfy")):
        text = path.read_text(encoding="utf-8")
        heads = list(_HEAD.finditer(text))
        ends = [*(each.start() for each in heads[1:]), len(text)]
        for head, end in zip(heads, ends, strict=True):
            line = text.count("\n", 0, head.start()) + 1
            whole = f"{head[2]}\n{text[head.end() : end].rstrip()}\n"
            for number, found in enumerate(_variants(whole)):
                verdicts, _, program = found.partition("\n")
                name = f"{path.stem}:{line}" + (f"#{number + 1}" if _CHOICE.search(whole) else "")
                yield VerifiedProgram(name, program, _verdicts(verdicts), head[1] is not None)


def _variants(text: str) -> Iterator[str]:
    """The programs for which a text with alternatives stands."""
    choices = [found[1].split("¦") for found in _CHOICE.finditer(text)]
    for number in range(max(map(len, choices), default=1)):
        yield _CHOICE.sub(lambda found, number=number: _chosen(found[1].split("¦"), number), text)  # type: ignore[misc]


def _chosen(parts: list[str], number: int) -> str:
    return parts[number % len(parts)]


def _verdicts(text: str) -> dict[str, str]:
    first, *others = (part.strip() for part in text.split(","))
    return {"": first, **dict(part.split(" ", 1) for part in others)}
