"""The report as one HTML file that needs no network.

All that comes from rows is text to the template (autoescape), and reaches no script: scripts read what stands in the
table. The policy in the file (CSP) allows the one script and the one style sheet, by their digests, and no request.
"""

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from .document import RunReport

if TYPE_CHECKING:
    import jinja2

FOLDER = Path(__file__).parent / "templates"


def html_of(report: RunReport) -> str:
    """The document."""
    style, script = ((FOLDER / name).read_text("utf-8") for name in ("report.css", "report.js"))
    text = _template().render(report=report, style=Markup(style), script=Markup(script), policy=_policy(style, script))
    return text.lstrip()


@cache
def _template() -> "jinja2.Template":
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
    )
    return environment.get_template("report.html.j2")


def shown(value: object) -> object:
    """What stands for a value in the document: text in which nothing is invisible. Control characters, lone surrogates
    and what turns the direction of text around are shown as their escapes."""
    if isinstance(value, Markup) or not isinstance(value, str) or value.isprintable():
        return value
    return "".join(
        character if character in "\n\t" or character.isprintable() else _escaped(character) for character in value
    )


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def _policy(style: str, script: str) -> str:
    """What a browser may do with the document: apply the style sheet, run the script, and nothing else."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
