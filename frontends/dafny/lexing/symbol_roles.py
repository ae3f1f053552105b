"""The roles of brackets and symbols: which `{` opens a body and which a set, which `<` type arguments, which `|` a
size."""

from collections.abc import Iterator

from lark import Token

from ..dialect import VersionMark
from .frames import AFTER_OPERAND, BEFORE_STATEMENT, LAMBDA_CLAUSES, PARTS, Frame, Header, State
from .lookahead import lambda_follows, type_arguments_follow
from .reading_state import ReadingState
from .scan import Raw
from .vocabulary import COLLECTIONS, CONTAINERS, FUNCTIONS, METHODS, RELATIONS


class SymbolRoles(ReadingState):
    """The part of `Roles` that reads symbols."""

    def _symbol(self, raw: Raw) -> Iterator[Token]:
        match raw.text:
            case "{":
                yield self._open_brace(raw)
            case "(" | "[":
                yield self._open(raw)
            case ")" | "]" | "}":
                yield self._close(raw)
            case "<":
                yield self._less(raw)
            case ">":
                yield self._greater(raw)
            case "|":
                yield self._bar(raw)
            case ";":
                yield self._semicolon(raw)
            case "!!" if not self._operand:
                yield self._emit("BANG", Raw("symbol", "!", raw.start, raw.start + 1))
                yield self._emit("BANG", Raw("symbol", "!", raw.start + 1, raw.end))
            case "@" if self._level is Frame.DECLARATIONS and not self._adjacent(raw):
                self._pass_attribute(raw)
            case ":-" if self._state not in AFTER_OPERAND | BEFORE_STATEMENT:
                self._pending.begin("semicolon")
                yield self._plain(raw)
            case ":=" if self._lenient and self._follows_at_once("=", raw):
                yield self._plain(Raw("symbol", "==", raw.start, self.scanner.next().end))
            case _:
                yield self._plain(raw)

    def _plain(self, raw: Raw) -> Token:
        statement = False
        match raw.text:
            case "::":
                self._end_part(Frame.BINDERS)
            case ":":
                statement = self._state is State.LABEL
            case "=>":
                statement = self._end_pattern() and self._level is Frame.STATEMENTS
                self._end_part(Frame.LAMBDA)
            case "=" if self._header is not None:
                self._header.defined = True
        # A `*` where an operand is expected is the wildcard of `decreases *`.
        operand = raw.text == "..." or (raw.text == "*" and not self._operand)
        return self._emit(self._vocabulary.symbols[raw.text], raw, operand, statement)

    def _end_pattern(self) -> bool:
        """End the pattern of a `case`, with the parts inside it; false where there is none."""
        if Frame.PATTERN not in self._frames:
            return False
        # The innermost one: a guard may contain a match.
        del self._frames[len(self._frames) - 1 - self._frames[::-1].index(Frame.PATTERN)]
        return True

    def _follows_at_once(self, text: str, raw: Raw) -> bool:
        following = self.scanner.peek()
        return following.text == text and following.start == raw.end

    def _adjacent(self, raw: Raw) -> bool:
        """Does the token touch the one before?"""
        return raw.start > 0 and not self.source.text[raw.start - 1].isspace()

    def _pass_attribute(self, raw: Raw) -> None:
        """Pass over an attribute of Dafny 4.10: `@Name` or `@Name(...)`."""
        place = self.source.span(raw.start, raw.end)
        self.source.marks.append(VersionMark("an attribute after @", "4", "4", place))
        while self.scanner.peek().kind == "word" or self.scanner.peek().text == ".":
            name = self.scanner.next()
            listed = ""
            if self.scanner.peek().text == "(" and self.scanner.peek().start == name.end:
                listed = self.source.text[name.end : self.scanner.skip(self.scanner.next())]
            if name.text == "AutoContracts":
                self.source.autocontracts.append((name.start, listed[1:-1].strip() != "false"))
            if listed:
                return
            if self.scanner.peek().text != "." and name.kind == "word":
                return

    def _open_brace(self, raw: Raw) -> Token:
        level, header = self._level, self._header
        if self._end_part(Frame.PROOF):
            return self._skip(raw)
        if self._operand and self._end_part(Frame.MATCH):
            return self._open(raw)
        if level is Frame.DECLARATIONS and header is not None and (self._operand or self._before == "_END"):
            return self._open_body(raw, header)
        if level is Frame.STATEMENTS:
            block = self._state is State.BLOCK and self._opens_block()
            if block or self._state in AFTER_OPERAND | BEFORE_STATEMENT:
                return self._skip(raw)
        return self._open(raw)

    def _opens_block(self) -> bool:
        """Is the brace just taken, which follows `if`, `while` or the like, no set that is compared?"""
        if self._before not in ("IF", "WHILE"):
            return True
        first, second = self.scanner.peek(), self.scanner.peek(1)
        return first.text == "case" or (first.text == "}" and second.text not in RELATIONS)

    def _open_body(self, raw: Raw, header: Header) -> Token:
        self._settle()
        self._header = None
        self._pending.drop()
        if header.word in METHODS:
            return self._skip(raw, "TEST_BODY" if self._is_test(header) else "BODY")
        self._pending.depth += 1
        self._frames.append(Frame.DECLARATIONS if header.word in CONTAINERS else Frame.EXPRESSION)
        return self._emit("LBRACE", raw)

    def _is_test(self, header: Header) -> bool:
        """A method that tests others: named so or marked {:test}, without parameters and postconditions."""
        marked = any(a.start > header.start and a.text.startswith("{:test") for a in self.scanner.attributes[-8:])
        named = "test" in header.name.lower() or header.name == "Main"
        return header.word == "method" and (named or marked) and header.parameters is False and not header.ensures

    def _skip(self, raw: Raw, terminal: str = "BODY") -> Token:
        self._settle()
        end = self.scanner.skip(raw)
        return self._emit(terminal, Raw("symbol", self.source.text[raw.start : end], raw.start, end), operand=True)

    def _open(self, raw: Raw) -> Token:
        opens_lambda = raw.text == "(" and self._opens_lambda()
        header = self._header
        if raw.text == "(" and header is not None and header.parameters is None and self._level is Frame.DECLARATIONS:
            header.parameters = self.scanner.peek().text != ")"
        bound = raw.text == "(" and self._before in ("FORALL", "PARALLEL") and self._level is Frame.STATEMENTS
        token = self._emit("_OPEN_LAMBDA" if opens_lambda else self._vocabulary.symbols[raw.text], raw)
        self._pending.depth += 1
        self._frames.append(Frame.EXPRESSION)
        if bound:
            self._frames.append(Frame.BINDERS)
        return token

    def _opens_lambda(self) -> bool:
        """Is the parenthesis just taken the one of `(x, y: T) => ...`?"""
        if self._operand or Frame.PATTERN in self._frames:
            return False
        if self._level is Frame.DECLARATIONS and not self._in_clause():
            return False
        first, second = self.scanner.peek(), self.scanner.peek(1)
        if first.text != ")" and not (first.kind == "word" and second.text in (":", ",", ")")):
            return False
        inside = self._frames[-1] in LAMBDA_CLAUSES
        return lambda_follows(self.scanner, inside)

    def _in_clause(self) -> bool:
        """At the level of declarations: inside an expression, not in the parameters or results of a header?"""
        return self._before not in ("RETURNS", "YIELDS", "CONSTRUCTOR", "METHOD", "LEMMA", "COLON")

    def _close(self, raw: Raw) -> Token:
        while len(self._frames) > 1 and self._frames[-1] in PARTS | {Frame.BARS, Frame.ANGLES}:
            self._frames.pop()
        self._pending.drop()
        if len(self._frames) > 1:
            self._frames.pop()
            self._pending.depth -= 1
        return self._emit(self._vocabulary.symbols[raw.text], raw, operand=True)

    def _semicolon(self, raw: Raw) -> Token:
        """`var x := e; b` has a semicolon of its own, as has a clause. Another one follows the call of a lemma."""
        inner = self._pending.innermost
        if inner == "semicolon":
            self._end_part(Frame.BINDERS)
            self._pending.end(inner)
            return self._emit("SEMICOLON", raw)
        self._settle()
        if inner is not None or self._level not in (Frame.STATEMENTS, Frame.DECLARATIONS):
            self.after_calls.append((raw.start, raw.end))
            return self._emit("_AFTER_CALL", raw)
        return self._emit("_END", raw)

    def _bar(self, raw: Raw) -> Token:
        top = self._frames[-1]
        if self._end_part(Frame.BINDERS):
            return self._emit("_SUCH_BAR", raw)
        if self._operand and top is Frame.BARS:
            self._frames.pop()
            return self._emit("_CLOSE_BAR", raw, operand=True)
        if self._operand or self._before == "EQUAL" or (self._before == "CASE" and not self._guards):
            return self._emit("VBAR", raw)
        token = self._emit("_OPEN_BAR", raw)
        self._frames.append(Frame.BARS)
        return token

    def _less(self, raw: Raw) -> Token:
        following = self.scanner.peek()
        if self._frames[-1] is Frame.BINDERS and self._operand and following.text == "-" and following.start == raw.end:
            self.scanner.next()
            return self._emit("FROM", Raw("symbol", "<-", raw.start, following.end))
        if self._opens_angles():
            token = self._emit("_OPEN_ANGLE", raw)
            self._frames.append(Frame.ANGLES)
            return token
        return self._emit("LESSTHAN", raw)

    def _opens_angles(self) -> bool:
        """Is the `<` just taken the one of type parameters or arguments?"""
        if self._before.lower() in COLLECTIONS or self._frames[-1] is Frame.ANGLES:
            return True
        header = self._header
        if header is not None and self._level is Frame.DECLARATIONS:
            before_parameters = header.word in METHODS | FUNCTIONS and header.parameters is None
            if self._operand and (before_parameters or (header.word in CONTAINERS and not header.defined)):
                return True
        in_type = self._state is State.TYPE_OPERATOR
        return self._before == "IDENT" and type_arguments_follow(self.scanner, self._vocabulary, in_type)

    def _greater(self, raw: Raw) -> Token:
        if self._frames[-1] is Frame.ANGLES:
            self._frames.pop()
            return self._emit("_CLOSE_ANGLE", raw, operand=True)
        following = self.scanner.peek()
        if self._operand and following.text == ">" and following.start == raw.end:
            self.scanner.next()
            return self._emit("SHIFT_RIGHT", Raw("symbol", ">>", raw.start, following.end))
        return self._emit("MORETHAN", raw)
