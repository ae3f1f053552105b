"""A function that is called before it is defined says so, and has one definition."""

import pytest

from specassay.core.encoding.forward_declarations import ForwardDeclaration


def test_what_is_declared_is_called_once_it_is_defined() -> None:
    longer = ForwardDeclaration[[str, int], str]("longer")
    with pytest.raises(NotImplementedError, match="longer: the module"):
        longer("a", 2)

    @longer.defined_by
    def repeated(text: str, times: int) -> str:
        return text * times

    assert longer("a", 2) == repeated("a", 2) == "aa"
    with pytest.raises(ValueError, match="longer is defined twice"):
        longer.defined_by(repeated)
