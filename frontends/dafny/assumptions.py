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
    # Tokens, so that comments and strings are passed over and bodies are not.
    scanner = Scanner(source)
    placed_assumptions: list[tuple[int, str]] = []
    ends: set[int] = set()
    previous_token = ""
    while (token := scanner.next()).kind != "end":
        if token.kind == "word" and token.text == "assume":
            placed_assumptions.append((token.start, "assume"))
            ends.add(token.start + len(token.text))
        # Attributes of Dafny 4 are written with `@` before the declaration.
        if previous_token == "@" and token.text in _AT_ATTRIBUTES:
            placed_assumptions.append((token.start, _AT_ATTRIBUTES[token.text]))
        # `free ensures` is believed and never checked.
        if previous_token == "free" and token.text in _CLAUSES:
            placed_assumptions.append((token.start, f"free {token.text}"))
        previous_token = token.text
    for attribute in scanner.attributes:
        # That of `assume {:axiom} P` says nothing beside the statement.
        attribute_start = attribute.start
        while text[attribute_start - 1 : attribute_start].isspace():
            attribute_start -= 1
        if attribute_start not in ends and (match := _ATTRIBUTE.match(attribute.text)):
            placed_assumptions.append((attribute.start, f"{{:{match[1]}}}"))
    return tuple(f"{assumption} at {source.span(start, start + 1)}" for start, assumption in sorted(placed_assumptions))
