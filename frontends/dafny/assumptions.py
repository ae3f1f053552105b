"""What a text asks the verifier to take for granted: `assume`, axioms, free clauses, and declarations that are not
verified.

Nothing here changes the meaning of a specification. Who judges what somebody else wrote wants to know: a program that
verifies under an assumption is not verified.
"""

import re

from .lexing.scan import DafnySource, Scanner

_ATTRIBUTE = re.compile(r"\{:\s*(axiom|extern|only|verify\s+false)\b")
_CLAUSES = {"requires", "ensures", "invariant"}
_AT_ATTRIBUTES = {"Axiom": "@Axiom", "Verify": "@Verify", "Extern": "@Extern"}


def assumptions(text: str, file: str = "<text>") -> tuple[str, ...]:
    """Each of them with its place, in order: `assume at candidate.dfy:3:5`. Comments and strings say nothing, bodies
    do. Raises InputError (ParseError) for what has no tokens of Dafny."""
    source = DafnySource(text, file)
    scanner = Scanner(source)
    found: list[tuple[int, str]] = []
    ends: set[int] = set()
    before = ""
    while (token := scanner.next()).kind != "end":
        if token.kind == "word" and token.text == "assume":
            found.append((token.start, "assume"))
            ends.add(token.start + len(token.text))
        if before == "@" and token.text in _AT_ATTRIBUTES:
            found.append((token.start, _AT_ATTRIBUTES[token.text]))
        if before == "free" and token.text in _CLAUSES:
            found.append((token.start, f"free {token.text}"))
        before = token.text
    for attribute in scanner.attributes:
        # That of `assume {:axiom} P` says nothing beside the statement.
        end = attribute.start
        while text[end - 1 : end].isspace():
            end -= 1
        if end not in ends and (match := _ATTRIBUTE.match(attribute.text)):
            found.append((attribute.start, f"{{:{match[1]}}}"))
    return tuple(f"{what} at {source.span(start, start + 1)}" for start, what in sorted(found))
