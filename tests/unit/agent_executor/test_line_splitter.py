from hypothesis import given
from hypothesis import strategies as st

from shopfloor.agent_executor.line_splitter import LineSplitter


@given(st.lists(st.binary(max_size=30).map(lambda b: b.replace(b"\n", b"")), max_size=20), st.integers(1, 40))
def test_lines_come_out_whole_however_the_bytes_come_in(lines: list[bytes], step: int) -> None:
    data = b"".join(line + b"\n" for line in lines)
    splitter = LineSplitter(1000)
    out = [line for start in range(0, len(data), step) for line in splitter.feed(data[start : start + step])]
    assert out == lines


def test_an_unfinished_line_waits() -> None:
    splitter = LineSplitter(1000)
    assert splitter.feed(b"ab") == []
    assert splitter.feed(b"c\nd") == [b"abc"]
    assert splitter.feed(b"\n") == [b"d"]


def test_a_line_that_is_too_long_is_skipped_and_counted() -> None:
    splitter = LineSplitter(5)
    assert splitter.feed(b"123") == []
    assert splitter.feed(b"456") == []
    assert splitter.feed(b"789\nok\n") == [b"ok"]
    assert splitter.skipped_lines == 1
    assert splitter.feed(b"12345\n") == [b"12345"]
