"""`class {:autocontracts} C`: the declarations with what the attribute adds, as if it were written (reference manual,
"{:autocontracts}"; in doubt, Dafny's `AutoContractsRewriter`).

A class gets a ghost field `Repr` and a predicate `Valid()` where it has none. `Valid()` says first that the object and
what its fields hold is in `Repr`; a constructor establishes it with a new `Repr`, a method expects it and, unless it is
a simple query, keeps it and may change what is in `Repr`; functions expect it and read `Repr`. At the end of a body
`Repr` gets what the fields hold by then. What is written stays as it is, and where it is; the tree that is added
stands at the name of the member. A member with `{:autocontracts false}` is left alone.

One thing is left out: `ensures Valid() ==> this in Repr` of Dafny 3 and later, which the first conjunct of `Valid()`
says; it would make a subject of a predicate without a postcondition.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from attrs import evolve, frozen
from lark import Token, Tree
from lark.tree import Meta

from ...core.errors import ParseError, Unsupported
from .classes import ClassDeclaration, FieldDeclaration
from .collect import Declaration
from .dafny_limits import LIMITS
from .dialect import Dialect
from .lexing.scan import DafnySource, Scanner
from .names import SymbolTable
from .syntax import ImpliedNode, Node, child, name_of, nodes, parse, span_of, text_of, tokens

# Is a method a *simple query* to `{:autocontracts}`? One that has results, assigns nothing but its variables, and
# whose postcondition is about one state (Dafny's `AutoContractsRewriter.IsSimpleQueryMethod`). That is a matter of
# syntax: `r := M();` assigns a variable, whatever M may change.

_TWO_STATES = frozenset({"old", "unchanged", "fresh"})
_STATEMENTS = frozenset({"local", "assignment", "call", "expectation", "output", "other_statement"})
_PROOFS = frozenset({"ASSERT", "CALC", "HIDE"})


def is_simple_query(node: Node, source: DafnySource) -> bool:
    """Is this method one? Raises Unsupported where its body cannot be read, or where versions of Dafny differ."""
    results, body = child(node, "results"), next(iter(tokens(node, "BODY", "TEST_BODY")), None)
    if results is None or body is None:
        return False
    # A clause about two states speaks of a change, which a query does not make.
    if any(name_of(subtree) in _TWO_STATES for clause in nodes(node, "ensures") for subtree in clause.iter_subtrees()):
        return False
    names = frozenset(str(tokens(node, "IDENT", "DIGITS")[0]) for node in nodes(nodes(results)[0]))
    check = _QueryCheck(source)
    return all(check.assigns_only(block, names) for block in check.inside(body))


@frozen(slots=True)
class _QueryCheck:
    """Through the statements of a body, to this depth."""

    source: DafnySource
    depth: int = 0

    def assigns_only(self, block: Iterable[Node], variables: frozenset[str]) -> bool:
        """Do the statements assign nothing but these variables, and those that they declare?"""
        for node in block:
            match name_of(node):
                case "local":
                    # From here on: what it assigns to a variable of its own is seen by nobody.
                    variables |= {str(bound_node.children[0]) for bound_node in node.find_data("bound_name")}
                case "assignment":
                    targets = nodes(nodes(node)[0])
                    if not all(
                        name_of(target) == "name" and str(target.children[0]) in variables for target in targets
                    ):
                        return False
                case "other_statement" if not self._other(node, variables):
                    return False
        return True

    def _other(self, node: Node, variables: frozenset[str]) -> bool:
        first = node.children[0]
        word = first.type if isinstance(first, Token) else ""
        if word == "RETURN":  # the call of a constructor is a statement inside this one
            values = child(node, "values")
            return values is None or all(child(node, "arguments") is None for node in nodes(values, "new"))
        if word == "REVEAL":  # to some versions the call of a lemma
            raise Unsupported("reveal in a method of a class with {:autocontracts}", span_of(node, self.source))
        if word in _PROOFS:
            return True
        if self.depth > LIMITS.query_depth:
            raise Unsupported(f"blocks nested deeper than {LIMITS.query_depth} levels", span_of(node, self.source))
        deeper = _QueryCheck(self.source, self.depth + 1)
        return all(deeper.assigns_only(block, variables) for block in self._blocks(node))

    def _blocks(self, node: Node) -> Iterator[list[Node]]:
        """The statements in braces, of each case, and after a label."""
        for child_node in node.children:
            if isinstance(child_node, Token):
                yield from self.inside(child_node) if child_node.type == "BODY" else ()
            elif name_of(child_node) in ("alternative", "case_statement"):
                yield nodes(child_node, *_STATEMENTS)
            elif name_of(child_node) in _STATEMENTS:
                yield [child_node]

    def inside(self, token: Token) -> Iterator[list[Node]]:
        """The statements between two braces; if these are cases, those of each."""
        pair = (token.start_pos or 0) + 1, (token.end_pos or 0) - 1
        # The block is a token until somebody asks, and its first word tells which grammar it has.
        cases = Scanner(self.source, *pair).next().text == "case"
        try:
            if not cases:
                yield nodes(parse(self.source, "statements", part=pair))
                return
            try:
                listed = parse(self.source, "alternatives", part=pair)
            except ParseError:
                listed = parse(self.source, "cases", part=pair)
        except ParseError as error:
            raise Unsupported(f"a syntax error ({error})", error.span) from None
        yield from (nodes(node, *_STATEMENTS) for node in nodes(listed))


REPR = "Repr"
VALID = "Valid"
_FRESH_IN_METHOD = f"fresh({REPR} - old({REPR}))"
_CLAUSES = frozenset({"requires", "ensures", "invariant", "modifies", "reads", "decreases"})
_NO_OBJECTS = frozenset({"bool", "int", "nat", "real", "char", "string", "ORDINAL"})
_PLAIN_VALUES = frozenset(
    {"integer", "decimal", "character", "string", "arithmetic", "negative", "negation", "comparison", "conjunction"}
    | {"disjunction", "implies", "cardinality", "tuple", "sequence_display", "set_display", "map_display"}
)


@frozen(slots=True)
class _HeldObject:
    """A field whose values are objects. `nullable`: null may be among them. `framed`, `valid`: do these have a `Repr`
    and a `Valid()` of their own?"""

    name: str
    nullable: bool
    framed: bool
    valid: bool

    @property
    def condition(self) -> str:
        """What `Valid()` says of it."""
        name = self.name
        conjuncts_written = [f"{name} in {REPR}"]
        if self.framed:
            conjuncts_written += [f"{name}.{REPR} <= {REPR}", f"this !in {name}.{REPR}"]
            conjuncts_written += [f"{name}.{VALID}()"] if self.valid else []
        all_conjuncts = " && ".join(conjuncts_written)
        return f"({name} != null ==> {all_conjuncts})" if self.nullable else all_conjuncts

    @property
    def update(self) -> str:
        """The statement that adds it to `Repr`. Dafny asks first whether it is in it, which makes no difference."""
        added = f"{{{self.name}}} + {self.name}.{REPR}" if self.framed else f"{{{self.name}}}"
        added = f"(if {self.name} != null then {added} else {{}})" if self.nullable else added
        return f"{REPR} := {REPR} + {added};"


def expanded(declared: Sequence[Declaration], names: SymbolTable, dialect: Dialect) -> list[Declaration]:
    """The declarations of a program, datatypes known by name, with what `{:autocontracts}` adds. Members of which that
    cannot be said are refused."""
    declarations = {name: class_ for name, class_ in names.classes.items() if class_.autocontracts is not None}
    if not declarations:
        return list(declared)
    members = defaultdict(list)
    for declaration in declared:
        members[".".join(declaration.path)].append(declaration)
    attribute = _Attribute(names, members, dialect)
    for class_attribute in declarations.values():
        # All classes get their `Repr` first, since a field of one class asks whether another has it.
        attribute.add_repr(class_attribute)
    added = [valid for class_attribute in declarations.values() for valid in attribute.missing_valid(class_attribute)]
    for declaration in added:
        members[".".join(declaration.path)].append(declaration)
    return [
        attribute.member(member_declaration, declarations[member_declaration.owner])
        if member_declaration.owner in declarations
        else member_declaration
        for member_declaration in (*declared, *added)
    ]


@frozen(slots=True)
class _Attribute:
    """`members`: those of each type, by its name."""

    names: SymbolTable
    members: dict[str, list[Declaration]]
    dialect: Dialect

    def add_repr(self, declared: ClassDeclaration) -> None:
        if all(field.name != REPR for field in declared.fields):
            assert declared.autocontracts is not None
            typed = _placed(_parsed("set<object?>", "type"), "set<object?>", declared.autocontracts)
            name = Token.new_borrow_pos("IDENT", REPR, declared.autocontracts)
            node = ImpliedNode("field", [name, typed], typed.meta)
            node.text = f"ghost var {REPR}: set<object?>"
            source = self._source(declared)
            declared.fields.append(FieldDeclaration(REPR, typed, node, True, source, True))

    def _source(self, declared: ClassDeclaration) -> DafnySource:
        source = self.names.types[declared.name].source
        assert source is not None
        return source

    def missing_valid(self, declared: ClassDeclaration) -> Iterator[Declaration]:
        """The predicate of a class that has none."""
        if self._valid(declared.name) is None:
            assert declared.autocontracts is not None
            text = f"predicate {VALID}() {{ true }}"
            (parsed_declaration,) = nodes(_parsed(text, "program"), "declaration")
            node = _placed(nodes(parsed_declaration)[1], text, declared.autocontracts)
            self.names.taken[f"{declared.name}.{VALID}"] = True
            self.names.declared.add(VALID)
            source, ghost = self._source(declared), frozenset({"ghost"})
            yield Declaration("function", VALID, node, source, ghost, declared.path, None, declared.name)

    def _valid(self, owner: str) -> Declaration | None:
        return next(
            (
                declaration
                for declaration in self.members[owner]
                if declaration.kind == "function" and declaration.name == VALID and declaration.owner
            ),
            None,
        )

    def member(self, one: Declaration, owner: ClassDeclaration) -> Declaration:
        """A member of a class, which is not static."""
        if one.refused or one.excluded or one.kind not in ("function", "method", "lemma"):
            return one
        try:
            # What is added to one member is refused for that member: the others are read all the same.
            held = self._held(owner)
            if one.kind == "function":
                return evolve(one, node=self._function(one, held))
            self._check_valid(owner)
            return self._constructor(one, held) if _constructs(one) else self._method(one, held)
        except Unsupported as error:
            return evolve(one, refused=f"{error.construct}, with {{:autocontracts}},")

    def _check_valid(self, owner: ClassDeclaration) -> None:
        """Raise Unsupported where no method has a contract that is added: Dafny looks for `Valid()`, by its type."""
        valid = self._valid(owner.name)
        if valid is None or not _is_condition(valid):
            raise Unsupported("Valid that is not a predicate without parameters")

    # -- members

    def _function(self, one: Declaration, held: Sequence[_HeldObject]) -> Node:
        node = one.node
        if one.name != VALID:
            reads = "" if nodes(one.refines or node, "reads") else f" reads {REPR}"
            return _with(node, _clauses(f"requires {VALID}(){reads}", _place(one)))
        clauses = _clauses(f"reads this, {REPR}", _place(one))
        # Only a ghost predicate gets the conjuncts: they are about `Repr`, which a compiled function may not read.
        compiled = (self.dialect == "4" and "ghost" not in one.modifiers) or "method" in map(
            str, nodes(node, "function_kind")[0].children
        )
        if compiled or not _is_condition(one):
            return _with(node, clauses)
        promises_written = [f"this in {REPR}", f"null !in {REPR}", *(held_object.condition for held_object in held)]
        promises_parsed = [_expression(child_node, _place(one)) for child_node in promises_written]
        body = next((child_node for child_node in nodes(node) if name_of(child_node) not in _HEADER | _CLAUSES), None)
        written_conjuncts = [] if body is None else nodes(body) if name_of(body) == "conjunction" else [body]
        whole_body: Node = Tree(
            "conjunction", [*promises_parsed, *written_conjuncts], (body or promises_parsed[0]).meta
        )
        kept = [child_node for child_node in node.children if child_node is not body]
        return _with(Tree(node.data, kept, node.meta), clauses, whole_body)

    def _constructor(self, one: Declaration, held: Sequence[_HeldObject]) -> Declaration:
        # What is new is said of the others alone before Dafny 3; the object itself is new in any case.
        new = f"{REPR} - {{this}}" if self.dialect == "2" else REPR
        node = _with(one.node, _clauses(f"ensures {VALID}() ensures fresh({new})", _place(one)))
        first = tokens(one.refines or one.node, "BODY", "TEST_BODY")
        start = [f"{REPR} := {{this}};"] if first else []
        return evolve(one, node=node, implied=_statements([*start, *(held_object.update for held_object in held)], one))

    def _method(self, one: Declaration, held: Sequence[_HeldObject]) -> Declaration:
        first = one.refines or one.node
        valid = f"{VALID}()"
        if "twostate" in one.modifiers:
            return evolve(one, node=_with(one.node, _clauses(f"requires old({valid})", _place(one))))
        if one.kind == "lemma" or "ghost" in one.modifiers or is_simple_query(first, one.source):
            return evolve(one, node=_with(one.node, _clauses(f"requires {valid}", _place(one))))
        modifies = "" if nodes(first, "modifies") else f" modifies {REPR}"
        text = f"requires {valid}{modifies} ensures {valid} ensures {_FRESH_IN_METHOD}"
        node = _with(one.node, _clauses(text, _place(one)))
        # A method with a frame of its own says itself what becomes of `Repr`.
        adds = bool(modifies) or one.refines is not None
        return evolve(
            one, node=node, implied=_statements([held_object.update for held_object in held] if adds else [], one)
        )

    # -- fields

    def _held(self, owner: ClassDeclaration) -> list[_HeldObject]:
        """The fields of a class that hold objects. Raises Unsupported where that is not clear."""
        # The transformation makes a field of its own, of which there must be no other.
        if any(field.name == REPR for base in list(self.names.bases(owner.name))[1:] for field in base.fields):
            raise Unsupported(f"a field {REPR} that is inherited")
        for declaration in self.members[owner.name]:
            if (
                declaration.kind == "constant"
                and declaration.owner
                and not declaration.excluded
                and _may_be_object(declaration.node)
            ):
                raise Unsupported(f"the constant {declaration.name}, which may be an object")
        fields = [field for field in owner.fields if field.name != REPR and not field.excluded]
        variables = frozenset(owner.parameters)
        objects_of_fields = ((field, self._objects(field.type, owner.path, variables, 0)) for field in fields)
        return [
            _HeldObject(object_field.name, kind[1], self._is_framed(kind[0]), self._has_valid(kind[0]))
            for object_field, kind in objects_of_fields
            if kind is not None
        ]

    def _objects(
        self, node: Node, path: tuple[str, ...], variables: frozenset[str], depth: int
    ) -> tuple[str, bool] | None:
        """The class, or else "", of the objects that a type has, and whether null is one; None where it has none."""
        if name_of(node) != "named_type":
            return None
        type_path = tuple(str(name_token.children[0]) for name_token in nodes(node))
        name = type_path[0]
        # A type parameter may stand for a class, but Dafny's rewriter looks at the declared type, which is none.
        if type_path in {(variable,) for variable in variables}:
            return None
        declared = self.names.find(self.names.types, type_path, path)
        if declared is not None and declared.kind == "class":
            return declared.name, type_path[-1].endswith("?")
        if declared is not None and depth < LIMITS.type_depth:
            # The limit ends synonyms that are defined by each other.
            return self._of_synonym(declared.definition, declared.path, frozenset(declared.parameters), depth)
        if self.names.find(self.names.datatypes, type_path, path) is not None:
            return None
        # The names of Dafny's own types are asked last, since a program may declare a type of the same name.
        if name in _NO_OBJECTS or name.startswith("bv"):
            return None
        if name.rstrip("?").rstrip("0123456789") in ("array", "object"):
            return "", name.endswith("?")
        raise Unsupported(f"the type {'.'.join(type_path)} of a field")

    def _of_synonym(
        self, definition: Node | None, path: tuple[str, ...], variables: frozenset[str], depth: int
    ) -> tuple[str, bool] | None:
        if definition is None:
            return None
        if name_of(definition) == "subset":
            typed = [node for node in nodes(definition) if name_of(node) != "witness"]
            return self._objects(typed[0], path, variables, depth + 1) if len(typed) > 1 else None
        if variables and any(
            str(name_node.children[0]) in variables for name_node in definition.find_data("type_name")
        ):
            raise Unsupported("a field of a type with parameters that stand for others")
        return self._objects(definition, path, variables, depth + 1)

    def _is_framed(self, name: str) -> bool:
        """Does the class have a `Repr` that may hold null? So Dafny asks."""
        declared = self.names.classes.get(name)
        declarations = [field for field in declared.fields if field.name == REPR] if declared is not None else []
        return any(
            text_of(declaration.type, declaration.source).replace(" ", "") == "set<object?>"
            for declaration in declarations
        )

    def _has_valid(self, name: str) -> bool:
        valid = self._valid(name) if name else None
        return valid is not None and _is_condition(valid)


_HEADER = frozenset({"function_kind", "type_parameters", "formals", "function_result", "results"})


def _is_condition(declaration: Declaration) -> bool:
    """Is it a predicate, or a function to bool, without parameters?"""
    words = map(str, nodes(declaration.node, "function_kind")[0].children)
    result = child(declaration.node, "function_result")
    formals = child(declaration.node, "formals")
    typed = None if result is None else text_of(nodes(result)[-1], declaration.source)
    return (formals is None or not nodes(formals)) and ("predicate" in words or typed == "bool")


def _may_be_object(node: Node) -> bool:
    """May a constant with a value be an object? Where no type is written the value has to be one that is none."""
    constant_parts = nodes(node)
    if name_of(constant_parts[0]).endswith("_type"):
        return (
            name_of(constant_parts[0]) == "named_type"
            and str(nodes(constant_parts[0])[-1].children[0]) not in _NO_OBJECTS
        )
    return name_of(constant_parts[-1]) not in _PLAIN_VALUES


def _constructs(declaration: Declaration) -> bool:
    return str(declaration.node.children[0]) == "constructor"


def _place(declaration: Declaration) -> Token:
    """Where what is added to a member stands: at its name, or at the word `constructor`."""
    identifiers = tokens(declaration.node, "IDENT")
    return identifiers[0] if identifiers else tokens(declaration.node)[0]


def _with(node: Node, clauses: Sequence[Node], body: Node | None = None) -> Node:
    """A member with clauses before its own; `body`: that of a function."""
    written = list(node.children)
    position = next(
        (
            number
            for number, header_part in enumerate(written)
            if (
                header_part.type in ("BODY", "TEST_BODY")
                if isinstance(header_part, Token)
                else name_of(header_part) not in _HEADER
            )
        ),
        len(written),
    )
    last = next((number for number in range(len(written), 0, -1) if _is_clause(written[number - 1])), position)
    ended = [] if body is None else [body]
    return Tree(node.data, [*written[:position], *clauses, *written[position:last], *ended, *written[last:]], node.meta)


def _is_clause(part: Token | Node) -> bool:
    return isinstance(part, Tree) and name_of(part) in _CLAUSES


# -- trees that nobody wrote


@lru_cache(maxsize=512)
def _parsed(text: str, start: str) -> Node:
    return parse(DafnySource(text, "{:autocontracts}"), start)


def _placed(node: Node, text: str, position_token: Token) -> ImpliedNode:
    """A copy of a tree of a text that stands at a place of another one."""
    meta = Meta()
    for name in ("line", "column", "end_line", "end_column", "start_pos", "end_pos"):
        setattr(meta, name, getattr(position_token, name))
    meta.empty = False
    placed_children: list[Token | Node] = [
        Token.new_borrow_pos(child_node.type, str(child_node), position_token)
        if isinstance(child_node, Token)
        else _placed(child_node, text, position_token)
        for child_node in node.children
    ]
    implied_node = ImpliedNode(node.data, placed_children, meta)
    implied_node.text = "" if node.meta.empty else text[node.meta.start_pos : node.meta.end_pos]
    return implied_node


def _clauses(text: str, position_token: Token) -> list[Node]:
    """The clauses of a text, in its order."""
    header = f"method M() {text}"
    return [
        _placed(node, header, position_token) for node in nodes(_parsed(header, "method")) if name_of(node) in _CLAUSES
    ]


def _expression(text: str, position_token: Token) -> Node:
    return _placed(_parsed(text, "lemma_expression"), text, position_token)


def _statements(texts: Sequence[str], declaration: Declaration) -> tuple[Node, ...]:
    """Statements at the brace that ends the body of a method, if it has one."""
    body = next(iter(tokens(declaration.node, "BODY", "TEST_BODY")), None)
    if body is None or not texts:
        return ()
    brace = Token(
        "BODY",
        "}",
        (body.end_pos or 1) - 1,
        body.end_line,
        (body.end_column or 1) - 1,
        body.end_line,
        body.end_column,
        body.end_pos,
    )
    return tuple(_placed(nodes(_parsed(text, "statements"))[0], text, brace) for text in texts)
