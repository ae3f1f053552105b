"""`pytest --specassay`: which clauses of the project's contracts does no test violate, and which can no input?

Loaded by every run of pytest where specassay is installed (entry point `pytest11`), so it imports nothing of ours
before it is asked for.
"""

from pathlib import Path
from typing import Any

import pytest

KEPT = ("tests", "specassay")
SENT = "specassay_violated"
"""What a worker of pytest-xdist says under this name is what its tests violated."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    group = parser.getgroup("specassay", "contracts (specassay)")
    group.addoption(
        "--specassay",
        action="store_true",
        help="report clauses of contracts that no test violates, and those that no input violates",
    )
    group.addoption(
        "--specassay-path",
        action="append",
        default=[],
        metavar="PATH",
        help="a file or folder whose contracts are looked at; may be repeated [default: src, or the root folder]",
    )
    group.addoption("--specassay-strict", action="store_true", help="such a clause fails the run")
    group.addoption(
        "--specassay-budget",
        type=float,
        default=5.0,
        metavar="SECONDS",
        help="of CPU time for each contract with a clause that no test violates [default: 5]",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Begin to watch, where that is asked for; tests that are kept run, too."""
    if not config.getoption("--specassay"):
        return
    kept = config.rootpath.joinpath(*KEPT)
    given = [(config.invocation_params.dir / str(arg).partition("::")[0]).resolve() for arg in config.args]
    if kept.is_dir() and not any(kept.resolve().is_relative_to(each) for each in given):
        config.args.append(str(kept))
    config.pluginmanager.register(_Plugin(config), "specassay-watch")


class _Plugin:
    """The hooks of a run with `--specassay`."""

    def __init__(self, config: pytest.Config) -> None:
        from .commands.watching import TestWatch, contracts_of

        root = config.rootpath
        named = [config.invocation_params.dir / path for path in config.getoption("--specassay-path")]
        source = root / "src"
        self.config = config
        self.problems: list[str] = []
        try:
            self.contracts = contracts_of(named or [source if source.is_dir() else root], self.problems)
        except Exception as error:
            raise pytest.UsageError(f"--specassay: {error}") from error
        self.watch: TestWatch = TestWatch(self.contracts)
        self.lines: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Any:
        """Watch while a test runs, with its fixtures."""
        with self.watch.watching():
            return (yield)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """What the tests of a worker violated."""
        output = getattr(node, "workeroutput", {})
        self.watch.violated |= {(name, int(clause)) for name, clause in output.get(SENT, ())}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Say what was violated to the controller, or decide about what was not."""
        output = getattr(self.config, "workeroutput", None)
        if output is not None:
            output[SENT] = sorted(self.watch.violated)
            return
        if self.config.option.collectonly:
            return
        from .commands.watching import report

        path = Path(self.config.invocation_params.dir)
        budget = self.config.getoption("--specassay-budget")
        self.lines = list(report(self.contracts, self.watch, budget, path, self._tell))
        if self.lines and self.config.getoption("--specassay-strict") and session.exitstatus in (0, 5):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _tell(self, done: int, of: int) -> None:
        """How many of the contracts with a clause that no test violates are decided: in one line of a terminal, else a
        line at the beginning."""
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is None or not of:
            return
        text = f"contracts: {done} of {of} decided"
        if reporter.isatty:
            reporter.rewrite(text, erase=True)
        elif not done:
            reporter.write_line("")
            reporter.write_line(text)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the report."""
        if self.config.option.collectonly:
            return
        terminalreporter.section("contracts")
        for line in (*self.problems, *self.lines):
            terminalreporter.write_line(line)
        clauses = [clause for contract in self.contracts for clause in contract.clauses]
        seen = sum(clause.key in self.watch.violated for clause in clauses)
        watched = sum(clause.watched for clause in clauses)
        terminalreporter.write_line(
            f"{seen} of {watched} clauses of {len(self.contracts)} contracts are violated by a test; "
            f"{len(clauses) - watched} could not be watched."
        )
