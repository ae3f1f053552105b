"""Where a function is defined, and what a call of it takes: methods, nested functions, coroutines and generators.

Python reference: 3.3 (special method names), 4.2.2 (names in classes are not seen in their methods), 6.2.1 (private
names are mangled), 8.7 (functions), 8.9 (coroutines).
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from attrs import frozen

from .constants.names import bound_in, in_scope
from .deep import nodes_run
from .names import NO_MEMBERS, ObjectMembers, Unknown
from .styles.applied import all_parameters
from .styles.model import DefinitionNode, FunctionNode

DefinitionKind = Literal[
    "function",
    "method",
    "class method",
    "static method",
    "getter",
    "setter",
    "deleter",
    "nested function",
    "invariants",
]
StepKind = Literal["", "async", "generator", "async generator"]

CLASS_CELL = "__class__"
"""The variable that `super()` without arguments, and every mention of it in a method, refers to."""
IMPLICIT = {"__new__": "class method", "__init_subclass__": "class method", "__class_getitem__": "class method"}
"""Methods that take the class, although no decorator says so. (`__new__` is a static method that is given it.)"""


@frozen(slots=True)
class Definition:
    """A function of a module. `name`: its own. `owner`: the dotted name of the class that it is a method of; of a
    nested function, of the function around it. `class_name`: the innermost class around, which mangles names.

    The `invariants` of a class are about an object that a constructor made, and there is no function.

    `receiver`: the parameter that takes the object or the class, or, of a nested function, stands for the call of the
    function around it that defines it; empty where there is none. `closure`: the variables of what is around that the
    contract mentions. `steps`: what running the body to its first stop takes, beyond a call; `is_manager`: a decorator
    makes a context manager of the generator. `around`: the function that a nested function is defined in; `returned`:
    whether it returns it.
    """

    name: str
    kind: DefinitionKind = "function"
    owner: str = ""
    class_name: str = ""
    receiver: str = ""
    closure: tuple[str, ...] = ()
    steps: StepKind = ""
    around: "Definition | None" = None
    returned: bool = False
    is_manager: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is an ordinary function of the module."""
        return self.kind == "function" and not self.steps

    @property
    def attribute(self) -> str:
        """The name under which an object or a class has it: a private one is mangled."""
        is_private = self.class_name and self.name.startswith("__") and not self.name.endswith("__")
        return f"_{self.class_name.lstrip('_')}{self.name}" if is_private else self.name

    def __str__(self) -> str:
        steps = self.steps.replace("async", "asynchronous")
        return " ".join(filter(None, (steps, self.kind, f"{self.owner}.{self.name}" if self.owner else self.name)))


EnclosingNodes = tuple[DefinitionNode, ...]
"""The classes and functions that a function is in, from the outside."""


class NoDefinition(Exception):
    """Why a function cannot be called as we call functions."""


def definition_of(node: FunctionNode, around: EnclosingNodes, contract: Sequence[ast.AST] = ()) -> Definition:
    """What a function is, and a call of it takes. `contract`: the parts of the tree that its contract is made of.
    Raises NoDefinition."""
    classes = [enclosing for enclosing in around if isinstance(enclosing, ast.ClassDef)]
    functions = [enclosing for enclosing in around if not isinstance(enclosing, ast.ClassDef)]
    class_name = classes[-1].name if classes else ""
    steps = _steps(node)
    is_manager = any(map(_makes_manager, node.decorator_list))
    if not around:
        return Definition(node.name, steps=steps, is_manager=is_manager)
    owner = ".".join(enclosing.name for enclosing in around)
    # What the contract reads from functions around it has to be given: it is part of the call.
    cells = _closure(functions, contract, node, within_class=bool(classes))
    if functions:
        # One function around it can be called to reach it; two need two calls whose arguments relate.
        if len(functions) > 1 or around[-1] is not functions[0]:
            where_it_is = f"of {owner}" if isinstance(around[-1], ast.ClassDef) else f"in {owner}"
            raise NoDefinition(f"{node.name} {where_it_is}, which a function defines")
        outer = definition_of(functions[0], around[:-1])
        if outer.steps:
            raise NoDefinition(f"nested function {node.name} in {outer}")
        # In the text of the call, the parameter's name would hide the function that has to be called first.
        if outer.name in all_parameters(node):
            raise NoDefinition(f"nested function {node.name} with a parameter called as the function around it")
        # A function that the outer one returns is had by calling the outer one.
        returned = any(
            isinstance(enclosing, ast.Return)
            and isinstance(enclosing.value, ast.Name)
            and enclosing.value.id == node.name
            for enclosing in inside(functions[0])
        )
        return Definition(node.name, "nested function", owner, class_name, outer.name, cells, steps, outer, returned)
    kind = _kind(node)
    receiver = "" if kind == "static method" else _receiver(node)
    return Definition(node.name, kind, owner, class_name, receiver, cells, steps, is_manager=is_manager)


def call_of_definition(definition: Definition, texts: Mapping[str, str], *, whole: bool = False) -> str | None:
    """The expression that runs a function which is no ordinary one of its module, as far as its contract: `next(f(3))`,
    `Stack(1).push(0)`; to its end if `whole`. None for a nested function that the one around it does not return."""
    rest = ", ".join(text for name, text in texts.items() if name != definition.receiver)
    receiver, name = texts.get(definition.receiver, definition.owner), definition.attribute
    match definition.kind:
        case "function":
            call = f"{name}({rest})"
        case "nested function":
            if not definition.returned:
                return None
            call = f"{receiver}({rest})"
        case "getter":
            return f"{receiver}.{name}"
        case "setter":
            return f"setattr({receiver}, {name!r}, {rest})"
        # Invariants are checked when the object is made: making it is the call.
        case "invariants" | "method" if definition.kind == "invariants" or definition.name == "__post_init__":
            return receiver
        case "deleter":
            return f"delattr({receiver}, {name!r})"
        case _ if definition.name in ("__init__", "__new__"):
            call = f"{_class_made(receiver) or definition.owner}({rest})"
        # Where no object can be made, the contract may not look at it: any will do.
        case "method" if receiver == "None":
            call = f"{definition.owner}.{name}({', '.join(filter(None, (receiver, rest)))})"
        case _:
            call = f"{receiver}.{name}({rest})"
    if whole:
        forms = {"async": "asyncio.run({})", "generator": "list({})", "async generator": "[x async for x in {}]"}
        return forms.get(definition.steps, "{}").format(call)
    # A contract stands before the first `await` or `yield`: one step of the coroutine or generator reaches it.
    match definition.steps:
        case "generator" if definition.is_manager:
            return f"{call}.__enter__()"
        case "async generator" if definition.is_manager:
            return f"{call}.__aenter__().send(None)"
        case "async":
            return f"{call}.send(None)"
        case "generator":
            return f"next({call})"
        case "async generator":
            return f"anext({call}).send(None)"
    return call


_UNINITIALISED = "object.__new__("
COMPLETED = "type("
"""How a class begins that completes an abstract one."""


def uninitialised(owner: str) -> str:
    """An object of a class whose constructor did not run: for contracts that do not look at it, or are the
    constructor's."""
    return f"{_UNINITIALISED}{owner})"


def _class_made(receiver: str) -> str:
    """The class that completes an abstract one, of an object of it that a constructor is called on; else empty."""
    written = receiver.removeprefix(_UNINITIALISED).removesuffix(")")
    return written if written.startswith(COMPLETED) and written != receiver else ""


def _makes_manager(decorator: ast.expr) -> bool:
    """Whether it is one of the decorators of contextlib."""
    match decorator:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in ("contextmanager", "asynccontextmanager")
    return False


def _kind(node: FunctionNode) -> DefinitionKind:
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        match called:
            case ast.Name(id="staticmethod"):
                return "static method"
            case ast.Name(id="classmethod"):
                return "class method"
            case ast.Name(id="property" | "cached_property") | ast.Attribute(attr="cached_property" | "getter"):
                return "getter"
            case ast.Attribute(attr="setter"):
                return "setter"
            case ast.Attribute(attr="deleter"):
                return "deleter"
    return "class method" if node.name in IMPLICIT else "method"


def _receiver(node: FunctionNode) -> str:
    positional = [*node.args.posonlyargs, *node.args.args]
    if not positional:
        raise NoDefinition(f"method {node.name} without a parameter for its object")
    return positional[0].arg


def _steps(node: FunctionNode) -> StepKind:
    yields = any(isinstance(node_inside, ast.Yield | ast.YieldFrom) for node_inside in inside(node))
    if isinstance(node, ast.AsyncFunctionDef):
        return "async generator" if yields else "async"
    return "generator" if yields else ""


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function's body that run with it: not those of functions and classes in it."""
    return nodes_run(node.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else [node])


def locals_of(function: FunctionNode) -> set[str]:
    """The names that a function binds (reference, section 4.2.1)."""
    outer = (node for node in in_scope(function.body) if isinstance(node, ast.Global | ast.Nonlocal))
    elsewhere = {name for node in outer for name in node.names}
    return {*all_parameters(function), *bound_in(function.body)} - elsewhere


def _closure(
    functions: Sequence[FunctionNode], contract: Sequence[ast.AST], node: FunctionNode, *, within_class: bool
) -> tuple[str, ...]:
    # Names of classes around are left out, for a function in a class does not see them; `super` is seen, by a cell that
    # the compiler makes where a method mentions it.
    around = {name for function in functions for name in locals_of(function)}
    mentioned = {
        name_node.id
        for contract_part in contract
        for name_node in ast.walk(contract_part)
        if isinstance(name_node, ast.Name)
    }
    if within_class and mentioned & {"super", CLASS_CELL}:
        around.add(CLASS_CELL)
        mentioned.add(CLASS_CELL)
    return tuple(sorted((around & mentioned) - locals_of(node)))


def objects_in(definition: Definition, members: ObjectMembers = NO_MEMBERS) -> dict[str, Unknown]:
    """The names in a contract that stand for objects, of which no term speaks, and what they are. `members`: what terms
    may say of the receiver."""
    unknown_objects = {name: f"variable {name!r} of the function around it" for name in definition.closure}
    unknown_objects[CLASS_CELL] = f"{CLASS_CELL}"
    if definition.receiver:
        receiver_kind = {"class method": "the class", "nested function": "a call of"}.get(
            definition.kind, "an object of class"
        )
        unknown_objects[definition.receiver] = f"{definition.receiver}, {receiver_kind} {definition.owner}"
    return {
        name: Unknown(construct, members if name == definition.receiver else NO_MEMBERS)
        for name, construct in unknown_objects.items()
    }


def signature_of(function: FunctionNode | ast.Lambda) -> list[tuple[ast.arg, ast.expr | None]]:
    """The parameters of a function and their defaults, in the order of `inspect.signature`."""
    declared_arguments = function.args
    positional = [*declared_arguments.posonlyargs, *declared_arguments.args]
    absent = [None] * (len(positional) - len(declared_arguments.defaults))
    pairs: list[tuple[ast.arg, ast.expr | None]] = []
    pairs += zip(positional, [*absent, *declared_arguments.defaults], strict=True)
    if declared_arguments.vararg:
        pairs.append((declared_arguments.vararg, None))
    pairs += zip(declared_arguments.kwonlyargs, declared_arguments.kw_defaults, strict=True)
    if declared_arguments.kwarg:
        pairs.append((declared_arguments.kwarg, None))
    return pairs
