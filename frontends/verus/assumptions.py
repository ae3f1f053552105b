"""What makes a verifier believe something without a proof. A body that is left out is none of that: `assume(false)`,
`unimplemented!()`, `external_body` of an exec function."""

from .scan import RawToken, VerusSource

_WORDS = frozenset({"admit", "axiom", "assume_specification", "external_fn_specification"})


def assumptions(text: str, file: str = "<text>") -> tuple[str, ...]:
    """Each of them with its place, in order: `assume at candidate.rs:3:5`. Comments and strings say nothing. Raises
    ParseError for what has no tokens of Rust."""
    source = VerusSource(text, file)
    tokens = source.tokens
    return tuple(
        f"{token.text} at {source.span(token.start, token.start + 1)}"
        for number, token in enumerate(tokens)
        if token.text in _WORDS or (token.text == "assume" and not _of_false(tokens[number + 1 : number + 4]))
    )


def _of_false(following: tuple[RawToken, ...]) -> bool:
    return [token.text for token in following] == ["(", "false", ")"]
