"""str.encode against CPython's."""

from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.encoding.abstract_values import AbstractSequence
from specassay.core.encoding.alternatives import constant
from specassay.core.encoding.context import Context
from specassay.core.encoding.encoded_texts import encode_text
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import STRING
from specassay.core.ir.terms import var

from ...samples import samples

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
