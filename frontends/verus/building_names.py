"""Types, paths, patterns and literals of the syntax tree, made of the rules of the grammar."""

import re
from typing import Any

from attrs import evolve
from lark import Token

from . import tree as t
from .builders import BUILDERS, At, Parts, builds, node_of


@builds("type_path")
def _type_path(at: At, children: Parts) -> t.TypePath:
    return t.TypePath(_path(at, children), at=at)


@builds("expr_path")
def _path(at: At, children: Parts) -> t.RustPath:
    first, *rest = children
    if isinstance(first, tuple):
        return t.RustPath(_with_arguments(rest), *first, at=at)
    return t.RustPath(_with_arguments((t.PathSegment("") if isinstance(first, Token) else first, *rest)), at=at)


def _with_arguments(children: Parts) -> tuple[t.PathSegment, ...]:
    """The segments of a path, each with the generic arguments that follow it after `::`."""
    path_segments = list[t.PathSegment]()
    for child in children:
        if isinstance(child, tuple):
            path_segments[-1] = evolve(path_segments[-1], arguments=child)
        else:
            path_segments.append(child)
    return tuple(path_segments)


BUILDERS.update(
    qualified=lambda at, children: (children[0], children[1].path if len(children) > 1 else None),
    segment=lambda at, children: t.PathSegment(
        str(children[0]), tuple(child for child in children[1:] if not isinstance(child, Token)), at=at
    ),
    segment_function=lambda at, children: t.PathSegment(str(children[0]), (), children[1], children[2], at=at),
    associated=lambda at, children: t.AssociatedType(str(children[0]), children[1], at=at),
    associated_bounds=lambda at, children: t.AssociatedType(str(children[0]), None, tuple(children[1:]), at=at),
)


@builds("type_reference")
def _type_reference(at: At, children: Parts) -> t.TypeReference:
    lifetime, mutable, target = children
    return t.TypeReference(target, mutable, lifetime, at=at)


BUILDERS.update(
    type_reference_twice=lambda at, children: t.TypeReference(_type_reference(at, children), at=at),
    type_pointer=lambda at, children: t.TypePointer(children[1], children[0] == "mut", at=at),
    type_tuple=lambda at, children: t.TypeTuple(tuple(children), at=at),
    type_slice=node_of(t.TypeSlice),
    type_array=node_of(t.TypeArray),
    type_infer=node_of(t.TypeInfer),
    type_never=node_of(t.TypeNever),
    type_function=lambda at, children: t.TypeFunction(str(children[0]), children[1], children[2], at=at),
)


BUILDERS.update(
    type_impl=lambda at, children: t.TypeBounds("impl", tuple(children), at=at),
    type_dyn=lambda at, children: t.TypeBounds("dyn", tuple(children), at=at),
    # Which type a macro is, its definition says: here it is one that nobody knows.
    type_macro=lambda at, children: t.TypePath(t.RustPath((t.PathSegment(str(children[0]), at=at),), at=at), at=at),
)


# -- patterns


@builds("pat_path")
def _pat_path(at: At, children: Parts) -> t.Pat:
    path: t.RustPath = children[0]
    plain = len(path.segments) == 1 and path.owner is None and not path.segments[0].arguments
    return t.PatIdent(path.text, at=at) if plain else t.PatPath(path, at=at)


BUILDERS.update(
    pat_from=lambda at, children: t.PatRange(_bound(children[0]), None, False, at=at),
    pat_range=lambda at, children: t.PatRange(_bound(children[0]), children[1], False, at=at),
    pat_range_inclusive=lambda at, children: t.PatRange(_bound(children[0]), children[1], True, at=at),
    pat_to_inclusive=lambda at, children: t.PatRange(None, children[0], True, at=at),
)


def _bound(path_or_expression: Any) -> t.Expr:
    expr: t.Expr = (
        t.ExprPath(path_or_expression, at=path_or_expression.at)
        if isinstance(path_or_expression, t.RustPath)
        else path_or_expression
    )
    return expr


BUILDERS.update(
    pat_lit=node_of(t.PatLit),
    pat_slice=node_of(t.PatSlice),
    pat_rest=node_of(t.PatRest),
    pat_wild=node_of(t.PatWild),
    pat_at=lambda at, children: t.PatIdent(str(children[0]), inside=children[1], at=at),
    pat_mut=lambda at, children: t.PatIdent(
        str(children[0]), False, True, children[1] if len(children) > 1 else None, at=at
    ),
    pat_ref=lambda at, children: t.PatIdent(
        str(children[1]), True, children[0], children[2] if len(children) > 2 else None, at=at
    ),
    pat_tuple_struct=node_of(t.PatTupleStruct),
)


@builds("pat_struct")
def _pat_struct(at: At, children: Parts) -> t.PatStruct:
    path, listed = children
    fields = tuple(field_or_rest for field_or_rest in listed if isinstance(field_or_rest, t.PatField))
    return t.PatStruct(path, fields, len(fields) < len(listed), at=at)


BUILDERS.update(
    pat_field=lambda at, children: t.PatField(str(children[0]), children[1], at=at),
    pat_field_short=lambda at, children: t.PatField(str(children[0]), t.PatIdent(str(children[0]), at=at), at=at),
    pat_field_mut=lambda at, children: t.PatField(
        str(children[0]), t.PatIdent(str(children[0]), mutable=True, at=at), at=at
    ),
    pat_field_ref=lambda at, children: t.PatField(
        str(children[1]), t.PatIdent(str(children[1]), True, children[0], at=at), at=at
    ),
)


@builds("pat_tuple")
def _pat_tuple(at: At, children: Parts) -> t.PatTuple:
    elements = (children[0], *children[1]) if children else ()
    return t.PatTuple(elements, at=at)


@builds("pat_reference")
def _pat_reference(at: At, children: Parts) -> t.PatReference:
    return t.PatReference(children[1], children[0], at=at)


BUILDERS.update(
    pat_reference_twice=lambda at, children: t.PatReference(_pat_reference(at, children), at=at),
    pat_or=lambda at, children: t.PatOr(tuple(children), at=at),
)


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


@builds("literal")
def _literal(at: At, children: Parts) -> t.ExprLit:
    token = children[0]
    text = str(token)
    match token.type:
        case "INT":
            # In hexadecimal numbers a suffix (`0xffu8`) might be digits: it is cut off first.
            suffix = _HEXADECIMAL_SUFFIX.search(text) if text[:2] == "0x" else None
            digits = text[: suffix.start()] if suffix else text
            number_match = _NUMBER.match(digits)
            number = number_match.group() if number_match else digits
            ending = suffix.group(1) if suffix else digits[len(number) :]
            return t.ExprLit(
                "int",
                # `0x`, `0o` and `0b` say their base; leading zeros of decimal numbers are no octal here.
                int(number.replace("_", "") or "0", 0 if number[:1] == "0" and number[1:2].isalpha() else 10),
                ending,
                at=at,
            )
        case "FLOAT":
            number_match = _FLOAT.match(text)
            number = number_match.group() if number_match else text
            return t.ExprLit("float", number.replace("_", ""), text[len(number) :], at=at)
        case "CHAR":
            return t.ExprLit("char", _unescaped(text[1:-1]), at=at)
        case "BYTE":
            return t.ExprLit("byte", ord(_unescaped(text[2:-1])), at=at)
        case "STRING" | "BYTES":
            inside = text.lstrip("brc")
            # In raw texts a backslash is a character.
            if text[: len(text) - len(inside)].endswith("r"):
                content = inside.strip("#")[1:-1]
            else:
                content = _unescaped(inside[1:-1])
            if token.type == "BYTES":
                return t.ExprLit("bytes", content.encode("latin-1", "replace"), at=at)
            return t.ExprLit("str", content, at=at)
        case _:
            return t.ExprLit("bool", text == "true", at=at)
