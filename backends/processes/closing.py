"""What holds a process until it is closed."""

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """A context manager that closes itself at its end."""

    __slots__ = ()

    @abstractmethod
    def close(self) -> None:
        """End the process. A second time does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
