"""The fields of a class's objects: attributes of which a proof may speak as of parameters.

Reading a field runs no code: the object has it, in itself or as a default of its class, or it is *missing*, and reading
it raises. Every object has it where the constructor assigns it in any case, or the class does (`limit = 10`), and
nothing deletes it. A field is *plain* where it holds plain values as far as the module says, else *unsure*: then it may
hold anything. Whatever else a class does leaves an attribute out: it is a field where all of this is seen in the text.

What is assumed: that other modules neither derive from the class and change what its methods do, nor set or delete
attributes of its objects from outside.
"""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from .class_texts import SignatureParameter, is_special, methods_of, name_of
from .constants.names import bound_in, module_names
from .families import family_of, is_private, makes_by_standard_base, of_standard_bases, only_method, overrides
from .module_classes import ModuleClasses, once_a_module
from .objects import OBJECT, ModuleObjects
from .plain_values import PLAIN_TYPES, is_of_plain, is_plain_type, plain_values
from .python_limits import LIMITS
from .setting import changes_classes, deleted, set_by_calls, set_for_classes, sets_attributes, stored_attributes
from .styles.model import FunctionNode

_REWRITING = frozenset({"s", "attrs", "attrib"})
"""Decorators that put a constructor in place of one that is written (attrs, unless it is told to look)."""
_NUMBERS = {"True": "1", "False": "0"}
_FACTORIES = PLAIN_TYPES
"""What makes a plain value of nothing: factories of defaults."""


@frozen(slots=True)
class ObjectFields:
    """The attributes of a class's objects that reading runs no code for: `plain`, or `unsure` to hold plain values.
    Of these, those that may be `missing`."""

    plain: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()


NO_FIELDS = ObjectFields()


@once_a_module
def fields_of(module: ModuleClasses, name: str) -> ObjectFields:
    """The fields of the objects of a class and its subclasses in the module."""
    family = family_of(module, name, made_anyhow=True)
    if not family or changes_classes(module):
        return NO_FIELDS
    nodes = [module.classes[class_name] for class_name in family]
    # What a class binds itself comes before what an object has, where it is a property or another data descriptor
    # (reference, section 3.3.2.2).
    members = {member for node in nodes for member in _members(module, node)}
    names = {name for node in nodes for name in _attributes(node)} - members - set_for_classes(module)
    names = {name for name in names if not of_standard_bases(module, family, name)}
    fields_made, odd = _made(module, name)
    certain = (fields_made - deleted(module, of_classes=False)) | _defaults(module, family, name)
    # Where attributes may be set from elsewhere, only defaults of the class are certain to be there.
    if not family_of(module, name) or sets_attributes(module, family):
        certain, odd = _defaults(module, family, name), names
    # What `setattr` gives a field the text does not say, and so nothing is known of it but that it is there or not.
    odd |= {field_name for field_name, how in set_by_calls(module.tree) if how == "setattr"}
    odd |= _stores_objects(module, names) | (names - _stored(module, family)) | _only_passed_on(nodes)
    return ObjectFields(frozenset(names - odd), frozenset(names & odd), frozenset(names - certain))


def assignable(module: ModuleClasses, name: str) -> frozenset[str]:
    """The attributes that assigning them gives an object of a class without running code, and that it has none of
    before. A record may refuse that, and an object with slots have no place for it."""
    family = family_of(module, name)
    nodes = [module.classes[class_name] for class_name in family]
    records = any(map(module.is_record, nodes))
    bound = {bound_name for node in nodes for bound_name in bound_in(node.body)}
    if not family or records or "__slots__" in bound or changes_classes(module):
        return frozenset()
    # A name that the class binds may be a property or a descriptor, whose assignment runs code.
    names = {attribute for node in nodes for attribute in _attributes(node)} - bound - set_for_classes(module)
    return frozenset(name for name in names if not of_standard_bases(module, family, name))


def _made(module: ModuleClasses, name: str) -> tuple[set[str], set[str]]:
    """The attributes that every object of a class has as soon as it is made, whichever of its subclasses it is of, and
    those of them that are declared to hold what is no plain value."""
    family = family_of(module, name)
    made_in_all: set[str] | None = None
    odd: set[str] = set()
    # An object of the class may be of any subclass: only what all constructors give is certain.
    for kind in (name, *module.subclasses(name)) if family else ():
        fields_made = _made_by(module, family, kind)
        odd |= {field_name for field_name, is_plain in fields_made.items() if not is_plain}
        # `self.__x` is another attribute in each class that mentions it.
        names = {field_name for field_name in fields_made if kind == name or not is_private(field_name)}
        made_in_all = names if made_in_all is None else made_in_all & names
    return made_in_all or set(), odd


def _made_by(module: ModuleClasses, family: Collection[str], name: str) -> dict[str, bool]:
    """The attributes that the constructor of one class gives an object, and whether they are declared to be plain, or
    not declared."""
    lineage = module.lineage(name)
    making = [class_name for class_name in lineage if _makes(module, class_name)]
    several = any(len(module.classes[class_name].bases) > 1 for class_name in lineage)
    # With several bases, which constructor comes first is not told by the order of the text.
    if not making or (several and len(making) + makes_by_standard_base(module, lineage) > 1):
        return {}
    node = module.classes[making[0]]
    own_constructor = next((method for method in methods_of(node) if method.name == "__init__"), None)
    # attrs writes another `__init__` in its place, which does not run what is written.
    if own_constructor is not None and not _REWRITING.isdisjoint(module.marks(node)):
        return {}
    if own_constructor is not None:
        assigned_fields = assigned(module, family, name, own_constructor)
        return {field_name: True for field_name in assigned_fields if making[0] == name or not is_private(field_name)}
    constructor_parameters = [
        parameter
        for parameter in module.constructor(name)
        if not is_private(parameter.name) and not is_special(parameter.annotation)
    ]
    return {
        parameter.name: parameter.annotation is None
        or is_plain_type(parameter.annotation, plain_values(module.tree).own)
        for parameter in constructor_parameters
    }


def _makes(module: ModuleClasses, name: str) -> bool:
    """Whether a class has a constructor of its own, written or generated."""
    node = module.classes[name]
    return "__init__" in bound_in(node.body) or module.is_record(node) or module.is_named_tuple(node)


def _attributes(node: ast.ClassDef) -> Iterator[str]:
    """The attributes of its objects that the text of a class mentions or declares, but for those of the language."""
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.FunctionDef(args=method_arguments) | ast.AsyncFunctionDef(args=method_arguments):
                receiver = next(
                    (node_inside.arg for node_inside in (*method_arguments.posonlyargs, *method_arguments.args)), None
                )
                for node_inside in ast.walk(statement):
                    # By an attribute of the receiver, or by its name as a text; names with two underscores are the
                    # language's, unless the class makes them private.
                    match node_inside:
                        case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner == receiver:
                            if is_private(name) or not name.startswith("__"):
                                yield name
                        case ast.Call(
                            func=ast.Name(id="hasattr" | "getattr" | "setattr"),
                            args=[ast.Name(id=owner), ast.Constant(value=str(name)), *_],
                        ) if owner == receiver and not name.startswith("__"):
                            yield name


def _only_passed_on(nodes: Iterable[ast.ClassDef]) -> set[str]:
    """The names that a dataclass declares for its constructor alone (`InitVar[int]`): no object has them for that."""
    declarations = (statement for node in nodes for statement in node.body if isinstance(statement, ast.AnnAssign))
    return {
        declaration.target.id
        for declaration in declarations
        if isinstance(declaration.target, ast.Name) and "InitVar" in ast.unparse(declaration.annotation)
    }


def _stored(module: ModuleClasses, family: Collection[str]) -> set[str]:
    """The attributes that a module gives objects values of: of others it does not say what they hold."""
    nodes = [module.classes[class_name] for class_name in family]
    stored = (node for node in ast.walk(module.tree) if isinstance(node, ast.Attribute))
    declared = (statement.target for node in nodes for statement in node.body if isinstance(statement, ast.AnnAssign))
    stored_names = {node.attr for node in stored if isinstance(node.ctx, ast.Store)}
    stored_names |= {target.id for target in declared if isinstance(target, ast.Name)}
    return stored_names | {field_name for node in nodes for field_name in _literals_of(module, node)}


def _defaults(module: ModuleClasses, family: Collection[str], name: str) -> set[str]:
    """The attributes that a class has itself, in place of which its objects may have others. A slot has no such
    value."""
    nodes = [module.classes[attribute_name] for attribute_name in family]
    if any("__slots__" in bound_in(node.body) for node in nodes):
        return set()
    # A default is there as long as nothing deletes it from the class, whatever happens to objects.
    own_literals = {
        attribute_name
        for class_name in module.lineage(name)
        for attribute_name in _literals_of(module, module.classes[class_name])
    }
    return {
        attribute_name
        for attribute_name in own_literals - deleted(module, of_classes=True)
        if not is_private(attribute_name)
    }


def _literals_of(module: ModuleClasses, node: ast.ClassDef) -> Iterator[str]:
    """The attributes that a class binds to a literal. What a record annotates is for its constructor."""
    record = module.is_record(node)
    for statement in node.body:
        match statement:
            case ast.Assign(targets=targets, value=value) if _is_literal(module, node, value):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if not record and _is_literal(
                module, node, value
            ):
                yield name


def _is_literal(module: ModuleClasses, node: ast.ClassDef, value: ast.expr) -> bool:
    """Whether an expression in a class is made of constants, and of names that the module binds to such."""
    bindings = module_names(module.tree).bindings
    for node_inside in ast.walk(value):
        match node_inside:
            # A name that the class binds means its own attribute, whatever the module has.
            case ast.Name(id=name) if name not in bound_in(node.body):
                match bindings.get(name):
                    case [ast.Assign(targets=[ast.Name()], value=ast.Constant(value=bound))] if bound is not ...:
                        pass
                    case _:
                        return False
            case ast.Constant(value=constant) if constant is ...:
                return False
            case ast.Constant() | ast.Tuple() | ast.List() | ast.Set() | ast.Dict() | ast.UnaryOp() | ast.BinOp():
                pass
            case ast.expr():
                return False
    return True


def parameter_fields(module: ModuleClasses, name: str) -> frozenset[str]:
    """The fields that the constructor of a class gives the values of its parameters."""
    return frozenset(field_annotations(module, name))


def field_annotations(module: ModuleClasses, name: str) -> dict[str, ast.expr | None]:
    """The fields of a class that its constructor sets to what it is given, with the annotation of that."""
    constructor = module.method(name, "__init__")
    become = {} if constructor is None else _become(constructor)
    return {become.get(field.name, field.name): field.annotation for field in module.constructor(name)}


def with_fields(module: ModuleClasses, name: str, values: Mapping[str, str]) -> str | None:
    """The call of a constructor that gives fields these values; None where not each of them is a parameter's."""
    constructor = module.method(name, "__init__")
    become = {} if constructor is None else _become(constructor)
    fields: list[SignatureParameter] = module.constructor(name)
    texts: dict[str, str] = {}
    if not values.keys() <= {become.get(field.name, field.name) for field in fields}:
        return None
    for field in fields:
        text = values.get(become.get(field.name, field.name))
        if text is None and field.default is None:
            text = next(ModuleObjects(module).values(field.annotation, None, 1), "None")
        if text is not None:
            # A solver takes True for 1 where it may.
            is_number = isinstance(field.annotation, ast.Name) and field.annotation.id in ("int", "float")
            texts[field.name] = _NUMBERS.get(text, text) if is_number else text
    return f"{name}({', '.join(f'{parameter}={text}' for parameter, text in texts.items())})"


def is_free(module: ModuleClasses, name: str, fields: Iterable[str]) -> bool:
    """Whether what has made an object may give fields values that its constructor refuses, or does not take.

    They are public then, nothing keeps attributes from being set, and the constructor may raise or takes them not."""
    fields = tuple(fields)
    nodes = [module.classes[node_inside] for node_inside in module.lineage(name)]
    kept = any(
        # `@dataclass(frozen=True)`, `class P(BaseModel, frozen=True)`: setting an attribute raises.
        isinstance(node_inside, ast.keyword) and node_inside.arg == "frozen"
        for node in nodes
        for node_inside in ast.walk(node)
    )
    if kept or module.derives(name, "NamedTuple") or any(field.startswith("_") for field in fields) or not fields:
        return False
    constructors = [
        node_inside
        for node in nodes
        for node_inside in methods_of(node)
        if node_inside.name in ("__init__", "__post_init__")
    ]
    may_raise = any(isinstance(node, ast.Raise | ast.Assert) for method in constructors for node in ast.walk(method))
    return may_raise or with_fields(module, name, dict.fromkeys(fields, "None")) is None


def with_attributes(base: str, values: Mapping[str, str]) -> str:
    """An object with these values in its fields, set after it was made."""
    assignments = "".join(f", setattr({OBJECT}, {name!r}, {text})" for name, text in values.items())
    return f"({OBJECT} := {base}{assignments})[0]"


def _become(method: FunctionNode) -> dict[str, str]:
    """Parameter of a constructor → the field to which it is assigned unchanged."""
    field_by_parameter: dict[str, str] = {}
    for statement in method.body:
        match statement:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                pairs = [*zip(targets, values, strict=False)]
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                pairs = [(target, value)]
            case _:
                continue
        for target, value in pairs:
            if isinstance(target, ast.Attribute) and isinstance(value, ast.Name):
                field_by_parameter[value.id] = target.attr
    return field_by_parameter


def _members(module: ModuleClasses, node: ast.ClassDef) -> Iterator[str]:
    """What a class itself binds: a property, a descriptor or a method of that name is no field. An annotation binds
    nothing, and a default hides no attribute that an object has."""
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(), value=None):
                pass
            case ast.Assign(targets=targets, value=value) if _is_literal(module, node, value) and all(
                isinstance(target, ast.Name) for target in targets
            ):
                pass
            case ast.AnnAssign(target=ast.Name(), value=ast.expr() as value) if _is_plain_default(module, value):
                pass
            case _:
                yield from bound_in([statement])


def _stores_objects(module: ModuleClasses, names: set[str]) -> set[str]:
    """The attributes in which the module stores what may be no plain value, or which it asks for what plain values have
    not."""
    # `self.next.visit()` asks for what no plain value has: the field is expected to hold an object.
    asked_attributes = {
        node.value.attr
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and not is_of_plain(node.attr)
    }
    return names & (plain_values(module.tree).odd_attributes | asked_attributes)


def _is_plain_default(module: ModuleClasses, value: ast.expr) -> bool:
    """Whether the default of a field of a record is a plain value: an expression, or what `field(...)` says."""
    plain = plain_values(module.tree)
    # `dataclasses.field`, and `attr.ib` in its two spellings.
    if name_of(value) not in ("field", "ib", "attrib"):
        return plain.is_plain(value)
    field_keywords = value.keywords if isinstance(value, ast.Call) else []
    defaults = [field_keyword.value for field_keyword in field_keywords if field_keyword.arg == "default"]
    factories = [keyword.value for keyword in field_keywords if keyword.arg in ("default_factory", "factory")]
    return all(map(plain.is_plain, defaults)) and all(
        plain.is_plain(factory.body) if isinstance(factory, ast.Lambda) else name_of(factory) in _FACTORIES
        for factory in factories
    )


# -- attributes that a constructor gives every object


def assigned(
    module: ModuleClasses, family: Collection[str], name: str, method: FunctionNode, depth: int = 0
) -> set[str]:
    """The attributes that a constructor assigns in any case: by a statement of its own, in all branches, or of a method
    that it calls by one, and it never returns before."""
    # Behind a `return` an attribute may not be assigned: only some objects would have it. Calling what yields runs
    # nothing of it.
    leaves = (ast.Return, ast.Yield, ast.YieldFrom)
    if (
        depth > LIMITS.constructor_calls
        or not method.args.args
        or any(isinstance(node, leaves) for node in ast.walk(method))
    ):
        return set()
    if method.args.args[0].arg in bound_in(method.body):
        return set()  # It may stand for another object.
    return _assigned_in(module, family, name, method, method.body, depth) or set()


def _assigned_in(
    module: ModuleClasses,
    family: Collection[str],
    name: str,
    method: FunctionNode,
    body: Sequence[ast.stmt],
    depth: int,
) -> set[str] | None:
    """What a block of a method assigns in any case; None where nothing comes after it, since it raises."""
    receiver = method.args.args[0].arg
    assigned_names: set[str] = set()
    for statement in body:
        match statement:
            case ast.Raise():
                return None
            case ast.If(body=then, orelse=orelse):
                branches = [_assigned_in(module, family, name, method, block, depth) for block in (then, orelse)]
                # A branch that raises makes no object, so that it does not take away from what all objects have.
                ways = [branch for branch in branches if branch is not None]
                if not ways:
                    return None
                assigned_names |= set.intersection(*ways)
                continue
            case ast.Try(body=tried, handlers=handlers, orelse=orelse, finalbody=final):
                # What a handler follows has done any part of the block.
                done = [_assigned_in(module, family, name, method, block, depth) for block in (tried, orelse, final)]
                handled = [_assigned_in(module, family, name, method, handler.body, depth) for handler in handlers]
                through, otherwise, at_end = done
                ways = [block for block in handled if block is not None]
                if through is not None and otherwise is not None:
                    ways.append(through | otherwise)
                if not ways or at_end is None:
                    return None
                assigned_names |= set.intersection(*ways) | at_end
                continue
        called = _called_on(module, family, name, method, statement)
        if called is not None:
            assigned_names |= assigned(module, family, name, called, depth + 1)
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        targets = [statement.target] if isinstance(statement, ast.AnnAssign) and statement.value else targets
        for target in targets:
            for element in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                match element:
                    case ast.Attribute(value=ast.Name(id=owner), attr=field) if owner == receiver:
                        assigned_names.add(field)
    return assigned_names


def _called_on(
    module: ModuleClasses, family: Collection[str], name: str, method: FunctionNode, statement: ast.stmt
) -> FunctionNode | None:
    """The method that a statement of a method calls on the same object: `self.reset()`, `super().__init__(...)`,
    `Base.__init__(self)`."""
    receiver = method.args.args[0].arg
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=attribute))) if (
            owner == receiver
        ):
            # `self.__reset()` is the method of the class that says so, and no other.
            private = is_private(attribute) and method not in methods_of(module.classes[name])
            node = None if private else only_method(module, name, attribute)
            is_certain = not overrides(module, family, name, attribute)
            is_certain = is_certain and attribute not in stored_attributes(module.tree)
        case ast.Expr(
            value=ast.Call(func=ast.Attribute(value=ast.Name(id=base), attr=attribute), args=[ast.Name(id=owner), *_])
        ) if owner == receiver and base in module.lineage(name):
            node, is_certain = only_method(module, base, attribute), True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Call(ast.Name("super"), []), attr=attribute))):
            # With several bases, `super()` of one may be another one of them.
            lineage = module.lineage(name)
            is_certain = all(len(module.classes[class_name].bases) < 2 for class_name in family)
            # `super()` goes on from the class in whose text it stands, not from that of the object.
            home = [method in methods_of(module.classes[class_name]) for class_name in lineage].index(True)
            node = only_method(module, lineage[home + 1], attribute) if home + 1 < len(lineage) else None
        case _:
            return None
    is_usual = isinstance(node, ast.FunctionDef) and not node.decorator_list
    return node if is_certain and is_usual else None
