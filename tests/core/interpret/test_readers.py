"""What the variables of terms are in the state of a program that runs."""

from typing import Any

from specassay.core.interpret.readers import readers, reads_state_when_called, state_variable
from specassay.core.interpret.store import UNKNOWN, Store
from specassay.core.ir.build import UNBOUNDED, op
from specassay.core.ir.sorts import INT, OBJECT, Sort, array_of, seq_of
from specassay.core.ir.terms import Binder, var
from specassay.core.ir.values import ArrayValue
from specassay.core.ir.variables import Name, field_variable, pre_state


def read(name: Name, sort: Sort, variables: dict[Name, Any], store: Store) -> Any:
    ((found, reader),) = readers(var(name, sort), {})
    assert found == name
    return reader(variables, store)


def test_a_variable_and_one_without_a_value() -> None:
    assert read("x", INT, {"x": 3}, Store()) == 3
    assert read("x", INT, {}, Store()) is UNKNOWN


def test_an_array_has_the_elements_that_the_store_has_now() -> None:
    store = Store()
    array = ArrayValue((1, 2), "a")
    store.add_array(array)
    before = store.copy()
    store.arrays["a"] = (1, 5)
    variables = {"a": array, state_variable(""): before}
    assert read("a", array_of(INT), variables, store).elements == (1, 5)
    assert read(pre_state("a"), array_of(INT), variables, store).elements == (1, 2)


def test_a_field_is_that_of_the_object_that_a_variable_holds_now() -> None:
    store = Store()
    first, second = store.new_object("C", {"n": 1}), store.new_object("C", {"n": 2})
    name = field_variable("c", "n")
    assert [read(name, INT, {"c": each}, store) for each in (first, second)] == [1, 2]
    before = store.copy()
    store.set_field(first, "n", 7)
    assert read(name, INT, {"c": first}, store) == 7
    assert read(pre_state(name), INT, {"c": first, state_variable(""): before}, store) == 1
    assert read(name, INT, {"c": None}, store) is UNKNOWN


def test_of_a_field_that_holds_an_array_it_is_the_elements() -> None:
    store = Store()
    array = store.new_array((4, 5), (2,))
    owner = store.new_object("C", {"a": array})
    assert read(field_variable("c", "a"), seq_of(INT), {"c": owner}, store) == (4, 5)


def test_a_function_that_reads_a_field_reads_it_when_it_is_called() -> None:
    x = Binder("x", INT)
    plain = op("lambda", UNBOUNDED, op("add", var("x", INT), var("y", INT)), data=(x,))
    of_field = op("lambda", UNBOUNDED, op("add", var("x", INT), var(field_variable("c", "n"), INT)), data=(x,))
    assert not reads_state_when_called(plain)
    assert reads_state_when_called(of_field)
    assert not reads_state_when_called(var("c", OBJECT))
