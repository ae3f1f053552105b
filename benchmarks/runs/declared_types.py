"""Whether the arguments of a test have the types that their parameters are declared to have."""

import ast
from collections.abc import Iterable, Mapping

from attrs import field, frozen

from ...core.ir.constructed import Constructed, is_plain
from ...core.ir.contracts import Contract
from ...core.synthesis.verdicts import Arguments
from ...frontends.python.declared import fits
from ...frontends.python.receivers import is_stand_in


@frozen(slots=True, eq=False)
class DeclaredTypes:
    """What the parameters of a contract are declared to take: their annotations and samples.

    `asked`: for each clause the names that it asks about the type of. `objects`: parameters with samples that are no
    plain values.
    """

    hints: Mapping[str, str | None]
    samples: Mapping[str, tuple[object, ...]]
    asked: tuple[frozenset[str], ...]
    objects: frozenset[str] = field(init=False)

    @objects.default
    def _objects(self) -> frozenset[str]:
        return frozenset(name for name, values in self.samples.items() if not all(map(is_plain, values)))

    def suits(self, name: str, value: object) -> bool:
        """Whether a value is of the type that a parameter is declared to have, as far as that is known. A stand-in,
        which has no more than the attributes that the text reads, is not where there are objects of the type."""
        if _stands_in(value) and not all(map(_stands_in, self.samples.get(name, ()))):
            return False
        if any(value is each or (type(value) is type(each) and value == each) for each in self.samples.get(name, ())):
            return True
        known = fits(self.hints.get(name), value) if is_plain(value) else None
        return known is True or (known is None and (name not in self.objects or not is_plain(value)))

    def misfits(self, arguments: Arguments, violated: Iterable[int]) -> int:
        """How many arguments of a test, which violates some clauses, are of another type than declared. Those do not
        count that these clauses ask about the type of."""
        free = {name for clause in violated for name in self.asked[clause]}
        return sum(1 for name, value in arguments.items() if name not in free and not self.suits(name, value))


def _stands_in(value: object) -> bool:
    return isinstance(value, Constructed) and is_stand_in(value.text)


def declared_types(contract: Contract) -> DeclaredTypes:
    """The declared types of a contract's parameters."""
    hints = dict(zip(contract.parameters, contract.hints, strict=False))
    return DeclaredTypes(hints, contract.samples, tuple(_asked_about(clause.text) for clause in contract.clauses))


def _asked_about(clause: str) -> frozenset[str]:
    """The names that a clause asks about the type of."""
    try:
        tree = ast.parse(clause.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    calls = [
        node for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "type")
    ]  # fmt: skip
    return frozenset(node.id for call in calls for node in ast.walk(call) if isinstance(node, ast.Name))
