"""What the text of a function says of the objects that its parameters take."""

import ast

from specassay.frontends.python.described import Described, described


def said(text: str) -> dict[str, Described]:
    functions = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    return dict(described(functions["f"], functions))


def test_attributes_that_no_plain_value_has() -> None:
    assert said("def f(g, n):\n    if not g.nodes:\n        raise ValueError\n    return g.copy(), n.bit_length()") == {
        "g": Described(reads=("copy", "nodes"))
    }


def test_functions_of_the_module_that_a_parameter_is_given_to() -> None:
    text = "def is_empty(it):\n    return it.size() == 0\ndef f(x):\n    assert not is_empty(x)\n"
    assert said(text) == {"x": Described(reads=("size",))}


def test_words_of_docstrings_that_may_name_a_class() -> None:
    numpy = '''def f(G, n, a, b):
    """Do.

    Parameters
    ----------
    G : NetworkX graph
        Text: with a colon.
    n : int, optional
    a, b : Node
    """'''
    google = '''def f(cart, n):
    """Do.

    Args:
        cart (shop.Cart): what is bought
        n (int): a number
    """'''
    assert {name: each.words for name, each in said(numpy).items()} == {
        "G": ("NetworkX", "graph"),
        "a": ("Node",),
        "b": ("Node",),
    }
    assert {name: each.words for name, each in said(google).items()} == {"cart": ("shop", "Cart")}
