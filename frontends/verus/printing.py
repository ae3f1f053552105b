"""The syntax tree as Verus text: what is printed reads back as the same tree."""

from collections.abc import Iterable

from . import tree as t

_BLOCKS = (t.ExprBlock, t.ExprIf, t.ExprMatch, t.ExprWhile, t.ExprLoop, t.ExprForLoop, t.ExprAssertForall)
_INDENT = "    "


def _operand(expression: t.Expr, level: int, *, left: bool = False, following: str = "<") -> str:
    """An operand, in parentheses where it binds less tightly than its place needs."""
    text = show_expression(expression)
    return f"({text})" if level_of(expression) < level or (left and ends_open(expression, following)) else text


def _list(expressions: Iterable[t.Expr]) -> str:
    return ", ".join(map(show_expression, expressions))


def _guarded(expression: t.Expr) -> str:
    """An expression before a body: no struct literal and no open range may end it."""
    loose = isinstance(expression, t.ExprStruct | t.ExprRange) or level_of(expression) == LOOSE or ends_open(expression)
    return f"({show_expression(expression)})" if loose else show_expression(expression)


def show_expression(expression: t.Expr) -> str:
    """The text of an expression."""
    # Each form with the parentheses that its operands need in their places.
    match expression:
        case t.ExprLit():
            return _literal(expression)
        case t.ExprPath(path):
            return show_path(path, turbofish=True)
        case t.ExprUnary(operator, operand):
            return operator + (" " if operator == "&mut" else "") + _operand(operand, UNARY)
        case t.ExprBinary(operator, left, right):
            # `==>` is right associative, all other operators are left associative, and `<==>` has no neighbours.
            level = LEVELS[operator]
            first, second = (level + 1, level) if operator == "==>" else (level, level + 1)
            first, second = (level + 1, level + 1) if operator == "<==>" else (first, second)
            return f"{_operand(left, first, left=True, following=operator)} {operator} {_operand(right, second)}"
        case t.ExprCompare(operands, operators):
            texts = [_operand(operand, COMPARISON + 1, left=True) for operand in operands]
            parts = [f" {operator} {text}" for operator, text in zip(operators, texts[1:], strict=True)]
            return texts[0] + "".join(parts)
        case t.ExprPrefixed(operator, operands):
            return " ".join(f"{operator} {_operand(operand, ASSIGNMENT)}" for operand in operands)
        case t.ExprAssign(operator, target, value):
            return f"{_operand(target, RANGE, left=True)} {operator} {_operand(value, ASSIGNMENT)}"
        case t.ExprRange(start, end, inclusive):
            ends = [
                _operand(each, RANGE + 1, left=place == 0) if each else "" for place, each in enumerate((start, end))
            ]
            return ends[0] + ("..=" if inclusive else "..") + ends[1]
        case t.ExprCast(value, kind):
            return f"{_operand(value, CAST)} as {show_type(kind)}"
        case t.ExprIs(value, variant, negated):
            return f"{_operand(value, HAS, left=True)} {'!' if negated else ''}is {variant}"
        case t.ExprHas(value, element, negated):
            return f"{_operand(value, HAS, left=True)} {'!' if negated else ''}has {_operand(element, UNARY)}"
        case t.ExprMatches(value, pattern, joins, rest):
            text = f"{_operand(value, HAS, left=True)} matches {_single(pattern)}"
            return text + (f" {joins} {_operand(rest, LEVELS[joins])}" if rest else "")
        case t.ExprField(value, name, arrow):
            # A number before a dot would read as a float.
            level = ATOM + 1 if isinstance(value, t.ExprLit) else POSTFIX
            return f"{_operand(value, level)}{'->' if arrow else '.'}{name}"
        case t.ExprView(value):
            return f"{_operand(value, POSTFIX)}@"
        case t.ExprTry(value):
            return f"{_operand(value, POSTFIX)}?"
        case t.ExprIndex(value, index):
            return f"{_operand(value, POSTFIX)}[{show_expression(index)}]"
        case t.ExprCall(function, arguments):
            # A field that holds a function is called through parentheses.
            level = ATOM if isinstance(function, t.ExprField) else POSTFIX
            return f"{_operand(function, level)}({_list(arguments)})"
        case t.ExprMethodCall(receiver, name, types, arguments):
            generic = f"::<{_arguments(types)}>" if types else ""
            return f"{_operand(receiver, POSTFIX)}.{name}{generic}({_list(arguments)})"
        case t.ExprTuple(elements):
            return f"({_list(elements)}{',' if len(elements) == 1 else ''})"
        case t.ExprArray(elements):
            return f"[{_list(elements)}]"
        case t.ExprRepeat(value, length):
            return f"[{show_expression(value)}; {show_expression(length)}]"
        case t.ExprStruct(path, fields, base):
            listed = [f"{field.name}: {show_expression(field.value)}" for field in fields]
            listed += [f"..{_operand(base, EQUIVALENCE)}"] if base else []
            return f"{show_path(path, turbofish=True)} {{ {', '.join(listed)} }}"
        case t.ExprQuantifier(kind, binders, body, attributes):
            return f"{kind}|{_binders(binders)}| {' '.join((*attributes, show_expression(body)))}"
        case t.ExprClosure():
            return _closure(expression)
        case t.ExprBlock(block, kind, label):
            return f"{label + ': ' if label else ''}{kind + ' ' if kind else ''}{show_block(block)}"
        case t.ExprLet(pattern, value):
            return f"let {show_pattern(pattern)} = {_operand(value, COMPARISON)}"
        case t.ExprIf(condition, then, otherwise):
            text = f"if {_guarded(condition)} {show_block(then)}"
            return text + (f" else {show_expression(otherwise)}" if otherwise else "")
        case t.ExprMatch(value, arms):
            return f"match {_guarded(value)} {{\n{_indented(_arm(arm) for arm in arms)}}}"
        case t.ExprWhile(condition, clauses, body, label):
            return f"{_label(label)}while {_guarded(condition)}{_clauses(clauses)} {show_block(body)}"
        case t.ExprLoop(clauses, body, label):
            return f"{_label(label)}loop{_clauses(clauses)} {show_block(body)}"
        case t.ExprForLoop(pattern, iterator, value, clauses, body, label):
            named = f"{iterator}: " if iterator else ""
            head = f"{_label(label)}for {show_pattern(pattern)} in {named}{_guarded(value)}"
            return f"{head}{_clauses(clauses)} {show_block(body)}"
        case t.ExprBreak(label, value):
            return " ".join(filter(None, ("break", label, show_expression(value) if value else "")))
        case t.ExprContinue(label):
            return f"continue {label}".rstrip()
        case t.ExprReturn(value):
            return f"return {show_expression(value)}" if value else "return"
        case t.ExprMacro(name, arguments):
            # Some macros are written with brackets, as their documentation does.
            bracket = "[]" if name in ("vec", "seq", "set", "iset") else "()"
            return f"{name}!{bracket[0]}{_list(arguments)}{bracket[1]}"
        case t.ExprMacroRepeat(name, value, length):
            return f"{name}![{show_expression(value)}; {show_expression(length)}]"
        case t.ExprMacroMap(name, entries):
            listed = [f"{show_expression(key)} => {show_expression(value)}" for key, value in entries]
            return f"{name}![{', '.join(listed)}]"
        case t.ExprMacroMatches(value, pattern, guard):
            tested = f" if {show_expression(guard)}" if guard else ""
            return f"matches!({show_expression(value)}, {show_pattern(pattern)}{tested})"
        case t.ExprMacroOpaque(name, text):
            return f"{name}!{text}"
        case t.ExprAtomicCall(called, text):
            return f"{_operand(called, POSTFIX)} {text}"
        case t.ExprAssert(condition, prover, clauses, proof):
            by = f" by({prover})" if prover else " by" if proof else ""
            ending = f" {show_block(proof)}" if proof else ""
            return f"assert({show_expression(condition)}){by}{_clauses(clauses)}{ending}"
        case t.ExprAssertForall(binders, condition, implied, proof, attributes):
            stated = " ".join((*attributes, _operand(condition, ASSIGNMENT)))
            conclusion = f" implies {_operand(implied, ASSIGNMENT)}" if implied else ""
            return f"assert forall|{_binders(binders)}| {stated}{conclusion} by {show_block(proof)}"
        case t.ExprAttributed(attribute, value):
            return f"{attribute} {_operand(value, UNARY)}"


def _label(label: str) -> str:
    return f"{label}: " if label else ""


def _closure(closure: t.ExprClosure) -> str:
    result = show_result(closure.result)
    body = show_expression(closure.body)
    if (closure.result or closure.clauses) and not isinstance(closure.body, t.ExprBlock):
        body = f"{{ {body} }}"
    moves = "move " if closure.moves else ""
    return f"{moves}|{_binders(closure.parameters)}|{result}{_clauses(closure.clauses)} {body}"


def _binders(binders: Iterable[t.ClosureParameter]) -> str:
    return ", ".join(
        _single(binder.pattern) + (f": {show_type(binder.type)}" if binder.type else "") for binder in binders
    )


_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0", "\\": "\\\\"}


def escaped(text: str, quote: str) -> str:
    """A text inside quotation marks, as Rust writes it."""
    return "".join(
        _ESCAPES.get(each)
        or (f"\\{each}" if each == quote else each if each.isprintable() else f"\\u{{{ord(each):x}}}")
        for each in text
    )


def _literal(literal: t.ExprLit) -> str:
    value = literal.value
    match literal.kind:
        case "bool":
            return "true" if value else "false"
        case "char":
            return f"'{escaped(str(value), chr(39))}'"
        case "str":
            return f'"{escaped(str(value), chr(34))}"'
        case "byte" if isinstance(value, int):
            return f"b'\\x{value:02x}'"
        case "bytes" if isinstance(value, bytes):
            return 'b"' + "".join(f"\\x{each:02x}" for each in value) + '"'
        case _:
            return f"{value!s}{literal.suffix}"


def _arm(arm: t.MatchArm) -> str:
    guard = f" if {show_expression(arm.guard)}" if arm.guard else ""
    return f"{show_pattern(arm.pattern)}{guard} => {show_expression(arm.body)},"


# -- names, types and patterns


def show_path(path: t.RustPath, *, turbofish: bool = False) -> str:
    """The text of a path; in an expression, `::` stands before generic arguments."""
    segments = [_segment(segment, turbofish) for segment in path.segments]
    if path.owner is not None:
        trait = f" as {show_path(path.trait)}" if path.trait else ""
        segments.insert(0, f"<{show_type(path.owner)}{trait}>")
    return "::".join(segments)


def _segment(segment: t.PathSegment, turbofish: bool) -> str:
    if segment.inputs is not None:
        output = f" -> {show_type(segment.output)}" if segment.output else ""
        return f"{segment.name}({', '.join(map(show_type, segment.inputs))}){output}"
    if not segment.arguments:
        return segment.name
    return f"{segment.name}{'::' if turbofish else ''}<{_arguments(segment.arguments)}>"


def _arguments(arguments: Iterable[t.GenericArgument]) -> str:
    return ", ".join(map(_argument, arguments))


def _argument(argument: t.GenericArgument) -> str:
    match argument:
        case t.Lifetime(name):
            return name
        case t.AssociatedType(name, kind, bounds):
            return f"{name} = {show_type(kind)}" if kind else f"{name}: {_bounds(bounds)}"
        case (
            t.TypePath()
            | t.TypeReference()
            | t.TypePointer()
            | t.TypeTuple()
            | t.TypeSlice()
            | t.TypeArray()
            | t.TypeInfer()
            | t.TypeNever()
            | t.TypeFunction()
            | t.TypeBounds()
        ):
            return show_type(argument)
        case _:
            return show_expression(argument)


def show_type(kind: t.RustType) -> str:
    """The text of a type."""
    match kind:
        case t.TypePath(path):
            return show_path(path)
        case t.TypeReference(target, mutable, lifetime):
            words = (lifetime, "mut" if mutable else "", show_type(target))
            return "&" + " ".join(filter(None, words))
        case t.TypePointer(target, mutable):
            return f"*{'mut' if mutable else 'const'} {show_type(target)}"
        case t.TypeTuple(elements):
            # `(T)` is T in parentheses, `(T,)` a tuple.
            return f"({', '.join(map(show_type, elements))}{',' if len(elements) == 1 else ''})"
        case t.TypeSlice(element):
            return f"[{show_type(element)}]"
        case t.TypeArray(element, length):
            return f"[{show_type(element)}; {show_expression(length)}]"
        case t.TypeInfer():
            return "_"
        case t.TypeNever():
            return "!"
        case t.TypeFunction(name, inputs, output):
            result = f" -> {show_type(output)}" if output else ""
            return f"{name}({', '.join(map(show_type, inputs))}){result}"
        case t.TypeBounds(name, bounds):
            return f"{name} {_bounds(bounds)}"


def _bounds(bounds: Iterable[t.TypeBound]) -> str:
    return " + ".join(bound.name if isinstance(bound, t.Lifetime) else _trait(bound) for bound in bounds)


def _trait(bound: t.TraitBound) -> str:
    return f"{'?' if bound.maybe else ''}{show_path(bound.path)}"


def _single(pattern: t.Pat) -> str:
    text = show_pattern(pattern)
    return f"({text})" if isinstance(pattern, t.PatOr) else text


def show_pattern(pattern: t.Pat) -> str:
    """The text of a pattern."""
    match pattern:
        case t.PatWild():
            return "_"
        case t.PatRest():
            return ".."
        case t.PatIdent(name, by_reference, mutable, inside):
            words = ("ref" if by_reference else "", "mut" if mutable else "", name)
            return " ".join(filter(None, words)) + (f" @ {_single(inside)}" if inside else "")
        case t.PatLit(value):
            return show_expression(value)
        case t.PatRange(start, end, inclusive):
            ends = [show_expression(each) if each else "" for each in (start, end)]
            return ends[0] + ("..=" if inclusive else "..") + ends[1]
        case t.PatTuple(elements):
            return f"({', '.join(map(show_pattern, elements))}{',' if len(elements) == 1 else ''})"
        case t.PatSlice(elements):
            return f"[{', '.join(map(show_pattern, elements))}]"
        case t.PatPath(path):
            return show_path(path, turbofish=True)
        case t.PatTupleStruct(path, elements):
            return f"{show_path(path, turbofish=True)}({', '.join(map(show_pattern, elements))})"
        case t.PatStruct(path, fields, rest):
            listed = [f"{field.name}: {show_pattern(field.pattern)}" for field in fields] + [".."] * rest
            return f"{show_path(path, turbofish=True)} {{ {', '.join(listed)} }}"
        case t.PatReference(inside, mutable):
            plain = _single(inside)
            # `&(mut x)` and `&mut x` are two patterns.
            ambiguous = isinstance(inside, t.PatIdent) and inside.mutable and not inside.by_reference
            space = " " if isinstance(inside, t.PatReference) and not mutable else ""
            return f"&{'mut ' if mutable else space}{f'({plain})' if ambiguous else plain}"
        case t.PatOr(cases):
            return " | ".join(map(_single, cases))


# -- statements


def _indented(lines: Iterable[str]) -> str:
    return "".join(f"{_INDENT}{line}\n" for text in lines for line in text.split("\n"))


def show_block(block: t.CodeBlock) -> str:
    """The text of a block, a statement a line."""
    return f"{{\n{_indented(map(show_statement, block.statements))}}}" if block.statements else "{\n}"


def show_statement(statement: t.Stmt) -> str:
    """The text of a statement, or of the value of a block."""
    match statement:
        case t.StmtEmpty():
            return ";"
        case t.StmtItem(item):
            return show_item(item)
        case t.StmtLet(mode, pattern, kind, value, otherwise):
            text = " ".join(filter(None, ("let", mode, show_pattern(pattern))))
            text += f": {show_type(kind)}" if kind else ""
            text += f" = {_initial(value, otherwise)}" if value else ""
            return text + (f" else {show_block(otherwise)}" if otherwise else "") + ";"
        case t.StmtExpr(value, ended):
            return f"{show_expression(value)}{';' if ended else ''}"


def _initial(value: t.Expr, otherwise: t.CodeBlock | None) -> str:
    """The value of `let … = value else { … }`, which no brace may end."""
    loose = otherwise is not None and (level_of(value) < EQUIVALENCE or isinstance(value, _BLOCKS))
    return f"({show_expression(value)})" if loose else show_expression(value)


# -- items


def _generics(generics: Iterable[t.GenericParameter]) -> str:
    listed = []
    for generic in generics:
        bounds = f": {_bounds(generic.bounds)}" if generic.bounds else ""
        if generic.kind == "const" and generic.type:
            listed.append(f"const {generic.name}: {show_type(generic.type)}")
        else:
            listed.append(f"{generic.name}{bounds}" + (f" = {show_type(generic.type)}" if generic.type else ""))
    return f"<{', '.join(listed)}>" if listed else ""


def _where(predicates: Iterable[t.WherePredicate]) -> str:
    listed = []
    for predicate in predicates:
        subject = predicate.subject.name if isinstance(predicate.subject, t.Lifetime) else show_type(predicate.subject)
        listed.append(f"{subject}: {_bounds(predicate.bounds)},")
    return f" where {' '.join(listed)}" if listed else ""


def _clauses(clauses: Iterable[t.SpecClause]) -> str:
    return "".join(f"\n{_INDENT}{show_clause(clause)}" for clause in clauses)


def show_clause(clause: t.SpecClause) -> str:
    """The text of a clause with its expressions."""
    if clause.text:
        return clause.text
    values = "".join(f" {_guarded(value)}," for value in clause.values)
    if clause.kind == "by":
        values = f"({_list(clause.values)})"
    elif clause.condition or clause.via:
        values = values.rstrip(",")
    when = f" when {_guarded(clause.condition)}" if clause.condition else ""
    via = f" via {show_path(clause.via, turbofish=True)}" if clause.via else ""
    return f"{clause.kind}{values}{when}{via}"


def show_result(result: t.FunctionResult | None) -> str:
    """`-> T` or `-> (name: T)`, after a space."""
    if result is None:
        return ""
    if result.pattern is None:
        return f" -> {show_type(result.type)}"
    return f" -> ({result.mode + ' ' if result.mode else ''}{show_pattern(result.pattern)}: {show_type(result.type)})"


def _parameter(parameter: t.FnParameter) -> str:
    mode = f"{parameter.mode} " if parameter.mode else ""
    if parameter.type is None:
        return mode + {"": "", "&": "&", "&mut": "&mut "}[parameter.reference] + show_pattern(parameter.pattern)
    return f"{mode}{show_pattern(parameter.pattern)}: {show_type(parameter.type)}"


def show_item(item: t.RustItem) -> str:
    """The text of an item."""
    # What was not read is written as it stood.
    if isinstance(item, t.ItemOther):
        return item.text
    head = "".join(f"{attribute}\n" for attribute in item.attributes) + "".join(
        f"{modifier} " for modifier in item.modifiers
    )
    match item:
        case t.ItemFn():
            listed = ", ".join(map(_parameter, item.parameters))
            signature = f"fn {item.name}{_generics(item.generics)}({listed}){show_result(item.result)}"
            body = f"\n{show_block(item.body)}" if item.body else ";"
            return f"{head}{signature}{_where(item.where)}{_clauses(item.clauses)}{body}"
        case t.ItemStruct(content=content):
            text = f"{head}{item.kind} {item.name}{_generics(item.generics)}"
            # The `where` of a tuple struct stands behind its fields.
            if content.shape == "named":
                return f"{text}{_where(item.where)} {_fields(content)}"
            return f"{text}{_fields(content) if content.fields else ''}{_where(item.where)};"
        case t.ItemEnum():
            variants = (
                f"{variant.name}{_space(variant)}{_fields(variant)}{_discriminant(variant)},"
                for variant in item.variants
            )
            return f"{head}enum {item.name}{_generics(item.generics)}{_where(item.where)} {{\n{_indented(variants)}}}"
        case t.ItemImpl():
            trait = f" {'!' if item.negative else ''}{show_type(item.trait)} for" if item.trait else ""
            text = f"{head}impl{_generics(item.generics)}{trait} {show_type(item.type)}{_where(item.where)}"
            return f"{text} {_members(item.members)}"
        case t.ItemTrait():
            bounds = f": {_bounds(item.bounds)}" if item.bounds else ""
            text = f"{head}trait {item.name}{_generics(item.generics)}{bounds}{_where(item.where)}"
            return f"{text} {_members(item.members)}"
        case t.ItemConst():
            text = f"{head}{item.kind} {item.name}: {show_type(item.type)}{_clauses(item.clauses)}"
            if item.value is None:
                return f"{text};"
            is_block = isinstance(item.value, t.ExprBlock) and not item.value.kind
            return f"{text} {show_expression(item.value)}" if is_block else f"{text} = {show_expression(item.value)};"
        case t.ItemType():
            bounds = f": {_bounds(item.bounds)}" if item.bounds else ""
            value = f" = {show_type(item.type)}" if item.type else ""
            return f"{head}type {item.name}{_generics(item.generics)}{bounds}{value};"
        case t.ItemUse():
            return "\n".join(f"{head}use {_used(*name)};" for name in item.names)
        case t.ItemMod():
            return f"{head}mod {item.name}" + (";" if item.members is None else f" {_members(item.members)}")


def _used(path: tuple[str, ...], name: str) -> str:
    if name == "*":
        return "::".join((*path, "*"))
    return "::".join(path) + ("" if path[-1] == name else f" as {name}")


def _space(variant: t.VariantDef) -> str:
    return " " if variant.shape == "named" else ""


def _discriminant(variant: t.VariantDef) -> str:
    return f" = {show_expression(variant.discriminant)}" if variant.discriminant else ""


def _fields(content: t.VariantDef) -> str:
    modifiers = ["".join(f"{word} " for word in field.modifiers) for field in content.fields]
    pairs = list(zip(modifiers, content.fields, strict=True))
    if content.shape == "tuple":
        return f"({', '.join(words + show_type(each.type) for words, each in pairs)})"
    if content.shape == "named":
        return f"{{ {', '.join(f'{words}{each.name}: {show_type(each.type)}' for words, each in pairs)} }}"
    return ""


def _members(members: Iterable[t.RustItem]) -> str:
    return f"{{\n{_indented(map(show_item, members))}}}"


# How tightly expressions bind (Verus reference, "Operator precedence"), which says where parentheses are needed.

_OPERATORS = (
    ("<==>",),
    ("<==",),
    ("==>",),
    ("||",),
    ("&&",),
    (),  # comparisons
    ("|",),
    ("^",),
    ("&",),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
"""Those with two operands, the loosest first."""
LOOSE, ASSIGNMENT, RANGE, EQUIVALENCE = range(4)
LEVELS = {operator: level for level, row in enumerate(_OPERATORS, EQUIVALENCE) for operator in row}
COMPARISON = LEVELS["&&"] + 1
CAST, HAS, UNARY, POSTFIX, ATOM = range(LEVELS["*"] + 1, LEVELS["*"] + 6)


def level_of(expression: t.Expr) -> int:
    """How tightly an expression binds; what ends in an expression that extends as far as it can, not at all."""
    match expression:
        # From the loosest to the tightest; what is not listed extends as far as it can.
        case t.ExprAssign():
            return ASSIGNMENT
        case t.ExprRange():
            return RANGE
        case t.ExprBinary():
            return LEVELS[expression.operator]
        case t.ExprCompare() | t.ExprLet():
            return COMPARISON
        case t.ExprCast():
            return CAST
        case t.ExprIs() | t.ExprHas():
            return HAS
        case t.ExprMatches(rest=None):
            return HAS
        case t.ExprUnary() | t.ExprAttributed():
            return UNARY
        case t.ExprField() | t.ExprView() | t.ExprIndex() | t.ExprCall() | t.ExprMethodCall() | t.ExprTry():
            return POSTFIX
        case t.ExprAtomicCall():
            return POSTFIX
        case (
            t.ExprLit()
            | t.ExprPath()
            | t.ExprTuple()
            | t.ExprArray()
            | t.ExprRepeat()
            | t.ExprMacro()
            | t.ExprMacroRepeat()
            | t.ExprMacroMap()
            | t.ExprMacroMatches()
            | t.ExprMacroOpaque()
        ):
            return ATOM
        case _:
            return LOOSE


def binds_as_tightly(expression: t.Expr, other: t.Expr) -> bool:
    """May an expression stand where another one stands, without parentheses?"""
    return level_of(expression) >= level_of(other)


def ends_open(expression: t.Expr, following: str = "<") -> bool:
    """Does it end in a cast, whose type a `<` would continue, or in a pattern, which `&&` would? `following`: the
    operator after it."""
    while True:
        match expression:
            case t.ExprMatches():
                return True
            case t.ExprCast():
                return following.startswith("<")
            case t.ExprBinary():
                expression = expression.right
            case t.ExprCompare():
                expression = expression.operands[-1]
            case t.ExprUnary():
                expression = expression.operand
            case t.ExprAttributed():
                expression = expression.value
            case _:
                return False
