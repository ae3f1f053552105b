"""Items of the syntax tree, made of the rules of the grammar."""

from collections.abc import Callable
from typing import Any

from lark import Token

from . import tree as t
from .builders import At, Parts, builds


@builds("item")
def _item(at: At, children: Parts) -> Any:
    attributes, modifiers, made = children
    return made(at, attributes, modifiers)


ItemBuilder = Callable[[At, tuple[str, ...], tuple[str, ...]], t.RustItem]


@builds("item_text")
def _item_text(at: At, children: Parts) -> ItemBuilder:
    kind, _, text = str(children[0]).partition("\0")
    return lambda whole, attributes, modifiers: t.ItemOther(kind, text, at=whole)


@builds("item_fn")
def _item_fn(at: At, children: Parts) -> ItemBuilder:
    name, generics, parameters, result, where, clauses, *body = children
    block = body[0] if body else None

    def made(item_at: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemFn(
            str(name), modifiers, generics, parameters, result, where, clauses, block, attributes, at=item_at
        )

    return made


@builds("parameter")
def _parameter(at: At, children: Parts) -> t.FnParameter:
    _, mode, pattern, kind = children
    return t.FnParameter(pattern, kind, mode, at=at)


@builds("parameter_self")
def _parameter_self(at: At, children: Parts) -> t.FnParameter:
    _, mode, receiver = children
    words = (
        receiver.split() if isinstance(receiver, str) else [str(part) for part in receiver if isinstance(part, Token)]
    )
    kinds = [] if isinstance(receiver, str) else [part for part in receiver if not isinstance(part, Token)]
    pattern = t.PatIdent("self", mutable="mut" in words and "&" not in words, at=at)
    reference: Any = "&mut" if {"&", "mut"} <= set(words) else "&" if "&" in words else ""
    return t.FnParameter(pattern, kinds[0] if kinds else None, mode, reference, at=at)


@builds("result_type")
def _result_type(at: At, children: Parts) -> t.FunctionResult:
    return t.FunctionResult(children[0], at=at)


@builds("result_named")
def _result_named(at: At, children: Parts) -> t.FunctionResult:
    mode, pattern, kind = children
    return t.FunctionResult(kind, pattern, mode, at=at)


@builds("generic_lifetime")
def _generic_lifetime(at: At, children: Parts) -> t.GenericParameter:
    return t.GenericParameter("lifetime", str(children[1]), children[2], at=at)


@builds("generic_type")
def _generic_type(at: At, children: Parts) -> t.GenericParameter:
    return t.GenericParameter("type", str(children[1]), children[2], children[3] if len(children) > 3 else None, at=at)


@builds("generic_const")
def _generic_const(at: At, children: Parts) -> t.GenericParameter:
    return t.GenericParameter("const", str(children[1]), (), children[2], at=at)


@builds("bound_lifetime", "lifetime_argument")
def _lifetime(at: At, children: Parts) -> t.Lifetime:
    return t.Lifetime(str(children[0]), at=at)


@builds("bound_trait")
def _bound_trait(at: At, children: Parts) -> t.TraitBound:
    return t.TraitBound(children[-1].path, isinstance(children[0], Token), at=at)


@builds("where_type")
def _where_type(at: At, children: Parts) -> t.WherePredicate:
    return t.WherePredicate(children[-2], children[-1], at=at)


@builds("where_lifetime")
def _where_lifetime(at: At, children: Parts) -> t.WherePredicate:
    return t.WherePredicate(t.Lifetime(str(children[0])), children[1], at=at)


@builds("clause")
def _clause(at: At, children: Parts) -> t.SpecClause:
    return t.SpecClause(str(children[0]), children[1], at=at)


@builds("inner_attribute")
def _inner_attribute(at: At, children: Parts) -> str:
    return str(children[0])


@builds("clause_with_triggers")
def _clause_with_triggers(at: At, children: Parts) -> t.SpecClause:
    """The triggers of a broadcast lemma steer Verus' instantiation and change no meaning."""
    return t.SpecClause(str(children[0]), children[-1], at=at)


@builds("clause_decreases")
def _clause_decreases(at: At, children: Parts) -> t.SpecClause:
    return t.SpecClause("decreases", *children[1:], at=at)


@builds("clause_recommends")
def _clause_recommends(at: At, children: Parts) -> t.SpecClause:
    return t.SpecClause("recommends", children[1], None, children[2], at=at)


@builds("clause_atomically")
def _clause_atomically(at: At, children: Parts) -> t.SpecClause:
    return t.SpecClause("atomically", (), text=str(children[0]), at=at)


@builds("clause_unwind")
def _clause_unwind(at: At, children: Parts) -> t.SpecClause:
    return t.SpecClause("no_unwind", (), children[-1], at=at)


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
    wheres = [part for part in rest if all(isinstance(each, t.WherePredicate) for each in part)]
    fields = [part for part in rest if part and isinstance(part[0], t.FieldDef)]
    shape = _shape(fields[0]) if fields else "unit"
    where = next((where for where in wheres if where), ())

    def made(item_at: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        content = t.VariantDef(str(name), shape, fields[0] if fields else (), at=at)
        return t.ItemStruct(str(name), modifiers, generics, where, content, attributes, str(kind), at=item_at)

    return made


def _shape(fields: tuple[t.FieldDef, ...]) -> t.VariantShape:
    return "tuple" if fields[0].name == "0" else "named"


@builds("field_named")
def _field_named(at: At, children: Parts) -> t.FieldDef:
    return t.FieldDef(str(children[2]), children[3], children[1], at=at)


@builds("field_tuple")
def _field_tuple(at: At, children: Parts) -> t.FieldDef:
    return t.FieldDef("", children[2], children[1], at=at)


@builds("fields_tuple")
def _fields_tuple(at: At, children: Parts) -> tuple[t.FieldDef, ...]:
    return tuple(t.FieldDef(str(place), each.type, each.modifiers, at=each.at) for place, each in enumerate(children))


@builds("item_enum")
def _item_enum(at: At, children: Parts) -> ItemBuilder:
    name, generics, where, *variants = children

    def made(item_at: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemEnum(str(name), modifiers, generics, where, tuple(variants), attributes, at=item_at)

    return made


@builds("variant")
def _variant(at: At, children: Parts) -> t.VariantDef:
    _, name, *rest = children
    fields: tuple[t.FieldDef, ...] = next((part for part in rest if isinstance(part, tuple)), ())
    value = next((part for part in rest if not isinstance(part, tuple)), None)
    shape = _shape(fields) if fields else "unit"
    return t.VariantDef(str(name), shape, fields, value, at=at)


@builds("item_impl")
def _item_impl(at: At, children: Parts) -> ItemBuilder:
    generics, first, second, where, members = children
    trait, kind = (None, first) if second is None else (first, second)

    def made(item_at: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemImpl(generics, trait, kind, where, members, modifiers, attributes, at=item_at)

    return made


@builds("item_impl_not")
def _item_impl_not(at: At, children: Parts) -> ItemBuilder:
    generics, trait, kind, where, members = children

    def made(item_at: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemImpl(generics, trait, kind, where, members, modifiers, attributes, True, at=item_at)

    return made


@builds("members")
def _members(at: At, children: Parts) -> tuple[t.RustItem, ...]:
    return tuple(children[1:])


@builds("item_trait")
def _item_trait(at: At, children: Parts) -> ItemBuilder:
    name, generics, bounds, where, members = children

    def made(item_at: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemTrait(str(name), modifiers, generics, bounds, where, members, attributes, at=item_at)

    return made


@builds("item_const", "item_static")
def _item_const(at: At, children: Parts) -> ItemBuilder:
    is_static = isinstance(children[0], bool)
    kind = "static mut" if is_static and children[0] else "static" if is_static else "const"
    name, typed, clauses, *value = children[1:] if is_static else children
    body = value[0] if value else None
    if isinstance(body, t.CodeBlock):
        body = t.ExprBlock(body, at=body.at)

    def made(item_at: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemConst(str(name), kind, modifiers, typed, clauses, body, attributes, at=item_at)

    return made


@builds("item_type")
def _item_type(at: At, children: Parts) -> ItemBuilder:
    name, generics, bounds, _, value = children

    def made(item_at: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemType(str(name), modifiers, generics, bounds, value, attributes, at=item_at)

    return made


UsedNames = tuple[tuple[tuple[str, ...], str], ...]


@builds("item_use")
def _item_use(at: At, children: Parts) -> ItemBuilder:
    def made(item_at: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemUse(tuple(name for names in children for name in names), modifiers, attributes, at=item_at)

    return made


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


@builds("use_all")
def _use_all(at: At, children: Parts) -> UsedNames:
    return ((tuple(children), "*"),)


@builds("use_group")
def _use_group(at: At, children: Parts) -> UsedNames:
    return tuple(each for child in children for each in child)


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

    def made(item_at: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemMod(str(name), modifiers, members[0] if members else None, attributes, at=item_at)

    return made
