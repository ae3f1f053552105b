"""The command line of `specassay spec`: its options. It loads what it needs when it runs."""

from typing import TYPE_CHECKING, Any

import click

from .options import (
    AS_JSON,
    BASELINE,
    DIALECT,
    DUMP,
    JOBS,
    MUTANTS,
    OPERATORS,
    OUT,
    PATH,
    ROOT,
    SEED,
    SELECT,
    SINCE,
    SOURCES,
    STRICT,
    UNSAFE,
    WRITE_BASELINE,
    Paths,
    exit_codes,
    explained,
    format_option,
    limit,
)

if TYPE_CHECKING:
    from ..exit_codes import ExitCode


@click.command(
    short_help="Which wrong outputs pass a specification?",
    epilog=exit_codes("a weak or wrong specification, a bad test"),
)
@SOURCES
@click.option("--tests", type=PATH, metavar="F", help="More tests: inputs and outputs, MBPP-DFY's JSON, or EvalPlus.")
@click.option(
    "--make-tests", "made", type=click.IntRange(0), metavar="N",
    help="Make so many tests of each Dafny method by running its body (by default some, where there is no other test).",
)
@click.option(
    "--mutate", type=click.Choice(["outputs", "body", "both"]), default="outputs", show_default=True,
    help="What is mutated: the outputs of tests, or the bodies of Dafny methods, which are run on valid inputs.",
)
@click.option(
    "--engine", type=click.Choice(["auto", "evaluate", "z3", "cvc5", "dafny"]), default="auto", show_default=True
)
@click.option("--cross-check", is_flag=True, help="Ask the real Dafny verifier about every verdict.")
@MUTANTS
@SEED
@click.option(
    "--operators", type=OPERATORS, show_default=True,
    help="Of mutants: the published ones (paper), our own for as many mutants again (both), or all mixed (full).",
)  # fmt: skip
@DIALECT
@ROOT
@click.option("--labels", type=PATH, metavar="F", help="Compare with labels by people, as MBPP-DFY's labels.json.")
@limit("file_limit", "each file")
@JOBS
@format_option(
    "spec",
    help="What --out gets (printed without --out): rows; findings as SARIF, annotations of GitHub or lines for "
    "editors; or all methods as JUnit XML.",
)
@UNSAFE
@STRICT
@BASELINE
@WRITE_BASELINE
@SELECT
@SINCE
@DUMP
@OUT
@click.option("--resume", is_flag=True, help="Go on with the rows in --out: complete files are not done again.")
@AS_JSON
@explained
def spec(sources: Paths, **given: Any) -> "ExitCode":
    """Test specifications: do they accept the expected outputs of tests, and refuse wrong ones?

    SOURCE is a .dfy or .py file with tests, or a folder of .dfy files (of .py files, where it has none). There
    is a row for each method. A wrong output that the specification accepts, or an expected one that it refuses,
    is a finding. So is a verdict that the real verifier contradicts (--cross-check).
    """
    from .run_spec import SpecOptions, spec

    return spec(sources, SpecOptions(**given))
