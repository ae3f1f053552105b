"""Postconditions as the last assertions of a body. The line before each says what is true of it, written before
anything was run."""


# strong
def absolute(n: int) -> int:
    result = n if n >= 0 else -n
    assert result >= 0
    assert result in (n, -n)
    return result


# weak
def total(xs: list[int]) -> int:
    assert all(x >= 0 for x in xs)
    found = 0
    for x in xs:
        found += x
    assert found >= 0
    return found


# wrong
def tripled(n: int) -> int:
    r = n * 3
    assert r > n
    return r


# wrong fails
def ratio(a: int, b: int) -> int:
    if a < 0:
        raise ValueError("negative")
    r = a // b
    assert r * b <= a
    return r


# strong
def merged(a: list[int], b: list[int]) -> list[int]:
    assert a == sorted(a) and b == sorted(b)
    found: list[int] = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            found.append(a[i])
            i += 1
        else:
            found.append(b[j])
            j += 1
    found += a[i:] + b[j:]
    assert found == sorted(a + b)
    return found


# weak
def joined(words: list[str]) -> str:
    text = " ".join(words)
    assert len(text) >= len(words) - 1
    return text


# wrong
def bounded(n: int) -> int:
    r = n % 10 if n != 25 else 10
    assert 0 <= r < 10
    return r


# weak
def evens(xs: list[int]) -> list[int]:
    found = [x for x in xs if x % 2 == 0]
    assert all(x % 2 == 0 for x in found)
    assert len(found) <= len(xs)
    return found


# strong
def digits(n: int) -> int:
    assert n >= 0
    found = 0
    for digit in str(n):
        found += int(digit)
    assert found == sum(map(int, str(n)))
    return found
