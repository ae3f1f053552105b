"""Contracts about frames and series of pandas: searched, and never proved."""

from pathlib import Path

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise

FRAMES = """
import pandas as pd


def total(df: pd.DataFrame, weights: "pd.Series | None" = None) -> float:
    assert {"price", "count"} <= set(df.columns)
    assert len(df) > 0
    assert (df["price"] >= 0).all()
    assert weights is None or weights.is_unique
    return float((df["price"] * df["count"]).sum())
"""


def test_each_clause_about_a_frame_is_violated_alone(tmp_path: Path) -> None:
    (tmp_path / "frames.py").write_text(FRAMES)
    (task,) = load(tmp_path / "frames.py")
    assert isinstance(task, ContractTask)
    report = synthesise(task, config=Config(budget=4, max_subsets=4))
    found = {tuple(row.violates): row for row in report.rows}
    assert [found[index,].verdict for index in range(4)] == ["violating"] * 4
    assert found[1,].runs_without_contract
    assert all("pandas." in str(found[index,].arguments) for index in range(4))
