"""Text of unknown origin, made safe to show."""

import sys
from collections.abc import Iterable

import click

# Characters of texts that others wrote, where people read them: rows have them whole.
MOST_CHARACTERS = 400
MOST_CHARACTERS_OF_A_FINDING = 600
MOST_CHARACTERS_OF_A_LINE = 2000
MOST_OF_AN_ERROR = 2000


def printable(text: str, most: int = MOST_CHARACTERS) -> str:
    """The text on one line with everything that is not printable escaped (control characters steer
    terminals), cut after `most` characters."""
    escaped = "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text[: most + 1]
    )
    return escaped if len(text) <= most and len(escaped) <= most else escaped[: most - 1] + "…"


def tell(lines: Iterable[str], most: int = MOST_CHARACTERS_OF_A_LINE, *, err: bool = False) -> None:
    """Print lines, each made safe, for people."""
    for line in lines:
        click.echo(printable(line, most), err=err)


def complain(*errors: object) -> None:
    """Print errors, each on a line of standard error."""
    for error in errors:
        print(f"error: {printable(str(error), MOST_OF_AN_ERROR)}", file=sys.stderr)
