import pytest

from shopfloor.domain.review import ReviewComment, SubmittedReview
from shopfloor.webhooks.words import command_in, prompt_of_review, quoted, reply_text


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/shopfloor fix it", "fix it"),
        ("  /shopfloor fix it\n\nand that\n", "fix it\n\nand that"),
        ("/shopfloor", ""),
        ("/shopfloor\nfix it", "fix it"),
        ("/shopfloors fix it", None),
        ("please /shopfloor fix it", None),
        ("> /shopfloor fix it", None),
        ("", None),
    ],
)
def test_a_command_begins_the_comment(text: str, command: str | None) -> None:
    assert command_in(text) == command


def test_a_quotation_cannot_be_left() -> None:
    fence = "~" * 12
    assert quoted(f"a\n{fence}\nb{fence}").count(fence) == 2


def test_a_review_is_told_with_places_and_words() -> None:
    comments = (
        ReviewComment(1, 1, "app.py", 7, "Why?", "@@ -1 +1 @@"),
        ReviewComment(2, 2, "docs/a.md", None, "Too long", ""),
    )
    told = prompt_of_review(5, SubmittedReview(9, "bob", "changes_requested", "Not yet", comments))
    for part in ("@bob asks for changes to your pull request #5", "Not yet", "On app.py, line 7:", "On docs/a.md:"):
        assert part in told


def test_a_reply_says_what_was_done_and_is_not_endless() -> None:
    assert reply_text(" Changed it. ", ("abc",)) == "Done in abc.\n\nChanged it."
    assert reply_text("", ()) == "Nothing was changed."
    assert len(reply_text("x" * 100_000, ())) < 5_000
