"""The command line of `specassay score-cvts`: its options. It loads what it needs when it runs."""

from pathlib import Path

import click

from ..exit_codes import ExitCode
from .options import AS_JSON, OUT, PATH, UNSAFE, Paths, exit_codes, explained


@click.command(
    "score-cvts",
    epilog=exit_codes("a suite that calls a set of clauses unsatisfiable although one of its tests violates it"),
)
@click.argument("sources", metavar="FILE...", type=PATH, nargs=-1, required=True)
@click.option("--dataset", "datasets", multiple=True, required=True, type=PATH, metavar="F", help="EvalPlus .jsonl.gz.")
@UNSAFE
@OUT
@AS_JSON
@explained
def score_cvts(sources: Paths, datasets: Paths, out: Path | None, as_json: bool) -> ExitCode:
    """Score suites of contract-violating tests that others have published, each test replayed in the sandbox.

    FILE has the solver results of ContractEval (or PACT), as they were released. It shows AVC and TS as we define them
    and as the published program counts them, and how many sets of clauses have a test that violates exactly these.
    """
    from ..peers.suites import score_suites

    return score_suites(sources, datasets, out, as_json)
