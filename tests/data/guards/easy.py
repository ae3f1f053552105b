"""Functions whose guards a person breaks at once. The docstring of each has the sets of clauses, by their places, that no
argument of the declared types violates; every other set is violated by some."""

import math
import re
from typing import Literal


def date(text: str) -> str:
    """"""
    if len(text) != 10:
        raise ValueError("length")
    if text[4] != "-" or text[7] != "-":
        raise ValueError("dashes")
    if not (text[:4].isdigit() and text[5:7].isdigit() and text[8:].isdigit()):
        raise ValueError("digits")
    if not 1 <= int(text[5:7]) <= 12:
        raise ValueError("month")
    if not 1 <= int(text[8:]) <= 31:
        raise ValueError("day")
    return text


def version(text: str) -> tuple[int, ...]:
    """"""
    if not text.startswith("v"):
        raise ValueError("v")
    parts = text[1:].split(".")
    if len(parts) not in (2, 3):
        raise ValueError("parts")
    for part in parts:
        if not part.isdigit():
            raise ValueError("digits")
    if int(parts[0]) > 99:
        raise ValueError("major")
    return tuple(map(int, parts))


HEX = "0123456789abcdef"


def colour(text: str) -> str:
    """"""
    if not text.startswith("#"):
        raise ValueError("hash")
    if len(text) not in (4, 7):
        raise ValueError("length")
    if any(c not in HEX for c in text[1:].lower()):
        raise ValueError("hex")
    return text


def duration(text: str) -> int:
    """0; 0 1; 0 2; 0 3; 0 1 2; 0 1 3; 0 2 3"""
    if text.count(":") != 2:
        raise ValueError("colons")
    hours, minutes, seconds = text.split(":")
    if not (hours.isdigit() and minutes.isdigit() and seconds.isdigit()):
        raise ValueError("digits")
    if int(minutes) > 59:
        raise ValueError("minutes")
    if int(seconds) > 59:
        raise ValueError("seconds")
    return 0


def isbn(text: str) -> bool:
    """1; 0 1"""
    digits = [c for c in text if c != "-"]
    if len(digits) != 10:
        raise ValueError("length")
    if not all(c.isdigit() for c in digits):
        raise ValueError("digits")
    total = 0
    for place, c in enumerate(digits):
        total += (10 - place) * int(c)
    if total % 11 != 0:
        raise ValueError("check")
    return True


def luhn(text: str) -> bool:
    """0"""
    if not text.isdigit():
        raise ValueError("digits")
    if len(text) < 8:
        raise ValueError("short")
    if sum(int(c) for c in text) % 10 != 0:
        raise ValueError("sum")
    return True


def user(name: str) -> str:
    """"""
    if not re.fullmatch(r"[a-z][a-z0-9_]{2,15}", name):
        raise ValueError("pattern")
    if name.endswith("_"):
        raise ValueError("end")
    if "admin" in name:
        raise ValueError("reserved")
    return name


def packet(data: bytes) -> bytes:
    """"""
    if len(data) < 6:
        raise ValueError("short")
    if data[0] != 0x7e or data[-1] != 0x7f:
        raise ValueError("flags")
    if data[1] != len(data) - 4:
        raise ValueError("length")
    if sum(data[2:-2]) % 256 != data[-2]:
        raise ValueError("checksum")
    return data


def field(line: str) -> tuple[str, int]:
    """0; 0 1; 0 2; 0 3; 0 1 2; 0 1 3"""
    key, sep, value = line.partition("=")
    if not sep:
        raise ValueError("=")
    if not key.isidentifier():
        raise ValueError("key")
    if not value.strip().lstrip("-").isdigit():
        raise ValueError("value")
    if abs(int(value)) > 1000:
        raise ValueError("range")
    return key, int(value)


def url(text: str) -> str:
    """"""
    if not text.startswith(("http://", "https://")):
        raise ValueError("scheme")
    if len(text) > 255:
        raise ValueError("long")
    if " " in text:
        raise ValueError("space")
    if text.count("/") < 3:
        raise ValueError("path")
    return text


def rgb(values: list[int]) -> int:
    """"""
    if len(values) != 3:
        raise ValueError("three")
    if any(not 0 <= v <= 255 for v in values):
        raise ValueError("range")
    if len(set(values)) == 1:
        raise ValueError("grey")
    return 0


def perm(p: list[int]) -> int:
    """0; 0 1; 0 1 2"""
    if not p:
        raise ValueError("empty")
    if sorted(p) != list(range(len(p))):
        raise ValueError("permutation")
    if p[0] == 0:
        raise ValueError("fixed")
    return 0


def degrees(n: int, edges: list[tuple[int, int]]) -> int:
    """0; 0 1; 0 2; 0 3; 0 1 2; 0 1 3; 0 2 3; 0 2 4; 0 3 4; 0 1 2 3; 0 2 3 4"""
    if n <= 0:
        raise ValueError("n")
    if not all(0 <= a < n and 0 <= b < n for a, b in edges):
        raise ValueError("range")
    if any(a == b for a, b in edges):
        raise ValueError("loop")
    if len(set(edges)) != len(edges):
        raise ValueError("twice")
    if len(edges) != n - 1:
        raise ValueError("tree")
    return 0


def seq(d: list[int]) -> int:
    """0 3; 1 3; 2 3; 0 1 3; 0 2 3; 1 2 3; 0 1 2 3"""
    if sum(d) % 2:
        raise ValueError("odd")
    if any(x < 0 or x >= len(d) for x in d):
        raise ValueError("degree")
    if sorted(d, reverse=True) != d:
        raise ValueError("order")
    if not d:
        raise ValueError("empty")
    return 0


def config(d: dict[str, int]) -> int:
    """0; 1; 0 1; 0 3; 1 3; 0 1 3"""
    if "low" not in d:
        raise KeyError("low")
    if "high" not in d:
        raise KeyError("high")
    if d["low"] >= d["high"]:
        raise ValueError("order")
    if d.get("step", 1) < 1:
        raise ValueError("step")
    return 0


def matrix(rows: list[list[float]]) -> int:
    """0; 0 1; 0 3; 0 1 2; 0 1 3; 0 2 3; 0 1 2 3"""
    if not rows:
        raise ValueError("empty")
    if any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("ragged")
    if len(rows) != len(rows[0]):
        raise ValueError("square")
    if any(abs(sum(row) - 1.0) > 1e-9 for row in rows):
        raise ValueError("stochastic")
    return 0


def intervals(xs: list[tuple[int, int]]) -> int:
    """"""
    for low, high in xs:
        if low > high:
            raise ValueError("order")
    for (a, b), (c, d) in zip(xs, xs[1:]):
        if c <= b:
            raise ValueError("overlap")
    if len(xs) > 254:
        raise ValueError("many")
    return 0


def isprime(n: int) -> int:
    """0 1; 0 2; 0 1 2"""
    if n < 2:
        raise ValueError("small")
    if any(n % d == 0 for d in range(2, n)):
        raise ValueError("composite")
    if n > 100:
        raise ValueError("large")
    return n


def iban(text: str) -> str:
    """"""
    text = text.replace(" ", "").upper()
    if len(text) < 5:
        raise ValueError("too short")
    if not text[:2].isalpha():
        raise ValueError("country")
    if not text[2:4].isdigit():
        raise ValueError("check digits")
    if int(text[2:4]) < 2 or int(text[2:4]) > 98:
        raise ValueError("range")
    return text


def ipv4(text: str) -> list[int]:
    """"""
    parts = text.split(".")
    if len(parts) != 4:
        raise ValueError("four parts")
    if not all(part.isdigit() for part in parts):
        raise ValueError("digits")
    if any(len(part) > 1 and part[0] == "0" for part in parts):
        raise ValueError("leading zero")
    if any(int(part) > 255 for part in parts):
        raise ValueError("too large")
    return [int(part) for part in parts]


def mail(email: str) -> tuple[str, str]:
    """0; 0 1; 0 2; 0 3; 0 1 2; 0 1 3; 0 2 3"""
    if email.count("@") != 1:
        raise ValueError("one @")
    local, domain = email.split("@")
    if not local or len(local) > 64:
        raise ValueError("local part")
    if "." not in domain or domain.startswith("-") or domain.endswith("-"):
        raise ValueError("domain")
    if ".." in email:
        raise ValueError("two dots")
    return local, domain


def frame(data: bytes) -> bytes:
    """"""
    if data[:2] != b"ab":
        raise ValueError("magic")
    if int.from_bytes(data[2:4], "big") != len(data) - 4:
        raise ValueError("length")
    return data[4:]


def path(graph: dict[str, dict[str, int]], source: str, target: str) -> int:
    """"""
    if source not in graph:
        raise KeyError(source)
    if target not in graph:
        raise KeyError(target)
    if any(cost < 0 for edges in graph.values() for cost in edges.values()):
        raise ValueError("negative")
    if any(node not in graph for edges in graph.values() for node in edges):
        raise ValueError("unknown node")
    return len(graph)


def clock(text: str) -> int:
    """"""
    if len(text) != 5 or text[2] != ":":
        raise ValueError("form")
    if not text[:2].isdigit() or not text[3:].isdigit():
        raise ValueError("digits")
    if int(text[:2]) >= 24:
        raise ValueError("hour")
    if int(text[3:]) >= 60:
        raise ValueError("minute")
    return 0


def plate(text: str) -> str:
    """"""
    area, _, number = text.partition("-")
    if not 1 <= len(area) <= 3:
        raise ValueError("area")
    if area != area.upper():
        raise ValueError("upper")
    if not number.isdecimal():
        raise ValueError("number")
    return text


def rna(text: str) -> str:
    """0; 0 1; 0 2; 0 1 2; 0 1 3; 0 2 3; 0 1 2 3"""
    if not text:
        raise ValueError("empty")
    if set(text) - set("ACGU"):
        raise ValueError("base")
    if len(text) % 3 != 0:
        raise ValueError("codon")
    if not text.startswith("AUG"):
        raise ValueError("start")
    return text


def roman(text: str) -> int:
    """0; 0 1; 0 3; 0 1 3; 0 1 2 3; 0 1 2; 0 2 3"""
    if not text:
        raise ValueError("empty")
    if any(c not in "IVXLCDM" for c in text):
        raise ValueError("letter")
    if text[0] == "V":
        raise ValueError("first")
    if "IIII" in text:
        raise ValueError("four")
    return 0


def semver(text: str) -> str:
    """1; 0 1; 1 2; 0 1 2"""
    if text.count(".") != 2:
        raise ValueError("dots")
    if text.startswith("v"):
        raise ValueError("v")
    if any(p != "0" and p.startswith("0") for p in text.split(".")):
        raise ValueError("zero")
    if not all(p.isdigit() for p in text.split(".")):
        raise ValueError("digits")
    return text


def password(text: str) -> str:
    """"""
    if len(text) < 8:
        raise ValueError("short")
    if not any(c.isdigit() for c in text):
        raise ValueError("digit")
    if not any(c.isupper() for c in text):
        raise ValueError("upper")
    if text == text[::-1]:
        raise ValueError("palindrome")
    return text


def slug(text: str) -> str:
    """"""
    if not re.match(r"^[a-z0-9-]+$", text):
        raise ValueError("form")
    if text.startswith("-") or text.endswith("-"):
        raise ValueError("edge")
    if "--" in text:
        raise ValueError("twice")
    return text


def record(line: str) -> list[str]:
    """"""
    fields = line.strip().split(",")
    if len(fields) != 3:
        raise ValueError("fields")
    if not fields[0].isalpha():
        raise ValueError("name")
    if float(fields[-1]) < 0:
        raise ValueError("amount")
    return fields


def utf(data: bytes) -> str:
    """0; 0 2; 0 1 2"""
    if not data:
        raise ValueError("empty")
    if data[0] >= 128:
        raise ValueError("ascii")
    if len(data) > 512:
        raise ValueError("long")
    return ""


def chunk(data: bytes, size: int) -> int:
    """0 2"""
    if size <= 0:
        raise ValueError("size")
    if len(data) % size != 0:
        raise ValueError("whole")
    if len(data) // size > 4:
        raise ValueError("many")
    return 0


def shares(parts: list[float]) -> float:
    """0; 0 1; 0 1 2"""
    if not parts:
        raise ValueError("empty")
    if any(p < 0 for p in parts):
        raise ValueError("negative")
    if abs(sum(parts) - 1.0) > 1e-9:
        raise ValueError("sum")
    return 0.0


def window(xs: list[int], size: int) -> int:
    """0 1; 0 1 2"""
    if size < 1:
        raise ValueError("size")
    if size > len(xs):
        raise ValueError("large")
    if sum(xs[:size]) > 100:
        raise ValueError("sum")
    return 0


def teams(names: list[str], sizes: list[int]) -> int:
    """"""
    if len(names) != len(sizes):
        raise ValueError("lengths")
    if len(set(names)) != len(names):
        raise ValueError("twice")
    if sum(sizes) != 11:
        raise ValueError("eleven")
    if any(not name.strip() for name in names):
        raise ValueError("blank")
    return 0


def inverse(table: dict[str, str]) -> dict[str, str]:
    """"""
    if len(set(table.values())) != len(table):
        raise ValueError("not injective")
    if any(key == value for key, value in table.items()):
        raise ValueError("fixed")
    if "" in table:
        raise ValueError("empty key")
    return {}


def schedule(jobs: list[tuple[str, int, int]]) -> int:
    """"""
    for name, start, end in jobs:
        if not name:
            raise ValueError("name")
        if end <= start:
            raise ValueError("span")
    if max((end for _, _, end in jobs), default=0) > 24:
        raise ValueError("day")
    return 0


def board(rows: list[str]) -> int:
    """"""
    if len(rows) != 3:
        raise ValueError("rows")
    if any(len(row) != 3 for row in rows):
        raise ValueError("columns")
    if any(c not in "XO." for row in rows for c in row):
        raise ValueError("cell")
    if abs(sum(row.count("X") for row in rows) - sum(row.count("O") for row in rows)) > 1:
        raise ValueError("turns")
    return 0


def ratio(a: int, b: int) -> float:
    """"""
    if b == 0:
        raise ZeroDivisionError
    if a % 7 != 3:
        raise ValueError("rest")
    if a <= 1000:
        raise ValueError("small")
    return a / b


def power(n: int) -> int:
    """0; 0 1; 0 1 2"""
    if n <= 0:
        raise ValueError("positive")
    if n & (n - 1) and n > 0:
        raise ValueError("power")
    if n < 4096:
        raise ValueError("small")
    return n


def mode(name: Literal["r", "w", "a"], size: int | None) -> int:
    """0 1"""
    if name != "r" and size is None:
        raise ValueError("size")
    if size is not None and size < 0:
        raise ValueError("negative")
    return 0


def label(text: str) -> str:
    """"""
    if len(text) > 254:
        raise ValueError("long")
    if text != text.strip():
        raise ValueError("blank")
    if not text.isprintable():
        raise ValueError("control")
    return text


def tree(parents: list[int]) -> int:
    """0; 0 2; 0 3; 0 1 2; 0 1 3; 0 2 3; 0 1 2 3"""
    if not parents:
        raise ValueError("empty")
    if parents[0] != -1:
        raise ValueError("root")
    if any(not 0 <= p < i for i, p in enumerate(parents) if i > 0):
        raise ValueError("parent")
    if len(parents) > 100:
        raise ValueError("large")
    return 0


def width(low: float, high: float) -> float:
    """"""
    if not low < high:
        raise ValueError("order")
    if math.isnan(high) or math.isinf(high):
        raise ValueError("high")
    if math.isnan(low) or math.isinf(low):
        raise ValueError("low")
    return high - low
