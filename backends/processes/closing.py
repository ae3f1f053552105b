"""What holds a process until it is closed."""

from typing import Self


class Closing:
    """A context manager that closes itself at its end."""

    __slots__ = ()

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
