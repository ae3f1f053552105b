"""What translations of specifications changed, by data set and kind: for the command that compares them, and for the
document of results."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ...core.iteration import grouped
from ...core.metrics import proportion
from ..schema import TranslationRow
from .tables import Table, count, plain_table

NO_COMMON_VALUES = "no common values"
"""The relation of two with other types: reals became integers, or texts bytes."""
UNRESOLVED_TEXT = "unresolved"
"""The relation of two of which one calls what nothing declares, so that no compiler accepts its text."""
CHANGES = (
    "domain narrowed",
    "result narrowed",
    "input refused",
    "clause lost",
    "output refused",
    "stubbed",
    "not declared",
)
RELATIONS = ("equal", "weaker", "stronger", "incomparable", NO_COMMON_VALUES, UNRESOLVED_TEXT)


def translation_tables(rows: Sequence[TranslationRow]) -> Iterator[Table]:
    """What the translations of each data set changed, by kind."""
    if not rows:
        return
    by_dataset = grouped((row.dataset, row) for row in rows)
    listed = [*by_dataset.items(), *([("all", list(rows))] if len(by_dataset) > 1 else [])]
    yield plain_table(
        "Translations: what they changed",
        ("data set", "pairs", "decided", *RELATIONS, *CHANGES, "not compared"),
        (_line(name, found) for name, found in listed),
        numeric={"pairs", "decided", *RELATIONS, *CHANGES, "not compared"},
        notes=(
            "Equal to incomparable: the first language to the second, on the values that both have. Narrowed: a type "
            "has no room for what is valid in the other language. Unresolved: a text calls what nothing declares. A "
            "pair may have several changes.",
        ),
    )


def _line(name: str, rows: Sequence[TranslationRow]) -> tuple[str, ...]:
    relations = Counter(row.relation for row in rows)
    changes = Counter(change for row in rows for change in {change.change for change in row.changes})
    decided = len(rows) - relations["unknown"]
    share = proportion(decided, 0, len(rows)).interval
    interval = "" if share is None else f" [{100 * share.low:.0f}, {100 * share.high:.0f}]"
    return (
        name,
        count(len(rows)),
        f"{count(decided)} ({100 * decided / len(rows):.0f} %{interval})",
        *(count(relations[relation]) for relation in RELATIONS),
        *(count(changes[change]) for change in CHANGES),
        count(sum(bool(row.reason) for row in rows)),
    )
