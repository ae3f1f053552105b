"""`module B refines A`: B has the declarations of A, each joined with its own of the same name (reference manual,
"Module refinement").

What is inherited is read again inside B, for its names mean what they mean there: `P(x)` in a clause of A calls the
`P` of B. So a module that refines another one becomes a module that writes everything out.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field
from lark import Token, Tree

from .classes import Path
from .dafny_limits import LIMITS
from .syntax import Node, child, name_of, nodes, path_of, tokens

_CLAUSES = ("requires", "ensures", "invariant", "modifies", "reads")
_TYPES = ("class", "datatype", "type_declaration")
_HEADER = ("type_parameters", "formals", "results", "function_result")


@define(slots=True)
class Refinements:
    """The modules of one file. `problems`: module → why what it inherits is not known. `differing` are the methods and
    functions (by the identity of their nodes) whose parameters are not those of what they refine."""

    modules: Mapping[Path, Node]
    problems: dict[Path, str] = field(factory=dict)
    differing: set[int] = field(factory=set)
    bodies: dict[int, tuple[Token, ...]] = field(factory=dict)
    """Identity of a method node → the bodies that it refines, its own last."""
    inherits: dict[int, tuple[Node, Node]] = field(factory=dict)
    """Class, method or function, by the identity of its node → itself and what it refines."""
    _whole: dict[Path, list[Node]] = field(factory=dict)

    @classmethod
    def of(cls, *trees: Node) -> "Refinements":
        """The modules of the trees of one text; of two with one path, the one of the first tree."""
        modules_by_path: dict[Path, Node] = {}
        pending: list[tuple[Node, Path]] = [(tree, ()) for tree in reversed(trees)]
        while pending:
            node, path = pending.pop()
            for declaration_node in nodes(node, "declaration"):
                module_node = nodes(declaration_node)[1]
                if name_of(module_node) == "module":
                    name = path + path_of(nodes(module_node, "qualified")[0])
                    modules_by_path.setdefault(name, module_node)
                    pending.append((module_node, name))
        return cls(modules_by_path)

    def declarations(self, node: Node, path: Path) -> list[Node]:
        """All declarations of a module at `path`: what it inherits, and its own."""
        # The chain up to a module that is already whole, or that refines nothing.
        chain = [(node, path)]
        while len(listed := nodes(chain[-1][0], "qualified")) > 1 and chain[-1][1] not in self._whole:
            target = self._find(path_of(listed[1]), chain[-1][1][:-1])
            if target is None or any(target == chain_path for _, chain_path in chain):
                reason = "which is not declared outside of other modules" if target is None else "in a circle"
                self.problems[path] = f"a member of a module that refines {'.'.join(path_of(listed[1]))}, {reason},"
                break
            chain.append((self.modules[target], target))
        # From the most abstract one down: each is joined with what is whole of the one before it.
        inherited_declarations: list[Node] = []
        for module, name in reversed(chain):
            if name not in self._whole:
                own_declarations = nodes(module, "declaration")
                self._whole[name] = (
                    self.joined(inherited_declarations, own_declarations)
                    if len(nodes(module, "qualified")) > 1
                    else own_declarations
                )
            inherited_declarations = self._whole[name]
            # Each step may double the declarations: a short text could write out any number.
            if len(inherited_declarations) > LIMITS.refining_declarations:
                self.problems[path] = f"a member of a module of more than {LIMITS.refining_declarations} declarations"
                return nodes(node, "declaration")
        return inherited_declarations

    def refined(self, path: Path) -> list[Path]:
        """The modules of this file that a module refines, directly or through others, the nearest first."""
        refined_paths = [path]
        while len(listed := nodes(self.modules[refined_paths[-1]], "qualified")) > 1:
            target = self._find(path_of(listed[1]), refined_paths[-1][:-1])
            if target is None or target in refined_paths:
                break
            refined_paths.append(target)
        return refined_paths[1:]

    def _find(self, module_path: Path, around: Path) -> Path | None:
        prefixes = (around[:length] for length in range(len(around), -1, -1))
        return next((prefix + module_path for prefix in prefixes if prefix + module_path in self.modules), None)

    def joined(self, inherited: Sequence[Node], own_nodes: Sequence[Node]) -> list[Node]:
        """The declarations of a module or class, and those that it inherits and does not declare again."""
        named = {_name(node): node for node in inherited if _name(node)}
        names_again = {_name(node) for node in own_nodes}
        inherited_nodes = [node for node in inherited if not _name(node) or _name(node) not in names_again]
        return [
            *inherited_nodes,
            *(self._both(named[_name(node)], node) if _name(node) in named else node for node in own_nodes),
        ]

    def chain(self, node: Node) -> Iterator[Node]:
        """A class, method or function, and what it refines, the first one last."""
        yield node
        while id(node) in self.inherits:
            node = self.inherits[id(node)][1]
            yield node

    def _both(self, inherited: Node, own_node: Node) -> Node:
        """A declaration that refines one of the same name."""
        inherited_inner, now = nodes(inherited)[1], nodes(own_node)[1]
        if name_of(inherited_inner) in _TYPES and name_of(now) in _TYPES:
            return self._type(inherited_inner, own_node, now)
        if name_of(inherited_inner) != name_of(now):
            return own_node
        if name_of(now) in ("function", "method"):
            both_as_one = _callable(inherited_inner, now)
            self.inherits[id(both_as_one)] = both_as_one, inherited_inner
            if _differing(inherited_inner, now):
                self.differing.add(id(both_as_one))
            # The bodies of all of the chain are kept: a skeleton is joined with them where the body is lowered.
            inherited_bodies = self.bodies.get(id(inherited_inner), tuple(tokens(inherited_inner, "BODY")))
            if inherited_bodies and name_of(now) == "method":
                self.bodies[id(both_as_one)] = (*inherited_bodies, *tokens(now, "BODY"))
            return Tree("declaration", [nodes(own_node)[0], both_as_one], own_node.meta)
        # A constant without a type or a value takes what is missing from the one that it refines.
        if name_of(now) == "constant" and not [node for node in nodes(now) if not name_of(node).endswith("_type")]:
            return _with(
                own_node, now, [*now.children, *(node for node in nodes(inherited_inner) if node not in now.children)]
            )
        return own_node

    def _type(self, inherited: Node, own_node: Node, now: Node) -> Node:
        """A type that refines one of the same name, be it of another kind: it has the members of both, and what the
        members of either are declared with."""
        own_members = child(now, "members")
        members = [nodes(each) if each is not None else [] for each in (child(inherited, "members"), own_members)]
        # `type T ...` without a definition leaves the one that it refines as it was.
        defined = name_of(now) == "class" or len(nodes(now)) > len(nodes(now, "type_parameters", "members"))
        base = now if defined or name_of(inherited) != name_of(now) else inherited
        others = [each for each in base.children if each is not child(base, "members")]
        joined_members: list[Token | Node] = [*self.joined(*members)]
        joined = _with(own_node, base, [*others, Tree("members", joined_members, now.meta)] if any(members) else others)
        self.inherits[id(nodes(joined)[1])] = nodes(joined)[1], inherited
        return joined


def refined_name(module: Node) -> Path | None:
    """The name of what a module refines, as it is written; None where it refines nothing."""
    listed = nodes(module, "qualified")
    return path_of(listed[1]) if len(listed) > 1 else None


def _with(declaration: Node, node: Node, children: list[Token | Node]) -> Node:
    return Tree("declaration", [nodes(declaration)[0], Tree(node.data, children, node.meta)], declaration.meta)


def _callable(inherited_node: Node, now: Node) -> Node:
    """A function or method with the clauses of both, and with what the refining one leaves out: parameters, a body."""
    header = [] if nodes(now, *_HEADER) else nodes(inherited_node, *_HEADER)
    rest = (*_HEADER, *_CLAUSES, "function_kind", "decreases")
    bodies = [
        [node for node in nodes(refined_or_refining) if name_of(node) not in rest]
        for refined_or_refining in (inherited_node, now)
    ]
    # A body of the refining module replaces the inherited one.
    body: list[Token | Node] = [] if bodies[1] else [*bodies[0]]
    if now.data == "method" and not tokens(now, "BODY"):
        body += tokens(inherited_node, "BODY")
    # Inherited clauses stand before its own, which may rely on them.
    own_clauses = nodes(now, *_CLAUSES)
    position = next(
        (number for number, child_node in enumerate(now.children) if child_node in own_clauses), len(now.children)
    )
    inherited = [*header, *nodes(inherited_node, *_CLAUSES)]
    return Tree(now.data, [*now.children[:position], *inherited, *now.children[position:], *body], now.meta)


def _differing(inherited: Node, own_node: Node) -> bool:
    """Do a method or function and what it refines call their parameters differently? The clauses of one mean nothing
    in the other then; Dafny refuses it."""
    return any(
        child(own_node, list_kind) is not None
        and _names(child(own_node, list_kind)) != _names(child(inherited, list_kind))
        for list_kind in ("formals", "results")
    )


def _names(listed: Node | None) -> list[str]:
    if listed is None:
        return []
    return [
        str(scan_value)
        for scan_value in listed.scan_values(
            lambda token_or_tree: isinstance(token_or_tree, Token) and token_or_tree.type == "IDENT"
        )
    ]


def _name(declaration: Node) -> str:
    node = nodes(declaration)[1]
    if name_of(node) == "import":
        return path_of(nodes(node, "qualified")[0])[-1]
    if name_of(node) in ("module", "export", "fields"):
        return ""
    identifiers = tokens(node, "IDENT")
    return str(identifiers[0]) if identifiers else str(node.children[0]) if name_of(node) == "method" else ""
