"""What `specassay compare` does, and `specassay diff` with files."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from ...core.errors import InputError
from ..comparing.options import ComparingOptions
from ..comparing.pairs import ComparedPair, compare_pair
from ..comparing.rows import row_of_pair
from ..comparing.several import pairs_of, row_of_candidates
from ..comparing.subjects import Comparand, alone, paired, subjects
from ..comparing.text import A_AND_B, VERSIONS, lines_of, lines_of_candidates
from ..exit_codes import ExitCode
from ..reporting.output import Write, row_writer
from ..reporting.text import complain, printable
from ..schema import ComparisonRow
from .running import MOST_CHARACTERS_OF_A_LINE


def compare(
    sources: Sequence[str], method: str | None, *, seconds: float, as_json: bool, out: Path | None
) -> ExitCode:
    """Compare the subjects of the sources. Raises InputError where there is nothing to compare."""
    if len(sources) < 2:
        raise InputError("name two files to compare, or two methods as FILE::NAME")
    options = ComparingOptions(seconds=seconds)
    found = [subjects(source, method) for source in sources]
    with row_writer(out, to_stdout=as_json) as write:
        if len(sources) > 2:
            return _several(_candidates(found, sources), options, write, as_json=as_json)
        pairs = paired(found[0], found[1], (sources[0], sources[1]))
        _tell_alone(found, pairs)
        return _pairs(pairs, options, write, as_json=as_json)


def compare_versions(before: Path, after: Path, *, as_json: bool) -> ExitCode:
    """What became of the contracts or specifications of a file: exit code 1 when one of them became weaker, or is
    gone. Raises InputError."""
    sources = str(before), str(after)
    found = [subjects(source) for source in sources]
    pairs = [(new, old) for old, new in paired(found[0], found[1], sources)]
    gone = alone(found[0], [old for _, old in pairs])
    with row_writer(None, to_stdout=as_json) as write:
        code = _pairs(pairs, ComparingOptions(), write, as_json=as_json, versions=True)
    for each in gone:
        click.echo(printable(f"{each.name}: no longer there", MOST_CHARACTERS_OF_A_LINE), err=as_json)
    return max(code, ExitCode.FINDINGS) if gone else code


def _unequal(row: ComparisonRow) -> ExitCode:
    return ExitCode.DONE if "equal" in row.possible else ExitCode.FINDINGS


def _weaker(row: ComparisonRow) -> ExitCode:
    """Whether something that was promised, or refused, is so no more: it is weaker, or incomparable."""
    return ExitCode.DONE if {"equal", "stronger"} & {*row.possible} else ExitCode.FINDINGS


def _tell_alone(found: Sequence[Sequence[Comparand]], pairs: Sequence[tuple[Comparand, Comparand]]) -> None:
    """Say what of two files of source code has no counterpart in the other: of data sets and folders only some has."""
    files = {each.path for listed in found for each in listed}
    if len(files) > len(found) or not {path.suffix for path in files} <= {".py", ".dfy"}:
        return
    for name, listed, used in zip("AB", found, zip(*pairs, strict=True), strict=True):
        for each in alone(listed, used):
            click.echo(printable(f"only {name} has {each.name}", MOST_CHARACTERS_OF_A_LINE), err=True)


def _pairs(
    pairs: Iterable[tuple[Comparand, Comparand]],
    options: ComparingOptions,
    write: Write,
    *,
    as_json: bool,
    versions: bool = False,
) -> ExitCode:
    """Rows of the pairs, and lines for people. `versions`: of the new one and the old one."""
    code = ExitCode.DONE
    for first, second in pairs:
        found = _compared(first, second, options)
        if found is None:
            code = max(code, ExitCode.BAD_INPUT)
            continue
        row = row_of_pair(found)
        write(row)
        if not as_json:
            _print(lines_of(row, VERSIONS if versions else A_AND_B))
        code = max(code, _weaker(row) if versions else _unequal(row))
    return code


def _compared(first: Comparand, second: Comparand, options: ComparingOptions) -> ComparedPair | None:
    try:
        return compare_pair(first, second, options)
    except InputError as error:
        complain(error)
        return None


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(printable(line, MOST_CHARACTERS_OF_A_LINE))


def _candidates(found: Sequence[Sequence[Comparand]], sources: Sequence[str]) -> list[list[Comparand]]:
    """The candidates for each problem of the first source. Raises InputError for a source without any for it."""
    groups: list[list[Comparand]] = []
    for first in found[0] if len(found[0]) > 1 else found[0][:1]:
        group = [first]
        for others, source in zip(found[1:], sources[1:], strict=True):
            pairs = paired(found[0], others, (sources[0], source))
            group += [other for one, other in pairs if one is first]
        if len(group) == len(sources):
            groups.append(group)
    if not groups:
        raise InputError(f"no problem is in all of {', '.join(sources)}; name one of each as FILE::NAME")
    return groups


def _several(
    groups: Sequence[Sequence[Comparand]], options: ComparingOptions, write: Write, *, as_json: bool
) -> ExitCode:
    code = ExitCode.DONE
    for candidates in groups:
        pairs: dict[tuple[int, int], ComparedPair] = {}
        for one, other in pairs_of(len(candidates)):
            found = _compared(candidates[one], candidates[other], options)
            if found is None:
                return ExitCode.BAD_INPUT
            pairs[one, other] = found
            write(row_of_pair(found))
        row = row_of_candidates(candidates, pairs)
        write(row)
        if not as_json:
            _print(lines_of_candidates(row))
        code = max(code, ExitCode.DONE if len(row.classes) == 1 else ExitCode.FINDINGS)
    return code
