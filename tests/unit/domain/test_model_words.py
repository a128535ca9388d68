import pytest

from shopfloor.domain.model_words import (
    LONGEST_SUMMARY,
    clean_slug,
    clean_subject,
    clean_summary,
    clean_title,
    fields_in,
)


@pytest.mark.parametrize(
    ("reply", "fields"),
    [
        ('{"title": "A", "n": 1}', {"title": "A"}),
        ('Sure!\n```json\n{"title": "A"}\n```', {"title": "A"}),
        ("no object", {}),
        ("{broken", {}),
        ("[1]", {}),
        ('{"a": ' * 5000 + "1" + "}" * 5000, {}),
    ],
)
def test_the_object_in_a_reply_is_found(reply: str, fields: dict[str, str]) -> None:
    assert fields_in(reply) == fields


def test_a_title_is_one_line_without_wrapping() -> None:
    assert clean_title('"Add\n a\x1b[31m login page."') == "Add a [31m login page"
    assert clean_title(" ... ") is None
    assert len(clean_title("word " * 100) or "") <= 80


def test_a_slug_is_what_git_takes() -> None:
    assert clean_slug("Fix_the Login/Page; rm -rf") == "fix-the-login-page-rm-rf"
    assert clean_slug("日本") is None


def test_a_subject_has_the_form_of_conventional_commits_or_is_none() -> None:
    assert clean_subject("`fix(login): refuse empty passwords.`") == "fix(login): refuse empty passwords"
    assert clean_subject("Here is your subject: fix it") is None
    assert clean_subject("fix: a\n\nRun: forged") == "fix: a Run: forged"


def test_a_summary_pings_nobody_closes_nothing_and_hides_nothing() -> None:
    cleaned = clean_summary("Thanks @ada, fixes #12 and closes o/r#3.\n<!-- hidden -->\u202e\x00")
    assert cleaned is not None
    assert "@ada" not in cleaned
    assert "fixes `#12`" in cleaned
    assert "closes `o/r#3`" in cleaned
    assert "<!--" not in cleaned
    assert "\u202e" not in cleaned
    assert len(clean_summary("line\n" * 5000) or "") <= LONGEST_SUMMARY + 2
