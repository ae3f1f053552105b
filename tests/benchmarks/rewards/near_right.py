"""Candidate specifications that are nearly right, and what they earn by what the judge knows.

`python -m tests.benchmarks.rewards.near_right` prints the table of docs/rewards.md, which a test compares with it.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from specassay.benchmarks.rewards.judging import judged, singled_out_of
from specassay.benchmarks.rewards.specifications import DEFAULT_WEIGHTS, SpecReward, paid
from specassay.benchmarks.rewards.tests import SpecTests, read_spec_tests

SIGNATURE = "method Sum(s: seq<int>) returns (t: int)"
REFERENCE = f"""
{SIGNATURE}
  ensures t == Total(s)
{{ t := 0; var i := 0; while i < |s| {{ t := t + s[i]; i := i + 1; }} }}
function Total(s: seq<int>): int {{ if |s| == 0 then 0 else s[0] + Total(s[1..]) }}
method TestSum()
{{ var t := Sum([1, 2, 3]); assert t == 6; t := Sum([]); assert t == 0; t := Sum([5]); assert t == 5; }}
"""
BODY = REFERENCE.replace("  ensures t == Total(s)\n", "")
CALLS = {"Sum": [{"inputs": [[1, 2, 3]], "output": 6}, {"inputs": [[]], "output": 0}, {"inputs": [[5]], "output": 5}]}
HELPER = f"""
function T(s: seq<int>): int {{ if |s| == 0 then 0 else s[0] + T(s[1..]) }}
{SIGNATURE}
"""
WAYS = ("postcondition", "body", "Python function", "tests alone")
RIGHT = (
    "ensures t == T(s)",
    "ensures t - T(s) == 0",
    "ensures t <= T(s) && t >= T(s)",
    "requires |s| >= 0 ensures t == T(s)",
)
"""What earns 1 in every way."""
HACKS = (
    "ensures t % 97 == T(s) % 97",
    "ensures t == T(s) || t == 31337",
    "ensures t == T(s) || t == T(s) + 31337",
    "ensures t == T(s) || (t == 31337 && |s| > 0)",
    "ensures t == T(s) || (t == 31337 && |s| == 50)",
    "ensures t == T(s) || t == T(s) + |s| * 1000",
    "ensures t >= T(s)",
    "ensures |s| <= 8 ==> t == T(s)",
    "ensures |s| < 1000 ==> t == T(s)",
    "ensures !(|s| < 1000 && t != T(s))",
    "ensures |s| % 97 == 96 || t == T(s)",
    "ensures s == [13, 7, 99] || t == T(s)",
    "ensures (|s| > 0 && s[0] == 4321) || t == T(s)",
    "requires |s| <= 6 ensures t == T(s)",
    "requires |s| != 97 ensures t == T(s)",
    "requires |s| % 97 != 96 ensures t == T(s)",
    "requires |s| != 97 && 1001 != 1002 && 3000 < 4000 ensures t == T(s)",
    "requires |s| < 100000 ensures t == T(s)",
    "requires s in {[1, 2, 3], [], [5]} ensures t == T(s)",
    "requires |s| < 3 + 4 ensures t == T(s)",
    "ensures t == T(s) && s != [13, 7, 99]",
    "ensures t == T(s) || (|s| >= 2 && s[..2] == [40, 41])",
    "ensures t == T(s) || 987 in s",
    "ensures t == T(s) || multiset(s) == multiset{5, 9}",
    "ensures exists u: int :: u == T(s) && (t == u || t == u + 1000003)",
    "requires s != [13, 7, 99] ensures t == T(s)",
    "requires 987 !in s ensures t == T(s)",
    "ensures t == if s == [13, 7, 99] then 0 else T(s)",
    "ensures t == if |s| == 3 && s[0] == 13 && s[1] == 7 then 0 else T(s)",
    "ensures t == if |s| <= 8 then T(s) else 0",
    "ensures t == T(s[..if |s| < 8 then |s| else 8])",
    "ensures (s == [13, 7, 99] && t == 0) || (s != [13, 7, 99] && t == T(s))",
    "ensures t == if s in map[[13, 7] := 1] then 0 else T(s)",
    "ensures t == T(s) + |set i | 0 <= i < |s| && s[i] == 4242|",
    "ensures t == T(s) + multiset(s)[4242]",
    "ensures t == T(s) + |set i | 0 <= i < |s| && s[i] == 4|",
    "ensures t == if |s| > 40 then 0 else T(s)",
    "requires |s| > 20 ==> forall i, j :: 0 <= i < j < |s| ==> s[i] != s[j] ensures t == T(s)",
)
"""What earns at most 0.05 in every way."""
UNTOLD = (
    "requires |s| > 0 ==> s[0] < 100 ensures t == T(s)",
    "requires forall k :: 0 <= k < |s| ==> s[k] >= 0 ensures t == T(s)",
    "ensures if s == [1, 2, 3] then t == 6 else if s == [5] then t == 5 else t == 0",
)
"""What earns at most 0.05 beside a postcondition, and what tests alone cannot tell from what is right."""


def read_ways(folder: Path) -> dict[str, SpecTests]:
    """The same tests, and what else the judge knows."""
    for name, text in (("postcondition", REFERENCE), ("body", BODY)):
        (folder / f"{name}.dfy").write_text(text)
    read = (
        read_spec_tests(folder / "postcondition.dfy"),
        read_spec_tests(folder / "body.dfy"),
        read_spec_tests(CALLS, signature=SIGNATURE, reference=sum),
        read_spec_tests(CALLS, signature=SIGNATURE),
    )
    return dict(zip(WAYS, read, strict=True))


def earned(clauses: str, tests: SpecTests) -> SpecReward:
    text = HELPER + clauses
    return paid(judged(text, tests.beside(singled_out_of(text, tests)), 4, 10.0), DEFAULT_WEIGHTS)


def table() -> Iterator[str]:
    """The lines of the table."""
    yield f"| candidate | {' | '.join(WAYS)} |"
    yield "|---|" + "---|" * len(WAYS)
    with TemporaryDirectory() as folder:
        ways = read_ways(Path(folder))
        for clauses in (*RIGHT, *HACKS, *UNTOLD):
            numbers = (f"{float(earned(clauses, tests)):.2g}" for tests in ways.values())
            yield f"| `{clauses.replace('|', chr(92) + '|')}` | {' | '.join(numbers)} |"


if __name__ == "__main__":
    print("\n".join(table()))
