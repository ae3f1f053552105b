"""How the worker imports the module of a task by its real name, in its project: runs inside, beside `worker.py`.

A project's modules import each other by name (`from pkg.sub import x`), look at `__name__`, and register classes under
it. So a task's module is not executed as a nameless text: it is imported as Python would import it, from the project's
folders, but for its own text, from which the contract of one function was taken. A finder ahead of all others hands
out that text, whoever imports the module first.

Example: `shop/__init__.py` says `from .cart import add`. Importing `shop.cart` executes `shop/__init__.py`, which
imports `shop.cart` in turn; the finder answers that, so that one module object of this name exists, without the
contract.

Invariant: `sys.modules[name]` is the module with the text that was given, never the one on disk.
"""

import importlib
import importlib.machinery
import importlib.util
import os
import sys
import traceback
import types
from collections.abc import Sequence
from typing import NoReturn

NAMELESS = "specassay_task"
"""What a module is called that is not imported by its name."""
_GIVEN: dict[str, str] = {}
"""The texts of the modules that were imported with one, by name."""


class NoImport(Exception):
    """The module of a task cannot be imported; the message says which import failed, and where."""


class TextImporter:
    """A finder (importlib.abc.MetaPathFinder) and loader (importlib.abc.Loader) of one module: `name`, in `file`, is
    what executing `text` makes of it."""

    def __init__(self, name: str, file: str, text: str) -> None:
        self.name, self.file, self.text = name, file, text

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Python asks for every module that is not imported yet."""
        if name != self.name:
            return None
        inside = [os.path.dirname(self.file)] if os.path.basename(self.file) == "__init__.py" else None
        if not self.file:
            # typeshed wants an abstract Loader; Python calls the two methods that are here.
            return importlib.machinery.ModuleSpec(name, self)  # type: ignore[arg-type]
        # A loader by its methods, as above.
        return importlib.util.spec_from_file_location(name, self.file, loader=self, submodule_search_locations=inside)  # type: ignore[arg-type]

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Create the module as Python does."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Execute the text that was given in place of the file's."""
        exec(compile(self.text, "reference", "exec"), module.__dict__)


class Stubs:
    """A finder and loader of what cannot be imported here: modules of which every attribute is a `Stub`."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """A module is replaced with all that is inside it."""
        if not any(name == each or name.startswith(each + ".") for each in self.names):
            return None
        # A loader by its methods, as above.
        return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """A module without anything in it."""
        return _StubModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """There is nothing to execute."""


class StubParents(Stubs):
    """The same for the packages that replaced modules are in, after all other finders: those that cannot be found."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not any(each.startswith(name + ".") for each in self.names):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]


class _StubModule(types.ModuleType):
    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (Stub,), {"__module__": self.__name__})


class Stub:
    """What stands for a class, a function or a value of a module that was replaced. It can be mentioned (as an
    annotation, in `isinstance`, as a base class), and refuses to be used."""

    def __init__(self, *_: object, **__: object) -> None:
        _refuse(type(self))

    def __class_getitem__(cls, _: object) -> type:
        return cls

    def __init_subclass__(cls, **_: object) -> None:
        """Whatever the class that it stands for takes there."""


def _refuse(stub: type) -> NoReturn:
    raise NotImplementedError(f"{stub.__module__}.{stub.__name__} is a stub (--stub) and cannot be used")


def import_given(name: str, file: str, text: str, stubs: Sequence[str]) -> types.ModuleType:
    """The module `name` of `file` (empty where it has none), imported with another text. Raises NoImport, SyntaxError
    for the text, and what stops a process (the end of its time, SystemExit)."""
    if name in sys.modules and _GIVEN.get(name) == text:
        return sys.modules[name]
    if name in sys.modules:
        raise NoImport(f"its module does not load: another module named {name} is imported already; rename the file")
    # First in the path, so that the text is found before the file.
    _install(stubs)
    sys.meta_path.insert(0, TextImporter(name, file, text))
    try:
        module = importlib.import_module(name)
        _GIVEN[name] = text
        return module
    except SyntaxError as error:
        if error.filename == "reference":
            raise
        raise NoImport(_told(error)) from error
    except Exception as error:
        raise NoImport(_told(error)) from error


def import_first(name: str, file: str, text: str, stubs: Sequence[str]) -> None:
    """Import what the module `name` imports first: execute `text`, the statements that it begins with, for their
    effects. Raises what they raise, and NoImport where they import the module itself: what this process has imported
    then is of no use."""
    own = _Unimportable(name)
    _install(stubs)
    sys.meta_path.insert(0, own)
    # Relative imports in the text need it (PEP 366).
    package = name if os.path.basename(file) == "__init__.py" else name.rpartition(".")[0]
    try:
        if "." in name:
            importlib.import_module(name.rpartition(".")[0])
        exec(compile(text, "imports", "exec"), {"__name__": name, "__package__": package, "__file__": file})
    finally:
        sys.meta_path.remove(own)
    # With its first imports alone done, the module would be another one than its importers see.
    if own.asked or name in sys.modules:
        raise NoImport("the module is part of a circular import")


class _Unimportable:
    """A finder of one module, which must not be imported."""

    def __init__(self, name: str) -> None:
        self.name, self.asked = name, False

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Python asks for every module that is not imported yet."""
        if name == self.name:
            self.asked = True
            raise NoImport(name)


def _install(stubs: Sequence[str]) -> None:
    """Put modules in the place of those that cannot be imported, once."""
    if stubs and not any(isinstance(finder, Stubs) for finder in sys.meta_path):
        sys.meta_path.insert(0, Stubs(stubs))
        sys.meta_path.append(StubParents(stubs))


def _told(error: Exception) -> str:
    """Which import failed, in which file, and what would help."""
    text = f"{type(error).__name__}: {error}"
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_foreign(frame.filename)]
    where = f" ({places[-1].filename}:{places[-1].lineno})" if places and places[-1].filename != "reference" else ""
    advice = f"; install it, name its folder with --root, or replace it with --stub {missing}" if missing else ""
    return f"its module does not load: {text}{where}{advice}"


def _is_foreign(file: str) -> bool:
    """Whether a frame is of the code that is imported, and not of the machinery that imports it."""
    return not file.startswith("<frozen") and os.path.dirname(file) != os.path.dirname(__file__)
