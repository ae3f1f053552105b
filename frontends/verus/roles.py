"""The roles of tokens that LALR(1) cannot tell: which brace opens what, where statements end, what is a keyword.

One walk over the raw tokens of a text, with a stack of the brackets that are open. A brace is the body of the innermost
construct at its level that waits for one (`if`, `while`, `fn`, …; the markers of a level); a struct literal after a
path, where none waits; a block in the place of an operand. An expression that ends in a brace and stands where a
statement begins is a statement by itself (Rust reference, "Expression statements"): `_END` follows it.
"""

from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from .scan import RawToken, VerusSource

MODES = frozenset({"spec", "proof", "exec", "axiom"})
MODIFIERS = frozenset(
    {"pub", "open", "closed", "uninterp", "const", "async", "unsafe", "extern", "broadcast", "default"}
    | {"tracked", "ghost"}
    | MODES
)
ITEMS = frozenset({"fn", "struct", "enum", "union", "impl", "trait", "mod", "use", "static", "type", "macro_rules"})
CLAUSES = frozenset(
    {"requires", "ensures", "recommends", "returns", "decreases", "invariant", "invariant_except_break"}
    | {"invariant_ensures", "default_ensures", "opens_invariants", "no_unwind", "when", "via"}
)
_SCOPES = frozenset({"crate", "self", "super", "in"})
_AFTER_NAME = frozenset({",", ")", "]", ";", ".", "=", ":", "::", "<", "?", "@"})
"""What follows a name and no keyword of a clause."""
_QUANTIFIERS = frozenset({"forall", "exists", "choose"})
_OPERATORS = frozenset({"implies", "has", "by", "is", "matches"})
"""Words that are operators after an operand, and names elsewhere."""
_BEFORE_OPERAND = CLAUSES | _OPERATORS | _QUANTIFIERS
EXPRESSION_MACROS = frozenset(
    {"vec", "seq", "set", "iset", "assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "panic"}
    | {"debug_assert_ne", "println", "print", "eprintln", "eprint", "format", "unreachable", "todo", "unimplemented"}
    | {"write", "writeln"}
)
"""Macros whose arguments are expressions, separated by commas (vstd's documentation; the Rust standard library)."""
MAP_MACROS = frozenset({"map", "imap"})
_WITH_BODY = frozenset({"if", "match", "while", "for", "loop", "unsafe", "proof", "async", "const"})
_HEADERS = frozenset({"fn", "struct", "enum", "union", "impl", "trait", "mod"})
_FIELDS = frozenset({"struct", "enum", "union"})
_ITEM_BODIES = frozenset({"impl", "trait", "mod", "extern", "verus"})
_BEFORE_BODY = frozenset({"loop", "unsafe", "proof", "async", "const", "else", "by", "move", ".."})
_CONSTANTS = frozenset({"const", "static"})
_AFTER_PATTERN = frozenset({"=", "&&", "||", "==>", "<==", "<==>", ",", "==", "!="})
RESERVED = frozenset(
    {"as", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false", "fn", "for", "if", "impl"}
    | {"in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "Self", "static", "struct"}
    | {"super", "trait", "true", "type", "unsafe", "use", "where", "while", "async", "await"}
)
"""Words that are never names (Rust reference, "Keywords")."""
_NAMES_OF_RUST = frozenset({"self", "Self", "super", "crate", "true", "false"})


@frozen(slots=True)
class RoleToken:
    """A token with its role. `terminal` is that of the grammar, or "" where the text is looked up. `soft`: it may be a
    name where no keyword can stand. `body_of`: of a brace, the kind of the item whose body it begins or ends."""

    text: str
    start: int
    end: int
    terminal: str = ""
    soft: bool = False
    body_of: str = ""


@define(slots=True)
class Marker:
    """A construct that waits for its body. `statement`: it stands where a statement begins. `ready`: its body may
    begin; of `for`, after `in`."""

    kind: str
    statement: bool = False
    ready: bool = True


@define(slots=True)
class BracketLevel:
    """An open bracket. `kind`: block, arms, items, fields, matches (of `matches!`) or list. `start`: a statement may
    begin here. `ends`: what this bracket closes is a statement. `chained`: `else`
    continues one that is a statement. `in_arm`: of `match`, `=>` is behind."""

    kind: str
    ends: bool = False
    body_of: str = ""
    markers: list[Marker] = field(factory=list)
    start: bool = True
    chained: bool = False
    in_arm: bool = False


def with_roles(source: VerusSource, level: str = "items") -> list[RoleToken]:
    """The tokens of a text with their roles. Raises ParseError as `VerusSource.tokens`."""
    return list(_Roles(source.tokens, source, [BracketLevel(level)]).walk())


@define(slots=True)
class _Roles:
    tokens: Sequence[RawToken]
    source: VerusSource
    levels: list[BracketLevel]
    place: int = 0
    operand: bool = False
    """Does an operand end just before this token?"""
    keyword: bool = False
    """Is the last word one of the keywords after which an operand begins?"""
    attribute: int = -1
    """The place after the last attribute."""

    def walk(self) -> Iterator[RoleToken]:
        tokens = self.tokens
        while (token := tokens[self.place]).kind != "end":
            # The innermost open bracket decides what a token can be.
            level = self.levels[-1]
            self.operand = self._after_operand()
            # Whether a statement may begin here: consumed by the first token.
            starts, level.start = level.start and level.kind in ("block", "arms"), False
            # An invisible token before an item, since an expression may begin with the same words.
            if starts and level.kind == "block" and self._begins_item():
                yield RoleToken("", token.start, token.start, "_ITEM")
                starts = False
                level.markers.clear()
            if token.text == "#" and self._is_attribute():
                yield from self._attribute(level, starts)
            # What a macro is defined as is text, in a body as outside of one.
            elif token.text == "macro_rules" and level.kind == "block" and self._text(3) in ("(", "[", "{"):
                yield self._definition_of_macro(level)
            # The path of a macro is part of it: `std::vec!`.
            elif ahead := self._path_of_macro():
                self.place += ahead
                yield from self._macro(self.tokens[self.place], level, starts, token.start)
            elif token.kind == "word":
                yield from self._word(token, level, starts)
            elif token.kind == "symbol":
                yield from self._symbol(token, level, starts)
            # A label before a loop.
            elif token.kind == "lifetime" and starts and self._text(1) == ":":
                self.place += 2
                yield RoleToken(token.text, token.start, token.end, "LIFETIME")
                colon = tokens[self.place - 1]
                yield RoleToken(":", colon.start, colon.end)
                level.start = True
            else:
                self.place += 1
                yield RoleToken(token.text, token.start, token.end, _terminal(token))

    def _text(self, ahead: int) -> str:
        place = self.place + ahead
        return self.tokens[place].text if 0 <= place < len(self.tokens) else ""

    def _kind(self, ahead: int) -> str:
        place = self.place + ahead
        return self.tokens[place].kind if 0 <= place < len(self.tokens) else "end"

    def _is_attribute(self) -> bool:
        return self._text(1) == "[" or (self._text(1) == "!" and self._text(2) == "[")

    def _begins_item(self) -> bool:
        """Do an item's attributes and modifiers begin here, and then its keyword?"""
        place = self.place
        tokens = self.tokens
        while tokens[place].text == "#" and tokens[place + 1].text == "[":
            place = (tokens[place + 1].close or place + 1) + 1
        while tokens[place].text in MODIFIERS:
            # `const` is a modifier before `fn`, and an item of its own before a name with a type.
            if tokens[place].text == "const" and tokens[place + 1].kind == "word" and tokens[place + 2].text == ":":
                return True
            place += 1
            # `pub(crate)`, `open(super)`, `spec(checked)`: what is in the brackets is a part of the modifier.
            if tokens[place].text == "(" and tokens[place - 1].text in ("pub", "open", "spec"):
                place = (tokens[place].close or place) + 1
            elif tokens[place].kind == "string" and tokens[place - 1].text == "extern":
                place += 1
        # What follows are words that are names elsewhere: they begin an item only before what such an item needs.
        word, after = tokens[place].text, tokens[place + 1]
        # `union` and `macro_rules` are names in plain Rust.
        if word == "union":
            return after.kind == "word" and tokens[place + 2].text in ("{", "<")
        if word == "macro_rules":
            return after.text == "!"
        if word in ("use", "crate") and tokens[place - 1].text in ("broadcast", "extern"):
            return True
        return word in ITEMS and (after.kind == "word" or word in ("use", "impl"))

    def _attribute(self, level: BracketLevel, starts: bool) -> Iterator[RoleToken]:
        first = self.tokens[self.place]
        inner = self._text(1) == "!"
        opened = self.tokens[self.place + (2 if inner else 1)]
        self.place = (opened.close or self.place) + 1
        self.attribute, end = self.place, self.tokens[self.place - 1].end
        yield RoleToken(
            self.source.text[first.start : end], first.start, end, "INNER_ATTRIBUTE" if inner else "ATTRIBUTE"
        )
        # An attribute is part of the statement or item that follows: where one may begin, it still may.
        level.start = starts

    def _word(self, token: RawToken, level: BracketLevel, starts: bool) -> Iterator[RoleToken]:
        word, after = token.text, self._text(1)
        if (closing := self._end_of_atomic()) is not None:
            end = self.tokens[closing].end
            self.place = closing + 1
            yield RoleToken(self.source.text[token.start : end], token.start, end, "ATOMICALLY")
            return
        # After a clause word or an operator, `!` before a bracket is a negation and no macro.
        if (
            after == "!"
            and word not in RESERVED | CLAUSES
            and not (word in _OPERATORS and self.operand)
            and self._text(2) in ("(", "[", "{")
        ):
            yield from self._macro(token, level, starts, token.start)
            return
        terminal = self._role(word, after, level, starts)
        self.keyword = terminal != "IDENT" and word in _BEFORE_OPERAND
        # A word that something later belongs to leaves a marker for the brace or symbol that comes.
        if word == "else":
            level.markers.append(Marker("else", level.chained))
            level.chained = False
        elif level.kind == "items" and (terminal == "_CONST_ITEM" or word == "static"):
            level.markers.append(Marker(word))
        elif terminal != "IDENT" and (word in _WITH_BODY or word in _HEADERS):
            self._expect_body(word, after, level, starts)
        elif word == "in" and level.markers:
            level.markers[-1].ready = True
        elif word == "assert" and terminal != "IDENT":
            self._expect_proof(level, starts)
        elif word in CLAUSES and terminal != "IDENT" and not level.markers:
            level.markers.append(Marker("closure"))
        elif word == "let" or (word == "matches" and terminal != "IDENT"):
            level.markers.append(Marker("pattern"))
        self.place += 1
        scoped = word == "pub" and self._text(1) in _SCOPES
        checked = word == "spec" and self._text(1) == "checked"
        if after == "(" and terminal != "IDENT" and (scoped or checked or word == "open"):
            closing = self.tokens[self.place].close or self.place
            self.place, end = closing + 1, self.tokens[closing].end
            yield RoleToken(self.source.text[token.start : end], token.start, end, "RESTRICTED")
            return
        yield RoleToken(word, token.start, token.end, terminal, not terminal and word not in RESERVED)

    def _role(self, word: str, after: str, level: BracketLevel, starts: bool) -> str:
        """The terminal of a word: IDENT, one that the lexer makes, or "" where the grammar decides."""
        # After a member's dot, `fn` and `r#` every word is a name, whatever it means elsewhere.
        before = self._text(-1)
        # The mode of a result without a name (`-> tracked T`), and no variant's field (`x->tracked`).
        if before == "->" and word in ("tracked", "ghost") and (self._kind(1) == "word" or after in ("&", "(", "[")):
            return ""
        if (
            word.startswith("r#")
            or before == "fn"
            or (before in (".", "->") and word not in RESERVED | {"spec_fn", "proof_fn"})
        ):
            return "IDENT"
        # Inside an expression `let` is a condition, as in `if let`; only at the start of a statement does it declare.
        if word == "let":
            return "" if starts else "_LET_IN"
        if word in _OPERATORS:
            return "" if self.operand else "IDENT"
        if before == "let" and word in ("ghost", "tracked"):
            return "IDENT" if after in ("=", ":", ";", ",") else ""
        if word == "const" and self._kind(1) == "word" and self._text(2) == ":" and self._text(-1) not in ("<", ","):
            return "_CONST_ITEM"
        if word in RESERVED:
            return ""
        if word in CLAUSES and (before == "::" or after in _AFTER_NAME):
            return "IDENT"
        if word in ("forall", "exists", "choose"):
            return "" if after == "|" else "IDENT"
        # These are names in plain Rust: they are read as Verus means them only before what may follow them there.
        if word in ("proof", "tracked", "ghost", "spec", "exec", "axiom", "open", "closed", "uninterp", "broadcast"):
            follows = self._kind(1) == "word" and after not in _OPERATORS | CLAUSES | {"as", "else"}
            block = word == "proof" and after == "{" and (starts or not level.markers)
            scoped = after == "(" and self._text(2) in {"open": _SCOPES, "spec": ("checked",)}.get(word, ())
            receiver = word == "tracked" and after == "&" and self._begins_parameters()
            return "" if follows or block or scoped or receiver else "IDENT"
        if word == "assert":
            return "" if after in ("(", "forall") else "IDENT"
        if word == "union":
            return "" if level.kind == "items" and self._kind(1) == "word" else "IDENT"
        if word in ("spec_fn", "proof_fn"):
            return "" if after == "(" else "IDENT"
        return ""

    def _begins_parameters(self) -> bool:
        """Is this the first word after the parenthesis of a function's parameters, as in `fn f(tracked &self)`?"""
        if self._text(-1) != "(" or len(self.levels) < 2:
            return False
        markers = self.levels[-2].markers
        return bool(markers) and markers[-1].kind == "fn" and (self._text(-3) == "fn" or self._text(-2) == ">")

    def _expect_body(self, word: str, after: str, level: BracketLevel, starts: bool) -> None:
        if word == "if" and level.kind in ("arms", "matches") and not level.in_arm:
            return  # the guard of an arm, where a struct literal may stand
        if word in _HEADERS and self._kind(1) != "word" and word not in ("impl",):
            return  # the type `fn(A)`
        is_item = level.kind == "block" and not level.markers and self._text(-1) in ("{", "}", ";", "unsafe", "]")
        if word == "impl" and level.kind != "items" and not is_item:
            return  # the type `impl T`
        if word == "impl" and self._text(-1) in ("->", ":", "&", "<", "(", ",", "mut", "="):
            return
        if word in ("const", "async", "unsafe", "proof") and after not in ("{", "move"):
            return
        if word == "for" and after == "<":
            return  # `for<'a> Fn(&'a T)`
        if word == "for" and (level.kind == "items" or (level.markers and level.markers[-1].kind == "impl")):
            return  # `impl T for S`
        statement = starts or (level.markers and level.markers[-1].kind == "else" and level.markers[-1].statement)
        if level.markers and level.markers[-1].kind == "else":
            level.markers.pop()
        level.markers.append(Marker(word, bool(statement), ready=word != "for"))

    def _expect_proof(self, level: BracketLevel, starts: bool) -> None:
        place = self.place + 1
        closing = self.tokens[place].close
        has_proof = closing is not None and self.tokens[closing + 1].text == "by"
        if has_proof or self.tokens[place].text == "forall":
            level.markers.append(Marker("assert", starts))

    def _path_of_macro(self) -> int:
        """How many tokens are before the name of the macro in its path (`std::println!`); 0 where here is none."""
        ahead = 1 if self._text(0) == "::" and self._kind(-1) != "word" else 0
        while self._kind(ahead) == "word" and self._text(ahead + 1) == "::":
            ahead += 2
        named = self._kind(ahead) == "word" and self._text(ahead + 1) == "!"
        return ahead if named and self._text(ahead + 2) in ("(", "[", "{") else 0

    def _end_of_atomic(self) -> int | None:
        """Where what `atomically` says ends, which is one token: `atomically (name) { … },` of a function, and
        `atomically |name| { … }` after a call. None where the word is a name."""
        before, tokens = self._text(-1), self.tokens
        # The grammar knows no such clause, and no specification depends on it: it is skipped with all that it holds.
        if self._text(0) != "atomically" or self._kind(2) != "word" or before in RESERVED or not before:
            return None
        brackets = (self._text(1), self._text(3))
        of_function = brackets == ("(", ")") and before not in (".", "::", "=", ",", ";")
        if self._text(4) != "{" or not (of_function or (brackets == ("|", "|") and before == ")")):
            return None
        closing = tokens[self.place + 4].close or self.place + 4
        return closing + 1 if of_function and tokens[closing + 1].text == "," else closing

    def _macro(self, token: RawToken, level: BracketLevel, starts: bool, first: int) -> Iterator[RoleToken]:
        """A macro's tokens; `first`: where its path begins."""
        name = token.text
        opened = self.tokens[self.place + 2]
        # What is in `verus! { … }` is read as the items of the file are.
        if name == "verus" and opened.text == "{" and level.kind == "items":
            self.place += 2
            yield RoleToken("verus!", first, opened.start, "VERUS")
            level.markers.append(Marker("verus"))
            return
        kinds = {"matches": "MACRO_MATCHES", **dict.fromkeys(MAP_MACROS, "MACRO_MAP")}
        terminal = "MACRO" if name in EXPRESSION_MACROS else kinds.get(name, "")
        # The arguments of these macros are expressions: the brackets are read on as tokens.
        if (level.kind != "items" or level.markers) and terminal and not (starts and opened.text == "{"):
            self.place += 2
            yield RoleToken(f"{name}!", first, opened.start, terminal)
            return
        # The text inside any other macro may be anything: all of it is one token.
        closing = opened.close or self.place + 2
        end = self.tokens[closing].end
        self.place = closing + 1
        # With braces, at the beginning of a statement, a macro is one; `m! { … }.f()` goes on.
        ends = starts and opened.text == "{" and self._text(0) not in (".", "?", ";")
        yield RoleToken(self.source.text[first:end], first, end, "MACRO_BLOCK" if ends else "MACRO_OPAQUE")
        if opened.text == "{":
            yield from self._end_statement(level, ends, end)
            if level.kind == "items" and terminal == "":
                level.markers.clear()

    def _definition_of_macro(self, level: BracketLevel) -> RoleToken:
        """`macro_rules! name { … }`, or with other brackets and a semicolon, as one token."""
        first, opened = self.tokens[self.place], self.tokens[self.place + 3]
        # Brackets match: the scanner refuses a text in which they do not.
        assert opened.close is not None
        self.place = opened.close + 1
        if self._text(0) == ";":
            self.place += 1
        level.start = True
        end = self.tokens[self.place - 1].end
        return RoleToken(f"macro_rules\0{self.source.text[first.start : end]}", first.start, end, "ITEM_TEXT")

    def _end_statement(self, level: BracketLevel, is_statement: bool, end: int) -> Iterator[RoleToken]:
        following = self._text(0)
        # `match x { … }.f()` goes on with what the brace has ended, and so do `?` and Verus' arrow.
        if is_statement and following not in (".", "?", "->"):
            level.start, level.in_arm = True, False
            yield RoleToken("", end, end, "_END")

    def _symbol(self, token: RawToken, level: BracketLevel, starts: bool) -> Iterator[RoleToken]:
        text = token.text
        if text in ("(", "["):
            terminal = "_OPEN_RESULT" if text == "(" and self._opens_result() else ""
            is_matches = self._text(-1) == "!" and self._text(-2) == "matches"
            self.levels.append(BracketLevel("matches" if is_matches else "list"))
            self.place += 1
            yield RoleToken(text, token.start, token.end, terminal)
        elif text == "{":
            yield from self._brace(token, level, starts)
        elif text in (")", "]", "}"):
            yield from self._close(token)
        elif text == "!" and self._text(1) in ("is", "has") and self.operand:
            # `!is` and `!has` are one operator, of two tokens for Rust: `x !is Some`. Before an operand `!` is the
            # negation.
            following = self.tokens[self.place + 1]
            self.place += 2
            self.keyword = following.text == "has"
            yield RoleToken("!" + following.text, token.start, following.end)
        else:
            self._separate(text, level)
            self.place += 1
            yield RoleToken(text, token.start, token.end)

    def _separate(self, text: str, level: BracketLevel) -> None:
        """What a separator or an arrow ends."""
        markers = level.markers
        if text == ";":
            markers.clear()
            level.start = True
        elif text == "=>":
            markers.clear()
            level.in_arm = True
            level.start = level.kind == "arms"
        # The next arm begins with its pattern and guard, in which a struct literal may stand.
        elif text == "," and level.kind == "arms" and not markers:
            level.in_arm = False
        elif text == "|":
            # The second bar of a closure's parameters; between an operand and another one it is `or`.
            if markers and markers[-1].kind == "bars":
                markers.pop()
            elif not self.operand:
                markers.append(Marker("bars"))
        elif text in _AFTER_PATTERN and markers and markers[-1].kind == "pattern":
            markers.pop()
        elif text == "=" and markers and markers[-1].kind in _CONSTANTS and level.kind == "items":
            markers[-1].ready = False  # what follows is a value, no body behind clauses
        elif text == "->" and self._text(-1) in ("|", "||") and level.kind != "items":
            markers.append(Marker("closure"))

    def _opens_result(self) -> bool:
        """Is this the parenthesis of `-> (name: T)`?"""
        if self._text(-1) != "->":
            return False
        place = self.place + 1
        tokens = self.tokens
        # Modes of a result; a result of such a name is followed by a colon.
        while tokens[place].text in ("tracked", "ghost", "mut") and tokens[place + 1].text != ":":
            place += 1
        if tokens[place].close is not None:
            return (
                tokens[place].text == "("
                and tokens[tokens[place].close or 0].text == ")"
                and tokens[(tokens[place].close or 0) + 1].text == ":"
            )
        if tokens[place].text in ("Tracked", "Ghost") and tokens[place + 1].close is not None:
            place = tokens[place + 1].close or place
        return tokens[place + 1].text == ":"

    def _after_operand(self) -> bool:
        if self.place == self.attribute:
            return False
        kind, text = self._kind(-1), self._text(-1)
        # `return`, `in` and other keywords want an operand after them, as an operator does; `self` and `true` are ones.
        if kind == "word":
            return not self.keyword and (text not in RESERVED or text in _NAMES_OF_RUST)
        if kind in ("number", "string", "char", "byte", "lifetime"):
            return kind != "lifetime" or self._text(-2) != "break"
        return text in (")", "]", "}", "?", "@")

    def _brace(self, token: RawToken, level: BracketLevel, starts: bool) -> Iterator[RoleToken]:
        # First whoever waits for a body, since `if x == S { … }` has no struct literal (Rust reference, "Struct
        # expressions").
        marker = self._waiting(level)
        if marker is not None:
            level.markers.remove(marker)
            kind = "arms" if marker.kind == "match" else "block"
            kind = "fields" if marker.kind in _FIELDS else "items" if marker.kind in _ITEM_BODIES else kind
            inner = BracketLevel(
                kind, marker.statement, marker.kind if marker.kind in {*_HEADERS, *_CONSTANTS, "verus"} else ""
            )
            terminal = "_BODY"
        elif level.kind == "fields":
            inner, terminal = BracketLevel("fields"), "_BODY"
        elif self._opens_struct(level):
            inner, terminal = BracketLevel("list"), "_OPEN_STRUCT"
        else:
            inner, terminal = BracketLevel("block", starts), ""
            if level.kind == "items" and not level.markers:
                inner.body_of = "unknown"
        self.levels.append(inner)
        self.place += 1
        yield RoleToken("{", token.start, token.end, terminal, body_of=inner.body_of)

    def _waiting(self, level: BracketLevel) -> Marker | None:
        """The construct whose body this brace begins."""
        markers = level.markers
        # `let S { a, b } = s` and `|S { a }|`: the brace is one of the pattern.
        if markers and markers[-1].kind in ("pattern", "bars"):
            if self._after_name():
                return None
            markers.pop()
        if not markers:
            return None
        marker, before = markers[-1], self._text(-1)
        if not marker.ready:
            return None
        if self.operand and before not in _BEFORE_BODY:
            return marker
        if before in _BEFORE_BODY or (marker.kind == "verus"):
            return marker
        if marker.kind in _HEADERS and before in (">", "*", "!"):
            return marker
        if before == ">":
            return marker  # `None::<u8> {`: no block is an operand of `>` there
        if before == "," or before in CLAUSES or before == "where":
            # In a list of clauses a block is an expression where a comma follows it.
            closing = self.tokens[self.place].close
            followed = marker.kind == "fn" and closing is not None and self.tokens[closing + 1].text == ","
            return None if followed else marker
        return None

    def _after_name(self) -> bool:
        text = self._text(-1)
        return (
            self._kind(-1) == "word" and not self.keyword and text != "_" and (text not in RESERVED or text == "Self")
        ) or text == ">"

    def _opens_struct(self, level: BracketLevel) -> bool:
        if (level.kind == "items" and not level.markers) or not self._after_name():
            return False
        markers = level.markers
        return not markers or markers[-1].kind in ("pattern", "bars") or not markers[-1].ready

    def _close(self, token: RawToken) -> Iterator[RoleToken]:
        closed = self.levels.pop() if len(self.levels) > 1 else self.levels[0]
        level = self.levels[-1]
        self.place += 1
        yield RoleToken(token.text, token.start, token.end, body_of=closed.body_of)
        if token.text != "}":
            return
        # An `else` goes on with the same statement, so that this does not end here.
        if self._text(0) == "else" and not closed.body_of:
            level.chained = closed.ends
        elif closed.body_of and level.kind == "block":
            level.start = True
            level.markers.clear()
        elif closed.body_of:
            level.markers.clear()
        else:
            yield from self._end_statement(level, closed.ends, token.end)


def _terminal(token: RawToken) -> str:
    if token.kind == "number":
        text = token.text.replace("_", "").lower()
        if text.startswith(("0x", "0o", "0b")):
            return "INT"
        # `1e5` is a float; in `5isize` and `7usize` the letter belongs to the suffix.
        is_float = "." in text or text.endswith(("f32", "f64")) or ("e" in text and "u" not in text and "i" not in text)
        return "FLOAT" if is_float else "INT"
    if token.kind == "string":
        return "BYTES" if token.text.startswith("b") else "STRING"
    return {"byte": "BYTE", "char": "CHAR", "lifetime": "LIFETIME"}[token.kind]
