"""The command line of `specassay weave`: its options. It loads what it needs when it runs."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..exit_codes import ExitCode
from .options import AS_JSON, JOBS, OUT, PATH, REJECT, TASKS, UNSAFE, exit_codes, explained

if TYPE_CHECKING:
    from ..grading.adherence import Reject


@click.command(
    epilog=exit_codes("a program that, even with the checks, accepts an input that violates its contract"),
)
@click.argument("contract", type=PATH)
@click.argument("source", type=PATH)
@REJECT
@JOBS
@UNSAFE
@TASKS
@OUT
@AS_JSON
@explained
def weave(contract: Path, source: Path, reject: "Reject", **options: Any) -> ExitCode:
    """Insert into programs the checks of their contract that, as a comparison by proof shows, they lack.

    CONTRACT is a data set of tasks with contracts (EvalPlus), or a .py file or folder of functions with contracts, for
    which tests are made. SOURCE holds programs for them: JSON Lines, DIR/TASK_ID/N.py, or one .py file. The rest of a
    program is kept character by character. Each program is run again on all tests, and left unchanged where it would
    pass different ones; --out writes them as samples. Needs the extra `weave`.
    """
    from ...core.errors import InputError

    if find_spec("libcst") is None:
        raise InputError("libcst is not installed: pip install 'specassay[weave]'")
    from ...backends.python.sandbox import Sandbox
    from ..cache import Cache, user_folder
    from ..grading.command import GradeOptions
    from ..grading.grade import Settings
    from ..weaving import command

    settings = Settings(open_runner=Sandbox, cache=Cache(user_folder()), reject=reject)
    return command.weave(contract, source, settings, GradeOptions(**options))
