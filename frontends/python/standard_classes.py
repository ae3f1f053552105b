"""Objects of classes that annotations name: expressions over the modules that arguments may be made of.

`OBJECTS` by the class's own name; of numpy and pandas, whose names mean nothing without them, where those are imported.
"""

from collections.abc import Mapping

OBJECTS: Mapping[str, tuple[str, ...]] = {
    "Path": (
        "pathlib.Path('a')", "pathlib.Path('a.txt')", "pathlib.Path('.')", "pathlib.Path('/')", "pathlib.Path('/a/b')",
        "pathlib.Path('..')", "pathlib.Path('/nowhere/a.txt')", "pathlib.Path('')",
    ),
    "PurePath": ("pathlib.PurePath('a')", "pathlib.PurePath('a.txt')", "pathlib.PurePath('/a/b')"),
    "PathLike": ("pathlib.Path('a')", "pathlib.Path('/a/b.txt')"),
    "Pattern": ("re.compile('')", "re.compile('a')", "re.compile('(a)(b)?')", "re.compile('[0-9]+')"),
    "Match": ("re.match('a', 'ab')", "re.match('(a)(b)?', 'a')", "re.search('[0-9]+', 'a12')"),
    "datetime": (
        "datetime.datetime(2000, 1, 1)", "datetime.datetime(2024, 2, 29, 12, 30)", "datetime.datetime.min",
        "datetime.datetime(1999, 12, 31, 23, 59, 59)", "datetime.datetime.max",
        "datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)",
    ),
    "date": (
        "datetime.date(2000, 1, 1)", "datetime.date(2024, 2, 29)", "datetime.date(2023, 7, 15)", "datetime.date.min",
        "datetime.date.max",
    ),
    "time": ("datetime.time(0, 0)", "datetime.time(12, 30)", "datetime.time(23, 59, 59)"),
    "timedelta": (
        "datetime.timedelta(0)", "datetime.timedelta(1)", "datetime.timedelta(-1)", "datetime.timedelta(seconds=1)",
        "datetime.timedelta(365)",
    ),
    "tzinfo": ("datetime.timezone.utc", "datetime.timezone(datetime.timedelta(hours=1))"),
    "timezone": ("datetime.timezone.utc", "datetime.timezone(datetime.timedelta(hours=1))"),
    "Decimal": (
        "decimal.Decimal(0)", "decimal.Decimal(1)", "decimal.Decimal(-1)", "decimal.Decimal('0.5')",
        "decimal.Decimal('NaN')", "decimal.Decimal('Infinity')",
    ),
    "Fraction": ("fractions.Fraction(0)", "fractions.Fraction(1, 2)", "fractions.Fraction(-1, 2)",
                 "fractions.Fraction(3)"),
    "UUID": ("uuid.UUID(int=0)", "uuid.UUID(int=1)", "uuid.UUID('12345678-1234-4234-8234-123456789abc')"),
    "deque": ("collections.deque([])", "collections.deque([1, 2])", "collections.deque([0], 1)"),
    "Counter": ("collections.Counter()", "collections.Counter('aab')", "collections.Counter({'a': -1})"),
    "OrderedDict": ("collections.OrderedDict()", "collections.OrderedDict(a=1)"),
    "defaultdict": ("collections.defaultdict(int)", "collections.defaultdict(list, {'a': [1]})"),
    "bytearray": ("bytearray(b'')", "bytearray(b'ab')"),
    "memoryview": ("bytearray(b'ab')",),
    "slice": ("slice(None)", "slice(0, 2)", "slice(None, None, -1)"),
    "TextIO": ("io.StringIO('')", "io.StringIO('a\\nb\\n')"),
    "StringIO": ("io.StringIO('')", "io.StringIO('a\\nb\\n')"),
    "BinaryIO": ("io.BytesIO(b'')", "io.BytesIO(b'ab')"),
    "BytesIO": ("io.BytesIO(b'')", "io.BytesIO(b'ab')"),
    "IO": ("io.StringIO('')", "io.StringIO('a\\nb\\n')", "io.BytesIO(b'ab')"),
    "IPv4Address": ("ipaddress.ip_address('0.0.0.0')", "ipaddress.ip_address('192.168.0.1')"),
    "IPv6Address": ("ipaddress.ip_address('::')", "ipaddress.ip_address('::1')"),
    "IPv4Network": ("ipaddress.ip_network('10.0.0.0/8')", "ipaddress.ip_network('192.168.0.0/30')"),
    "IPv6Network": ("ipaddress.ip_network('::/64')",),
    "HTTPStatus": ("http.HTTPStatus.OK", "http.HTTPStatus.NOT_FOUND"),
    "Random": ("random.Random(0)",),
    "SimpleNamespace": ("types.SimpleNamespace()", "types.SimpleNamespace(a=1)"),
    "Exception": ("ValueError('a')", "KeyError()"),
    "BaseException": ("ValueError('a')", "KeyboardInterrupt()"),
}  # fmt: skip

_ARRAYS = (
    "numpy.array([])", "numpy.array([1, 2, 3])", "numpy.array([[1, 2], [3, 4]])",
    "numpy.array([[2.0, 1.0], [1.0, 3.0]])",
    "numpy.array([1.5, -2.0])", "numpy.array([[1, 2, 3], [4, 5, 6]])", "numpy.array([0])", "numpy.array([[1.0]])",
    "numpy.array([[1], [2]])", "numpy.eye(3)", "numpy.zeros((2, 2))", "numpy.zeros((0, 3))", "numpy.array(5)",
    "numpy.array([-1, 2])", "numpy.array([True, False])", "numpy.array(['a', 'b'])", "numpy.array([1j, 2])",
    "numpy.array([numpy.nan, 1.0])", "numpy.ones((2, 2, 3))", "numpy.array([None, 1])",
    "numpy.array([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]])", "numpy.array([[1.0], [2.0], [3.0]])",
    "numpy.array([0, 255], dtype=numpy.uint8)", "numpy.arange(9).reshape(3, 3)",
)  # fmt: skip
_REALS = ("numpy.float64(0.5)", "numpy.float64(-1.0)", "numpy.float64('nan')", "numpy.float32(2)")
_INTEGERS = ("numpy.int64(0)", "numpy.int64(3)", "numpy.int64(-1)", "numpy.uint8(255)")
NUMPY: Mapping[str, tuple[str, ...]] = {
    "ndarray": _ARRAYS, "NDArray": _ARRAYS, "ArrayLike": (*_ARRAYS, *_REALS), "matrix": _ARRAYS,
    "floating": _REALS, "float64": _REALS, "float32": _REALS, "float_": _REALS, "integer": _INTEGERS,
    "int64": _INTEGERS, "int32": _INTEGERS, "int_": _INTEGERS, "uint8": _INTEGERS, "number": (*_REALS, *_INTEGERS),
    "generic": (*_REALS, *_INTEGERS), "bool_": ("numpy.True_", "numpy.False_"),
    "complexfloating": ("numpy.complex128(1j)",), "complex128": ("numpy.complex128(1j)",),
    "dtype": ("numpy.dtype('float64')", "numpy.dtype('int64')", "numpy.dtype('O')"),
}  # fmt: skip
PANDAS: Mapping[str, tuple[str, ...]] = {
    "DataFrame": (
        "pandas.DataFrame()", "pandas.DataFrame({'a': [1, 2]})", "pandas.DataFrame({'a': [1, None], 'b': ['x', 'y']})",
        "pandas.DataFrame({'a': []})", "pandas.DataFrame({0: [1.5]})", "pandas.DataFrame({'a': [1, 1]})",
        "pandas.DataFrame({'a': [-1, 2], 'b': [0.5, 1.5]})",
    ),
    "Series": ("pandas.Series([1, 2, 3])", "pandas.Series([], dtype=float)", "pandas.Series(['a', 'b'])",
               "pandas.Series([1.5, None])", "pandas.Series([1, 1])", "pandas.Series([-1.0, 2.0])",
               "pandas.Series([True, False])", "pandas.Series([0])"),
    "Index": ("pandas.Index([1, 2])", "pandas.Index([])", "pandas.Index([2, 1])", "pandas.Index([1, 1])"),
    "DatetimeIndex": (
        "pandas.DatetimeIndex(['2000-01-01', '2000-01-02'])", "pandas.DatetimeIndex([])",
        "pandas.DatetimeIndex(['2024-02-29', '2000-01-01'])", "pandas.DatetimeIndex(['2000-01-01'], tz='UTC')",
    ),
    "Timedelta": ("pandas.Timedelta(1, 'D')", "pandas.Timedelta(0)", "pandas.Timedelta(-1, 's')"),
    "Timestamp": ("pandas.Timestamp('2000-01-01')", "pandas.Timestamp('2024-02-29 12:30')"),
}  # fmt: skip
LIBRARIES: Mapping[str, Mapping[str, tuple[str, ...]]] = {"numpy": NUMPY, "pandas": PANDAS}
"""By the package that has to be imported, its classes."""

PLAIN: Mapping[str, tuple[str, ...]] = {
    "int": ("0", "1", "2", "3", "-1", "5", "10", "100", "7"),
    "float": ("0.5", "0.0", "1.0", "-1.0", "2.5", "10.0", "1"),
    "complex": ("1j", "0j"),
    "bool": ("True", "False"),
    "str": ("'a'", "''", "'abc'", "'1'", "'a b'", "'A'", "'Hello'"),
    "bytes": ("b'a'", "b''", "b'abc'"),
    "None": ("None",),
    "list": ("[]", "[1]", "[1, 2, 3]", "[3, 1, 2]", "[[1, 2], [3, 4]]", "['a', 'b']"),
    "tuple": ("()", "(1,)", "(1, 2)", "('a', 1)"),
    "dict": ("{}", "{'a': 1}", "{1: 2}", "{'a': ['b'], 'b': []}"),
    "set": ("set()", "{1}", "{1, 2}"),
    "frozenset": ("frozenset()", "frozenset({1})"),
    "range": ("range(0)", "range(3)"),
    "object": ("0", "'a'", "[]", "None"),
    "type": ("int", "str"),
}
"""Plain values of a class, for what is made of them."""
