"""The exceptions that a function promises, in each form that says so."""

import pytest

from specassay.frontends.python.module import parse_module
from specassay.frontends.python.source import read
from specassay.frontends.python.styles.model import FunctionNode, module_of
from specassay.frontends.python.styles.raising import PromisedExceptions, promised_exceptions

GOOGLE = '''def f(x):
    """It.

    Args:
        x: something: else.

    Raises:
        ValueError: where x is
            TooLong: a line that goes on.
        pkg.Own: never.

    Returns:
        Nothing: at all.
    """
'''
NUMPY = '''def f(x):
    """It.

    Raises
    ------
    KeyError
        Where there is none.

    Notes
    -----
    IndexError
    """
'''


def promised(text: str) -> PromisedExceptions:
    source = read(text, "code.py")
    module = module_of(source, parse_module(source))
    function = next(node for node in module.tree.body if isinstance(node, FunctionNode))
    return promised_exceptions(module, function)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def f(x): pass", set()),
        (
            'def f(x):\n    """\n    post: x\n    raises: KeyError, IndexError\n    """\n',
            {"KeyError", "IndexError"},
        ),
        ('def f(x):\n    """It raises: a question."""\n', set()),
        ('def f(x):\n    """:raises ValueError: if so"""\n', {"ValueError"}),
        (GOOGLE, {"ValueError", "Own"}),
        (NUMPY, {"KeyError"}),
        ("import deal\n@deal.raises(KeyError, a.Own)\ndef f(x): pass", {"KeyError", "Own"}),
        ("from deal import chain, raises, reason\n@chain(raises(OSError))\ndef f(x): pass", {"OSError"}),
        ("import deal\n@deal.reason(OSError, lambda x: x > 0)\ndef f(x): pass", {"OSError"}),
        ("import deal\n@deal.pure\ndef f(x): pass", set()),
    ],
)
def test_each_form_names_its_exceptions(text: str, names: set[str]) -> None:
    exceptions = promised(text)
    assert exceptions.names == frozenset(names)
    assert len(exceptions.reasons) == ("deal.reason" in text)


def test_a_promised_class_stands_for_what_derives_from_it() -> None:
    text = 'class A(Exception): pass\nclass B(A): pass\ndef f(x):\n    """\n    raises: A, LookupError\n    """\n'
    exceptions = promised(text)
    told = {"A": True, "B": True, "KeyError": True, "Exception": False, "Other": False, "NotImplementedError": True}
    for name, allowed in told.items():
        assert exceptions.allow(name) == allowed
