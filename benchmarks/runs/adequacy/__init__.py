"""How good is a suite of contract-violating tests? Mutation analysis of the contract itself.

The program under test is the contract: a mutant is *killed* by an input that one of the two accepts and the other
rejects (it returns, or it raises) in real Python. What no input of the suite kills is separated by another input,
proved equivalent, or left open.

This package may be imported without the extra `adequacy`; its modules may not.
"""

from importlib.util import find_spec

from ....core.errors import InputError

EXTRA = "adequacy"
"""The extra of the distribution that installs the libraries which mutate."""


def require_libraries() -> None:
    """Raise InputError, with what to do, unless the libraries are installed that mutate a contract."""
    missing = [name for name in ("libcst", "mutmut") if find_spec(name) is None]
    if missing:
        raise InputError(f"--adequacy and --strengthen need {' and '.join(missing)}: pip install 'specassay[{EXTRA}]'")
