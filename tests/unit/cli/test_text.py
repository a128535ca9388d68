from datetime import UTC, datetime, timedelta

import pytest

from shopfloor.cli.text import age, display_width, duration, one_line, printable, shorten


@pytest.mark.parametrize(
    ("hostile", "harmless"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;a title\x07text", "text"),
        ("\x1b]8;;http://evil\x1b\\click\x1b]8;;\x1b\\", "click"),
        ("safe\r\x1b[2Kforged", "safeforged"),
        ("\u202egnp.exe\u202c", "gnp.exe"),
        ("bell\x07 c1\x9b31m", "bell c131m"),
        ("tab\tand\nline stay", "tab\tand\nline stay"),
    ],
)
def test_text_of_others_cannot_steer_the_terminal(hostile: str, harmless: str) -> None:
    assert printable(hostile) == harmless


def test_a_line_is_one_line() -> None:
    assert one_line("  several\n lines\tof\r\ntext ") == "several lines of text"


@pytest.mark.parametrize("text", ["short", "a much longer text than fits", "日本語の長いテキスト", "e\u0301" * 30, ""])
@pytest.mark.parametrize("width", [1, 7, 12])
def test_shortened_text_fits(text: str, width: int) -> None:
    assert display_width(shorten(text, width)) <= width


def test_what_fits_is_not_shortened() -> None:
    assert shorten("just fits", 9) == "just fits"
    assert shorten("just too long", 9) == "just too…"


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.04, "0.0 s"), (3.21, "3.2 s"), (60, "1 min 0 s"), (125, "2 min 5 s"), (7320, "2 h 2 min")]
)
def test_durations_as_people_say_them(seconds: float, said: str) -> None:
    assert duration(seconds) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(-5, "just now"), (59, "just now"), (60, "1 min ago"), (7200, "2 h ago"), (200_000, "2 d ago")],
)
def test_ages_as_people_say_them(seconds: float, said: str) -> None:
    now = datetime(2025, 1, 1, tzinfo=UTC)
    assert age(now - timedelta(seconds=seconds), now) == said
