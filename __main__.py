"""The command line: ``specassay`` and ``python -m specassay``.

Each command is a module of `benchmarks/commands`, which imports what it needs when it runs, so that ``--help`` loads no
solver.
"""

import click

from .benchmarks.commands.audit import audit
from .benchmarks.commands.bench import bench
from .benchmarks.commands.compare import compare
from .benchmarks.commands.cvt import cvt
from .benchmarks.commands.data import data
from .benchmarks.commands.diff import diff
from .benchmarks.commands.doctor import doctor
from .benchmarks.commands.generate import generate
from .benchmarks.commands.grade import grade
from .benchmarks.commands.options import Commands, configure
from .benchmarks.commands.parse import parse
from .benchmarks.commands.prompts import prompts
from .benchmarks.commands.report import report
from .benchmarks.commands.run import run
from .benchmarks.commands.score_cvts import score_cvts
from .benchmarks.commands.solvers import solvers
from .benchmarks.commands.spec import spec
from .benchmarks.commands.weave import weave


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="specassay", prog_name="specassay")
@click.pass_context
def main(context: click.Context) -> None:
    """Test contracts in Python and specifications in Dafny.

    The help of each command explains its options and exit codes. [tool.specassay] in the nearest pyproject.toml sets
    defaults of options.
    """
    configure(context)


for command in (
    audit,
    bench,
    compare,
    cvt,
    data,
    diff,
    doctor,
    generate,
    grade,
    parse,
    prompts,
    report,
    run,
    score_cvts,
    solvers,
    spec,
    weave,
):
    main.add_command(command)


if __name__ == "__main__":
    main(prog_name="specassay")
