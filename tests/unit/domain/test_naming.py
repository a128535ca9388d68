import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.naming import (
    LONGEST_SUBJECT,
    alternative_branch_name,
    branch_name_for,
    commit_subject_for,
    question_subject_for,
    requested_branch_in,
    slugify,
    title_from_prompt,
)
from shopfloor.domain.repository_url import validate_branch_name
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkflowType

ORDER = AgentWorkOrderId("wo-abc12345")


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("Add login", "Add login"),
        ("\n\n  # Add `login`\n\nmore", "Add login"),
        ("- fix **this**", "fix this"),
        ("demo: write a b\ndemo(plan): say x\nAdd login", "Add login"),
        ("demo: write a b", "Untitled work order"),
        ("", "Untitled work order"),
        ("a\tb\x00c", "a b c"),
    ],
)
def test_the_title_is_the_first_line_that_says_something(prompt: str, title: str) -> None:
    assert title_from_prompt(prompt) == title


def test_a_long_title_is_cut_at_a_word() -> None:
    title = title_from_prompt("word " * 60)
    assert len(title) <= 80
    assert title.endswith("word…")


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Add Login!", "add-login"),
        ("Größe ändern", "groe-andern"),
        ("don't", "dont"),
        ("日本", ""),
        ("a" * 99, "a" * 40),
    ],
)
def test_slugs(text: str, slug: str) -> None:
    assert slugify(text) == slug


@pytest.mark.parametrize(
    ("prompt", "issue", "workflow", "name"),
    [
        ("Add login", "42", None, "feat-issue-42-add-login-wo-abc12345"),
        ("Add login", None, None, "feat-add-login-wo-abc12345"),
        ("Fix the crash on start", "#7", None, "fix-issue-7-the-crash-on-start-wo-abc12345"),
        ("Document the API and fix nothing", None, None, "docs-document-the-api-and-fix-nothing-wo-abc12345"),
        ("Refactor login", None, None, "refactor-login-wo-abc12345"),
        ("Upgrade dependencies", None, None, "chore-upgrade-dependencies-wo-abc12345"),
        ("", "42", None, "feat-issue-42-wo-abc12345"),
        (None, None, AgentWorkflowType.TEST, "test-wo-abc12345"),
        ("日本語", None, None, "feat-wo-abc12345"),
    ],
)
def test_branch_names_come_from_the_task(
    prompt: str | None, issue: str | None, workflow: AgentWorkflowType | None, name: str
) -> None:
    assert branch_name_for(prompt, issue, ORDER, workflow) == name


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=300), st.none() | st.text(max_size=30))
def test_any_task_gives_a_branch_name_git_takes(prompt: str, issue: str | None) -> None:
    name = branch_name_for(prompt, issue, ORDER)
    assert validate_branch_name(name) == name
    assert name.endswith(ORDER)


def test_a_clash_has_ways_out() -> None:
    assert alternative_branch_name("fix-auth", ORDER) == "fix-auth-wo-abc12345"
    assert alternative_branch_name("fix/auth", ORDER) == "fix-auth-wo-abc12345"
    assert alternative_branch_name("feat-x-wo-abc12345", ORDER, 2) == "feat-x-wo-abc12345-2"
    assert validate_branch_name(alternative_branch_name("é" * 100, ORDER, 12))


@pytest.mark.parametrize(
    ("prompt", "branch"),
    [
        ("Use branch fix-auth", "fix-auth"),
        ("use branch `login`, then go on", "login"),
        ("Use the branch login.", "login"),
        ("Add login. Use branch feature/login for it.", "feature/login"),
        ("do it on a branch called x", "x"),
        ("on a new branch named 'release/1.2'.", "release/1.2"),
        ("Add login\nbranch: my-branch", "my-branch"),
        ("Branch name = my_branch", "my_branch"),
        ("work on the fix-auth branch", "fix-auth"),
        ("create branch login and add a page", "login"),
        ("look at the branch of the tree", None),
        ("Explain how on branch prediction hardware works", None),
        ("use a branch for this", None),
        ("use a new branch", None),
        ("on the main branch, fix it", None),
        ("merge into branch names", None),
        ("every branch called by the parser", None),
        ("branch: ../../etc", None),
        ("use branch --force", None),
        ("demo: write notes.txt use branch fix-auth", None),
        ("Add login", None),
    ],
)
def test_a_branch_asked_for_in_the_prompt_is_found(prompt: str, branch: str | None) -> None:
    assert requested_branch_in(prompt) == branch


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=200))
def test_what_is_found_in_a_prompt_is_always_a_branch_name(prompt: str) -> None:
    for text in (prompt, f"use branch {prompt}", f"branch: {prompt}"):
        found = requested_branch_in(text)
        assert found is None or validate_branch_name(found) == found


@pytest.mark.parametrize(
    ("phase", "title", "answer", "subject"),
    [
        (AgentWorkflowPhase.PLANNING, "Add login", "", "docs: plan add login"),
        (AgentWorkflowPhase.IMPLEMENTING, "Add login", "Done.", "feat: add login"),
        (AgentWorkflowPhase.IMPLEMENTING, "API is broken", "", "fix: API is broken"),
        (AgentWorkflowPhase.IMPLEMENTING, "fix(auth): it works", "", "fix(auth): it works"),
        (AgentWorkflowPhase.IMPLEMENTING, "Write it down.", "", "feat: write it down"),
        (AgentWorkflowPhase.TESTING, "Add login", "", "test: check add login"),
        (AgentWorkflowPhase.IMPLEMENTING, "", "I added a login. It works.", "feat: I added a login"),
        (AgentWorkflowPhase.IMPLEMENTING, "", "", "feat: carry out the work order"),
    ],
)
def test_commit_subjects(phase: AgentWorkflowPhase, title: str, answer: str, subject: str) -> None:
    assert commit_subject_for(phase, title, answer) == subject


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(AgentWorkflowPhase), st.text(max_size=300), st.text(max_size=300))
def test_any_commit_subject_is_one_short_line(phase: AgentWorkflowPhase, title: str, answer: str) -> None:
    subject = commit_subject_for(phase, title, answer)
    assert subject
    assert len(subject) <= 72
    assert len(subject.splitlines()) == 1


def test_what_was_changed_while_answering_says_so() -> None:
    subject = question_subject_for("Why does the login fail when the cookie is older than a week?\nMore.")
    assert subject.startswith("chore: changes made while answering: Why does the login fail")
    assert len(subject) <= LONGEST_SUBJECT
