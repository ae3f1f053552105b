"""What mutmut mutates, and the tests it runs, are files that there are."""

import tomllib
from pathlib import Path


def test_every_selected_file_exists(root: Path) -> None:
    options = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    mutated = [name.removeprefix("specassay/").removesuffix("/*") for name in options["only_mutate"]]
    selected = [*mutated, *options["pytest_add_cli_args_test_selection"]]
    assert [name for name in selected if not (root / name).exists()] == []
