"""How many labelled specifications give a finding?

`python -m specassay.benchmarks.speed.labelled ROWS… --weak | --strong`.

    specassay spec clover/weak_postcondition --out rows.jsonl
    python -m specassay.benchmarks.speed.labelled rows.jsonl --weak

ROWS are what `specassay spec --out` wrote. Each file counts once: it has a finding when `specassay spec` on it alone
would end with exit code 1. `--weak`: every file is known to be weak or wrong, and those without a finding are listed;
`--strong`: every file is meant to be right, and those with one are listed, with what was found.

    specassay spec verina/wrong --out wrong.jsonl; specassay spec verina/expected --out expected.jsonl
    python -m specassay.benchmarks.speed.labelled wrong.jsonl --wrong verina/index.json --tested expected.jsonl

Here the weak files are those whose specification accepts an output that is labelled wrong (VERINA's tests, one labelled
output each), and the findings are those of the same files with the expected outputs.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click
import msgspec

from ...core.spec_testing.assessment import ASSESSMENTS
from ..reporting.findings import of_specifications
from ..reporting.rules import NO_DEFECTS
from ..reporting.run_tables import percent
from ..run_report.entries import by_task
from ..schema import SpecRow

WRONG = "U"
"""How the labels of wrong outputs begin."""

RowsByFile = Mapping[str, Sequence[SpecRow]]


def defects(rows: Sequence[SpecRow]) -> list[str]:
    """The kinds of the findings that say that something is wrong, each once."""
    return list(
        dict.fromkeys(
            specification.kind for specification in of_specifications(rows) if specification.kind not in NO_DEFECTS
        )
    )


def accepting(rows: RowsByFile, labels: Mapping[str, Mapping[str, str]]) -> set[str]:
    """The files whose specification accepts an output that is labelled wrong. `labels`: file → line → label."""
    by_name = {Path(name).stem: lines for name, lines in labels.items() if name.startswith("wrong/")}
    return {
        task
        for task, found in rows.items()
        for row in found
        for test in row.tests
        if test.verdict == "holds" and by_name.get(task, {}).get(str(test.line), "").startswith(WRONG)
    }


def read(paths: Iterable[Path]) -> dict[str, list[SpecRow]]:
    """The rows in files of JSON Lines, by task."""
    return by_task(msgspec.json.decode(line, type=SpecRow) for path in paths for line in path.read_text().splitlines())


@click.command()
@click.argument("rows", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--strong/--weak", default=False)
@click.option("--wrong", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--tested", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(rows: tuple[Path, ...], strong: bool, wrong: Path | None, tested: Path | None) -> None:
    """Print the share of files with a finding, and the files that should be otherwise."""
    if (wrong is None) != (tested is None):
        raise click.UsageError("--wrong and --tested go together")
    rows_by_file: RowsByFile = read(rows)
    if wrong is not None and tested is not None:
        weak = accepting(rows_by_file, json.loads(wrong.read_text()))
        # Of those that accept an output labelled wrong, what their own tests show.
        rows_by_file = {task: mine for task, mine in read([tested]).items() if task in weak}
    flagged = {task: kinds for task, mine in rows_by_file.items() if (kinds := defects(mine))}
    verdicts = Counter(
        row.assessment.verdict for mine in rows_by_file.values() for row in mine if row.assessment is not None
    )
    if verdicts:
        click.echo(", ".join(f"{verdicts[verdict]} {verdict}" for verdict in ASSESSMENTS))
    share = percent(len(flagged) / len(rows_by_file)) if rows_by_file else "none"
    click.echo(f"{len(flagged)} of {len(rows_by_file)} files have a finding ({share})")
    for task in sorted(flagged if strong else rows_by_file.keys() - flagged.keys()):
        click.echo(f"  {task}: {', '.join(flagged.get(task, ['nothing found']))}")


if __name__ == "__main__":
    main()
