"""From raw tokens to the tokens of the grammar: every ambiguous symbol gets the role it has where it stands.

What decides is little (see `frames.py`): what the token before has left open, the brackets and parts around it, and
the declaration whose header is being read. The rules follow Dafny's own parser where it looks ahead
(IsGenericInstantiation, IsLambda).
"""

from collections.abc import Iterator

from lark import Token

from .frames import BEFORE_STATEMENT, Frame, Header, State
from .lookahead import block_follows, is_keyword
from .scan import Raw
from .symbol_roles import SymbolRoles
from .vocabulary import CLAUSES, COLLECTIONS, DECLARATIONS, MODIFIERS, OPERAND_WORDS, SOFT, TO_SEMICOLON


class Roles(SymbolRoles):
    """One pass over a text. `frame` is what the text is: DECLARATIONS (a file), STATEMENTS, ALTERNATIVES (statements
    after guards, which may begin with `|`) or EXPRESSION.

    `lenient` reads two slips that are common in the test snippets of data sets: `x :== y` for `x == y`, and no
    semicolon at the end.
    """

    def tokens(self) -> Iterator[Token]:
        """The tokens of the grammar. Raises ParseError where the text is not even made of tokens."""
        while True:
            raw = self.scanner.next()
            match raw.kind:
                case "end":
                    if self._lenient and self._before not in ("", "_END", "BODY"):
                        yield self._emit("_END", raw)
                    return
                case "word":
                    yield from self._word(raw)
                case "symbol":
                    yield from self._symbol(raw)
                case "number":
                    yield from self._number(raw)
                case kind:
                    yield self._emit(kind.upper(), raw, operand=True)

    def _word(self, raw: Raw) -> Iterator[Token]:
        text = raw.text
        terminal = self._vocabulary.words.get(text)
        # Soft words are names in most places. They are decided here, as the grammar has one terminal for each word.
        soft_name = text in SOFT and not is_keyword(text, self._place(), self.scanner.peek())
        soft_name |= text == "parallel" and not (self._state in BEFORE_STATEMENT and block_follows(self.scanner))
        # After a dot every word is a member's name, even a reserved one.
        if terminal is None or self._before == "DOT" or soft_name:
            yield self._name(raw)
            return
        # `ghost witness` is one word to the grammar: the witness of a type is read alike in both cases.
        if text == "ghost" and self.scanner.peek().text == "witness":
            return
        if self._before in self._assigning and text in ("assert", "assume", "expect"):
            yield self._emit("_CHECKED", raw)
            return
        # `decreases to` compares two values, while `decreases` begins a clause; only what follows tells them apart.
        if text in ("decreases", "nonincreases") and self._relates():
            yield self._emit("DECREASES_TO", Raw("word", text, raw.start, self.scanner.next().end))
            return
        if self._level is Frame.DECLARATIONS:
            self._declaration_word(raw)
        # The word may end what is pending, and only then may it begin a part of its own.
        self._pending_word(text)
        frame = self._part_after(text)
        yield self._emit(terminal, raw, operand=text in OPERAND_WORDS)
        # The new frame is for what follows: the word itself was still emitted in the old one.
        if frame is not None:
            self._frames.append(frame)

    def _relates(self) -> bool:
        """Is `decreases to` an operator, and no clause about what is called `to`? In parentheses it is read as a part
        of these, for there may be several values on both sides."""
        outside = self._level in (Frame.DECLARATIONS, Frame.STATEMENTS)
        first, second = self.scanner.peek(), self.scanner.peek(1)
        return outside and self._operand and first.text == "to" and (second.kind != "symbol" or second.text == "(")

    def _part_after(self, text: str) -> Frame | None:
        """The part of the text that a word begins."""
        match text:
            case "forall" | "exists":
                return Frame.BINDERS
            case "requires" | "reads" if self._only_of_lambdas():
                return Frame.LAMBDA
            case "match" if self._matches():
                return Frame.MATCH
            case "case":
                self._end_part(Frame.MATCH)  # this match has no braces
                return Frame.PATTERN
            case "by" | "calc":
                return Frame.PROOF
            case "ensures" if self._level is Frame.EXPRESSION:
                self._end_part(Frame.BINDERS)
                return Frame.CLAIM
            case _ if text in COLLECTIONS and self.scanner.peek().kind == "word":
                return Frame.BINDERS
            case _:
                return None

    def _matches(self) -> bool:
        """Is `match` in an expression outside brackets, where the next brace could be taken for a body?"""
        if self._level is Frame.STATEMENTS:
            return self._state not in BEFORE_STATEMENT
        return self._level is Frame.DECLARATIONS and self._header is not None

    def _declaration_word(self, raw: Raw) -> None:
        """Keep track of headers."""
        text, header = raw.text, self._header
        if text in DECLARATIONS and self._begins_declaration(text):
            self._settle()
            self._header = Header(text, raw.start)
        elif header is not None and text in CLAUSES:
            self._settle()
            self._pending.drop()
            header.ensures |= text == "ensures"

    def _pending_word(self, text: str) -> None:
        """Keep track of the parts of expressions that a semicolon or an `else` ends."""
        declares = self._level is Frame.DECLARATIONS and (text in DECLARATIONS and self._begins_declaration(text))
        if self._state in BEFORE_STATEMENT or declares or (text == "if" and self._state is State.BLOCK):
            return
        if text in TO_SEMICOLON:
            self._pending.begin("semicolon")
        elif text == "if":
            self._pending.begin("else")
        elif text == "else":
            self._pending.end("else")
        elif text == "by" and self.scanner.peek().text == "{":
            self._pending.end("semicolon")

    def _begins_declaration(self, text: str) -> bool:
        if text == "method":
            return self._before not in ("FUNCTION", "PREDICATE", "BY")
        if text == "var":
            modified = self._before.lower() in MODIFIERS
            return self._operand or modified or self._before in ("", "LBRACE", "RBRACE", "_END", "BODY")
        return True

    def _name(self, raw: Raw) -> Token:
        if self._header is not None and not self._header.name:
            self._header.name = raw.text
        following = self.scanner.peek()
        inside = self._only_of_lambdas()
        own = following.text == "=>" and self._frames[-1] is not Frame.LAMBDA
        arrow = own or (inside and following.text in ("requires", "reads"))
        if arrow and Frame.PATTERN not in self._frames and not self._operand and self._before != "DOT":
            return self._emit("LAMBDA_NAME", raw)
        return self._emit("IDENT", raw, operand=True)

    def _number(self, raw: Raw) -> Iterator[Token]:
        """A number; after a dot it is the position of a component, and `t.0.1` has two of them."""
        if self._before == "DOT" and "." in raw.text:
            middle = raw.start + raw.text.index(".")
            text = self.source.text
            yield self._emit("DIGITS", Raw("number", text[raw.start : middle], raw.start, middle), operand=True)
            yield self._emit("DOT", Raw("symbol", ".", middle, middle + 1))
            yield self._emit("DIGITS", Raw("number", text[middle + 1 : raw.end], middle + 1, raw.end), operand=True)
        else:
            hexadecimal = raw.text.startswith("0x")
            whole = hexadecimal or not set(raw.text) & set(".eE")
            yield self._emit("DIGITS" if whole else "DECIMAL", raw, operand=True)
