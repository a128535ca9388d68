from tests.unit.cli.screens import Screen

from shopfloor.cli.table import Column, print_facts, print_table
from shopfloor.cli.text import display_width

COLUMNS = (Column("ID"), Column("TITLE", gives_way=True), Column("AGENT"))
LONG = "A title that goes on and on, far beyond what a narrow terminal can show in one line"


def test_a_table_fits_the_terminal() -> None:
    screen = Screen(is_tty=True, width=60)
    print_table(screen.terminal, COLUMNS, [["wo-abc12345", LONG, "demo"], ["wo-def67890", "日本語" * 20, "demo"]])
    lines = screen.text.splitlines()
    assert all(display_width(line) <= 60 for line in lines)
    assert all(line.endswith("demo") for line in lines[1:])


def test_a_table_in_a_pipe_is_not_cut() -> None:
    screen = Screen()
    print_table(screen.terminal, COLUMNS, [["wo-abc12345", LONG, "demo"]])
    assert LONG in screen.text


def test_a_cell_is_one_line_whatever_it_holds() -> None:
    screen = Screen()
    print_table(screen.terminal, COLUMNS, [["wo-1", "two\nlines \x1b[31mred", "demo"]])
    assert screen.text.splitlines()[1] == "wo-1  two lines red  demo"


def test_an_empty_table_has_headings_only() -> None:
    screen = Screen()
    print_table(screen.terminal, COLUMNS, [])
    assert screen.text == "ID  TITLE  AGENT\n"


def test_facts_without_a_value_are_left_out() -> None:
    screen = Screen()
    print_facts(screen.terminal, [("branch", "fix"), ("error", ""), ("note", "two\nlines")])
    assert screen.text == "  branch  fix\n  note    two\n          lines\n"
