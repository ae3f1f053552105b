"""The exceptions that a function promises: what it raises on valid inputs is no failure then.

They are promised by `@deal.raises(E)`, `@deal.reason(E, validator)`, and by docstrings: `raises: E, F` as CrossHair
reads it beside the clauses of PEP 316, `:raises E:` of Sphinx, and the sections `Raises` of Google and NumPy.
`@deal.safe` and `@deal.pure` promise that there is none.
"""

import ast
import builtins
import re
from collections.abc import Iterator, Mapping

from attrs import field, frozen

from . import deal
from .leaving import class_of
from .model import FunctionNode, Module, Promise

_LINE = re.compile(r"^[ \t]*raises[ \t]*:[ \t]*(\w[\w.]*(?:[ \t]*,[ \t]*\w[\w.]*)*)[ \t]*$", re.MULTILINE)
_FIELD = re.compile(r"^[ \t]*:(?:raises?|except|exception)[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)[ \t]*:", re.MULTILINE)
_SECTION = re.compile(r"^([ \t]*)Raises:?[ \t]*\n(?:[ \t]*-{3,}[ \t]*\n)?", re.MULTILINE)
_ENTRY = re.compile(r"^[ \t]*([A-Za-z_][\w.]*)[ \t]*(?::|$)")


@frozen(slots=True, eq=False)
class PromisedExceptions:
    """The names of the exception classes that a function may raise. `reasons`: names with what is promised of the
    arguments where such an exception is raised. `bases`: for each class of the module the names of those that it
    derives from."""

    names: frozenset[str] = frozenset()
    reasons: tuple[tuple[str, Promise], ...] = ()
    bases: Mapping[str, tuple[str, ...]] = field(factory=dict)

    def allow(self, raised: str) -> bool:
        """Whether an exception of the class of this name is promised, itself or a class that it derives from. One that
        says that a subclass has to define the method always is (library reference, NotImplementedError)."""
        waiting, seen = [raised], {raised}
        while waiting:
            name = waiting.pop()
            if name in self.names or name == "NotImplementedError":
                return True
            builtin_class = getattr(builtins, name, None)
            above = (
                [class_above.__name__ for class_above in builtin_class.__mro__]
                if isinstance(builtin_class, type)
                else self.bases.get(name, ())
            )
            # A class may be reached by several bases: each is looked at once, so that circles end.
            waiting += (class_above for class_above in above if class_above not in seen)
            seen.update(above)
        return False


NO_EXCEPTIONS = PromisedExceptions()


def promised_exceptions(module: Module, function: FunctionNode) -> PromisedExceptions:
    """The exceptions that a function promises. Raises Unsupported for a reason that is not read."""
    names = set(_of_docstring(function))
    reasons: list[tuple[str, Promise]] = []
    for name, call in deal.effects(module, function):
        match name:
            case "raises" if call is not None:
                names.update(filter(None, map(class_of, call.args)))
            case "reason" if call is not None and call.args:
                exception = class_of(call.args[0])
                # The reason may be given by position or by name.
                validators = call.args[1:2] or [
                    keyword.value for keyword in call.keywords if keyword.arg == "validator"
                ]
                if exception is not None and validators:
                    names.add(exception)
                    reasons.append((exception, deal.validating(module, function, validators[0])))
    # Who promises a class promises what inherits from it, so that the module's own classes are told with their bases.
    bases = {
        node.name: tuple(filter(None, map(class_of, node.bases)))
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    }
    return PromisedExceptions(frozenset(names), tuple(reasons), bases)


def _of_docstring(function: FunctionNode) -> Iterator[str]:
    text = ast.get_docstring(function) or ""
    for listed in (*_LINE.findall(text), *_FIELD.findall(text)):
        yield from (name.strip().rpartition(".")[2] for name in listed.split(","))
    for section in _SECTION.finditer(text):
        yield from _entries(text[section.end() :], len(section[1]), "---" in section[0])


def _entries(text: str, margin: int, is_numpy: bool) -> Iterator[str]:
    """The names at the heads of the entries of a section, which are the lines with the least indentation."""
    depth: int | None = None
    lines = text.splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            continue
        # What is underlined is the heading of the next section.
        if indent < margin or (indent == margin and not is_numpy) or following.strip().startswith("---"):
            return
        depth = indent if depth is None else depth
        entry = _ENTRY.match(line)
        if indent == depth and entry is not None:
            yield entry[1].rpartition(".")[2]
