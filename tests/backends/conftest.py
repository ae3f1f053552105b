"""The registered solvers, and sessions that are always closed."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from specassay.backends.solvers import registry
from specassay.backends.solvers.choices import names
from specassay.backends.solvers.driver import THEORIES
from specassay.backends.solvers.session import TextBackend, TextSession
from specassay.backends.solvers.worker import isolated


def backend_of(name: str, where: str) -> TextBackend:
    backend = registry.get(name)
    return isolated(backend) if where == "isolated" else backend


@pytest.fixture(params=names())
def solver(request: pytest.FixtureRequest) -> str:
    """The name of each registered solver."""
    name: str = request.param
    return name


COMPLETE = tuple(name for name in names() if registry.solver(name).theories == THEORIES)


@pytest.fixture(params=COMPLETE)
def complete_solver(request: pytest.FixtureRequest) -> str:
    """The name of each registered solver that decides everything we print."""
    name: str = request.param
    return name


@pytest.fixture(params=["in-process", "isolated"])
def complete_backend(request: pytest.FixtureRequest, complete_solver: str) -> TextBackend:
    """Each of these, in process and isolated."""
    return backend_of(complete_solver, request.param)


@pytest.fixture(params=["in-process", "isolated"])
def backend(request: pytest.FixtureRequest, solver: str) -> TextBackend:
    """Each registered backend, in process and isolated."""
    return backend_of(solver, request.param)


@pytest.fixture
def open_session() -> Iterator[Callable[..., TextSession]]:
    """`open_session(backend, functions, datatypes)`: closed when the test ends."""
    opened: list[TextSession] = []

    def start(chosen: TextBackend, *theory: Any, **options: Any) -> TextSession:
        opened.append(chosen.session(*theory, **options))
        return opened[-1]

    yield start
    for session in opened:
        session.close()
