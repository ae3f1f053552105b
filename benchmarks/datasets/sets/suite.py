"""The suite that is bundled."""

from pathlib import Path

from .. import bundled
from .adapter import DataSetAdapter, DataSetPart

NAME = "suite"


def _find(folder: Path) -> tuple[DataSetPart, ...]:
    """Wherever one looks, it is where specassay is installed."""
    data = bundled.data()
    return (
        DataSetPart(
            name=NAME,
            contracts=data.contracts,
            specifications=data.specifications,
            feasible=data.feasible,
            root=bundled.folder(),
        ),
    )


ADAPTER = DataSetAdapter(
    name=NAME,
    title="tasks in both languages with the expected verdicts",
    reference="specassay",
    address="benchmarks/suite",
    find=_find,
)
