"""Balanced parentheses."""


def parentheses_depth(text: str) -> int:
    """Return how deep the parentheses of a balanced text are nested."""
    assert isinstance(text, str)
    depth = 0
    for character in text:
        assert character in ["(", ")"], "only parentheses"
        if character == "(":
            depth += 1
        else:
            depth -= 1
        assert depth >= 0, "closed before it is opened"
    assert depth == 0, "left open"
    deepest = 0
    for character in text:
        depth += 1 if character == "(" else -1
        deepest = max(deepest, depth)
    return deepest
