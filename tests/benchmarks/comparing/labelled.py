"""Labelled specifications against their weaker variants: each variant has to be found weaker or incomparable, with a
value that shows it.

    python -m tests.benchmarks.comparing.labelled FOLDER

compares the files of FOLDER/ground_truth with those of the same name in FOLDER/weak_postcondition, prints a line for
each and the statistics, and ends with 1 if any variant is equal, or nothing separates it from the original.
"""

import sys
from collections import Counter
from pathlib import Path

from attrs import frozen

from specassay.benchmarks.comparing.pairs import ComparedPair, compare_pair
from specassay.benchmarks.comparing.subjects import ComparingOptions, paired, read_subjects

TRUTH, VARIANTS = "ground_truth", "weak_postcondition"


@frozen(slots=True)
class LabelledVariant:
    """What came of a variant: its relation to the original, the relations that are left, and whether a value shows that
    it is not equal."""

    name: str
    relation: str
    possible: tuple[str, ...]
    shown: bool

    @property
    def is_found(self) -> bool:
        """Whether it is known to be weaker or incomparable, and shown."""
        return self.shown and {*self.possible} <= {"weaker", "incomparable"}


def compare_variant(folder: Path, name: str, seconds: float = 20.0) -> LabelledVariant:
    """The variant of a name, compared with the original."""
    variant, truth = (str(folder / kind / name) for kind in (VARIANTS, TRUTH))
    ((weak, right),) = paired(read_subjects(variant).found, read_subjects(truth).found, (variant, truth))
    found: ComparedPair = compare_pair(weak, right, ComparingOptions(seconds=seconds))
    if found.comparison is None:
        return LabelledVariant(name, "unknown", ("equal", "weaker", "stronger", "incomparable"), False)
    parts = [found.comparison.inputs, found.comparison.outputs]
    shown = any(part.separating for part in parts if part is not None)
    return LabelledVariant(name, found.comparison.relation, found.comparison.possible, shown)


def main(folder: Path) -> int:
    """The exit code."""
    found = [compare_variant(folder, each.name) for each in sorted((folder / TRUTH).glob("*.dfy"))]
    for each in found:
        print(f"{each.name}: {each.relation if each.relation != 'unknown' else ' or '.join(each.possible)}")
    counted = Counter(each.relation for each in found)
    shown = sum(each.is_found for each in found)
    print(f"{shown} of {len(found)} weaker or incomparable, with a value:", dict(counted))
    return int(not all(each.is_found for each in found))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
