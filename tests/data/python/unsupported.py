import numpy as np


def clauses(x):
    assert np.isnan(x)
    assert (y := len(x)) > 1
    assert y


def effects(x):
    assert x
    xs = list(x)
    xs.sort(key=print)
    assert xs


def helpers(x):
    def check(values):
        assert values
        yield all(values)

    assert x
    assert check(x)
