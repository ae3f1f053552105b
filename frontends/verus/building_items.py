"""Items of the syntax tree, made of the rules of the grammar."""

from collections.abc import Callable
from functools import partial
from typing import Any

from lark import Token

from . import tree as t
from .builders import BUILDERS, At, Parts, builds, node_of


@builds("item")
def _item(at: At, children: Parts) -> Any:
    attributes, modifiers, made = children
    return made(at=at, attributes=attributes, modifiers=modifiers)


ItemBuilder = Callable[..., t.RustItem]
"""What makes an item of `at`, `attributes` and `modifiers`, which stand before it."""


@builds("item_text")
def _item_text(at: At, children: Parts) -> ItemBuilder:
    kind, _, text = str(children[0]).partition("\0")
    return lambda at, attributes, modifiers: t.ItemOther(kind, text, at=at)


@builds("item_fn")
def _item_fn(at: At, children: Parts) -> ItemBuilder:
    name, generics, parameters, result, where, clauses, *body = children
    return partial(
        t.ItemFn,
        str(name),
        generics=generics,
        parameters=parameters,
        result=result,
        where=where,
        clauses=clauses,
        body=body[0] if body else None,
    )


@builds("parameter")
def _parameter(at: At, children: Parts) -> t.FnParameter:
    _, mode, pattern, kind = children
    return t.FnParameter(pattern, kind, mode, at=at)


@builds("parameter_self")
def _parameter_self(at: At, children: Parts) -> t.FnParameter:
    _, mode, receiver = children
    words = (
        receiver.split() if isinstance(receiver, str) else [str(node) for node in receiver if isinstance(node, Token)]
    )
    kinds = [] if isinstance(receiver, str) else [node for node in receiver if not isinstance(node, Token)]
    pattern = t.PatIdent("self", mutable="mut" in words and "&" not in words, at=at)
    # `&mut self` borrows, `mut self` is a variable that changes.
    reference: Any = "&mut" if {"&", "mut"} <= set(words) else "&" if "&" in words else ""
    return t.FnParameter(pattern, kinds[0] if kinds else None, mode, reference, at=at)


@builds("result_named")
def _result_named(at: At, children: Parts) -> t.FunctionResult:
    mode, pattern, kind = children
    return t.FunctionResult(kind, pattern, mode, at=at)


BUILDERS.update(
    result_type=node_of(t.FunctionResult),
    generic_lifetime=lambda at, children: t.GenericParameter("lifetime", str(children[1]), children[2], at=at),
    generic_type=lambda at, children: t.GenericParameter(
        "type", str(children[1]), children[2], children[3] if len(children) > 3 else None, at=at
    ),
    generic_const=lambda at, children: t.GenericParameter("const", str(children[1]), (), children[2], at=at),
)


@builds("bound_lifetime", "lifetime_argument")
def _lifetime(at: At, children: Parts) -> t.Lifetime:
    return t.Lifetime(str(children[0]), at=at)


BUILDERS.update(
    bound_trait=lambda at, children: t.TraitBound(children[-1].path, isinstance(children[0], Token), at=at),
    where_type=lambda at, children: t.WherePredicate(children[-2], children[-1], at=at),
    where_lifetime=lambda at, children: t.WherePredicate(t.Lifetime(str(children[0])), children[1], at=at),
    clause=lambda at, children: t.SpecClause(str(children[0]), children[1], at=at),
    inner_attribute=lambda at, children: str(children[0]),
)


@builds("clause_with_triggers")
def _clause_with_triggers(at: At, children: Parts) -> t.SpecClause:
    """The triggers of a broadcast lemma steer Verus' instantiation and change no meaning."""
    return t.SpecClause(str(children[0]), children[-1], at=at)


BUILDERS.update(
    clause_decreases=lambda at, children: t.SpecClause("decreases", *children[1:], at=at),
    clause_recommends=lambda at, children: t.SpecClause("recommends", children[1], None, children[2], at=at),
    clause_atomically=lambda at, children: t.SpecClause("atomically", (), text=str(children[0]), at=at),
    clause_unwind=lambda at, children: t.SpecClause("no_unwind", (), children[-1], at=at),
)


@builds("clause_word")
def _clause_word(at: At, children: Parts) -> t.SpecClause:
    word = t.ExprPath(t.RustPath((t.PathSegment(str(children[-1])),)))
    return t.SpecClause(str(children[0]), (word,), at=at)


@builds("clause_prover")
def _clause_prover(at: At, children: Parts) -> t.SpecClause:
    name = next(str(child) for child in children if child.type == "IDENT")
    return t.SpecClause("by", (t.ExprPath(t.RustPath((t.PathSegment(name),))),), at=at)


@builds("item_struct")
def _item_struct(at: At, children: Parts) -> ItemBuilder:
    kind, name, generics, *rest = children
    # The grammar allows `where` before the fields and behind them, and leaves out what is not there.
    wheres = [node for node in rest if all(isinstance(each, t.WherePredicate) for each in node)]
    fields = [node for node in rest if node and isinstance(node[0], t.FieldDef)]
    shape = _shape(fields[0]) if fields else "unit"
    where = next((where for where in wheres if where), ())
    content = t.VariantDef(str(name), shape, fields[0] if fields else (), at=at)
    return partial(t.ItemStruct, str(name), generics=generics, where=where, content=content, kind=str(kind))


def _shape(fields: tuple[t.FieldDef, ...]) -> t.VariantShape:
    return "tuple" if fields[0].name == "0" else "named"


BUILDERS.update(
    field_named=lambda at, children: t.FieldDef(str(children[2]), children[3], children[1], at=at),
    field_tuple=lambda at, children: t.FieldDef("", children[2], children[1], at=at),
    fields_tuple=lambda at, children: tuple(
        t.FieldDef(str(place), node.type, node.modifiers, at=node.at) for place, node in enumerate(children)
    ),
)


@builds("item_enum")
def _item_enum(at: At, children: Parts) -> ItemBuilder:
    name, generics, where, *variants = children
    return partial(t.ItemEnum, str(name), generics=generics, where=where, variants=tuple(variants))


@builds("variant")
def _variant(at: At, children: Parts) -> t.VariantDef:
    _, name, *rest = children
    fields: tuple[t.FieldDef, ...] = next((node for node in rest if isinstance(node, tuple)), ())
    value = next((node for node in rest if not isinstance(node, tuple)), None)
    shape = _shape(fields) if fields else "unit"
    return t.VariantDef(str(name), shape, fields, value, at=at)


@builds("item_impl")
def _item_impl(at: At, children: Parts) -> ItemBuilder:
    generics, first, second, where, members = children
    trait, kind = (None, first) if second is None else (first, second)
    return partial(t.ItemImpl, generics, trait, kind, where, members)


@builds("item_impl_not")
def _item_impl_not(at: At, children: Parts) -> ItemBuilder:
    generics, trait, kind, where, members = children
    return partial(t.ItemImpl, generics, trait, kind, where, members, negative=True)


@builds("members")
def _members(at: At, children: Parts) -> tuple[t.RustItem, ...]:
    return tuple(children[1:])


@builds("item_trait")
def _item_trait(at: At, children: Parts) -> ItemBuilder:
    name, generics, bounds, where, members = children
    return partial(t.ItemTrait, str(name), generics=generics, bounds=bounds, where=where, members=members)


@builds("item_const", "item_static")
def _item_const(at: At, children: Parts) -> ItemBuilder:
    is_static = isinstance(children[0], bool)
    kind = "static mut" if is_static and children[0] else "static" if is_static else "const"
    name, typed, clauses, *value = children[1:] if is_static else children
    body = value[0] if value else None
    if isinstance(body, t.CodeBlock):
        body = t.ExprBlock(body, at=body.at)
    return partial(t.ItemConst, str(name), kind, type=typed, clauses=clauses, value=body)


@builds("item_type")
def _item_type(at: At, children: Parts) -> ItemBuilder:
    name, generics, bounds, _, value = children
    return partial(t.ItemType, str(name), generics=generics, bounds=bounds, type=value)


UsedNames = tuple[tuple[tuple[str, ...], str], ...]


@builds("item_use")
def _item_use(at: At, children: Parts) -> ItemBuilder:
    return partial(t.ItemUse, tuple(name for names in children for name in names))


@builds("use_word", "use_alias")
def _use_word(at: At, children: Parts) -> str:
    return str(children[0])


@builds("use_plain")
def _use_plain(at: At, children: Parts) -> UsedNames:
    *before, last = children
    if last == "self" and before:
        return ((tuple(before), before[-1]),)
    return ((tuple(children), last),)


@builds("use_renamed")
def _use_renamed(at: At, children: Parts) -> UsedNames:
    *path, name = children
    return ((tuple(path), name),)


BUILDERS.update(
    use_all=lambda at, children: ((tuple(children), "*"),),
    use_group=lambda at, children: tuple(name for names in children for name in names),
)


@builds("use_many")
def _use_many(at: At, children: Parts) -> UsedNames:
    *before, names = children
    prefix = tuple(before)
    return tuple(
        (prefix, prefix[-1]) if path == ("self",) and prefix else ((*prefix, *path), name) for path, name in names
    )


@builds("item_mod")
def _item_mod(at: At, children: Parts) -> ItemBuilder:
    name, *members = children
    return partial(t.ItemMod, str(name), members=members[0] if members else None)
