"""The command line of `specassay spec`: its options. It loads what it needs when it runs."""

from typing import Any

import click

from ..exit_codes import ExitCode
from .options import (
    DIALECT,
    JOBS,
    MUTANTS,
    OPERATORS,
    PATH,
    ROOT,
    SEED,
    SOURCES,
    Paths,
    exit_codes,
    explained,
    format_option,
    limit,
    run_options,
)


@click.command(
    epilog=exit_codes("a weak or wrong specification, a bad test"),
)
@SOURCES
@click.option(
    "--tests",
    type=PATH,
    metavar="F",
    help="A file with more tests: inputs and outputs in JSON, tests of MBPP-DFY, or EvalPlus.",
)
@click.option(
    "--problem-tests/--no-problem-tests",
    default=True,
    show_default=True,
    help="Judge files of known data sets that have no tests by those of their problem (`specassay data problems`).",
)
@click.option(
    "--make-tests",
    "made",
    type=click.IntRange(0),
    metavar="N",
    help="Make N tests of each Dafny method by running its body.  [default: a few, where there is no other test]",
)
@click.option(
    "--mutate",
    type=click.Choice(["outputs", "body", "both"]),
    default="both",
    show_default=True,
    help="What is mutated: the outputs of tests, or the bodies of Dafny methods, whose mutants are run on valid "
    "inputs.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "evaluate", "z3", "cvc5", "dafny"]),
    default="auto",
    show_default=True,
    help="What gives verdicts. auto: the evaluator, then z3 and cvc5 for what it leaves open; evaluate, z3, cvc5: only "
    "this one; dafny: the evaluator, then the real verifier, whose verdict counts.",
)
@click.option("--cross-check", is_flag=True, help="Ask the real Dafny verifier about every verdict.")
@MUTANTS
@SEED
@click.option(
    "--operators",
    type=OPERATORS,
    show_default=True,
    help="Which mutation operators: the published ones (paper), these and as many mutants again by our own (both), or "
    "all of them mixed (full).",
)
@DIALECT
@ROOT
@click.option(
    "--labels",
    type=PATH,
    metavar="F",
    help="Compare the scores with labels that people gave, in a file such as MBPP-DFY's labels.json.",
)
@limit("file_limit", "each file", "60; for each file of a folder 5")
@JOBS
@click.option(
    "--resume",
    is_flag=True,
    help="Continue a stopped run: files that are complete in --out are not repeated.",
)
@format_option(
    "spec",
    help="What is written to --out, or printed without it. jsonl: rows. Findings: sarif, github (annotations), lines "
    "(for editors). All methods: junit.",
)
@run_options
@explained
def spec(sources: Paths, **given: Any) -> ExitCode:
    """Test specifications: do they accept the expected outputs of tests, and refuse wrong ones?

    SOURCE is a .dfy or .py file, or a folder of .dfy files (of .py files, if it has no .dfy file). There is a row for
    each method. A wrong output that the specification accepts is a finding, and so is an expected output that it
    refuses, or a verdict that the real verifier contradicts (--cross-check).
    """
    from .run_spec import SpecOptions, spec

    return spec(sources, SpecOptions(**given))
