"""The command line of `specassay grade`: its options. It loads what it needs when it runs."""

from typing import Any

import click

from ..exit_codes import ExitCode
from .options import (
    AS_JSON,
    DATASETS,
    JOBS,
    KS,
    OUT,
    PATH,
    PROBLEM_DATA,
    REJECT,
    SHOWN,
    SOLVER_TO_ASK,
    SUBJECT,
    TASKS,
    UNSAFE,
    Paths,
    cache_option,
    exit_codes,
    explained,
    limit,
    only_for,
)


@click.command(
    epilog=exit_codes("a sample that does not pass, or a specification that is not strong"),
)
@click.argument("candidates", nargs=-1, type=PATH, metavar="[CANDIDATES.jsonl...]")
@SUBJECT
@DATASETS
@click.option(
    "--samples",
    multiple=True,
    type=PATH,
    metavar="F|DIR",
    help="Programs: JSON Lines with task_id and solution or completion, or DIR/TASK_ID/N.py. May be repeated.",
)
@click.option(
    "--cvts",
    type=PATH,
    metavar="F",
    help="Use the tests in this file of rows of `specassay cvt` instead of making tests.",
)
@PROBLEM_DATA
@SHOWN
@KS
@REJECT
@click.option("--statistics", is_flag=True, help="Print every rate in its variants, with intervals.")
@click.option("--paired", is_flag=True, help="Compare every two sample files that share tasks.")
@click.option(
    "--no-alignment",
    "aligned",
    flag_value=False,
    default=True,
    show_default=False,
    help="Do not compare the checks in programs with the clauses of contracts (AAR, AAP).",
)
@click.option(
    "--cpu",
    default=5.0,
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    help="CPU time for a sample, or four times that of the canonical solution if that is more.",
)
@click.option(
    "--cpu-call",
    default=1.0,
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    help="CPU time for a sample on one input, or four times that of the canonical solution if that is more.",
)
@click.option(
    "--wall",
    default=60.0,
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    help="Wall-clock time for a sample.",
)
@click.option("--memory", default=1024, type=click.IntRange(64), metavar="MIB", help="Memory for a sample.")
@click.option("--output", default=64, type=click.IntRange(1), metavar="MIB", help="Results of a sample.")
@cache_option(help="Folder to cache expected outputs and tests in")
@JOBS
@UNSAFE
@SOLVER_TO_ASK
@limit("solver_limit", "each query to a solver")
@TASKS
@OUT
@AS_JSON
@explained
def grade(subject: str, candidates: Paths, datasets: Paths, samples: Paths, **options: Any) -> ExitCode:
    """Grade programs for the tasks of a data set: on valid inputs and on inputs that violate the contract.

    Programs run in the sandbox. Samples that cannot be run are counted by reason.

    With --for specification: CANDIDATES are JSON Lines with task_id, language, specification (or a whole answer),
    model and strategy. Each is judged on the tests of its problem: does it accept valid inputs and right outputs, and
    refuse the others?
    """
    # One command for two subjects: an option of the other subject is an error, not ignored.
    of_specifications = ("data", "shown")
    if subject == "specification":
        used = ("tasks", "ks", "jobs", "out", "as_json")
        only_for(subject, ("candidates", "force", *of_specifications, *used))
        if not candidates:
            raise click.UsageError("name the files of candidates")
        from ..candidates.grading import grade_specifications
        from ..grading.command import GradeOptions
        from .check_spec import catalogue_of

        asked = GradeOptions(**{name: options[name] for name in used})
        return grade_specifications(candidates, catalogue_of(options["data"]), options["shown"], asked)
    if candidates:
        raise click.UsageError("programs come with --dataset and --samples; other files are for --for specification")
    own = {name: value for name, value in options.items() if name not in of_specifications}
    only_for(subject, ("datasets", "samples", "force", "unsafe", *own))
    if not datasets or not samples:
        raise click.UsageError("programs need --dataset and --samples")
    from ...backends.python.sandbox import CallLimits, Sandbox, SandboxLimits
    from ..grading import command
    from ..grading.grade import Settings

    valid = SandboxLimits(
        own.pop("cpu"),
        own.pop("wall"),
        memory_mb=own.pop("memory"),
        output_bytes=own.pop("output") << 20,
        call=CallLimits(own.pop("cpu_call")),
    )
    chosen = {name: own.pop(name) for name in ("solver", "solver_limit", "reject", "aligned", "cache")}
    settings = Settings(open_runner=Sandbox, valid=valid, **chosen)
    return command.grade(datasets, samples, settings, command.GradeOptions(**own))
