"""The specification in a chatty answer: prose around it, Markdown fences, several blocks."""

import re
from collections.abc import Iterator

from ..fences import LINE_END, fenced

STARTS = re.compile(r"(?:(?:ghost|abstract|static)\s+)*(?:method|function|predicate|datatype|type|newtype|const)\b")
DECLARED = re.compile(
    r"^\s*(?:ghost\s+)?(?:function|predicate|datatype|type|newtype|const)\s+(?:method\s+)?(\w+)", re.M
)
MOST_ENDS = 8
"""Paragraphs behind a program without fences that are tried as a part of it: each is parsed, and there may be many."""


def texts_of(answer: str, method: str) -> Iterator[str]:
    """The texts that may be the program in an answer, in the order in which they are to be tried: all of it; the last
    block that has the `method` (any method where that is empty), with what it lacks of the blocks before it; and, where
    no block has it, the part without fences from its first declaration on."""
    yield answer
    blocks = ["\n".join(block) + "\n" for block in fenced(answer)]
    declares = re.compile(rf"\bmethod\b[^(\n]*\b{re.escape(method)}\b" if method else r"\bmethod\b")
    places = [place for place, block in enumerate(blocks) if declares.search(block)]
    if places:
        program = blocks[places[-1]]
        helpers = [block for block in blocks[: places[-1]] if not declares.search(block)]
        yield "\n".join([*(block for block in helpers if _needs(program, block)), program])
        return
    lines = LINE_END.split(answer)
    starts = [place for place, line in enumerate(lines) if STARTS.match(line)]
    if starts and not blocks:
        ends = [len(lines), *(place for place in range(len(lines) - 1, starts[0], -1) if not lines[place].strip())]
        for end in ends[:MOST_ENDS]:
            yield "\n".join(lines[starts[0] : end]) + "\n"


def _needs(program: str, block: str) -> bool:
    """Whether a block declares what a program names and does not declare itself."""
    lacking = set(DECLARED.findall(block)) - set(DECLARED.findall(program))
    return not lacking.isdisjoint(re.findall(r"\w+", program))
