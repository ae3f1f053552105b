"""How large the files are that front ends read, in one place."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class ParsingLimits:
    """What is larger is refused, and the error names the limit."""

    megabytes: int = 16
    """Megabytes (2^20 bytes) of a file. Chosen, not measured: no file that people write is as large."""

    @property
    def file_bytes(self) -> int:
        return self.megabytes * 2**20


LIMITS = ParsingLimits()
