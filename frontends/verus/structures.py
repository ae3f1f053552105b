"""Structures and enums in expressions: their variants, fields and displays."""

from collections.abc import Sequence

from attrs import define

from ...core.ir.build import (
    ite,
    op,
)
from ...core.ir.terms import Term
from . import tree as t
from .lowering import SpecContext
from .scopes import NameScope, Typed
from .types import (
    INTEGER,
    LITERAL,
    VerusType,
    types_among,
    unify,
    with_parameters,
)


@define(slots=True)
class StructureLowering(SpecContext):
    """Structures, their variants and fields."""

    def _owner(self, names: Sequence[str], scope: NameScope) -> str:
        if len(names) < 2:
            return ""
        return scope.owner if names[-2] == "Self" else names[-2]

    def _variant(
        self, path: t.RustPath, scope: NameScope, expected: VerusType | None = None
    ) -> tuple[VerusType, t.VariantDef] | None:
        """The variant that a path names, and its type, whose arguments may be unknown."""
        *before, last = path.segments
        name, owner = last.name, before[-1].name if before else ""
        if owner == "Self" or name == "Self":
            owner = scope.owner
            name = owner if name == "Self" else name
        structure = self.structures.get(owner) or self.structures.get(name)
        # The variants of Option and Result need no owner: Rust's prelude brings them into scope.
        if structure is None and not owner:
            owners = {"Some": "Option", "None": "Option", "Ok": "Result", "Err": "Result"}
            structure = self.structures.get(owners.get(name, ""))
        if structure is None:
            return None
        variant = structure.variant(name)
        if variant is None:
            return None
        written = [argument for segment in path.segments for argument in segment.arguments]
        types = list(types_among(written))
        if len(types) == len(structure.parameters) and types:
            arguments = tuple(scope.types.read(each) for each in types)
        elif expected is not None and expected.label == structure.name:
            arguments = expected.arguments
        elif "Self" in scope.types.names and scope.types.names["Self"].label == structure.name:
            arguments = scope.types.names["Self"].arguments
        else:
            # Otherwise they stay open, and what the variant is given fixes them.
            arguments = tuple(_open_type(structure.name, parameter) for parameter in structure.parameters)
        return VerusType("adt", arguments, structure.name), variant

    def constructed(self, kind: VerusType, variant: t.VariantDef, values: Sequence[Typed], node: t.Expr) -> Typed:
        """A variant of a type, whose arguments may follow from the values of its fields."""
        if len(values) != len(variant.fields):
            raise self.unsupported(f"{variant.name} with {len(values)} fields", node)
        structure = self.structures[kind.label]
        types_known = dict(zip(structure.parameters, kind.arguments, strict=True))
        types_known = {name: each for name, each in types_known.items() if each != _open_type(kind.label, name)}
        generic = VerusType(
            "adt", tuple(VerusType("param", (), parameter) for parameter in structure.parameters), kind.label
        )
        parameters = dict(zip(structure.parameters, generic.arguments, strict=True))
        scope = self.types.with_names(parameters)
        # Each value tells the type arguments that its field mentions.
        for (_, declared), value in zip(scope.fields(generic, variant), values, strict=True):
            unify(declared, value.type, types_known)
        types_known = {name: self.inferred(types_known.get(name), node, name) for name in structure.parameters}
        made = with_parameters(generic, types_known)
        term = op("datatype.make", *(value.term for value in values), data=variant.name, sort=self.sort(made))
        return Typed(term, made)

    def inferred(self, kind: VerusType | None, node: t.Expr, name: str) -> VerusType:
        """The type that a type parameter stands for, of which a value may tell only that it is a number."""
        if kind is None:
            raise self.unknown_type(self.source.excerpt(*node.at), node)
        return INTEGER if kind.name == LITERAL else kind

    def _struct(self, node: t.ExprStruct, scope: NameScope, expected: VerusType | None) -> Typed:
        found = self._variant(node.path, scope, expected)
        if found is None:
            raise self.unsupported(f"the structure `{node.path.text}`", node)
        kind, variant = found
        base = None if node.base is None else self.typed(node.base, scope, expected)
        given = {field.name: field.value for field in node.fields}
        fields = dict(scope.types.fields(base.type if base else kind, variant))
        written = [name for name in given if name in fields]
        hints = [None if fields[name].name == "param" else fields[name] for name in written]
        known = dict(zip(written, self.values_of([given[name] for name in written], scope, hints), strict=True))
        values = []
        # In the order of the declaration, whatever the order of the text is.
        for name in fields:
            if name in known:
                values.append(known[name])
            elif base is not None:
                values.append(self._field(node, base, name, False, scope))
            else:
                raise self.unsupported(f"{variant.name} without {name}", node)
        return self.constructed(base.type if base else kind, variant, values, node)

    def _is(self, value: Typed, variant: str, node: t.Expr) -> Term:
        if value.type.name != "adt" or self.structures[value.type.label].variant(variant) is None:
            raise self.unsupported(f"{variant} of {value.type}", node)
        self.sort(value.type)
        return op("datatype.is", value.term, data=variant)

    def _field(self, node: t.Expr, value: Typed, name: str, arrow: bool, scope: NameScope) -> Typed:
        kind = value.type
        if kind.name == "tuple" and name.isdigit() and int(name) < len(kind.arguments):
            return Typed(op("tuple.at", value.term, data=int(name)), kind.arguments[int(name)])
        if kind.name != "adt":
            raise self.unsupported(f"the field {name} of {kind}", node)
        structure = self.structures[kind.label]
        holders = [variant for variant in structure.variants if any(field.name == name for field in variant.fields)]
        if not holders and arrow:
            # `->Some_0` is the field 0 of the variant Some, whatever other variants have.
            holders = [
                each for each in structure.variants if any(f"{each.name}_{field.name}" == name for field in each.fields)
            ]
            name = name.removeprefix(f"{holders[0].name}_") if holders else name
        if not holders:
            raise self.unsupported(f"the field {name} of {kind}", node)
        part = dict(scope.types.fields(kind, holders[0]))[name]
        self.sort(kind)
        chosen: Term | None = None
        for variant in reversed(holders):
            own = op("datatype.at", value.term, data=(variant.name, name), sort=self.sort(part))
            tested = op("datatype.is", value.term, data=variant.name)
            if chosen is not None:
                chosen = ite(tested, own, chosen)
            elif len(holders) == len(structure.variants) or len(structure.variants) == 1:
                chosen = own
            else:
                chosen = self.partial([tested], own, f"{kind}->{name}", scope)
        assert chosen is not None
        return Typed(chosen, part)


def _open_type(structure: str, parameter: str) -> VerusType:
    """What stands for a type argument that is still to be found: a type parameter of a function may have the name of
    that of the structure."""
    return VerusType("param", (), f"{structure}<{parameter}>")
