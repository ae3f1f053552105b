"""Shares of a whole, with a contract in decorators that may refuse by a message."""

import deal


@deal.pre(lambda part, whole: isinstance(part, int) and isinstance(whole, int))
@deal.pre(lambda _: _.whole > 0 or "nothing to divide")
@deal.pre(lambda _: 0 <= _.part <= _.whole)
@deal.post(lambda result: 0 <= result <= 100)
@deal.pure
def percentage(part: int, whole: int) -> float:
    """Return the share of a part."""
    return 100 * part / whole
