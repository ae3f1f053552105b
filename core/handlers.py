"""Tables of functions by what they handle, which decorators fill."""

from collections.abc import Callable
from typing import Any, TypeVar

K = TypeVar("K")
H = TypeVar("H", bound=Callable[..., Any])


def entering(table: dict[K, H]) -> Callable[..., Callable[[H], H]]:
    """Make a decorator, which takes keys and enters its function under them. It raises ValueError for a key that has a
    function: which of two would be meant depends on the order of imports."""

    def keyed(*keys: K) -> Callable[[H], H]:
        if taken := table.keys() & set(keys):
            raise ValueError(f"two handlers for {', '.join(sorted(map(str, taken)))}")

        def enter(handler: H) -> H:
            table.update(dict.fromkeys(keys, handler))
            return handler

        return enter

    return keyed
