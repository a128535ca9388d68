"""What messages mean, by example."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopfloor.domain.chat_commands import (
    AddLabels,
    Command,
    EditPullRequest,
    MarkDraft,
    MarkReady,
    Merge,
    Pause,
    RemoveLabels,
    RequestReview,
    Resume,
    Retry,
    Stop,
    UseBranch,
    UseModel,
)
from shopfloor.domain.chat_intent import ChatIntent, read_message
from shopfloor.domain.prompt_intent import intent_of
from shopfloor.domain.pull_request import MergeMethod
from shopfloor.domain.work_order import PromptIntent

COMMANDS: dict[str, Command] = {
    "use branch fix-auth": UseBranch("fix-auth"),
    "Use branch fix-auth.": UseBranch("fix-auth"),
    "please use the branch `feature/x`": UseBranch("feature/x"),
    "Can you use branch release/1.2 instead?": UseBranch("release/1.2"),
    'use a new branch called "login"': UseBranch("login"),
    "switch to branch develop": UseBranch("develop"),
    "use the fix-auth branch": UseBranch("fix-auth"),
    "rename the branch to fix/login-2": UseBranch("fix/login-2"),
    "change the branch name to topic_1, please": UseBranch("topic_1"),
    "use model opus-4.1": UseModel("opus-4.1"),
    "Use the model openai/gpt-5:high": UseModel("openai/gpt-5:high"),
    "switch the model to demo-brief": UseModel("demo-brief"),
    "please continue with model sonnet": UseModel("sonnet"),
    "mark the PR ready": MarkReady(),
    "Mark the pull request as ready for review, please": MarkReady(),
    "mark PR as ready": MarkReady(),
    "Great! Mark it as ready for review.": MarkReady(),
    "take the PR out of draft": MarkReady(),
    "could you please make the pull request ready for review?": MarkReady(),
    "change the PR description to Adds login": EditPullRequest(body="Adds login"),
    "Change the PR description to:\nLine 1\n\n- a\n- b": EditPullRequest(body="Line 1\n\n- a\n- b"),
    "update the description of the pull request with: All new": EditPullRequest(body="All new"),
    "set the PR's body to ```md\n# Title\n```": EditPullRequest(body="# Title"),
    'change the title of the pull request to "Better login"': EditPullRequest(title="Better login"),
    "rename the PR to Better login": EditPullRequest(title="Better login"),
    "please change the PR title to: Fix #12": EditPullRequest(title="Fix #12"),
    "merge it": Merge(),
    "Merge!": Merge(),
    "looks good, merge it": Merge(),
    "lgtm, merge the PR": Merge(),
    "Can you merge it?": Merge(),
    "squash and merge it": Merge(MergeMethod.SQUASH),
    "merge the PR with a squash": Merge(MergeMethod.SQUASH),
    "rebase and merge": Merge(MergeMethod.REBASE),
    "merge the pull request with a rebase": Merge(MergeMethod.REBASE),
    "back to draft": MarkDraft(),
    "Put the PR back to draft, please.": MarkDraft(),
    "convert the pull request to a draft": MarkDraft(),
    "make the PR a draft again": MarkDraft(),
    "can you mark this PR as draft?": MarkDraft(),
    "move it back to draft": MarkDraft(),
    "make it a draft again": MarkDraft(),
    "add label docs": AddLabels(("docs",)),
    "Add the label `good first issue`": AddLabels(("good first issue",)),
    "add labels bug, docs and area/api": AddLabels(("bug", "docs", "area/api")),
    "add the docs label to the PR": AddLabels(("docs",)),
    'please add "needs design" and bug labels to the pull request': AddLabels(("needs design", "bug")),
    "label it bug and docs": AddLabels(("bug", "docs")),
    "Label the PR as breaking-change.": AddLabels(("breaking-change",)),
    "tag the PR with p1, p2, and p3": AddLabels(("p1", "p2", "p3")),
    "remove label docs": RemoveLabels(("docs",)),
    "remove the label docs from it": RemoveLabels(("docs",)),
    "drop the labels bug and docs": RemoveLabels(("bug", "docs")),
    "remove the wip label from the PR, thanks": RemoveLabels(("wip",)),
    "take the docs label off the PR": RemoveLabels(("docs",)),
    "ask @mira for a review": RequestReview(("mira",)),
    "ask @mira and @bob-2 to review it": RequestReview(("mira", "bob-2")),
    "ask mira to review the PR": RequestReview(("mira",)),
    "request review from a, b": RequestReview(("a", "b")),
    "Request a review of the pull request from @org/team-x, please": RequestReview(("org/team-x",)),
    "add @mira as a reviewer": RequestReview(("mira",)),
    "add mira and bob as reviewers to the PR": RequestReview(("mira", "bob")),
    "pause": Pause(),
    "Pause, please.": Pause(),
    "hold on": Pause(),
    "wait a moment": Pause(),
    "pause the work order": Pause(),
    "stop": Stop(),
    "STOP!!": Stop(),
    "please stop now": Stop(),
    "cancel the work order": Stop(),
    "abort": Stop(),
    "resume": Resume(),
    "carry on": Resume(),
    "ok, continue": Resume(),
    "keep going": Resume(),
    "retry": Retry(),
    "Try again, please": Retry(),
}
FOR_THE_AGENT = [
    "stop using tabs",
    "stop the server in the tests",
    "Stop. This is wrong, use a cookie instead",
    "merge the two functions",
    "merge it into utils.py",
    "merge main into this branch and fix the conflicts",
    "don't merge it",
    "when you are done, mark the PR ready",
    "if the tests pass, merge it",
    "after that, mark the PR as ready",
    "pause the animation on hover",
    "add a pause button",
    "wait for the response before returning",
    "cancel the subscription when it lapses",
    "retry the request three times",
    "continue the loop when the item is empty",
    "resume the download where it stopped",
    "use model classes instead of dicts",
    "use model classes",
    "use branch coverage",
    "use branch prediction hints in the hot loop",
    "use branch",
    "use branch ../evil",
    "create a branch selector in the header",
    "update the PR description with the new API docs",
    "change the PR description to mention the new flag",
    "change the PR description to be shorter",
    "the docs say: mark the PR ready",
    '"use branch fix-auth"',
    "> merge it",
    "```\nmerge it\n```",
    "Document these commands:\n\n    use branch fix-auth\n    merge it\n",
    "Add a help text that says `merge it`",
    "rename the branch field to branch_name in the model",
    "mark the PR ready button should be green",
    "use branch a-1, use model big and add x",
    "label the buttons in the form",
    "label the inputs",
    "label it clearly",
    "label it in the UI",
    "label it Submit",
    "label it 'save changes'",
    "label this chart",
    "label the PR number",
    "label the PR number in the header",
    "add label text to the button",
    "add label props",
    "add label support",
    "add labels",
    "add labels to the form",
    "add labels to it",
    "add a label",
    "add a label to the PR page",
    "add the required label to it",
    "add the docs label",
    "add label docs to the sidebar",
    "add label docs and write the tests",
    "add label docs, then explain what you did",
    "remove the label element",
    "remove the submit label",
    "remove labels from the chart",
    "remove label for",
    "draft a README",
    "draft it",
    "make it a draft",
    "mark it as draft",
    "go back to the draft version",
    "put the post back to draft",
    "convert the article to a draft",
    "save the PR as a draft in the database",
    "ask the user for a review",
    "ask users for a review",
    "ask customers for a review",
    "ask @mira for a review form",
    "ask mira for a review",
    "request review from users",
    "request a review from the customer after the order",
    "add users as reviewers",
    "add a reviewer field",
    "review the PR",
    "rebase onto main and merge it into docs",
    "when it works, add label docs",
    "don't add label docs",
    "> add label docs",
    "```\nadd label docs\n```",
    "add label " + "a, " * 5_000 + "b",
    "merge it and " * 20_000,
]


@pytest.mark.parametrize("message", COMMANDS)
def test_a_sentence_that_is_nothing_but_a_command_is_for_the_platform(message: str) -> None:
    assert read_message(message) == ChatIntent((COMMANDS[message],))


@pytest.mark.parametrize("message", FOR_THE_AGENT)
def test_whatever_else_is_for_the_agent_word_for_word(message: str) -> None:
    read = read_message(message)
    assert (read.commands, read.prompt_text) == ((), message.strip())


@pytest.mark.parametrize(
    ("message", "commands", "rest"),
    [
        ("Use branch fix-auth and add a login page", (UseBranch("fix-auth"),), "add a login page"),
        ("use branch fix-auth. Then fix v1.2 of it.", (UseBranch("fix-auth"),), "Then fix v1.2 of it."),
        ("use model big\nAdd tests.", (UseModel("big"),), "Add tests."),
        ("use branch a-1 and use model big and add x", (UseBranch("a-1"), UseModel("big")), "add x"),
        ("thanks! mark the PR ready and merge it", (MarkReady(), Merge()), None),
        (
            "label it bug and docs and ask @mira for a review",
            (AddLabels(("bug", "docs")), RequestReview(("mira",))),
            None,
        ),
        ("label it bug and merge it", (AddLabels(("bug",)), Merge()), None),
        ("remove label wip, then mark the PR ready", (RemoveLabels(("wip",)), MarkReady()), None),
        ("change the branch to x-1; mark the PR ready", (UseBranch("x-1"), MarkReady()), None),
    ],
)
def test_commands_may_be_joined_and_settings_may_come_before_work(
    message: str, commands: tuple[Command, ...], rest: str | None
) -> None:
    read = read_message(message)
    assert (read.commands, read.prompt_text) == (commands, rest)


_VOCABULARY = (
    "label labels add remove the a PR it draft review reviewer ask request from for to as docs bug @mira button form "
    "field README write test merge ready put back in of and"
)
_WORDS = st.sampled_from(sorted(_VOCABULARY.split()))


@given(st.lists(_WORDS, min_size=1, max_size=9).map(" ".join))
def test_words_in_any_order_are_for_the_agent_unless_each_of_them_is_part_of_a_command(message: str) -> None:
    """A word that no command knows, wherever it stands, keeps all of it from being one."""
    for place in ("before {}", "{} afterwards", "in the form {}"):
        sentence = place.format(message)
        read = read_message(sentence)
        assert (read.commands, read.prompt_text) == ((), sentence)


@given(st.lists(_WORDS, min_size=1, max_size=9).map(" ".join))
def test_what_is_not_a_command_reaches_the_agent_word_for_word(message: str) -> None:
    read = read_message(message)
    assert read.commands or read.prompt_text == message


@given(st.lists(st.from_regex(r"[a-z][a-z0-9]{0,8}(-[0-9]{1,3})", fullmatch=True), min_size=1, max_size=5, unique=True))
def test_every_name_of_a_list_is_read(names: list[str]) -> None:
    labels, logins = ", ".join(names), " and ".join(f"@{name}" for name in names)
    assert read_message(f"label the PR with {labels}").commands == (AddLabels(tuple(names)),)
    assert read_message(f"ask {logins} to review it").commands == (RequestReview(tuple(names)),)


@pytest.mark.parametrize(
    "message",
    [
        "Why does the test fail?",
        "what does parse() do",
        "How do I run this?",
        "Explain how the parser works.",
        "Can you explain `merge it`?",
        "could you tell me which file holds the routes?",
        "Is the PR ready?",
        "Where is the login handled? And why there?",
        "Summarize what you changed.",
        "Should we use a cookie here?",
        "so what is next?",
        "please describe the architecture",
    ],
)
def test_questions_want_an_answer(message: str) -> None:
    assert intent_of(message) is PromptIntent.QUESTION


@pytest.mark.parametrize(
    "message",
    [
        "Add a login page",
        "Can you add a login page?",
        "could you fix the test?",
        "Is there a README? If not, write one.",
        "What about adding tests?",
        "Why not use a cookie? Do it.",
        "Describe the API in README.md",
        "Explain the flags in the docs",
        "When the list is empty, return 404",
        "How it should work: the button is green.",
        "What we need is a cache.",
        "Fix this:\n```\nwhy?\n```",
        "demo: say why?",
        "Thanks!",
        "",
    ],
)
def test_everything_else_may_be_work(message: str) -> None:
    assert intent_of(message) is PromptIntent.WORK
