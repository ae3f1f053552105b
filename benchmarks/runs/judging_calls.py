"""The text that is run in place of a function whose postconditions CPython judges: it calls the function, asks each
clause of the result, and returns plain values that say what came of it."""

from textwrap import dedent, indent

from ...core.errors import InputError
from ...frontends.python.methods import SpecifiedMethod
from ...frontends.python.styles.applied import all_parameters
from ...frontends.python.styles.assemble import CELLS, REFERENCE
from ...frontends.python.styles.docstring import SELF
from ...frontends.python.styles.model import RESULT, before
from ..datasets.tasks import ContractTask
from .run_limits import LIMITS

JUDGED = "_specassay_judged"
"""The function that calls a method and says what became of it."""


DEFINING = "lambda: "
"""What stands before the call that defines a nested function, in an argument: the call is made when it is wanted."""


_HELPERS = f"""
import asyncio, contextlib, copy, dataclasses, datetime, decimal, enum, fractions, itertools

class _specassay_Waiting(BaseException):
    pass

def _specassay_copied(value):
    return copy.deepcopy(value)

def _specassay_text(value, depth=4):
    kind = type(value)
    is_listed = depth and kind in (list, tuple, set, frozenset)
    inside = [_specassay_text(each, depth - 1) for each in value] if is_listed else []
    if inside and kind in (set, frozenset):
        return ("{{%s}}" if kind is set else "frozenset({{%s}})") % ", ".join(sorted(inside))
    if inside:
        return ("[%s]" if kind is list else "(%s)" if len(inside) > 1 else "(%s,)") % ", ".join(inside)
    if depth and kind is dict:
        pairs = ((_specassay_text(key, depth - 1), _specassay_text(each, depth - 1)) for key, each in value.items())
        return "{{%s}}" % ", ".join(f"{{key}}: {{each}}" for key, each in sorted(pairs))
    if kind.__repr__ is not object.__repr__ or not hasattr(value, "__dict__") or not depth:
        return repr(value)
    fields = ", ".join(f"{{name}}={{_specassay_text(each, depth - 1)}}" for name, each in sorted(vars(value).items()))
    return f"{{kind.__name__}}({{fields}})"

def _specassay_types(value, depth=2):
    kind = type(value)
    if not depth:
        return kind.__name__
    if kind in (list, tuple, set, frozenset, dict):
        values = [*value, *value.values()] if kind is dict else value
        return f"{{kind.__name__}}[{{sorted({{_specassay_types(each, depth - 1) for each in values}})}}]"
    fields = sorted(getattr(value, "__dict__", {{}}).items())
    return f"{{kind.__name__}}({{', '.join(_specassay_types(each, depth - 1) for _, each in fields)}})"

def _specassay_holds(test, results, value):
    try:
        return all(map(test, results(value)))
    except NameError:  # What a clause means by a name may be there in its place alone.
        raise _specassay_Waiting from None
    except Exception:
        return False

def _specassay_others(value, depth=3):
    kind = type(value)
    if kind is bool:
        yield not value
    elif kind in (int, float, decimal.Decimal, fractions.Fraction):
        yield from (kind(other) for other in (value + 1, value - 1, -value, kind(0), 2 * value))
    elif kind is str:
        yield from (value + "a", value[:-1], value[::-1], value.swapcase(), "")
    elif kind in (datetime.date, datetime.datetime):
        yield from (value + datetime.timedelta(days) for days in (1, -1, 31, -366))
    elif kind is datetime.timedelta:
        yield from (value + datetime.timedelta(1), -value, datetime.timedelta())
    elif isinstance(value, enum.Enum):
        yield from kind
    elif not depth:
        return
    elif kind in (list, tuple, set, frozenset):
        values = list(value)
        yield from (kind(values[:-1]), kind(values[::-1]), kind(values + values[-1:]))
        for place in range(min(len(values), 2)):
            for other in _specassay_others(values[place], depth - 1):
                yield kind([*values[:place], other, *values[place + 1:]])
                if kind in (set, frozenset):
                    yield kind([*values, other])
    elif kind is dict:
        yield dict(list(value.items())[:-1])
        for key in list(value)[:2]:
            yield from ({{**value, key: other}} for other in _specassay_others(value[key], depth - 1))
    elif dataclasses.is_dataclass(value) or hasattr(kind, "_fields") and isinstance(value, tuple):
        replace = kind._replace if hasattr(kind, "_replace") else dataclasses.replace
        for name in getattr(kind, "_fields", None) or [each.name for each in dataclasses.fields(value) if each.init]:
            for other in _specassay_others(getattr(value, name), depth - 1):
                with contextlib.suppress(Exception):
                    yield replace(value, **{{name: other}})

def _specassay_listed(generator):
    values = list(itertools.islice(generator, {LIMITS.yielded_values + 1}))
    if len(values) > {LIMITS.yielded_values}:
        raise _specassay_Waiting
    return values

async def _specassay_again(values):
    for value in values:
        yield value

async def _specassay_gathered(generator):
    values = []
    async for value in generator:
        values.append(value)
        if len(values) > {LIMITS.yielded_values}:
            raise _specassay_Waiting
    return values

def _specassay_awaited(awaitable):
    class Loop(asyncio.BaseEventLoop):
        now = 0.0
        def __init__(self):
            super().__init__()
            self._selector = self
        def time(self):
            return self.now
        def select(self, timeout):
            # Nothing is ready, and nobody else is there to make it so.
            if timeout is None:
                raise _specassay_Waiting
            self.now += timeout
            return ()
        def _process_events(self, events):
            pass
        def _write_to_self(self):
            pass
    async def main():
        return await awaitable
    return Loop().run_until_complete(main())
"""


def harness_of(method: SpecifiedMethod, task: ContractTask, others: int) -> str:
    """The function that is called in place of the one that promises something. Its result is a tuple of plain values.
    `others`: how many other results it tries. Raises InputError for what is not called."""
    node, definition = method.contract.written.node, method.contract.definition
    if node.args.vararg or node.args.kwarg:
        raise InputError("parameters with stars are not called")
    if definition.is_manager:
        raise InputError("what a context manager does is not executed")
    is_nested = definition.kind == "nested function"
    if definition.closure and not is_nested:
        raise InputError(f"a clause mentions {definition.closure[0]}, which is not there outside of the class")
    names, named = all_parameters(node), [argument.arg for argument in node.args.kwonlyargs]
    parameters = [*(name for name in names if name not in named), *(["*", *named] if named else [])]
    passed = [f"{name}={name}" if name in named else name for name in names]
    cells = [f"{name}={name}" for name in definition.closure]
    # A value that cannot be copied is not known to be what it was: a clause that asks for it is not judged then.
    asked = [name for name in names if any(before(name) in clause.test for clause in method.clauses)]
    prepared = [f"{before(name)} = _specassay_copied({name})" for name in asked]
    if cells:
        prepared.insert(0, f"{', '.join(definition.closure)}, = {CELLS}()")
    if definition.receiver and not is_nested and SELF not in names:
        prepared.append(f"{SELF} = {definition.receiver}")
    call = _RUN.get(definition.steps, "{}").format(f"{REFERENCE}({', '.join(passed)})")
    clauses = ", ".join(f"lambda {RESULT}: ({clause.test}\n)" for clause in method.clauses)
    seen = _SEEN.get(definition.steps, "[{}]").format("value")
    results = ", ".join(f"lambda value: {'value' if clause.of_each else seen}" for clause in method.clauses)
    first = [DEFINE] if is_nested else []
    listed = "".join(f"{name}, " for name in [*first, *names])
    functions = f"""
def _specassay_precondition({", ".join([*parameters, *definition.closure])}):
{indent(dedent(task.contract_text) or "pass", "    ")}

def {JUDGED}({", ".join([*first, *parameters])}):
    {_DEFINED if is_nested else "pass"}
    try:
{indent(chr(10).join(prepared) or "pass", "        ")}
        _specassay_precondition({", ".join([*passed, *cells])})
        _specassay_before = [_specassay_text(each) for each in ({listed})]
    except Exception:
        return None
    try:
        {RESULT} = {call}
    except _specassay_Waiting:
        return None
    except Exception as error:
        return (type(error).__name__, (), "", ())
    clauses = list(zip([{clauses}], [{results}]))
    broken = [number for number, clause in enumerate(clauses) if not _specassay_holds(*clause, {RESULT})]
    state = [_specassay_text(each) for each in ({listed})]
    types, is_pure = _specassay_types({RESULT}), state == _specassay_before
    found, accepted = _specassay_text({RESULT}), ""
    if is_pure and not broken:
        for other in itertools.islice(_specassay_others({RESULT}), {others}):
            if all(_specassay_holds(*clause, other) for clause in clauses) and other != {RESULT}:
                accepted = _specassay_text(other)
                break
    return ("", tuple(broken), found, tuple(state), types, is_pure, accepted)
"""
    if not definition.class_name:
        return _HELPERS + functions
    # Private names mean what they mean in the class; its own name is not bound again.
    holder = f"___{definition.class_name.lstrip('_')}"
    bound = "\n".join(f"{name} = {holder}.{name}" for name in ("_specassay_precondition", JUDGED))
    return f"{_HELPERS}\nclass {holder}:\n{indent(functions, '    ')}\n{bound}\n"


_RUN = {
    "async": "_specassay_awaited({})",
    "generator": "_specassay_listed({})",
    "async generator": "_specassay_awaited(_specassay_gathered({}))",
}
"""By what a call only makes: how that is run to its end."""


_SEEN = {"generator": "[iter({})]", "async generator": "[_specassay_again({})]"}
"""By the same: what a clause sees of the values that came of it."""


DEFINE = "_specassay_define"


_DEFINED = f"""globals().pop({REFERENCE!r}, None)
    try:
        {DEFINE}()
    except Exception:
        pass  # The function may be defined by then.
    if {REFERENCE!r} not in globals():
        return None"""
