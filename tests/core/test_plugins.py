"""What other packages add: by name in order, imported where it is used, and what does not load is told."""

from importlib.metadata import EntryPoint, EntryPoints

import pytest

from specassay.core import plugins
from specassay.core.errors import InputError


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [
        EntryPoint("orders", "string:digits", "specassay.datasets"),
        EntryPoint("absent", "no_such_module_at_all:READER", "specassay.datasets"),
        EntryPoint("nameless", "string:NOT_THERE", "specassay.datasets"),
        EntryPoint("other", "string:digits", "specassay.solvers"),
    ]

    def entry_points(*, group: str) -> EntryPoints:
        return EntryPoints(each for each in listed if each.group == group)

    monkeypatch.setattr(plugins, "entry_points", entry_points)
    plugins.plugins.cache_clear()


@pytest.mark.usefixtures("points")
def test_a_group_has_what_is_added_to_it_in_the_order_of_names() -> None:
    assert list(plugins.plugins("datasets")) == ["absent", "nameless", "orders"]
    assert list(plugins.plugins("solvers")) == ["other"]
    assert plugins.load("datasets", "orders") == "0123456789"
    plugins.plugins.cache_clear()


@pytest.mark.usefixtures("points")
@pytest.mark.parametrize(("name", "reason"), [("absent", "no_such_module_at_all"), ("nameless", "NOT_THERE")])
def test_what_does_not_load_says_where_it_comes_from(name: str, reason: str) -> None:
    with pytest.raises(InputError, match=f"{name} of specassay.datasets, which another package adds .*{reason}"):
        plugins.load("datasets", name)
    plugins.plugins.cache_clear()
