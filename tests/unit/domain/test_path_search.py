from shopfloor.domain.path_search import search_paths

PATHS = ["src/app.py", "src/application.py", "tests/test_app.py", "docs/wrapped/notes.md", "README.md", "zap/p.txt"]


def test_the_best_match_comes_first() -> None:
    assert search_paths(PATHS, "app", 10) == [
        "src/app.py",
        "src/application.py",
        "tests/test_app.py",
        "docs/wrapped/notes.md",
        "zap/p.txt",
    ]


def test_letters_in_order_are_enough_and_case_does_not_count() -> None:
    assert search_paths(PATHS, "RDMEM", 10) == ["README.md"]
    assert search_paths(PATHS, "xyz", 10) == []


def test_without_a_text_the_files_at_the_top_come_first() -> None:
    assert search_paths(PATHS, " ", 2) == ["README.md", "src/app.py"]
