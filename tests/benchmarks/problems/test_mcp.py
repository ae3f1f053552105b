"""The server of the Model Context Protocol answers a real client."""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.slow
def test_a_client_calls_the_tool(tmp_path: Path) -> None:
    mcp = pytest.importorskip("mcp")  # Here, since it takes longer to load than most tests to run.
    own = tmp_path / "own.jsonl"
    own.write_text(json.dumps({"id": "abs", "tests": [{"inputs": {"x": -2}, "output": 2}]}) + "\n")
    text = "method Abs(x: int) returns (y: int)\n  ensures y >= 0\n"

    async def called() -> tuple[list[str], list[dict[str, Any]]]:
        arguments = ["-m", "specassay", "check-spec", "--mcp", "--data", str(own)]
        server = mcp.StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
        async with mcp.stdio_client(server) as (read, write), mcp.ClientSession(read, write) as session:
            await session.initialize()
            names = [tool.name for tool in (await session.list_tools()).tools]
            answers = []
            for problem in ("abs", "none"):
                given = {"problem": problem, "language": "dafny", "specification": text}
                answer = await session.call_tool("check_specification", given)
                answers.append(json.loads(answer.content[0].text))
            return names, answers

    names, (found, unknown) = asyncio.run(called())
    assert names == ["check_specification"]
    assert (found["verdict"], found["expected"]) == ("accepts another output", {"y": "2"})
    assert "no problem 'none'" in unknown["error"]
