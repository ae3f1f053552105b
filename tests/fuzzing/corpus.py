"""The real files whose texts are edited: the bundled suite, and the data sets of a folder."""

import gzip
import json
import textwrap
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from specassay.benchmarks.datasets.bundled import folder

LANGUAGES = ("dafny", "python", "verus")
_FILES = {
    "dafny": ("dafny_bench/*.dfy", "mbpp_dfy/test/*.dfy", "labelled_specs/*/*/*.dfy"),
    "python": ("python_contracts/**/*.py",),
    "verus": ("vericontest/*/*/verified.rs", "vericoding/verus/*/*.rs", "humaneval_verus/*.rs"),
}

VERUS = """
use vstd::prelude::*;

verus! {

pub enum Shape { Point, Circle(u32), Box { w: u32, h: u32 } }

pub struct Account { pub owner: u64, held: Vec<i64> }

pub trait Sized2 { spec fn size(&self) -> nat; fn get(&self) -> (r: usize) ensures r == self.size(); }

impl Account {
    pub closed spec fn total(&self) -> int { self.held@.fold_left(0, |a: int, b: i64| a + b) }

    pub fn deposit(&mut self, x: i64) -> (r: Result<usize, String>)
        requires old(self).total() + x <= i64::MAX, x > 0,
        ensures r matches Ok(n) ==> n == self.held.len() && self.total() == old(self).total() + x,
    {
        if x == 7 { return Err("seven".to_string()); }
        self.held.push(x);
        proof { assert(self.held@.len() > 0) by { reveal(Account::total); } }
        Ok(self.held.len())
    }
}

spec fn even<T>(s: Seq<T>) -> bool { s.len() % 2 == 0 }

fn count(v: &[u8], k: u8) -> (n: usize)
    requires v.len() < 100, forall|i| 0 <= i < v.len() ==> v[i] != 255,
    ensures n <= v.len(), exists|i: int| 0 <= i < v.len() && v[i] == k ==> n > 0,
{
    let mut n = 0;
    for i in 0..v.len() invariant n <= i, decreases v.len() - i { if v[i] == k { n += 1; } }
    let m: usize = v.iter().filter(|x| **x == k).map(|x| *x as usize).sum();
    match m { 0 => n, 1..=9 if n > 3 => m, _ => n }
}

#[test]
fn counts() { assert_eq!(count(&[1, 2, 1], 1), 2); }

}
"""
"""A file with the constructs of the language."""


def corpus(language: str, data: Path | None) -> list[str]:
    """The texts of a language: of the bundled suite, and of `data` if it is given."""
    suffix = {"dafny": "dfy", "python": "py", "verus": "rs"}[language]
    found = [_text(path) for path in sorted(folder().rglob(f"*.{suffix}"))]
    if language == "verus":
        # The suite has no file of Verus.
        found += [files("specassay.frontends.verus").joinpath("vstd.rs").read_text("utf-8"), VERUS]
    if data is not None:
        found += [_text(path) for pattern in _FILES[language] for path in sorted(data.glob(pattern))]
        if language == "python":
            found += [text for path in sorted((data / "evalplus").glob("*.jsonl.gz")) for text in _functions(path)]
    return [text for text in found if text.strip()]


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def _functions(path: Path) -> Iterator[str]:
    """The tasks of EvalPlus, each as a function that begins with its contract."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            task = json.loads(line)
            contract = textwrap.indent(textwrap.dedent(str(task.get("contract", ""))), "    ")
            if contract.strip():
                yield f"def {task['entry_point']}({_parameters(task)}):\n{contract}\n    return None\n"


def _parameters(task: dict[str, str]) -> str:
    """The parameters as the prompt, or else the solution, writes them; none where that is not on one line."""
    for text in (task.get("prompt", ""), task.get("canonical_solution", "")):
        _, found, rest = text.partition(f"def {task['entry_point']}(")
        if found:
            return rest.partition(")")[0]
    return ""
