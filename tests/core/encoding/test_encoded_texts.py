"""int with a base and str.encode against CPython's."""

from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.encoding.abstract_values import AbstractInt, AbstractSequence
from specassay.core.encoding.alternatives import constant
from specassay.core.encoding.context import Context
from specassay.core.encoding.encoded_texts import encode_text, int_with_base, numerals
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import op, string
from specassay.core.ir.sorts import STRING
from specassay.core.ir.terms import var

from ...samples import samples

BASES = (0, 2, 3, 8, 10, 16, 35, 36)
NUMERALS = st.builds(
    "{}{}{}{}".format, st.sampled_from(["", " ", "-", "+", "\u2003-", "\x1c"]),
    st.sampled_from(["", "0", "0x", "0X_", "0b", "0o", "\u0660x", "0x-", "1_"]),
    st.text(alphabet="0011129_7afFxzZ\u0663\u00e9", max_size=6), st.sampled_from(["", "", " ", "\n", "_"]),
)  # fmt: skip


def _int(text: str, base: int) -> int | None:
    try:
        return int(text, base)
    except ValueError:
        return None


@given(st.sampled_from(BASES), NUMERALS | st.text(max_size=3))
@settings(max_examples=samples(800), deadline=None)
def test_int_with_a_base(base: int, text: str) -> None:
    value = _int(text, base)
    assert evaluate(op("str.in_re", string(text), numerals(base)), {}).value is (value is not None)
    assert evaluate(op("str.in_re", string(text), numerals(base, zero=True)), {}).value is (value == 0)
    context = Context(skolem_constants=1)
    ((_, abstract),) = int_with_base(context, var("text", STRING), base)
    assert isinstance(abstract, AbstractInt)
    values = {"text": text, abstract.term.data: 77 if value is None else value}
    for fact in context.facts:
        assert evaluate(fact, values).value is True, fact
    assert evaluate(context.raised[0].guard, values).value is (value is None)


SIZES = st.text(alphabet="a\u00e9\x80\u07ff\u0800\ud800\uffff\U0001f600", max_size=6)


@given(st.sampled_from(["utf-8", "ascii", "latin-1"]), SIZES)
@settings(max_examples=samples(400), deadline=None)
def test_encode(codec: str, text: str) -> None:
    for skolem_constants in (0, 1):
        context = Context(skolem_constants=skolem_constants)
        found = encode_text(context, var("text", STRING), [constant(codec)])
        assert found is not None
        ((_, abstract),) = found
        assert isinstance(abstract, AbstractSequence)
        try:
            size, raises = len(text.encode(codec)), False
        except UnicodeEncodeError:
            size, raises = sum(len(c.encode("utf-8", "surrogatepass")) for c in text), True
        values = {"text": text, "bytes!1": size}
        assert evaluate(context.raised[0].guard, values).value is raises
        for fact in context.facts:
            assert evaluate(fact, values).value is True, fact
        beyond = any(evaluate(cut.guard, values).value for cut in context.cuts if cut.kind == "bound")
        assert raises or beyond or evaluate(abstract.length, values).value == size


def test_other_codecs_are_not_followed() -> None:
    for names in (["utf-16"], ["utf-8", "ignore"], ["no such codec"]):
        assert encode_text(Context(), var("text", STRING), [constant(name) for name in names]) is None
