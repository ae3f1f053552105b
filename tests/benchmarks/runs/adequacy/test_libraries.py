"""Without the extra `adequacy`: the error names it before anything is run."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main


@pytest.mark.parametrize("option", ["--adequacy", "--strengthen"])
def test_a_missing_library_is_named_with_the_extra(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.py"
    path.write_text("def f(x):\n    assert x > 0\n    return x\n")
    for name in [name for name in sys.modules if name.partition(".")[0] == "mutmut"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mutmut", None)
    result = CliRunner().invoke(main, ["cvt", option, str(path)])
    assert result.exit_code == 2
    assert "mutmut: pip install 'specassay[adequacy]'" in result.output
    assert CliRunner().invoke(main, ["cvt", str(path)]).exit_code in (0, 1)
