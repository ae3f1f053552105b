"""The command line of `specassay audit`: its options. It loads what it needs when it runs."""

from pathlib import Path
from typing import Any

import click

from ..exit_codes import ExitCode
from .options import (
    BUDGET,
    JOBS,
    MUTANTS,
    OPERATOR_SET,
    SEED,
    SOLVER,
    TASKS,
    UNSAFE,
    exit_codes,
    explained,
    limit,
    out_option,
)


@click.command(
    epilog=exit_codes("a weak or wrong contract or specification", compares_solvers=True),
)
@click.argument("names", metavar="FOLDER|DATASET|RUN...", nargs=-1, required=True)
@out_option(
    metavar="DIR",
    help="Folder of the run, with findings.jsonl and audit.md.  [default: the run is not kept]",
    forced="Let --out replace another run, or a file that specassay did not write.",
)
@click.option("--resume", is_flag=True, help="Continue the run in --out: finished tasks are not repeated.")
@click.option("--solver", type=SOLVER, default="z3", show_default=True, help="Solvers for contracts.")
@BUDGET
@limit("file_limit", "each Dafny file", "60")
@MUTANTS
@OPERATOR_SET
@SEED
@JOBS
@UNSAFE
@TASKS
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON Lines, no tables.")
@explained
def audit(names: tuple[str, ...], out: Path | None, as_json: bool, force: bool = False, **given: Any) -> ExitCode:
    """Look for every weak, wrong, vacuous or contradictory contract and specification in folders or data sets, or in a
    RUN, a folder that `bench` wrote: then nothing is computed again.

    Each finding has a witness (a call with its output, or the clauses that contradict each other) and a command that
    shows it again. Where the authors of the data say themselves which outputs are wrong, specifications are held
    against that, too.
    """
    from .run_audit import AuditOptions, audit

    return audit(names, AuditOptions(out=out, as_json=as_json, force=force, **given))
