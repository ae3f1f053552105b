"""From raw tokens to the tokens of the grammar: every ambiguous symbol gets the role it has where it stands.

What decides is little (see `frames.py`): what the token before has left open, the brackets and parts around it, and
the declaration whose header is being read. The rules follow Dafny's own parser where it looks ahead
(IsGenericInstantiation, IsLambda).
"""

from collections.abc import Iterator

from lark import Token

from ..dialect import VersionMark
from .frames import AFTER_OPERAND, BEFORE_STATEMENT, LAMBDA_CLAUSES, PARTS, Frame, Header, Pending, State
from .lookahead import WordPlace, block_follows, is_keyword, lambda_follows, type_arguments_follow
from .scan import Raw, Scanner
from .vocabulary import (
    CLAUSES,
    COLLECTIONS,
    CONTAINERS,
    DECLARATIONS,
    FUNCTIONS,
    METHODS,
    MODIFIERS,
    OPERAND_WORDS,
    RELATIONS,
    SOFT,
    TO_SEMICOLON,
    VALUES,
    Vocabulary,
)

# The roles of brackets and symbols: which `{` opens a body and which a set, which `<` type arguments, which `|` a size.
#
# They depend on where a reader of raw tokens stands: in which brackets and parts, in which header, and after what. In
# `method M(a: array<int>) ensures a[0] < 1` the first `<` comes after a name in a type (State.TYPE_OPERATOR) and opens
# type arguments; the second comes after an operand of a clause and compares.
#
# Invariant: `_emit` is the only place where a token is made, and it sets `_state` and `_before` for the next one;
# frames are pushed after the token that opens them, and popped before the one that ends them.

_BLOCK_WORDS = frozenset({"IF", "WHILE", "FORALL", "PARALLEL", "OPAQUE"})
"""Terminals that begin a statement with a block, or stand where one begins."""
_BEFORE_TYPES = frozenset({"COLON", "AS", "IS", "NEW", "EXTENDS", "_OPEN_ANGLE"})


class ReadingState:
    """What decides about the role of the next token, for the classes that read words and symbols."""

    def __init__(self, scanner: Scanner, vocabulary: Vocabulary, frame: Frame, lenient: bool = False) -> None:
        self.source = scanner.source
        self.scanner = scanner
        self._vocabulary = vocabulary
        self.after_calls: list[tuple[int, int]] = []
        """Where the semicolons are that only the call of a lemma may precede."""
        self._lenient = lenient
        self._guards = frame is Frame.ALTERNATIVES
        self._frames = [Frame.STATEMENTS if self._guards else frame]
        self._header: Header | None = None
        self._before = ""
        self._state = State.STATEMENT if self._frames == [Frame.STATEMENTS] else State.OPERAND
        self._pending = Pending()
        self._arrows = {vocabulary.symbols[each] for each in ("->", "-->", "~>")}
        self._assigning = {vocabulary.symbols[":-"], vocabulary.symbols[":|"]}

    def _emit(self, terminal: str, raw: Raw, operand: bool = False, statement: bool = False) -> Token:
        """The token. It ends an `operand`, or a `statement` follows it whatever it is."""
        line, column = self.source.position(raw.start)
        end_line, end_column = self.source.position(raw.end)
        self._state = self._state_after(terminal, operand, statement)
        self._before = terminal
        return Token(terminal, raw.text, raw.start, line, column, end_line, end_column, raw.end)

    def _state_after(self, terminal: str, operand: bool, statement: bool) -> State:
        before = self._state
        if self._level is Frame.STATEMENTS:
            if terminal == "BODY":
                return State.STATEMENT_OR_OPERATOR
            if statement or terminal == "_END" or (terminal == "GHOST" and before in BEFORE_STATEMENT):
                return State.STATEMENT
        if terminal in _BLOCK_WORDS and (before in BEFORE_STATEMENT or before is State.BLOCK):
            return State.BLOCK
        # `if c { ... } else` is a statement's; after an operand, `if c then a else` is an expression's.
        if terminal == "ELSE" and self._before == "BODY":
            return State.BLOCK
        if terminal == "LABEL" or (before is State.LABEL and terminal in ("IDENT", "DIGITS")):
            return State.LABEL
        in_type = before in (State.TYPE, State.TYPE_OPERATOR) and terminal in ("IDENT", "DOT")
        defines = terminal == "EQUAL" and self._header_is("type", "newtype")
        if terminal in _BEFORE_TYPES or terminal in self._arrows or defines or in_type:
            return State.TYPE_OPERATOR if operand else State.TYPE
        return State.OPERATOR if operand else State.OPERAND

    def _header_is(self, *words: str) -> bool:
        return self._header is not None and self._header.word in words

    @property
    def _operand(self) -> bool:
        """Does the token before end an operand?"""
        return self._state in AFTER_OPERAND

    @property
    def _level(self) -> Frame:
        """What the innermost bracket encloses."""
        return next(frame for frame in reversed(self._frames) if frame not in PARTS)

    def _end_part(self, part: Frame) -> bool:
        """End a part that is innermost; false where it is not."""
        if self._frames[-1] is not part:
            return False
        self._frames.pop()
        return True

    def _settle(self) -> None:
        """End the parts that nothing can end any more."""
        while self._frames[-1] in PARTS:
            self._frames.pop()

    def _place(self) -> WordPlace:
        return WordPlace(self._level, self._header, self._before, self._state)


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
            # In front of an operand, `!!` is two negations; between operands it is disjointness.
            case "!!" if not self._operand:
                yield self._emit("BANG", Raw("symbol", "!", raw.start, raw.start + 1))
                yield self._emit("BANG", Raw("symbol", "!", raw.start + 1, raw.end))
            case "@" if self._level is Frame.DECLARATIONS and not self._adjacent(raw):
                self._pass_attribute(raw)
            # `:-` without a left side begins a statement.
            case ":-" if self._state not in AFTER_OPERAND | BEFORE_STATEMENT:
                self._pending.begin("semicolon")
                yield self._plain(raw)
            # `:==` is no symbol of Dafny; texts of models have it.
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
            # A parenthesis after a space begins what the attribute belongs to.
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
        if self._end_part(Frame.PROOF) or (self._operand and self._end_part(Frame.CLAIM)):
            return self._skip(raw, operand=False)
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

    def _skip(self, raw: Raw, terminal: str = "BODY", operand: bool = True) -> Token:
        self._settle()
        end = self.scanner.skip(raw)
        return self._emit(terminal, Raw("symbol", self.source.text[raw.start : end], raw.start, end), operand=operand)

    def _open(self, raw: Raw) -> Token:
        opens_lambda = raw.text == "(" and self._opens_lambda()
        header = self._header
        if raw.text == "(" and header is not None and header.parameters is None and self._level is Frame.DECLARATIONS:
            header.parameters = self.scanner.peek().text != ")"
        # The statement `forall (x | …)` may have its variables in parentheses.
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
        # In a header, such a parenthesis opens parameters.
        if self._level is Frame.DECLARATIONS and not self._in_clause():
            return False
        first, second = self.scanner.peek(), self.scanner.peek(1)
        if first.text != ")" and not (first.kind == "word" and second.text in (":", ",", ")")):
            return False
        return lambda_follows(self.scanner, self._only_of_lambdas())

    def _only_of_lambdas(self) -> bool:
        """Can `requires` and `reads` be the clauses of a lambda alone? A constant and a type have none themselves."""
        header = self._header
        of_value = header is not None and header.word in VALUES and self._frames[-1] is Frame.DECLARATIONS
        return of_value or self._frames[-1] in LAMBDA_CLAUSES

    def _in_clause(self) -> bool:
        """Is the scanner inside an expression at the level of declarations, outside the parameters and results of a
        header?"""
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
        # Behind an operand a bar cannot open `|s|`: it is one between alternatives, or bitwise or.
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
        if self._before in ("CONSTRUCTOR", self._vocabulary.symbols["#"]):
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
                    # Texts of models may stop without a semicolon behind their last statement.
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
        # In a lambda that is open already, the arrow is its own.
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
