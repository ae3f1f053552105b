"""What of a function's body is its contract: the head, and what of it is left when it is taken out."""

import ast
from pathlib import Path
from textwrap import dedent, indent

import pytest

from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.frontends.python.files import functions_of
from specassay.frontends.python.module import parse_module
from specassay.frontends.python.source import read
from specassay.frontends.python.styles.assemble import reread, without_contract
from specassay.frontends.python.styles.model import Module, module_of


def module(text: str, *, internal: bool = False, file: str = "code.py") -> Module:
    source = read(dedent(text), file)
    return module_of(source, parse_module(source), internal=internal)


def clauses(body: str, header: str = "def f(x, xs, text):", *, internal: bool = False) -> list[str]:
    """The tests of the assertions that the body of a function reads."""
    text = f"{header}\n{indent(dedent(body), '    ')}\n    return compute(x)\n"
    found = [each.written.block for each in functions_of(module(text, internal=internal))]
    nodes = (node for block in found if block is not None for node in ast.walk(ast.parse(dedent(block.text))))
    asserts = sorted((node for node in nodes if isinstance(node, ast.Assert)), key=lambda node: node.lineno)
    return [ast.unparse(node.test) for node in asserts]


LEADING = {
    "groups of what is given": (
        "g = defaultdict(list)\nfor v in xs:\n    g[v].append(x)\nif len(g) > 1:\n    raise ValueError",
        ["not len(g) > 1"],
    ),
    "groups in a dict": (
        "g = {}\nfor v in xs:\n    g.setdefault(v, []).append(x)\nif len(g) > 1:\n    raise ValueError",
        ["not len(g) > 1"],
    ),
    "a first of a copy": ("q = deque(xs)\nv = q.popleft() if q else x\nif v is None:\n    raise E", ["not v is None"]),
    "set-up of names": ("n = len(xs)\nassert n > 0", ["n > 0"]),
    "an initial value": ("total = 0\nif x < 0:\n    raise ValueError", ["not x < 0"]),
    "a conversion": (
        "import numpy as np\nxs = np.asarray(xs)\nif xs.ndim != 1:\n    raise ValueError",
        ["not xs.ndim != 1"],
    ),
    "a text that is read": ("v = json.loads(text)\nif not v:\n    raise ValueError", ["v"]),
    "a default": ("if x is None:\n    x = 3\nif x < 0:\n    raise ValueError", ["not x < 0"]),
    "a class": ("class Empty(ValueError):\n    size = 0\n    def f(self, v=1): g(v)\nassert x", ["x"]),
    "a helper": ("def ok(v):\n    return v > 0\nassert ok(x)", ["ok(x)"]),
    "a loop of checks": (
        "for i in range(len(xs)):\n    if xs[i] < 0:\n        m = f'{i}'\n        raise ValueError(m)",
        ["not xs[i] < 0"],
    ),
    "a count that is checked": (
        "n = 0\nfor c in text:\n    n += c == 'a'\n    assert n < 3\nassert n > 0",
        ["n < 3", "n > 0"],
    ),
    "a set of what was seen": (
        "seen = set()\nfor v in xs:\n    assert v not in seen\n    seen.add(v)",
        ["v not in seen"],
    ),
    "a conversion that fails": (
        "try:\n    x = int(x)\nexcept TypeError:\n    raise ValueError\nassert x",
        ["False", "x"],
    ),
    "an assertion that is told otherwise": ("try:\n    assert x\nexcept AssertionError:\n    raise TypeError", ["x"]),
    "what follows a conversion": (
        "try:\n    n = int(x)\nexcept TypeError:\n    n = 0\nelse:\n    if n < 0:\n        raise ValueError\nassert x",
        ["not n < 0", "x"],
    ),
    "what is suppressed": (
        "n = 0\nwith suppress(ValueError):\n    n = int(x)\nif n < 0:\n    raise ValueError",
        ["not n < 0"],
    ),
    "a sum that is refused": ("n = 0\nfor v in xs:\n    n += v\nif n > 9:\n    raise ValueError", ["not n > 9"]),
    "a search that fails": (
        "i = 0\nwhile xs[i]:\n    i += 1\nif i == len(xs):\n    raise ValueError",
        ["not i == len(xs)"],
    ),
    "what an assertion binds": ("assert (n := len(xs)) > 1\nassert n < 5", ["n > 1", "n < 5"]),
    "what an assertion binds on some inputs": ("assert x and (n := len(xs))", ["x and (n := len(xs))"]),
    "a match of checks": (
        "match x:\n    case [a, b]:\n        assert a\n    case _:\n        raise TypeError",
        ["a", "False"],
    ),
    "a check under a condition": ("if xs:\n    assert x", ["x"]),
    "a chain that goes on": ("if x < 0:\n    raise ValueError\nelif x == 0:\n    return compute(0)", ["not x < 0"]),
    "the other way round": ("if x in xs:\n    return compute(xs)\nelse:\n    raise KeyError", ["x in xs"]),
    "a conversion that is returned": ("try:\n    return int(x)\nexcept ValueError:\n    raise TypeError", ["False"]),
    "a branch that returns": (
        "if not xs:\n    y = compute(x)\n    return y\nif x < 0:\n    raise ValueError",
        ["not x < 0"],
    ),
    "a branch with a check that returns": (
        "if xs:\n    n = len(xs)\n    assert n > x\n    return compute(n)\nassert x",
        ["n > x", "x"],
    ),
    "a branch that computes in a loop": (
        "if xs:\n    n = 0\n    for v in xs:\n        n += v\n    return n\nassert x",
        ["x"],
    ),
    "a dispatch": ("if x == 1:\n    return 2\nelif x == 2:\n    return 3\nelse:\n    raise ValueError", ["False"]),
    "what no branch takes": ("if x == 1:\n    return 2\nif x == 2:\n    return 3\nraise ValueError", ["False"]),
    "a chain that goes on to checks": (
        "if x < 0:\n    raise ValueError\nelif x:\n    return 1\nelif xs:\n    raise TypeError",
        ["False", "not xs"],
    ),
    "a raise behind a guard": ("if x < 0:\n    raise ValueError\nraise NotImplementedError", ["not x < 0"]),
    "a function that checks": (
        "def ok(v):\n    if v < 0:\n        raise ValueError\nok(x)\nassert xs",
        ["[ok(x)]", "xs"],
    ),
    "a call of the function itself": ("assert x\nx = f(x)\nassert x > 1", ["x"]),
    "a function with assertions": ("def ok(v):\n    assert v\nok(x)", ["v"]),
    "a deletion": ("n = list(xs)\ndel n[0], n[1:]\nn[:0] = [x]\nif n:\n    raise ValueError", ["not n"]),
    "what is told": ("print(x, *xs, sep='')\nif x < 0:\n    raise ValueError", ["not x < 0"]),
    "a check in a try with an end": (
        "if x:\n    try:\n        assert xs\n        if x > 1:\n            raise E\n    finally:\n        n = 1",
        ["xs", "not x > 1"],
    ),
    "a helper that counts": ("def ok(vs):\n    n = []\n    n.append(vs)\n    return n\ny = ok(xs)\nassert y", ["y"]),
}
NOT_LEADING = {
    "a change of what a container was given": (
        "g = []\ng.append(xs)\ng[0].append(x)\nif len(xs) > 1:\n    raise ValueError"
    ),
    "a change of what it was given in an earlier turn": (
        "g = [[]]\nfor v in xs:\n    g[0].append(x)\n    g.append(v)\nif len(xs) > 1:\n    raise ValueError"
    ),
    "a change of an item that was given": "g = {}\ng[x] = xs\ng[x].append(x)\nif len(xs) > 1:\n    raise ValueError",
    "behind a result": "y = compute(x)\nassert y > 0",
    "behind a call": "register(x)\nassert x",
    "a raise alone": "y = len(xs)\nraise NotImplementedError",
    "behind a return in a loop": "while x:\n    if xs:\n        return 0\nassert x",
    "behind a return in a try": "try:\n    return compute(x)\nexcept ValueError:\n    pass\nassert x",
    "a branch in a try that calls": "try:\n    if x:\n        return f(x)\nexcept ValueError:\n    raise TypeError",
    "behind a return at all": "return x\nassert x",
    "behind a return and a call": "if not xs:\n    return 0\nregister(x)\nif x < 0:\n    raise ValueError",
    "a step of a computation": "n = 0\nfor c in text:\n    if c not in '01':\n        raise ValueError\n    n = 2 * n",
    "behind a loop": "n = 0\nfor v in xs:\n    n += v\nassert n > 0",
    "behind a loop with other results": "n = 0\nfor v in xs:\n    n += v\n    m = v\nif n > 9:\n    raise ValueError",
    "behind a loop with a return": "for v in xs:\n    if v == x:\n        return v\nif not xs:\n    raise ValueError",
    "behind a loop that changes an argument": "while xs[0] < 0:\n    xs.pop()\nif not xs:\n    raise ValueError",
    "behind a loop in a branch that goes on": (
        "if x:\n    for v in xs:\n        n = v\n    if n:\n        raise ValueError\n    register(x)"
    ),
    "behind a call in a branch": "if x:\n    register(x)\n    if not xs:\n        raise ValueError",
    "in a branch behind a call that decides": "if register(x):\n    if not xs:\n        raise E\n    compute(x)",
    "in a branch behind another that decides": (
        "if x:\n    if not xs:\n        raise ValueError\n    compute(x)\nelif register(x):\n    compute(x)"
    ),
    "behind a loop that calls": "n = 0\nfor v in xs:\n    n += compute(v)\nif n < 0:\n    raise ValueError",
    "behind a loop for nothing": "for v in xs:\n    pass\nif not xs:\n    raise ValueError",
    "behind a loop in a branch": "n = 0\nif x:\n    for v in xs:\n        n += v\nassert n > 0",
    "behind another context": "with lock, suppress(ValueError):\n    n = int(x)\nif n < 0:\n    raise ValueError",
    "what a handler catches": "try:\n    if x < 0:\n        raise ValueError\nexcept ValueError:\n    x = 0",
    "behind a change of an argument": "xs.sort()\nassert xs",
    "behind a change of an element": "xs[0] = 1\nassert xs",
    "behind a change of an object": "x.ready = True\nassert xs",
    "behind a helper with an effect": "def log():\n    register(x)\nlog()\nassert x",
    "behind a class whose body calls": "class C:\n    n = register(x)\nassert x",
    "behind a class with a default that calls": "class C:\n    def f(self, *, n=register(x)): pass\nassert x",
    "behind a class that others make": "@register\nclass C: pass\nassert x",
    "behind a class that another asks": "class C(Base): pass\nassert x",
    "behind a class of a metaclass": "class C(metaclass=Meta): pass\nassert x",
    "behind a return at last": "try:\n    if x:\n        raise ValueError\nfinally:\n    return 3",
    "behind a deletion of an argument": "del xs[0]\nassert xs",
    "behind a deletion of a name": "n = 3\ndel n\nassert xs",
    "what an end drops": "try:\n    x = int(x)\nexcept ValueError:\n    raise TypeError\nfinally:\n    return 3",
    "what is told of a call": "print(compute(x))\nassert x",
    "what is told wrongly": "print(x, end=5)\nassert x",
    "what is told elsewhere": "print(x, file=xs)\nassert x",
    "in a with": "with lock:\n    assert x",
    "behind what waits": "y = [(yield) for _ in xs]\nassert y",
}


@pytest.mark.parametrize(("body", "expected"), LEADING.values(), ids=LEADING)
def test_checks_and_what_prepares_them_are_a_contract(body: str, expected: list[str]) -> None:
    assert clauses(body) == expected


CHECKING = """
def positive(v):
    if v < 0:
        raise ValueError

def whole(v):
    assert v == int(v)

def both(v):
    positive(v)
    whole(v)

def converted(v):
    if not v:
        raise Refused(f"{v}")
    return int(v)

def logs(v):
    positive(v)
    print(v)

def changes(v):
    if v:
        raise ValueError
    v.append(1)

def sets(v):
    if v:
        raise ValueError
    v[0] = 1

def generates(v):
    positive(v)
    yield v

def undefined(v):
    raise NotImplementedError

def rebound(v):
    positive(v)

rebound = print

@wrapped
def decorated(v):
    positive(v)

class C:
    def opened(self):
        if self.closed:
            raise ValueError

    def later(self):
        self.opened()
        self.count += 1

    def f(self, x, xs):
BODY
        return compute(x)
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("positive(x)", ["[positive(x)]"]),
        ("whole(x)", ["[whole(x)]"]),
        ("both(len(xs))\nassert x", ["[both(len(xs))]", "x"]),
        ("if xs:\n    positive(x)", ["[positive(x)]"]),
        ("converted(x)", ["[converted(x)]"]),
        ("x = converted(x)\nassert x > 1", ["x > 1"]),
        ("y = converted(x)\nassert y > 1", ["y > 1"]),
        ("self.opened()\npositive(x)", ["[self.opened()]", "[positive(x)]"]),
        ("positive(compute(x))", []),
        ("positive = compute\npositive(x)", []),
        *(
            (f"{name}(x)\nassert x", [])
            for name in ("logs", "changes", "sets", "generates", "undefined", "rebound", "decorated")
        ),
        ("self.later()\nassert x", []),
        ("xs.opened()\nassert x", []),
    ],
)
def test_the_call_of_a_function_that_only_checks_is_a_clause(body: str, expected: list[str]) -> None:
    text = CHECKING.replace("BODY", indent(body, " " * 8))
    found = [each.written.block for each in functions_of(module(text)) if each.name == "C.f"]
    asserts = (node for block in found if block is not None for node in ast.walk(ast.parse(dedent(block.text))))
    nodes = sorted((node for node in asserts if isinstance(node, ast.Assert)), key=lambda node: node.lineno)
    assert [ast.unparse(node.test) for node in nodes] == expected


@pytest.mark.parametrize("body", NOT_LEADING.values(), ids=NOT_LEADING)
def test_a_check_behind_anything_else_is_none(body: str) -> None:
    assert clauses(body) == []


QUIET = """
import logging, sys, threading, warnings
from logging import getLogger
from threading import Lock as Guard

log, LOG = getLogger(__name__), logging.getLogger("a")
logger = logging.getLogger("b")
logger2 = logging.getLogger("c")
logger2 = None
ONE = Guard()
OTHER = compute()

class C:
    def __init__(self, x):
        self.lock = threading.Lock()
        self.log = getLogger()
        self.maybe = Guard()
        self.own = x

    def forget(self):
        self.maybe = None

    def later(self):
        self.late = Guard()

    def f(self, x, xs, print=None):
BODY

class D(C):
    def g(self):
        self.lock.release()
"""


@pytest.mark.parametrize(
    ("body", "is_quiet"),
    [
        ("logger.info('%d', x, stacklevel=2)", True),
        ("logger.info()", False),
        ("logger.info(x, extra=xs)", False),
        ("logger.log(x, xs)", False),
        ("logger2.info(x)", False),
        ("log.info(x)", False),
        ("xs.info(x)", False),
        ("logging.warning(x)", True),
        ("logging.shutdown()", False),
        ("self.log.error('no', exc_info=True)", True),
        ("warnings.warn('no', FutureWarning, stacklevel=2)", True),
        ("warnings.warn('no', x)", False),
        ("warnings.warn('no', FutureWarning, 2)", True),
        ("warnings.warn('no', FutureWarning, x)", False),
        ("warnings.warn(x, category=UserWarning)", True),
        ("warnings.simplefilter('error')", False),
        ("sys.audit('a', x)", True),
        ("sys.audit(x)", False),
        ("sys.exit('a')", False),
        ("print(x)", False),
        ("with ONE:\n    pass", True),
        ("with OTHER:\n    pass", False),
        ("with ONE as x:\n    pass", False),
        ("with self.lock, ONE:\n    pass", True),
        ("with self.maybe:\n    pass", False),
        ("with self.late:\n    pass", False),
        ("with self.own:\n    pass", False),
        ("with Guard():\n    pass", False),
    ],
)
def test_what_only_tells_something_or_waits_is_known(body: str, is_quiet: bool) -> None:
    text = QUIET.replace("BODY", indent(f"{body}\nassert x", " " * 8))
    assert [each.name for each in functions_of(module(text))] == (["C.f"] if is_quiet else [])


def test_keyword_arguments_may_be_taken_out_of_their_dict() -> None:
    body = "size = kwargs.pop('size', 1)\nif kwargs:\n    raise TypeError\nif size < 0:\n    raise ValueError"
    assert clauses(body, "def f(**kwargs):") == ["not kwargs", "not size < 0"]
    assert clauses(body, "def f(kwargs):") == []


def test_what_leads_is_kept_before_what_does_not() -> None:
    assert clauses("assert x\ny = compute(x)\nassert y\nassert xs") == ["x"]
    assert clauses("assert x\ny = compute(x)\nassert y\nassert xs", internal=True) == ["x", "y", "xs"]


def test_contracts_of_evalplus_lead_as_a_whole(data_dir: Path) -> None:
    for path in sorted((data_dir / "evalplus").glob("*.jsonl.gz")):
        for task in load(path):
            assert isinstance(task, ContractTask)
            text = task.contract_text
            text = text if text.startswith((" ", "\t")) else indent(dedent(text), "    ")
            source = f"def f({', '.join(task.parameter_names)}):\n{text.rstrip()}\n    return compute()\n"
            (found,) = functions_of(module(source))
            assert found.written.block is not None
            assert found.written.block.text.count("assert") == text.count("assert"), task.task_id


def test_a_constructor_may_bind_attributes_of_what_it_makes() -> None:
    body = "super().__init__(x)\nself.x = x\nif x < 0:\n    raise ValueError"
    assert clauses(body, "def __init__(self, x):") == ["not x < 0"]
    assert clauses(body, "def other(self, x):") == []


def test_a_body_may_be_nothing_but_its_contract() -> None:
    (found,) = functions_of(module("def check(x):\n    if x < 0:\n        raise ValueError\n"))
    assert found.written.block is not None


@pytest.mark.parametrize(
    ("body", "rest"),
    [
        (
            "if x < 0:\n    raise ValueError\nelif x == 0:\n    return 1\nelse:\n    return 2",
            "if x == 0:\n    return 1\nelse:\n    return 2",
        ),
        ("if x < 0:\n    raise ValueError\nelse:\n    y = g(x)\n    return y", "y = g(x)\nreturn y"),
        ("if x > 0:\n    return g(x)\nelse:\n    raise ValueError(x)", "return g(x)"),
        ("if x < 0:\n    raise ValueError\nreturn x", "pass\nreturn x"),
        ("assert (n := len(x)) > 1 and (m := n) < 3\nreturn n", "pass\nreturn n"),
        ("assert (n := len(x)) > 1\nreturn n", "n = len(x)\nreturn n"),
    ],
)
def test_without_its_clauses_a_function_does_the_rest(body: str, rest: str) -> None:
    found = module(f"def f(x):\n{indent(body, '    ')}\n")
    (function,) = found.tree.body
    assert isinstance(function, ast.FunctionDef)
    read = reread(found, function)
    without_contract(read)
    assert "\n".join(map(ast.unparse, read.copied.body)) == rest


def test_an_else_that_raises_says_where_and_what() -> None:
    text = "def f(x):\n    if (x >\n        0):\n        return g(x)\n    else:\n        raise KeyError"
    (found,) = functions_of(module(text))
    block = found.written.block
    assert block is not None
    assert block.origin is not None
    assert block.origin.raises == ("KeyError",)
    start = block.text.index("x >")
    assert str(block.origin.span(start, block.text.index("0)") + 1, "code.py")) == "code.py:2:9"


TESTS = """
    import unittest, pytest

    def test_nothing(times=1):
        assert times

    def test_divisor(n, d):
        assert d != 0

    class Case(unittest.TestCase):
        def check(self, x):
            assert x

    class TestMore:
        def test_it(self):
            assert self

    @pytest.fixture
    def made(x):
        assert x

    def main():
        assert test_nothing() is None

        def inner():
            assert main
"""


def test_tests_state_no_contracts() -> None:
    assert [each.name for each in functions_of(module(TESTS))] == ["test_divisor", "main.inner"]
    assert list(functions_of(module(TESTS, file="test_code.py"))) == []
    assert len(list(functions_of(module(TESTS, internal=True)))) == 7


def test_a_decorator_is_a_contract_in_a_test_too() -> None:
    text = "from icontract import require\n@require(lambda x: x > 0)\ndef f(x):\n    assert x != 3\n"
    (found,) = functions_of(module(text, file="test_code.py"))
    assert found.written.block is not None
    assert found.written.block.text.count("assert") == 1
