"""The constants of a program, and inputs at them."""

from collections.abc import Callable

from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.grading.constants import inputs_at, own_constants


def test_what_a_program_mentions_and_its_task_does_not(half: Callable[..., ContractTask]) -> None:
    task = half(solution="def half(n):\n    return n // 2 + 500 - 500\n")
    code = "X = -7000\ndef half(n):\n    if n in (41, 'a b'): return 1\n    return n // 2 + (10 ** 5 + 7) + 500\n"
    assert set(own_constants(code, task)) == {-7000, 41, "a b", (41, "a b"), 100007}
    assert own_constants("def half(n:", task) == own_constants("", task) == ()


def test_an_int_that_python_does_not_print_is_left_out(half: Callable[..., ContractTask]) -> None:
    huge = f"0x{'f' * 5000}"
    assert own_constants(f"X = {huge}\nY = ({huge}, 43)\nZ = 41\n", half()) == (41,)


def test_values_whose_literals_are_texts(half: Callable[..., ContractTask]) -> None:
    code = "def half(n):\n    if repr(n) in ('-0.0', '(71, 0.25)') or str(n) == 'a b': return 0\n"
    assert set(own_constants(code, half())) == {
        "-0.0",
        "(71, 0.25)",
        ("-0.0", "(71, 0.25)"),
        "a b",
        -0.0,
        (71, 0.25),
        71,
        0.25,
    }


def test_constants_in_each_place_beside_each_other_and_as_lists() -> None:
    made = list(inputs_at((70, 90), [(1, 2)]))
    assert all(arguments in made for arguments in [(70, 90), (70, 2), (71, 2), (1, 89)])
    assert ([8, 9], 2) in list(inputs_at(((8, 9),), [(1, 2)]))
    assert list(inputs_at((70,), [])) == []


def test_arguments_that_are_longer_than_a_constant() -> None:
    made = list(inputs_at((200,), [(1, [2, 3]), (True, "ab")]))
    longer = [("a" * 201, [2, 3]), ("A 0" * 67, "ab"), (-(10**200), [2, 3]), (1, [2, 3] * 101), (True, "ab" * 101)]
    assert all(arguments in made for arguments in longer)
