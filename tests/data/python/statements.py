def parentheses(text: str):
    cnt = 0
    for ch in text:
        assert ch in ["(", ")", " "], "invalid inputs"
        if ch == "(": cnt += 1
        elif ch == ")": cnt -= 1
        assert cnt >= 0, "invalid inputs"
    assert cnt == 0, "invalid inputs"
    return cnt


def closest(value):
	try:
		assert isinstance(value, str)
		value = float(value)
	except:
		raise Exception("invalid inputs")
	import math
	assert not (math.isinf(value) or math.isnan(value)), \
		"invalid inputs"
	return round(value)


def guarded(n, xs):
    if not isinstance(n, int):
        raise TypeError(f"n is {type(n).__name__!r:>10}")
    while n > 0:
        n, (a, b) = n - 1, xs
        assert a != n
        if a is b is None: continue
        elif a: break
    else:
        xs = {**{k: [*v] for k, v in xs.items() if k if v}, "n": lambda q, r: q @ r}
    assert xs[1:, ::2] != {x for l in xs for x in l} and 0 <= n < 0xFF and not 1_0j
