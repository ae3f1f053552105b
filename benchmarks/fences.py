"""The blocks of code in a text of Markdown."""

import re
from collections.abc import Iterator

FENCE = re.compile(r"[ \t]*(```+|~~~+)[^`]*")
LINE_END = re.compile(r"\r\n|\r|\n")
"""What Python takes for the end of a line; `str.splitlines` knows more."""


def fenced(text: str) -> Iterator[list[str]]:
    """The lines of each block of Markdown between fences; the last one may have no end."""
    fence, block = "", list[str]()
    for line in LINE_END.split(text):
        if fence:
            if line.strip(" \t") == fence:
                yield block
                fence = ""
            else:
                block.append(line)
        elif match := FENCE.fullmatch(line):
            fence, block = match[1], []
    if fence:
        yield block
