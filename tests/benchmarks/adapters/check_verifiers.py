"""The taskset in verifiers 0.4.0. `make verifiers` runs this in an environment of its own: it and the extra `generate`
want different versions of one library."""

import asyncio
from pathlib import Path

import verifiers.v1 as vf
from verifiers.v1.configs.agent import AgentConfig
from verifiers.v1.graph import MessageNode
from verifiers.v1.trace import AgentInfo, TraceTask
from verifiers.v1.utils.loaders import load_taskset, taskset_class

from specassay.benchmarks.adapters.verifiers_taskset import SpecassayConfig, SpecassayTask, SpecassayTaskset

from .answers import EMPTY, GUARDED, RIGHT, RIGHT_RUST, VACUOUS


def trace_of(task: SpecassayTask, reply: str) -> vf.Trace:
    data = task.data
    node = MessageNode(message=vf.AssistantMessage(content=reply), sampled=True)
    return vf.Trace(
        task=TraceTask(type="SpecassayTask", data=data), agent=AgentInfo(config=AgentConfig()), nodes=[node]
    )


def reward_of(task: SpecassayTask, reply: str) -> float:
    trace = trace_of(task, reply)
    asyncio.run(task.score(trace))
    return trace.reward


def test_a_module_with_one_line_is_a_taskset(tmp_path: Path, references: Path, monkeypatch) -> None:
    text = (
        "from specassay.benchmarks.adapters.verifiers_taskset import SpecassayTaskset\n__all__ = ['SpecassayTaskset']\n"
    )
    (tmp_path / "specassay_env.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    assert taskset_class("specassay_env") is SpecassayTaskset
    loaded = load_taskset(SpecassayConfig(id="specassay_env", specifications=str(references)))
    assert [task.data.name for task in loaded] == ["double"]


def test_rewards_of_both_kinds(dataset: Path, references: Path) -> None:
    config = SpecassayConfig(id="specassay_env", programs=str(dataset), specifications=str(references))
    program, specification = SpecassayTaskset(config)
    assert program.data.prompt_text.startswith("Write the Python function")
    assert program.data.system_prompt
    assert reward_of(program, GUARDED) == 1
    assert reward_of(specification, RIGHT) == 1
    assert reward_of(specification, VACUOUS) == 0
    trace = trace_of(specification, VACUOUS)
    asyncio.run(specification.score(trace))
    assert trace.info["specassay"]["verdict"] == "refuses nothing"


def test_specifications_of_problems_in_each_language(problems_file: Path) -> None:
    for language, answer in (("dafny", RIGHT), ("verus", RIGHT_RUST)):
        config = SpecassayConfig(id="specassay_env", problems=str(problems_file), language=language, shown=3)
        (task,) = SpecassayTaskset(config)
        assert reward_of(task, answer) == 1
        assert reward_of(task, EMPTY) == 0
