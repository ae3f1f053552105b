"""A data set and a language that another package adds: lines `NAME PARAMETER: CONDITION`, one function each."""

from collections.abc import Iterator
from pathlib import Path

from specassay.benchmarks.datasets.sets.adapter import DataSetAdapter, DataSetPart
from specassay.benchmarks.datasets.tasks import Parameter, ContractTask
from specassay.core.errors import InputError
from specassay.core.ir.contracts import Program
from specassay.core.language import Language
from specassay.frontends.python import literal, parse_contract
from specassay.frontends.python.source import read

SUFFIX = ".demands"


def lines(source: Path) -> Iterator[tuple[int, str, str, str]]:
    """Of each line its number, and the name, the parameter and the condition."""
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), start=1):
        head, _, condition = line.partition(":")
        name, parameter = head.split()
        yield number, name, parameter, condition.strip()


def find(folder: Path) -> tuple[DataSetPart, ...]:
    """The files in a folder."""
    found = tuple(sorted(folder.glob(f"*{SUFFIX}")))
    return (DataSetPart(name="demands", contracts=found),) if found else ()


class SampleReader:
    adapter = DataSetAdapter(
        name="sample-demands", title="demands", reference="nobody", address="https://example.invalid", find=find
    )

    def matches(self, source: Path) -> bool:
        return source.suffix == SUFFIX

    def read(self, source: Path) -> Iterator[ContractTask | InputError]:
        for number, name, parameter, condition in lines(source):
            yield ContractTask(
                task_id=name, entry_point=name, parameters=(Parameter(parameter),),
                contract_text=f"assert {condition}", solution=f"def {name}({parameter}): return {parameter}",
                file=str(source), line=number,
            )


def parse_file(path: Path | str) -> Program:
    contracts = tuple(
        parse_contract(read(f"assert {condition}", str(path), number), name=name, parameters=(parameter,))
        for number, name, parameter, condition in lines(Path(path))
    )
    return Program(str(path), contracts)


READER = SampleReader()
DEMANDS = Language(
    lambda value, sort, datatypes: literal(value),
    name="demands", title="demands", suffixes=(SUFFIX,), parse_file=parse_file, dynamic=True,
)
