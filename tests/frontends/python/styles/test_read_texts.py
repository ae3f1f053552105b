"""Texts that functions of the standard library read: each is read by its function, and begins a search."""

import importlib
import struct
from datetime import datetime

import pytest

from specassay.frontends.python.module import parse_module
from specassay.frontends.python.source import read
from specassay.frontends.python.styles.model import FunctionNode
from specassay.frontends.python.styles.read_texts import _READ, texts_read


@pytest.mark.parametrize("name", _READ)
def test_each_text_is_read_by_its_function(name: str) -> None:
    module, *path = name.split(".")
    function = importlib.import_module(module)
    for part in path:
        try:
            function = getattr(function, part)
        except AttributeError:
            module = f"{module}.{part}"
            function = importlib.import_module(module)
    assert callable(function)
    for text in _READ[name]:
        function(text)


def texts(text: str) -> list[str | bytes]:
    tree = parse_module(read(text, "m.py"))
    function = tree.body[-1]
    assert isinstance(function, FunctionNode)
    return texts_read(tree, function)


def test_what_a_name_means_is_what_the_module_imports() -> None:
    assert "http://a/b" in texts("from urllib.parse import urlsplit as cut\ndef f(x):\n    return cut(x)\n")
    assert texts("from other import urlsplit\ndef f(x):\n    return urlsplit(x)\n") == []
    assert texts("from datetime import date\ndef f(x):\n    return [*map(date.fromisoformat, x)]\n") == [
        "2000-01-01",
        "2000-01-02",
    ]


def test_formats_make_values_of_theirs() -> None:
    found = texts("import struct\nHEAD = struct.Struct('>HI')\ndef f(x):\n    return HEAD.unpack(x)\n")
    assert struct.pack(">HI", 1, 0) in found
    assert texts("import struct\ndef f(x):\n    return struct.unpack('<b', x)\n") == [b"\0", b"\1"]
    assert texts("import struct\ndef f(x):\n    return struct.unpack('3s', x)\n") == []
    (first, _) = texts("from datetime import datetime\ndef f(x):\n    return datetime.strptime(x, '%d.%m.%y')\n")
    assert isinstance(first, str)
    assert datetime.strptime(first, "%d.%m.%y") == datetime(2000, 1, 1)


@pytest.mark.parametrize("form", ["99999999999xB", "é", "\0", "q" * 9])
def test_a_format_that_is_large_or_none_makes_no_values(form: str) -> None:
    found = texts(f"import struct\ndef f(x):\n    return struct.unpack({form!r}, x)\n")
    assert all(struct.calcsize(form) == len(value) for value in found)
    assert len(found) == (16 if form[0] == "q" else 0)


def test_a_format_that_cannot_be_encoded_makes_no_dates() -> None:
    assert texts("from datetime import datetime\ndef f(x):\n    return datetime.strptime(x, '\\ud800%Y')\n") == []
