"""What messages mean, by example."""

import pytest

from shopfloor.domain.chat_intent import (
    ChatIntent,
    Command,
    EditPullRequest,
    MarkReady,
    Merge,
    Pause,
    Resume,
    Retry,
    Stop,
    UseBranch,
    UseModel,
    read_message,
)
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
        ("change the branch to x-1; mark the PR ready", (UseBranch("x-1"), MarkReady()), None),
    ],
)
def test_commands_may_be_joined_and_settings_may_come_before_work(
    message: str, commands: tuple[Command, ...], rest: str | None
) -> None:
    read = read_message(message)
    assert (read.commands, read.prompt_text) == (commands, rest)


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
