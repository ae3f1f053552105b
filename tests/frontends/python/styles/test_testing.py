"""Which functions are tests, as pytest and unittest find them."""

import ast
from pathlib import PurePath

import pytest

from specassay.frontends.python.styles.testing import find_tests, is_among_tests, is_test_file

MODULE = ast.parse("""
def test_plain(): ...
def test_with_fixture(made): ...
def test_with_default(x=1): ...
def without_parameters(): ...
def check(x):
    def inner(): ...
@pytest.fixture
def made(given): ...
class TestThat(unittest.TestCase):
    def helper(self, x): ...
class Plain:
    def test_of_class(self): ...
    def method(self): ...
    def test_more(self, x): ...
""")


def test_tests_are_told_by_their_names_classes_and_decorators() -> None:
    found = {each.name for each in find_tests(MODULE)}
    assert found == {"test_plain", "test_with_default", "without_parameters", "made", "helper", "test_of_class"}


def test_of_a_module_of_tests_every_function_is_one() -> None:
    functions = {each.name for each in ast.walk(MODULE) if isinstance(each, ast.FunctionDef)}
    assert {each.name for each in find_tests(MODULE, all_of_them=True)} == functions


@pytest.mark.parametrize(
    ("path", "file", "among"),
    [
        ("test_a.py", True, True),
        ("a_test.py", True, True),
        ("conftest.py", True, True),
        ("tests/a.py", False, True),
        ("testing.py", False, False),
        ("test_a.txt", False, False),
        ("test/b/a.py", False, True),
        ("tests.py", False, False),
    ],
)
def test_files_of_tests_are_told_by_their_paths(path: str, file: bool, among: bool) -> None:
    assert (is_test_file(path), is_among_tests(PurePath(path))) == (file, among)
