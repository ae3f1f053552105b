"""The columns of tests of two files of programs against each other."""

from msgspec import UnsetType

from ..schema import DifferencePart, PairedPart
from .fields import Field
from .run_tables import points
from .tables import NOTHING, Cell

ENDINGS = (".jsonl.gz", ".jsonl")


def short(name: str) -> str:
    """A file's name without its folder and endings."""
    base = name.rsplit("/", 1)[-1]
    return next((base.removesuffix(ending) for ending in ENDINGS if base.endswith(ending)), base)


def _p_value(p_value: float | UnsetType) -> Cell:
    return Cell(NOTHING) if isinstance(p_value, UnsetType) else Cell(f"{p_value:.3g}", p_value)


def _difference(difference: DifferencePart) -> Cell:
    return Cell(points(difference), difference.mean)


_BY_TASK = "Exact sign-flip test over tasks; McNemar's where each has one program."
_SECOND_MINUS_FIRST = "Second minus first in points, mean over tasks, with a 95 % bootstrap interval."
PAIRED: tuple[Field[PairedPart], ...] = (
    Field("first", lambda test: short(test.first)),
    Field("second", lambda test: short(test.second)),
    Field("pairs", lambda test: test.pairs, "number"),
    Field("only first", lambda test: test.only_first_passes, "number", "Pairs of which only the first passes."),
    Field("only second", lambda test: test.only_second_passes, "number", "Pairs of which only the second passes."),
    Field("p", lambda test: _p_value(test.p_by_task), "number", _BY_TASK),
    Field("p, corrected", lambda test: _p_value(test.p_holm), "number", "By Holm, for all tests of the run."),
    Field("pass +", lambda test: _difference(test.pass_difference), "text", _SECOND_MINUS_FIRST),
    Field("CSR +", lambda test: _difference(test.csr_difference)),
)
