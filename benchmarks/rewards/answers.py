"""The specification in a chatty answer: prose around it, Markdown fences, several blocks."""

import re
from collections.abc import Iterator

from ...core.language import DeclarationWords
from ..fences import LINE_END, fenced
from .reward_limits import LIMITS


def texts_of(answer: str, method: str, words: DeclarationWords) -> Iterator[str]:
    """The texts that may be the program in an answer, in the order in which they are to be tried: all of it; the last
    block that has the `method` (any method where that is empty), with what it lacks of the blocks before it; and, where
    no block has it, the part without fences from its first declaration on."""
    # All of it first: an answer without fences is a program as it stands.
    yield answer
    blocks = ["\n".join(block) + "\n" for block in fenced(answer)]
    declares = re.compile(rf"\b(?:{words.method})" + (rf"[^(\n]*\b{re.escape(method)}\b" if method else ""))
    places = [place for place, block in enumerate(blocks) if declares.search(block)]
    if places:
        program = blocks[places[-1]]
        # An earlier block with the method is a draft of it, and left out; one without it may have what the last one
        # lacks.
        helpers = [block for block in blocks[: places[-1]] if not declares.search(block)]
        yield "\n".join([*(block for block in helpers if _needs(program, block, words)), program])
        return
    lines = LINE_END.split(answer)
    begins = re.compile(rf"(?:{words.modifiers})*(?:{words.method}|{words.others})")
    starts = [place for place, line in enumerate(lines) if begins.match(line)]
    if starts and not blocks:
        # Prose may follow: the program is tried up to each blank line, the longest piece first.
        ends = [len(lines), *(place for place in range(len(lines) - 1, starts[0], -1) if not lines[place].strip())]
        for end in ends[: LIMITS.endings]:
            yield "\n".join(lines[starts[0] : end]) + "\n"


def _needs(program: str, block: str, words: DeclarationWords) -> bool:
    """Whether a block declares what a program names and does not declare itself."""
    declared = re.compile(rf"^\s*(?:{words.modifiers})*(?:{words.others})(\w+)", re.M)
    lacking = set(declared.findall(block)) - set(declared.findall(program))
    return not lacking.isdisjoint(re.findall(r"\w+", program))
