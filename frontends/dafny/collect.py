"""The declarations of a file in source order, with where they stand: the first pass over its tree.

Dafny declares in any order: a method may mention a datatype that is declared below it, in another module. So nothing is
lowered here. Each declaration is noted with its path, the type among whose members it is, and what it is called; types
and imports go into the symbol table at once, because every later pass asks for them.

Example: `module M { class C { method P() } }` gives the class at `M.C` and the method at `M.C.P`, whose owner is `M.C`.

Invariant: the order of the result is that of the text. Of two declarations with one name the first counts, and the
second is a problem, so that nothing silently replaces what clauses above it mean.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from attrs import evolve, frozen
from lark import Token, Tree

from ...core.errors import InputError
from ...core.ir.variables import Name
from .classes import ClassDeclaration, FieldDeclaration, Path, class_of_iterator, is_iterator, yielded
from .dafny_limits import LIMITS
from .lexing.scan import DafnySource
from .names import DefaultValue, SymbolTable, TypeDeclaration
from .refinement import Refinements
from .syntax import Node, child, formal_name, name_of, nodes, path_of, span_of, tokens

DeclarationKind = Literal["function", "method", "lemma", "datatype", "constant"]


@frozen(slots=True)
class Declaration:
    """A declaration that is lowered. `path` is where it stands; `datatype` and `owner` are the qualified names of the
    datatype, and of the class or trait, among whose members it is, unless it is static."""

    kind: DeclarationKind
    name: str
    node: Node
    source: DafnySource
    modifiers: frozenset[str]
    path: Path
    datatype: str | None = None
    owner: str | None = None
    refused: str = ""
    """Why what it means is not known, if so: something else adds to what is written."""
    bodies: tuple[Token, ...] = ()
    """Where it has a body and what it refines has one, too: all of them, its own at last."""
    refines: Node | None = None
    """What it refines, directly or through others: the first declaration of all."""
    excluded: bool = False
    """Does it say `{:autocontracts false}`?"""
    implied: tuple[Node, ...] = ()
    """Statements that nobody wrote, at the end of its body."""

    @property
    def qualified(self) -> str:
        return ".".join((*self.path, self.name))

    @property
    def enclosing(self) -> str:
        """Where it stands: the qualified name of the type among whose members it is, also if it is static; else that of
        a module."""
        return self.datatype or self.owner or ".".join(self.path)


def collect(tree: Node, source: DafnySource, names: SymbolTable, refined: Node | None = None) -> list[Declaration]:
    """The functions, methods, datatypes and constants of a program. Types and imports go into `names`.

    `refined`: modules of other files, read in the same text, that modules of this one refine. Raises InputError for
    modules and types nested too deep.
    """
    # One walk, outermost declarations first and in the order of the text: a member has to find its class registered,
    # and a stack in place of recursion keeps deep nesting from ending Python. Each entry has what its surroundings say
    # of it: the path of modules, the datatype or class that it is a member of, and why these are not supported, for
    # then no member is either.
    declarations: list[Declaration] = []
    trees = (tree,) if refined is None else (tree, refined)
    refinements = Refinements.of(*trees)
    marked, excluded = (_marked(trees, source, switched_on) for switched_on in (True, False))
    pending: list[tuple[Node, Path, str | None, str | None, str]] = [
        (node, (), None, None, "") for node in reversed(nodes(tree, "declaration"))
    ]
    while pending:
        node, path, datatype, owner, refused = pending.pop()
        # Modules in modules without an end would exhaust the path.
        if len(path) > LIMITS.declaration_depth:
            message = f"declarations nested deeper than {LIMITS.declaration_depth} levels"
            raise InputError(message, file=source.file, line=span_of(node, source).line)
        modifiers, declared = nodes(node)
        # An iterator is a class from here on.
        if is_iterator(declared):
            names.iterators[".".join((*path, _name(declared)))] = yielded(declared)
            declared = class_of_iterator(declared)
        words = frozenset(map(str, modifiers.children))
        members_inside = _members(declared, path, refinements)
        reason = refused or refinements.problems.get(members_inside[1], "")
        # What a module refines is part of it.
        chain = [_start(refined) for refined in refinements.chain(declared)]
        without = not excluded.isdisjoint(chain)
        # Members come next, in the order of the text.
        pending.extend((member_node, *members_inside[1:], reason) for member_node in reversed(members_inside[0]))
        _register(declared, path, source, names, "ghost" in words, without)
        if name_of(declared) == "module":
            names.modules.add(members_inside[1])
            if "abstract" in words:
                names.abstract.add(members_inside[1])
        # A class that nobody can extend has all of its members here.
        if name_of(declared) == "class":
            # A refinement of an abstract module around it may add members, and so may who extends a trait.
            within = (path[:length] for length in range(len(path) + 1))
            class_ = names.classes[".".join((*path, _name(declared)))]
            class_.extensible = declared.children[0] == "trait" or not names.abstract.isdisjoint(within)
            if not marked.isdisjoint(chain):
                class_.autocontracts = tokens(declared, "IDENT")[0]
        kind = _kind(declared, owner)
        name = _name(declared) if name_of(declared) not in ("module", "import", "export", "fields") else ""
        if name:
            names.taken[".".join((*path, name))] = ".".join(path) in names.types or datatype is not None
        if kind is not None:
            names.declared.add(name)
            member_path = members_inside[1] if kind == "datatype" else path
            names.defaults.update(_defaults(declared, member_path, source, datatype or owner))
            # A static member belongs to no object.
            if "static" in words:
                datatype, owner = None, None
                names.static_members.add(".".join((*path, name)))
            # Refinement may not change the signature.
            if id(declared) in refinements.differing:
                refused = "a refinement with different parameters"
            bodies = refinements.bodies.get(id(declared), ())
            *_, first = refinements.chain(declared)
            origin = None if first is declared else first
            declarations.append(
                Declaration(
                    kind, name, declared, source, words, path, datatype, owner, refused, bodies, origin, without
                )
            )
    return declarations


def _marked(trees: Sequence[Node], source: DafnySource, switched_on: bool) -> frozenset[int]:
    """Where the declarations are whose `{:autocontracts}` says yes, or `false`: each is the one whose name follows the
    attribute."""
    offsets = [offset for offset, yes in source.autocontracts if yes == switched_on]
    placed = (node for tree in trees for node in tree.find_pred(lambda node: name_of(node) in _PLACED))
    # The tree has no attributes: their places in the text say to which name they belong, the first one behind them.
    starts = sorted(map(_start, placed)) if offsets else []
    places = (bisect_left(starts, offset) for offset in offsets)
    return frozenset(starts[index] for index in places if index < len(starts))


_PLACED = frozenset({"class", "function", "method", "datatype", "constant", "fields", "module", "type_declaration"})


def _start(node: Node) -> int:
    """Where the first name of a declaration is; of a constructor without one, where it ends: all its attributes are
    before that, and those of the next declaration after it."""
    holder = nodes(node)[0] if name_of(node) in ("module", "fields") else node
    identifiers = tokens(holder, "IDENT")
    position: int | None = identifiers[0].start_pos if identifiers else getattr(node.meta, "end_pos", None)
    return position or 0


def _kind(node: Node, owner: str | None) -> DeclarationKind | None:
    match name_of(node):
        case "function":
            return "function"
        case "method":
            word = str(node.children[0])
            if word in ("method", "constructor"):
                return "method"
            return "lemma" if word in ("lemma", "colemma") else None
        case "datatype":
            return "datatype"
        case "constant":
            return None if _is_field(node) and owner is not None else "constant"
        case _:
            return None


def _name(node: Node) -> str:
    name_tokens = tokens(node, "IDENT", *(["DIGITS"] if name_of(node) in ("field", "constant") else []))
    return str(name_tokens[0]) if name_tokens else "constructor" if node.children[0] == "constructor" else ""


def _members(node: Node, path: Path, refinements: Refinements) -> tuple[list[Node], Path, str | None, str | None]:
    """The declarations inside a module or type, where they stand, and in which datatype, class or trait."""
    match name_of(node):
        case "module":
            inside = path + path_of(nodes(node)[0])
            return refinements.declarations(node, inside), inside, None, None
        case "class" | "type_declaration" | "datatype" as kind:
            members, inner_path = child(node, "members"), (*path, _name(node))
            owners = [".".join(inner_path) if kind == owner_kind else None for owner_kind in ("datatype", "class")]
            return [] if members is None else nodes(members, "declaration"), inner_path, owners[0], owners[1]
        case _:
            return [], path, None, None


def _register(node: Node, path: Path, source: DafnySource, names: SymbolTable, ghost: bool, excluded: bool) -> None:
    match name_of(node):
        case "class" | "type_declaration":
            _register_type(node, path, source, names)
        case "fields":
            for field_node in nodes(node, "field"):
                declared = FieldDeclaration(
                    _name(field_node), nodes(field_node)[0], field_node, True, source, ghost, excluded
                )
                _register_field(declared, path, names)
        case "constant" if _is_field(node):
            declared = FieldDeclaration(_name(node), nodes(node)[0], node, False, source, ghost, excluded)
            _register_field(declared, path, names)
        case "import":
            _register_import(node, path, names)
        case _:
            pass


def _register_type(node: Node, path: Path, source: DafnySource, names: SymbolTable) -> None:
    name = (*path, _name(node))
    parameters = type_parameters(node)
    kind: Literal["type", "newtype", "class"] = "class"
    definition = None
    if name_of(node) == "type_declaration":
        kind = "newtype" if node.children[0] == "newtype" else "type"
        definitions = [
            child_node
            for child_node in nodes(node)
            if name_of(child_node) not in ("type_parameters", "extends", "members")
        ]
        definition = definitions[0] if definitions else None
    qualified = ".".join(name)
    names.types[qualified] = TypeDeclaration(qualified, kind, parameters, definition, path, source)
    if kind == "class":
        bases = child(node, "extends")
        extended = () if bases is None else tuple(nodes(bases, "named_type"))
        names.classes[qualified] = ClassDeclaration(qualified, parameters, extended, name, source)
        # `C?` is the same class with null, and a type name of its own.
        nullable = TypeDeclaration(qualified, kind, parameters, definition, path, source)
        names.types[qualified + "?"] = nullable


def _register_field(declared: FieldDeclaration, path: Path, names: SymbolTable) -> None:
    """A field of the class at `path`; anywhere else it is no field."""
    owner = names.classes.get(".".join(path))
    if owner is not None:
        owner.fields.append(declared)


def _is_field(node: Node) -> bool:
    """Is this constant one that every object of a class has its own value of?"""
    return name_of(node) == "constant" and len(nodes(node)) == 1 and name_of(nodes(node)[0]).endswith("_type")


def _defaults(node: Node, path: Path, source: DafnySource, owner: str | None) -> dict[str, dict[Name, DefaultValue]]:
    """The default values of a function, a method, or the constructors of a datatype, by its qualified name."""
    defaults_by_name: dict[str, dict[Name, DefaultValue]] = {}
    for declaring_node in [*nodes(node, "constructor"), node]:
        listed = child(declaring_node, "formals")
        formals = [] if listed is None else nodes(listed, "formal")
        names = tuple(formal_name(formal) for formal in formals)
        values: dict[Name, DefaultValue] = {
            name: DefaultValue(nodes(formal)[2], path, source, names, owner)
            for name, formal in zip(names, formals, strict=True)
            # Modifiers, the type, and then the default.
            if len(nodes(formal)) > 2
        }
        if values:
            defaults_by_name[".".join((*path, _name(declaring_node)))] = values
    return defaults_by_name


def _register_import(node: Node, path: Path, names: SymbolTable) -> None:
    """`import opened A = B`: A stands for B, and what B declares is known by its own name. `import A : B` says that A
    is any module that refines B, of which what B declares is known (reference manual, "Module abstraction")."""
    first, *abstract = map(path_of, nodes(node, "qualified"))
    aliased = child(node, "aliased")
    target = path_of(nodes(aliased)[0]) if aliased is not None else abstract[0] if abstract else first
    names.aliases[".".join((*path, first[-1]))] = target
    if child(node, "opened") is not None:
        names.opened.setdefault(path, []).append(target)


def type_parameters(node: Node) -> tuple[str, ...]:
    """The names of the type parameters of a declaration: those that are written, or else those of the collections in
    its signature whose element types are left out. `lemma L(s: set, m: map)` is to Dafny
    `lemma L<_T0, _T1>(s: set<_T0>, m: map<_T0, _T1>)` (`ResolveTypeOption.AllowPrefixExtend` of its resolver)."""
    listed = child(node, "type_parameters")
    if listed is not None:
        return tuple(str(tokens(node, "IDENT")[0]) for node in nodes(listed, "type_parameter"))
    signature = nodes(node, "formals", "results", "function_result")
    bare = [
        collection_node
        for signature_node in signature
        for collection_node in signature_node.find_data("collection_type")
        if child(collection_node, "type_arguments") is None
    ]
    return tuple(
        f"_T{position}"
        # `set` and `map` share the first parameter, as Dafny has it.
        for position in range(max((arity(str(collection_node.children[0])) for collection_node in bare), default=0))
    )


def arity(collection: str) -> int:
    """How many type arguments a collection type takes."""
    return 2 if collection in ("map", "imap") else 1


# -- type parameters that are left out

_SIGNATURE = ("formals", "results", "function_result")


def completed(declared: Iterable[Declaration], names: SymbolTable) -> list[Declaration]:
    """The declarations of a program, datatypes known by name, with the type parameters that are left out.

    In a signature named types may lack their arguments: `method M(l: List)` is to Dafny `method M<_T0>(l: List<_T0>)`
    (`ResolveTypeOption.AllowPrefixExtend` of its resolver). Where a declaration has type parameters the first ones
    stand for the arguments; where it has none it gets as many as the longest list needs, also inside a generic type.
    """
    return [
        declaration if declaration.kind in ("datatype", "constant") else _completed(declaration, names)
        for declaration in declared
    ]


def _completed(declaration: Declaration, names: SymbolTable) -> Declaration:
    # Written type parameters are taken as they are.
    if child(declaration.node, "type_parameters") is not None:
        return declaration
    needed = max(_lengths(declaration, names), default=0)
    if not needed:
        return declaration
    count = max(needed, len(type_parameters(declaration.node)))
    # Otherwise Dafny invents as many as the types of the parameters need (reference manual, "Formal type-parameter
    # inference").
    meta = declaration.node.meta
    listed = [
        Tree("type_parameter", [Token("IDENT", f"_T{number_of_parameter}")], meta)
        for number_of_parameter in range(count)
    ]
    child_positions = (
        number for number, child_node in enumerate(declaration.node.children) if isinstance(child_node, Tree)
    )
    position = next(
        number
        for number in child_positions
        if declaration.node.children[number] is not child(declaration.node, "function_kind")
    )
    children_with_parameters = [
        *declaration.node.children[:position],
        Tree("type_parameters", [*listed], meta),
        *declaration.node.children[position:],
    ]
    return evolve(declaration, node=Tree(declaration.node.data, children_with_parameters, meta))


def _lengths(declaration: Declaration, names: SymbolTable) -> Iterator[int]:
    """How many arguments each named type of a signature lacks that has none."""
    for signature_node in nodes(declaration.node, *_SIGNATURE):
        for typed in signature_node.find_data("named_type"):
            last = nodes(typed)[-1]
            if child(last, "type_arguments") is not None:
                continue
            written = tuple(str(node.children[0]) for node in nodes(typed))
            declared = names.find(names.types, written, declaration.path) or names.find(
                names.datatypes, written, declaration.path
            )
            yield 0 if declared is None else len(declared.parameters)
