"""Transfers, with a contract in decorators."""

import icontract
from icontract import ensure, require

LIMIT = 1000


@require(lambda amount: isinstance(amount, int))
@require(lambda amount: 0 < amount <= LIMIT)
@icontract.require(lambda balance, amount: amount <= balance, "not enough")
@ensure(lambda balance, result: result < balance)
def transfer(balance: int, amount: int) -> int:
    """Return the balance after a transfer."""
    return balance - amount
