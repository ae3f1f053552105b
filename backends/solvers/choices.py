"""The names of solvers and what brings them: light, so that `--help` and a choice import no solver."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of

from ...core import plugins
from ...core.errors import InputError
from .built_in import BUILT_IN

COMPARED = ("z3", "cvc5")
"""What `both` means: two solvers that decide everything we print."""
BOTH, ALL = "both", "all"


def names() -> tuple[str, ...]:
    """The solvers that can be asked for, those of other packages last."""
    return (*BUILT_IN, *added())


def added() -> tuple[str, ...]:
    """The names of the solvers of other packages. A name that is built in stays ours."""
    return tuple(name for name in plugins.plugins("solvers") if name not in BUILT_IN)


def is_installed(name: str) -> bool:
    """Whether the distribution is there that a solver needs."""
    if name not in BUILT_IN:
        return name in added()
    try:
        version_of(BUILT_IN[name])
    except PackageNotFoundError:
        return False
    return True


def chosen(choice: str) -> tuple[str, ...]:
    """The solvers that a choice stands for: one by its name, `both` (z3 and cvc5, which are compared), or `all` that
    are installed (of which the first that knows is believed, see `registry.in_order`). Raises InputError for one that
    is not known or not installed."""
    if choice == ALL:
        return tuple(filter(is_installed, names()))
    chosen_names = COMPARED if choice == BOTH else (choice,)
    # Told now, and not when the first query is asked.
    for name in chosen_names:
        if name not in names():
            raise InputError(f"no solver {name!r}: choose {', '.join(names())}, both or all")
        if name in BUILT_IN and not is_installed(name):
            raise InputError(f"the solver {name} is not installed: pip install {BUILT_IN[name]}")
    return chosen_names
