"""Tokens → the syntax tree (`tree.py`), by the tables of Lark's LALR parser and a function for each rule.

A node is made when its rule is reduced, without a parse tree between: that took half of the time of reading a file.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from attrs import define, field, frozen
from lark import Lark, Token, Tree, UnexpectedToken
from lark.grammar import Rule
from lark.parse_tree_builder import maybe_create_child_filter
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParseConf

from . import building_expressions, building_items, building_names
from .builders import BUILDERS, At, NodeBuilder, Parts

MODULES = (building_items, building_names, building_expressions)
"""Where the functions are: they are registered when these are imported."""


@frozen(slots=True)
class _Reduction:
    """What becomes of the parts of a rule: `selected` are those that count. `make` is None of rules whose parts are
    those of the rule around; of an `alone` rule, one part is the node; a `renaming` one has no other."""

    size: int
    origin: str
    name: str
    selected: Callable[[list[Any]], Parts] | None
    make: NodeBuilder | None
    alone: bool
    renaming: bool


def _reduction(rule: Rule) -> _Reduction:
    options = rule.options
    chosen = maybe_create_child_filter(rule.expansion, options.keep_all_tokens, False, list(options.empty_indices))
    name = str(rule.alias or options.template_source or rule.origin.name)
    # `?rule` of lark: with one child it is that child.
    alone = bool(options.expand1 and not rule.alias)
    return _Reduction(
        len(rule.expansion),
        rule.origin.name,
        name,
        chosen(list) if chosen else None,
        BUILDERS.get(name),
        alone,
        alone and not chosen and len(rule.expansion) == 1,
    )


@lru_cache(maxsize=2)
def _reductions(parser: Lark) -> Mapping[int, _Reduction]:
    """The rules of a parser's tables, by identity: they hash by all of their symbols."""
    states = parser.parse_interactive(start=parser.options.start[0]).parser_state.parse_conf.states
    rules = {id(rule): rule for actions in states.values() for action, rule in actions.values() if action is not Shift}
    return {key: _reduction(rule) for key, rule in rules.items()}


@define(slots=True)
class NodeParser:
    """A parser of one text."""

    parse_conf: ParseConf[Any]
    reductions: Mapping[int, _Reduction]
    state_stack: list[Any]
    _values: list[Any] = field(factory=list)
    _places: list[At | None] = field(factory=list)
    """Where each value stands, None of one without a token."""

    @classmethod
    def of(cls, parser: Lark, start: str) -> "NodeParser":
        configuration = parser.parse_interactive(start=start).parser_state.parse_conf
        return cls(configuration, _reductions(parser), [configuration.start_state])

    def feed(self, token: Token) -> None:
        """Take the next token. Raises UnexpectedToken."""
        self._reduce(token)
        self.state_stack.append(self.parse_conf.states[self.state_stack[-1]][token.type][1])
        self._values.append(token)
        self._places.append((token.start_pos or 0, token.end_pos or 0))

    def finish(self, end: Token) -> Any:
        """The node of what was fed. Raises UnexpectedToken where it is unfinished."""
        self._reduce(end)
        return self._values[-1]

    def _reduce(self, token: Token) -> None:
        """Reduce until a token can be shifted or, at the end of the text, all is one."""
        states, stack, terminal = self.parse_conf.states, self.state_stack, token.type
        values, places, end_state = self._values, self._places, self.parse_conf.end_state
        reductions = self.reductions
        while True:
            found = states[stack[-1]].get(terminal)
            if found is None:
                expected = {name for name in states[stack[-1]] if name.isupper()}
                raise UnexpectedToken(token, expected, state=self)
            action, target = found
            if action is Shift:
                return
            reduction = reductions[id(target)]
            # Most reductions are from one level of precedence to the next: nothing becomes of them.
            if reduction.renaming:
                stack[-1] = states[stack[-2]][reduction.origin][1]
                if terminal == "$END" and stack[-1] == end_state:
                    return
                continue
            size = reduction.size
            place: At | None = None
            nodes: list[Any] = []
            if size:
                nodes = values[-size:]
                within = [each for each in places[-size:] if each is not None]
                if within:
                    place = (within[0][0], within[-1][1])
                del stack[-size:], values[-size:], places[-size:]
            chosen = nodes if reduction.selected is None else reduction.selected(nodes)
            if reduction.alone and len(chosen) == 1:
                values.append(chosen[0])
            elif reduction.make is None:
                values.append(Tree(reduction.name, list(chosen)))
            else:
                values.append(reduction.make(place or (0, 0), chosen))
            places.append(place)
            stack.append(states[stack[-1]][reduction.origin][1])
            if terminal == "$END" and stack[-1] == end_state:
                return
