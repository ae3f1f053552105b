"""An optional limit."""


def first_items(items: list, limit: int | None = None) -> list:
    """Return the items, at most `limit` of them if there is one."""
    assert limit is None or limit >= 0
    assert len(items) > 0
    assert None not in items
    return items if limit is None else items[:limit]
