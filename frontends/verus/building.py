"""The parse tree of Lark → the syntax tree (`tree.py`): a function for each rule of the grammar.

Trees are converted from the leaves up, without recursion, so that the depth of a text does not matter.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve
from lark import Token, Tree

from . import tree as t
from .scan import VerusSource

At = tuple[int, int]
Parts = Sequence[Any]
NodeBuilder = Callable[[At, Parts], Any]
_BUILDERS: dict[str, NodeBuilder] = {}


def build(root: Tree[Token], source: VerusSource) -> Any:
    """The node of a parse tree; items are told what their text is."""
    made: dict[int, Any] = {}
    for node in root.iter_subtrees():
        parts = [made[id(part)] if isinstance(part, Tree) else part for part in node.children]
        meta = node.meta
        at = (0, 0) if meta.empty else (meta.start_pos, meta.end_pos)
        made[id(node)] = _BUILDERS[str(node.data)](at, parts)
    return made[id(root)]


def _builds(*rules: str) -> Callable[[NodeBuilder], NodeBuilder]:
    def register(builder: NodeBuilder) -> NodeBuilder:
        _BUILDERS.update(dict.fromkeys(rules, builder))
        return builder

    return register


def _list(at: At, parts: Parts) -> tuple[Any, ...]:
    return tuple(parts)


for _rule in (
    *("modifiers", "parameter_list", "where", "expressions", "patterns", "pattern_fields", "inner_attributes"),
    *("closure_parameters", "arguments", "turbofish", "struct_fields", "map_entries", "type_list", "bounds_after"),
    *("path_arguments", "generics", "clauses", "fields_named", "fields_tuple", "map_entry"),
):
    _BUILDERS[_rule] = _list


def _optional(at: At, parts: Parts) -> Any:
    return parts[0] if parts else None


for _rule in (
    *("result", "when", "impl_for", "type_value", "type_output", "closure_type", "tail", "let_value", "let_otherwise"),
    *("otherwise", "implied", "guard"),
):
    _BUILDERS[_rule] = _optional


def _flag(at: At, parts: Parts) -> bool:
    return bool(parts)


_BUILDERS.update(mutable=_flag, static_mutable=_flag)


@_builds("attributes")
def _attributes(at: At, parts: Parts) -> tuple[str, ...]:
    return tuple(str(part) for part in parts)


@_builds("modifier")
def _modifier(at: At, parts: Parts) -> str:
    return " ".join(map(str, parts))


@_builds("mode", "via")
def _word(at: At, parts: Parts) -> str:
    return str(parts[-1]) if parts else ""


@_builds("lifetime", "pointer", "compares", "assigns", "quantifier_word")
def _text(at: At, parts: Parts) -> str:
    return str(parts[0]) if parts else ""


@_builds("block_word", "receiver")
def _texts(at: At, parts: Parts) -> Any:
    return parts if any(not isinstance(part, Token) for part in parts) else " ".join(map(str, parts))


# -- items


@_builds("item")
def _item(at: At, parts: Parts) -> Any:
    attributes, modifiers, made = parts
    return made(at, attributes, modifiers)


ItemBuilder = Callable[[At, tuple[str, ...], tuple[str, ...]], t.RustItem]


@_builds("item_text")
def _item_text(at: At, parts: Parts) -> ItemBuilder:
    kind, _, text = str(parts[0]).partition("\0")
    return lambda whole, attributes, modifiers: t.ItemOther(kind, text, at=whole)


@_builds("item_fn")
def _item_fn(at: At, parts: Parts) -> ItemBuilder:
    name, generics, parameters, result, where, clauses, *body = parts
    block = body[0] if body else None

    def made(whole: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemFn(str(name), modifiers, generics, parameters, result, where, clauses, block, attributes, at=whole)

    return made


@_builds("parameter")
def _parameter(at: At, parts: Parts) -> t.FnParameter:
    _, mode, pattern, kind = parts
    return t.FnParameter(pattern, kind, mode, at=at)


@_builds("parameter_self")
def _parameter_self(at: At, parts: Parts) -> t.FnParameter:
    _, mode, receiver = parts
    words = (
        receiver.split() if isinstance(receiver, str) else [str(part) for part in receiver if isinstance(part, Token)]
    )
    kinds = [] if isinstance(receiver, str) else [part for part in receiver if not isinstance(part, Token)]
    pattern = t.PatIdent("self", mutable="mut" in words and "&" not in words, at=at)
    reference: Any = "&mut" if {"&", "mut"} <= set(words) else "&" if "&" in words else ""
    return t.FnParameter(pattern, kinds[0] if kinds else None, mode, reference, at=at)


@_builds("result_type")
def _result_type(at: At, parts: Parts) -> t.FunctionResult:
    return t.FunctionResult(parts[0], at=at)


@_builds("result_named")
def _result_named(at: At, parts: Parts) -> t.FunctionResult:
    mode, pattern, kind = parts
    return t.FunctionResult(kind, pattern, mode, at=at)


@_builds("generic_lifetime")
def _generic_lifetime(at: At, parts: Parts) -> t.GenericParameter:
    return t.GenericParameter("lifetime", str(parts[1]), parts[2], at=at)


@_builds("generic_type")
def _generic_type(at: At, parts: Parts) -> t.GenericParameter:
    return t.GenericParameter("type", str(parts[1]), parts[2], parts[3] if len(parts) > 3 else None, at=at)


@_builds("generic_const")
def _generic_const(at: At, parts: Parts) -> t.GenericParameter:
    return t.GenericParameter("const", str(parts[1]), (), parts[2], at=at)


@_builds("bound_lifetime", "lifetime_argument")
def _lifetime(at: At, parts: Parts) -> t.Lifetime:
    return t.Lifetime(str(parts[0]), at=at)


@_builds("bound_trait")
def _bound_trait(at: At, parts: Parts) -> t.TraitBound:
    return t.TraitBound(parts[-1].path, isinstance(parts[0], Token), at=at)


@_builds("where_type")
def _where_type(at: At, parts: Parts) -> t.WherePredicate:
    return t.WherePredicate(parts[-2], parts[-1], at=at)


@_builds("where_lifetime")
def _where_lifetime(at: At, parts: Parts) -> t.WherePredicate:
    return t.WherePredicate(t.Lifetime(str(parts[0])), parts[1], at=at)


@_builds("clause")
def _clause(at: At, parts: Parts) -> t.SpecClause:
    return t.SpecClause(str(parts[0]), parts[1], at=at)


@_builds("clause_decreases")
def _clause_decreases(at: At, parts: Parts) -> t.SpecClause:
    return t.SpecClause("decreases", *parts[1:], at=at)


@_builds("clause_unwind")
def _clause_unwind(at: At, parts: Parts) -> t.SpecClause:
    return t.SpecClause("no_unwind", (), parts[-1], at=at)


@_builds("clause_word")
def _clause_word(at: At, parts: Parts) -> t.SpecClause:
    word = t.ExprPath(t.RustPath((t.PathSegment(str(parts[-1])),)))
    return t.SpecClause(str(parts[0]), (word,), at=at)


@_builds("clause_prover")
def _clause_prover(at: At, parts: Parts) -> t.SpecClause:
    name = next(str(part) for part in parts if part.type == "IDENT")
    return t.SpecClause("by", (t.ExprPath(t.RustPath((t.PathSegment(name),))),), at=at)


@_builds("item_struct")
def _item_struct(at: At, parts: Parts) -> ItemBuilder:
    kind, name, generics, *rest = parts
    wheres = [part for part in rest if all(isinstance(each, t.WherePredicate) for each in part)]
    fields = [part for part in rest if part and isinstance(part[0], t.FieldDef)]
    shape = str(_shape(fields[0]) if fields else "unit")
    where = next((part for part in wheres if part), ())

    def made(whole: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        content = t.VariantDef(str(name), shape, fields[0] if fields else (), at=at)  # type: ignore[arg-type]
        return t.ItemStruct(str(name), modifiers, generics, where, content, attributes, str(kind), at=whole)

    return made


def _shape(fields: tuple[t.FieldDef, ...]) -> str:
    return "tuple" if fields[0].name == "0" else "named"


@_builds("field_named")
def _field_named(at: At, parts: Parts) -> t.FieldDef:
    return t.FieldDef(str(parts[2]), parts[3], parts[1], at=at)


@_builds("field_tuple")
def _field_tuple(at: At, parts: Parts) -> t.FieldDef:
    return t.FieldDef("", parts[2], parts[1], at=at)


@_builds("fields_tuple")
def _fields_tuple(at: At, parts: Parts) -> tuple[t.FieldDef, ...]:
    return tuple(t.FieldDef(str(place), each.type, each.modifiers, at=each.at) for place, each in enumerate(parts))


@_builds("item_enum")
def _item_enum(at: At, parts: Parts) -> ItemBuilder:
    name, generics, where, *variants = parts

    def made(whole: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemEnum(str(name), modifiers, generics, where, tuple(variants), attributes, at=whole)

    return made


@_builds("variant")
def _variant(at: At, parts: Parts) -> t.VariantDef:
    _, name, *rest = parts
    fields: tuple[t.FieldDef, ...] = next((part for part in rest if isinstance(part, tuple)), ())
    value = next((part for part in rest if not isinstance(part, tuple)), None)
    shape: Any = _shape(fields) if fields else "unit"
    return t.VariantDef(str(name), shape, fields, value, at=at)


@_builds("item_impl")
def _item_impl(at: At, parts: Parts) -> ItemBuilder:
    generics, first, second, where, members = parts
    trait, kind = (None, first) if second is None else (first, second)

    def made(whole: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemImpl(generics, trait, kind, where, members, modifiers, attributes, at=whole)

    return made


@_builds("members")
def _members(at: At, parts: Parts) -> tuple[t.RustItem, ...]:
    return tuple(parts[1:])


@_builds("item_trait")
def _item_trait(at: At, parts: Parts) -> ItemBuilder:
    name, generics, bounds, where, members = parts

    def made(whole: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemTrait(str(name), modifiers, generics, bounds, where, members, attributes, at=whole)

    return made


@_builds("item_const", "item_static")
def _item_const(at: At, parts: Parts) -> ItemBuilder:
    is_static = isinstance(parts[0], bool)
    kind = "static mut" if is_static and parts[0] else "static" if is_static else "const"
    name, typed, clauses, *value = parts[1:] if is_static else parts
    body = value[0] if value else None
    if isinstance(body, t.CodeBlock):
        body = t.ExprBlock(body, at=body.at)

    def made(whole: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemConst(str(name), kind, modifiers, typed, clauses, body, attributes, at=whole)

    return made


@_builds("item_type")
def _item_type(at: At, parts: Parts) -> ItemBuilder:
    name, generics, bounds, _, value = parts

    def made(whole: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemType(str(name), modifiers, generics, bounds, value, attributes, at=whole)

    return made


UsedNames = tuple[tuple[tuple[str, ...], str], ...]


@_builds("item_use")
def _item_use(at: At, parts: Parts) -> ItemBuilder:
    def made(whole: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemUse(parts[0], modifiers, attributes, at=whole)

    return made


@_builds("use_word", "use_alias")
def _use_word(at: At, parts: Parts) -> str:
    return str(parts[0])


@_builds("use_plain")
def _use_plain(at: At, parts: Parts) -> UsedNames:
    *before, last = parts
    if last == "self" and before:
        return ((tuple(before), before[-1]),)
    return ((tuple(parts), last),)


@_builds("use_renamed")
def _use_renamed(at: At, parts: Parts) -> UsedNames:
    *path, name = parts
    return ((tuple(path), name),)


@_builds("use_all")
def _use_all(at: At, parts: Parts) -> UsedNames:
    return ((tuple(parts), "*"),)


@_builds("use_group")
def _use_group(at: At, parts: Parts) -> UsedNames:
    return tuple(each for part in parts for each in part)


@_builds("use_many")
def _use_many(at: At, parts: Parts) -> UsedNames:
    *before, names = parts
    prefix = tuple(before)
    return tuple(
        (prefix, prefix[-1]) if path == ("self",) and prefix else ((*prefix, *path), name) for path, name in names
    )


@_builds("item_mod")
def _item_mod(at: At, parts: Parts) -> ItemBuilder:
    name, *members = parts

    def made(whole: At, attributes: tuple[str, ...], modifiers: tuple[str, ...]) -> t.RustItem:
        return t.ItemMod(str(name), modifiers, members[0] if members else None, attributes, at=whole)

    return made


# -- types and paths


@_builds("type_path")
def _type_path(at: At, parts: Parts) -> t.TypePath:
    return t.TypePath(_path(at, parts), at=at)


@_builds("expr_path")
def _path(at: At, parts: Parts) -> t.RustPath:
    first, *rest = parts
    if isinstance(first, tuple):
        return t.RustPath(_with_arguments(rest), *first, at=at)
    return t.RustPath(_with_arguments((t.PathSegment("") if isinstance(first, Token) else first, *rest)), at=at)


def _with_arguments(parts: Parts) -> tuple[t.PathSegment, ...]:
    """The segments of a path, each with the generic arguments that follow it after `::`."""
    found = list[t.PathSegment]()
    for part in parts:
        if isinstance(part, tuple):
            found[-1] = evolve(found[-1], arguments=part)
        else:
            found.append(part)
    return tuple(found)


@_builds("qualified")
def _qualified(at: At, parts: Parts) -> tuple[t.RustType, t.RustPath | None]:
    return parts[0], parts[1].path if len(parts) > 1 else None


@_builds("segment")
def _segment(at: At, parts: Parts) -> t.PathSegment:
    return t.PathSegment(str(parts[0]), tuple(part for part in parts[1:] if not isinstance(part, Token)), at=at)


@_builds("segment_function")
def _segment_function(at: At, parts: Parts) -> t.PathSegment:
    return t.PathSegment(str(parts[0]), (), parts[1], parts[2], at=at)


@_builds("associated")
def _associated(at: At, parts: Parts) -> t.AssociatedType:
    return t.AssociatedType(str(parts[0]), parts[1], at=at)


@_builds("associated_bounds")
def _associated_bounds(at: At, parts: Parts) -> t.AssociatedType:
    return t.AssociatedType(str(parts[0]), None, tuple(parts[1:]), at=at)


@_builds("type_reference")
def _type_reference(at: At, parts: Parts) -> t.TypeReference:
    lifetime, mutable, target = parts
    return t.TypeReference(target, mutable, lifetime, at=at)


@_builds("type_reference_twice")
def _type_reference_twice(at: At, parts: Parts) -> t.TypeReference:
    return t.TypeReference(_type_reference(at, parts), at=at)


@_builds("type_pointer")
def _type_pointer(at: At, parts: Parts) -> t.TypePointer:
    return t.TypePointer(parts[1], parts[0] == "mut", at=at)


@_builds("type_tuple")
def _type_tuple(at: At, parts: Parts) -> t.TypeTuple:
    return t.TypeTuple(tuple(parts), at=at)


@_builds("type_slice")
def _type_slice(at: At, parts: Parts) -> t.TypeSlice:
    return t.TypeSlice(parts[0], at=at)


@_builds("type_array")
def _type_array(at: At, parts: Parts) -> t.TypeArray:
    return t.TypeArray(parts[0], parts[1], at=at)


@_builds("type_infer")
def _type_infer(at: At, parts: Parts) -> t.TypeInfer:
    return t.TypeInfer(at=at)


@_builds("type_never")
def _type_never(at: At, parts: Parts) -> t.TypeNever:
    return t.TypeNever(at=at)


@_builds("type_function")
def _type_function(at: At, parts: Parts) -> t.TypeFunction:
    return t.TypeFunction(str(parts[0]), parts[1], parts[2], at=at)


@_builds("type_of_name")
def _type_of_name(at: At, parts: Parts) -> t.RustType:
    made: t.RustType = parts[-1]
    return made


@_builds("type_impl")
def _type_impl(at: At, parts: Parts) -> t.TypeBounds:
    return t.TypeBounds("impl", tuple(parts), at=at)


@_builds("type_dyn")
def _type_dyn(at: At, parts: Parts) -> t.TypeBounds:
    return t.TypeBounds("dyn", tuple(parts), at=at)


# -- patterns


@_builds("pat_lit")
def _pat_lit(at: At, parts: Parts) -> t.PatLit:
    return t.PatLit(parts[0], at=at)


@_builds("pat_path")
def _pat_path(at: At, parts: Parts) -> t.Pat:
    path: t.RustPath = parts[0]
    plain = len(path.segments) == 1 and path.owner is None and not path.segments[0].arguments
    return t.PatIdent(path.text, at=at) if plain else t.PatPath(path, at=at)


@_builds("pat_from")
def _pat_from(at: At, parts: Parts) -> t.PatRange:
    return t.PatRange(_bound(parts[0]), None, False, at=at)


@_builds("pat_range")
def _pat_range(at: At, parts: Parts) -> t.PatRange:
    return t.PatRange(_bound(parts[0]), parts[1], False, at=at)


@_builds("pat_range_inclusive")
def _pat_range_inclusive(at: At, parts: Parts) -> t.PatRange:
    return t.PatRange(_bound(parts[0]), parts[1], True, at=at)


@_builds("pat_to_inclusive")
def _pat_to_inclusive(at: At, parts: Parts) -> t.PatRange:
    return t.PatRange(None, parts[0], True, at=at)


def _bound(part: Any) -> t.Expr:
    made: t.Expr = t.ExprPath(part, at=part.at) if isinstance(part, t.RustPath) else part
    return made


@_builds("pat_rest")
def _pat_rest(at: At, parts: Parts) -> t.PatRest:
    return t.PatRest(at=at)


@_builds("pat_wild")
def _pat_wild(at: At, parts: Parts) -> t.PatWild:
    return t.PatWild(at=at)


@_builds("pat_at")
def _pat_at(at: At, parts: Parts) -> t.PatIdent:
    return t.PatIdent(str(parts[0]), inside=parts[1], at=at)


@_builds("pat_mut")
def _pat_mut(at: At, parts: Parts) -> t.PatIdent:
    return t.PatIdent(str(parts[0]), False, True, parts[1] if len(parts) > 1 else None, at=at)


@_builds("pat_ref")
def _pat_ref(at: At, parts: Parts) -> t.PatIdent:
    return t.PatIdent(str(parts[1]), True, parts[0], parts[2] if len(parts) > 2 else None, at=at)


@_builds("pat_tuple_struct")
def _pat_tuple_struct(at: At, parts: Parts) -> t.PatTupleStruct:
    return t.PatTupleStruct(parts[0], parts[1], at=at)


@_builds("pat_struct")
def _pat_struct(at: At, parts: Parts) -> t.PatStruct:
    path, listed = parts
    fields = tuple(part for part in listed if isinstance(part, t.PatField))
    return t.PatStruct(path, fields, len(fields) < len(listed), at=at)


@_builds("pat_field")
def _pat_field(at: At, parts: Parts) -> t.PatField:
    return t.PatField(str(parts[0]), parts[1], at=at)


@_builds("pat_field_short")
def _pat_field_short(at: At, parts: Parts) -> t.PatField:
    return t.PatField(str(parts[0]), t.PatIdent(str(parts[0]), at=at), at=at)


@_builds("pat_field_mut")
def _pat_field_mut(at: At, parts: Parts) -> t.PatField:
    return t.PatField(str(parts[0]), t.PatIdent(str(parts[0]), mutable=True, at=at), at=at)


@_builds("pat_field_ref")
def _pat_field_ref(at: At, parts: Parts) -> t.PatField:
    return t.PatField(str(parts[1]), t.PatIdent(str(parts[1]), True, parts[0], at=at), at=at)


@_builds("pat_tuple")
def _pat_tuple(at: At, parts: Parts) -> t.PatTuple:
    elements = (parts[0], *parts[1]) if parts else ()
    return t.PatTuple(elements, at=at)


@_builds("pat_slice")
def _pat_slice(at: At, parts: Parts) -> t.PatSlice:
    return t.PatSlice(parts[0], at=at)


@_builds("pat_reference")
def _pat_reference(at: At, parts: Parts) -> t.PatReference:
    return t.PatReference(parts[1], parts[0], at=at)


@_builds("pat_reference_twice")
def _pat_reference_twice(at: At, parts: Parts) -> t.PatReference:
    return t.PatReference(_pat_reference(at, parts), at=at)


@_builds("pat_or")
def _pat_or(at: At, parts: Parts) -> t.PatOr:
    return t.PatOr(tuple(parts), at=at)


# -- literals

_NUMBER = re.compile(r"(0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[\d_]+)")
_FLOAT = re.compile(r"[\d_]+(?:\.[\d_]*)?(?:[eE][+-]?[\d_]+)?")
_HEXADECIMAL_SUFFIX = re.compile(r"_?((?:[ui](?:8|16|32|64|128|size))|int|nat|real)$")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F_]+)\}|\n\s*|(.))", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def _unescaped(text: str) -> str:
    def value(match: re.Match[str]) -> str:
        hexadecimal, unicode, single = match.groups()
        if hexadecimal or unicode:
            code = int((hexadecimal or unicode).replace("_", ""), 16)
            return chr(code) if code < 0x110000 else "\ufffd"
        return _ESCAPES.get(single, single) if single else ""

    return _ESCAPE.sub(value, text)


@_builds("literal")
def _literal(at: At, parts: Parts) -> t.ExprLit:
    token = parts[0]
    text = str(token)
    match token.type:
        case "INT":
            suffix = _HEXADECIMAL_SUFFIX.search(text) if text[:2] == "0x" else None
            digits = text[: suffix.start()] if suffix else text
            found = _NUMBER.match(digits)
            number = found.group() if found else digits
            ending = suffix.group(1) if suffix else digits[len(number) :]
            return t.ExprLit(
                "int",
                int(number.replace("_", "") or "0", 0 if number[:1] == "0" and number[1:2].isalpha() else 10),
                ending,
                at=at,
            )
        case "FLOAT":
            found = _FLOAT.match(text)
            number = found.group() if found else text
            return t.ExprLit("float", number.replace("_", ""), text[len(number) :], at=at)
        case "CHAR":
            return t.ExprLit("char", _unescaped(text[1:-1]), at=at)
        case "BYTE":
            return t.ExprLit("byte", ord(_unescaped(text[2:-1])), at=at)
        case "STRING" | "BYTES":
            inside = text.lstrip("brc")
            if text[: len(text) - len(inside)].endswith("r"):
                content = inside.strip("#")[1:-1]
            else:
                content = _unescaped(inside[1:-1])
            if token.type == "BYTES":
                return t.ExprLit("bytes", content.encode("latin-1", "replace"), at=at)
            return t.ExprLit("str", content, at=at)
        case _:
            return t.ExprLit("bool", text == "true", at=at)


# -- expressions


@_builds("path_expression")
def _path_expression(at: At, parts: Parts) -> t.ExprPath:
    return t.ExprPath(parts[0], at=at)


def _unary(operator: str) -> NodeBuilder:
    def made(at: At, parts: Parts) -> t.ExprUnary:
        return t.ExprUnary(operator, parts[0], at=at)

    return made


_BUILDERS.update(
    negated=_unary("-"),
    not_of=_unary("!"),
    dereferenced=_unary("*"),
    borrowed=_unary("&"),
    borrowed_mutably=_unary("&mut"),
    borrowed_twice=lambda at, parts: t.ExprUnary("&", t.ExprUnary("&", parts[0], at=at), at=at),
    borrowed_mutably_twice=lambda at, parts: t.ExprUnary("&", t.ExprUnary("&mut", parts[0], at=at), at=at),
)
BINARY = {
    "equivalent": "<==>",
    "explies": "<==",
    "implies": "==>",
    "or": "||",
    "and": "&&",
    "bit_or": "|",
    "bit_xor": "^",
    "bit_and": "&",
    "shl": "<<",
    "shr": ">>",
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "rem": "%",
}


def _binary(operator: str) -> NodeBuilder:
    def made(at: At, parts: Parts) -> t.ExprBinary:
        return t.ExprBinary(operator, parts[0], parts[1], at=at)

    return made


_BUILDERS.update({f"binary_{name}": _binary(operator) for name, operator in BINARY.items()})


@_builds("compare")
def _compare(at: At, parts: Parts) -> t.ExprCompare:
    return t.ExprCompare(tuple(parts[::2]), tuple(parts[1::2]), at=at)


@_builds("prefixed_and")
def _prefixed_and(at: At, parts: Parts) -> t.ExprPrefixed:
    return t.ExprPrefixed("&&&", tuple(parts), at=at)


@_builds("prefixed_or")
def _prefixed_or(at: At, parts: Parts) -> t.ExprPrefixed:
    return t.ExprPrefixed("|||", tuple(parts), at=at)


@_builds("assign")
def _assign(at: At, parts: Parts) -> t.ExprAssign:
    return t.ExprAssign(parts[1], parts[0], parts[2], at=at)


_BUILDERS.update(
    range=lambda at, parts: t.ExprRange(parts[0], parts[1], at=at),
    range_inclusive=lambda at, parts: t.ExprRange(parts[0], parts[1], True, at=at),
    range_from=lambda at, parts: t.ExprRange(parts[0], None, at=at),
    range_to=lambda at, parts: t.ExprRange(None, parts[0], at=at),
    range_to_inclusive=lambda at, parts: t.ExprRange(None, parts[0], True, at=at),
    range_full=lambda at, parts: t.ExprRange(None, None, at=at),
    cast=lambda at, parts: t.ExprCast(parts[0], parts[1], at=at),
    is_variant=lambda at, parts: t.ExprIs(parts[0], str(parts[1]), at=at),
    is_not_variant=lambda at, parts: t.ExprIs(parts[0], str(parts[1]), True, at=at),
    has_element=lambda at, parts: t.ExprHas(parts[0], parts[1], at=at),
    has_no_element=lambda at, parts: t.ExprHas(parts[0], parts[1], True, at=at),
    matches=lambda at, parts: t.ExprMatches(parts[0], parts[1], at=at),
    matches_and=lambda at, parts: t.ExprMatches(parts[0], parts[1], "&&", parts[2], at=at),
    matches_implies=lambda at, parts: t.ExprMatches(parts[0], parts[1], "==>", parts[2], at=at),
    let_condition=lambda at, parts: t.ExprLet(parts[0], parts[1], at=at),
    attributed=lambda at, parts: t.ExprAttributed(str(parts[0]), parts[1], at=at),
    field=lambda at, parts: t.ExprField(parts[0], str(parts[1]), at=at),
    arrow=lambda at, parts: t.ExprField(parts[0], str(parts[1]), True, at=at),
    awaited=lambda at, parts: t.ExprField(parts[0], "await", at=at),
    view=lambda at, parts: t.ExprView(parts[0], at=at),
    try_of=lambda at, parts: t.ExprTry(parts[0], at=at),
    index=lambda at, parts: t.ExprIndex(parts[0], parts[1], at=at),
    call=lambda at, parts: t.ExprCall(parts[0], parts[1], at=at),
    array=lambda at, parts: t.ExprArray(parts[0], at=at),
    repeat=lambda at, parts: t.ExprRepeat(parts[0], parts[1], at=at),
    return_value=lambda at, parts: t.ExprReturn(parts[0] if parts else None, at=at),
    continue_loop=lambda at, parts: t.ExprContinue(str(parts[0]) if parts else "", at=at),
    closure_parameter=lambda at, parts: t.ClosureParameter(parts[2], parts[3], at=at),
)


@_builds("tuple")
def _tuple(at: At, parts: Parts) -> t.ExprTuple:
    return t.ExprTuple((parts[0], *parts[1]) if parts else (), at=at)


@_builds("method_call")
def _method_call(at: At, parts: Parts) -> t.ExprMethodCall:
    receiver, name, *types, arguments = parts
    return t.ExprMethodCall(receiver, str(name), types[0] if types else (), arguments, at=at)


@_builds("quantifier")
def _quantifier(at: At, parts: Parts) -> t.ExprQuantifier:
    kind, binders, attributes, body = parts
    return t.ExprQuantifier(kind, binders, body, tuple(map(str, attributes)), at=at)


@_builds("closure_head")
def _closure_head(at: At, parts: Parts) -> tuple[t.FunctionResult | None, tuple[t.SpecClause, ...]]:
    if parts and isinstance(parts[0], t.FunctionResult):
        return parts[0], parts[1]
    return None, tuple(parts)


@_builds("closure", "closure_empty")
def _closure(at: At, parts: Parts) -> t.ExprClosure:
    moves = isinstance(parts[0], Token)
    *rest, body = parts[1:] if moves else parts
    result, clauses = rest.pop() if rest and _is_head(rest[-1]) else (None, ())
    if isinstance(body, t.CodeBlock):
        body = t.ExprBlock(body, at=body.at)
    return t.ExprClosure(rest[0] if rest else (), body, result, clauses, moves, at=at)


def _is_head(part: Any) -> bool:
    return len(part) == 2 and (part[0] is None or isinstance(part[0], t.FunctionResult)) and isinstance(part[1], tuple)


@_builds("break_value")
def _break(at: At, parts: Parts) -> t.ExprBreak:
    label = str(parts[0]) if parts and isinstance(parts[0], Token) else ""
    values = [part for part in parts if not isinstance(part, Token)]
    return t.ExprBreak(label, values[0] if values else None, at=at)


@_builds("struct_literal")
def _struct_literal(at: At, parts: Parts) -> t.ExprStruct:
    path, listed = parts
    fields = tuple(part for part in listed if isinstance(part, t.FieldValue))
    bases = [part for part in listed if not isinstance(part, t.FieldValue)]
    return t.ExprStruct(path, fields, bases[0] if bases else None, at=at)


@_builds("struct_field")
def _struct_field(at: At, parts: Parts) -> t.FieldValue:
    return t.FieldValue(str(parts[0]), parts[1], at=at)


@_builds("struct_field_short")
def _struct_field_short(at: At, parts: Parts) -> t.FieldValue:
    name = str(parts[0])
    return t.FieldValue(name, t.ExprPath(t.RustPath((t.PathSegment(name),)), at=at), at=at)


@_builds("struct_base")
def _struct_base(at: At, parts: Parts) -> t.Expr:
    made: t.Expr = parts[0]
    return made


def _macro_name(token: Any) -> str:
    return str(token).removesuffix("!")


@_builds("macro")
def _macro(at: At, parts: Parts) -> t.ExprMacro:
    return t.ExprMacro(_macro_name(parts[0]), parts[1], at=at)


@_builds("macro_repeat")
def _macro_repeat(at: At, parts: Parts) -> t.ExprMacroRepeat:
    return t.ExprMacroRepeat(_macro_name(parts[0]), parts[1], parts[2], at=at)


@_builds("macro_map")
def _macro_map(at: At, parts: Parts) -> t.ExprMacroMap:
    return t.ExprMacroMap(_macro_name(parts[0]), parts[1], at=at)


@_builds("macro_matches")
def _macro_matches(at: At, parts: Parts) -> t.ExprMacroMatches:
    return t.ExprMacroMatches(parts[1], parts[2], parts[3], at=at)


@_builds("macro_opaque")
def _macro_opaque(at: At, parts: Parts) -> t.ExprMacroOpaque:
    name, _, text = str(parts[0]).partition("!")
    return t.ExprMacroOpaque(name, text, at=at)


@_builds("assertion", "assert_by", "assert_by_prover")
def _assertion(at: At, parts: Parts) -> t.ExprAssert:
    condition, *rest = parts
    prover = next((str(part) for part in rest if isinstance(part, Token)), "")
    clauses = tuple(part for part in rest if isinstance(part, t.SpecClause))
    body = next((part for part in rest if isinstance(part, t.CodeBlock)), None)
    return t.ExprAssert(condition, prover, clauses, body, at=at)


@_builds("assert_requires")
def _assert_requires(at: At, parts: Parts) -> t.SpecClause | None:
    return t.SpecClause("requires", parts[0], at=at) if parts else None


@_builds("assert_forall")
def _assert_forall(at: At, parts: Parts) -> t.ExprAssertForall:
    binders, attributes, condition, implied, body = parts
    return t.ExprAssertForall(binders, condition, implied, body, tuple(map(str, attributes)), at=at)


# -- blocks and statements


@_builds("block_expression")
def _block_expression(at: At, parts: Parts) -> t.ExprBlock:
    return t.ExprBlock(parts[0], at=at)


@_builds("block_of_word")
def _block_of_word(at: At, parts: Parts) -> t.ExprBlock:
    return t.ExprBlock(parts[1], parts[0], at=at)


@_builds("block_labelled")
def _block_labelled(at: At, parts: Parts) -> t.ExprBlock:
    return t.ExprBlock(parts[1], "", str(parts[0]), at=at)


@_builds("if_expression")
def _if_expression(at: At, parts: Parts) -> t.ExprIf:
    return t.ExprIf(parts[0], parts[1], parts[2], at=at)


@_builds("else_block")
def _else_block(at: At, parts: Parts) -> t.ExprBlock:
    return t.ExprBlock(parts[0], at=parts[0].at)


@_builds("match_expression")
def _match_expression(at: At, parts: Parts) -> t.ExprMatch:
    value, _, *arms, last = parts
    return t.ExprMatch(value, (*arms, *([] if last is None else [last])), at=at)


@_builds("arm", "last_arm")
def _arm(at: At, parts: Parts) -> t.MatchArm | None:
    return t.MatchArm(*parts[1:], at=at) if parts else None


def _labelled(parts: Parts) -> tuple[str, Parts]:
    return (str(parts[0]), parts[1:]) if isinstance(parts[0], Token) else ("", parts)


@_builds("while_loop")
def _while_loop(at: At, parts: Parts) -> t.ExprWhile:
    label, rest = _labelled(parts)
    return t.ExprWhile(rest[0], rest[1], rest[2], label, at=at)


@_builds("loop")
def _loop(at: At, parts: Parts) -> t.ExprLoop:
    label, rest = _labelled(parts)
    return t.ExprLoop(rest[0], rest[1], label, at=at)


@_builds("for_loop")
def _for_loop(at: At, parts: Parts) -> t.ExprForLoop:
    label, (pattern, value, clauses, body) = _labelled(parts)
    return t.ExprForLoop(pattern, "", value, clauses, body, label, at=at)


@_builds("for_loop_named")
def _for_loop_named(at: At, parts: Parts) -> t.ExprForLoop:
    label, (pattern, name, value, clauses, body) = _labelled(parts)
    return t.ExprForLoop(pattern, str(name), value, clauses, body, label, at=at)


@_builds("block")
def _block(at: At, parts: Parts) -> t.CodeBlock:
    _, *statements, tail = parts
    last = [] if tail is None else [t.StmtExpr(tail, False, at=tail.at)]
    return t.CodeBlock((*statements, *last), at=at)


@_builds("empty")
def _empty(at: At, parts: Parts) -> t.StmtEmpty:
    return t.StmtEmpty(at=at)


@_builds("ended")
def _ended(at: At, parts: Parts) -> t.StmtExpr:
    return t.StmtExpr(parts[0], True, at=at)


@_builds("not_ended")
def _not_ended(at: At, parts: Parts) -> t.StmtExpr:
    return t.StmtExpr(parts[0], False, at=at)


@_builds("item_statement")
def _item_statement(at: At, parts: Parts) -> t.StmtItem:
    return t.StmtItem(parts[-1], at=at)


@_builds("let")
def _let(at: At, parts: Parts) -> t.StmtLet:
    return t.StmtLet(*parts, at=at)


@_builds("attributed_statement")
def _attributed_statement(at: At, parts: Parts) -> t.Stmt:
    attribute, *rest = parts
    if len(rest) == 1:
        return t.StmtExpr(t.ExprAttributed(str(attribute), rest[0], at=at), False, at=at)
    return t.StmtLet(*rest, at=at)
