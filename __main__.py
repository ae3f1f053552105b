"""The command line: ``specassay`` and ``python -m specassay``."""

import click

from .benchmarks.commands.options import Commands, configure

SUMMARIES = {
    "audit": "List every weak or wrong contract and specification.",
    "bench": "Run cvt, spec, grade and compare over data sets.",
    "check-spec": "Check a candidate specification on the visible tests of a problem.",
    "compare": "Say which contract or specification is stronger, and what separates them.",
    "cvt": "Find inputs that violate a contract.",
    "data": "Data sets: where they are, how to get them, what is wrong with them.",
    "diff": "Show what changed between two runs, or two versions of a specification.",
    "doctor": "Show what is installed and what is missing.",
    "generate": "Ask a model for programs or specifications.",
    "grade": "Grade programs on valid inputs and on contract violations.",
    "parse": "Show the intermediate representation of files.",
    "prompts": "Write prompts that ask a model for programs or specifications.",
    "report": "Make a report of a run.",
    "run": "Run a specified method, and check its proof on the way.",
    "score-cvts": "Score a published suite of contract-violating tests.",
    "solvers": "Compare solvers on queries in files.",
    "spec": "Find wrong outputs that a specification accepts.",
    "weave": "Insert the checks of their contract that programs lack.",
}
"""Command → its line in the help of all. Each is a module of `benchmarks/commands`, imported when it is asked for."""


@click.group(
    cls=Commands,
    summaries=SUMMARIES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
)
@click.version_option(package_name="specassay", prog_name="specassay")
@click.pass_context
def main(context: click.Context) -> None:
    """Test contracts in Python, and specifications in Dafny, Verus and Python.

    The help of each command explains its options and exit codes. [tool.specassay] in the nearest pyproject.toml sets
    defaults of options.
    """
    configure(context)


if __name__ == "__main__":
    main(prog_name="specassay")
