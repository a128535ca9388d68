"""What the demo agent does by itself: plan, build or test something small."""

from __future__ import annotations

import re
import sys

from . import recipes, workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .turn import Turn

_PLAN_PATH = re.compile(r"[\w./-]*specs/[\w./-]*plan\.md")
_RESULTS_PATH = re.compile(r"[\w./-]*specs/[\w./-]*results?\.md")
_TEST_SECONDS = 120.0


def work_on(turn: Turn) -> None:
    if turn.is_question:
        turn.say("Good question. There is no model behind me, so I cannot know; I left the files as they are.")
        return
    if turn.session.choices["effort"] == "high":
        turn.think("Let me look at that from another side first.")
    {"planning": _plan, "testing": _test}.get(turn.phase, _build)(turn)


def _plan(turn: Turn) -> None:
    recipe, title = recipes.recipe_for(turn.task), recipes.title_of(turn.task)
    path = _path_for(turn, turn.plan_path, _PLAN_PATH, "plan")
    steps = ["Read the task", "Decide what to build", f"Write {path}"]
    turn.plan(steps, 0)
    turn.think(f"The task is: {title}. I look for the smallest useful answer: {recipe.summary}.")
    turn.plan(steps, 2)
    turn.checkpoint()
    if workspace.write(turn, path, _plan_text(turn.task, title, recipe)):
        turn.plan(steps, 3)
        turn.say(f"The plan is in `{path}`: {recipe.summary}, in {len(recipe.files)} file(s).")


def _plan_text(task: str, title: str, recipe: recipes.Recipe) -> str:
    quoted = "\n".join(f"> {line}".rstrip() for line in (task or title).splitlines())
    steps = [f"Write `{path}`." for path in recipe.files]
    steps.append(f"Run `python -m unittest` on `{recipe.test_path}`." if recipe.test_path else "Read it through.")
    numbered = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
    done_when = "The new tests pass." if recipe.test_path else "The document says what was asked for."
    return (
        f"# Plan: {title}\n\n## Task\n\n{quoted}\n\n## Approach\n\nBuild {recipe.summary}.\n\n"
        f"## Steps\n\n{numbered}\n\n## Done when\n\n{done_when}\n"
    )


def _build(turn: Turn) -> None:
    recipe = recipes.recipe_for(turn.task)
    steps = [f"Write {path}" for path in recipe.files]
    turn.think(f"I build {recipe.summary}.")
    turn.plan(steps, 0)
    outcomes = []
    for number, (path, text) in enumerate(recipe.files.items(), 1):
        turn.checkpoint()
        outcomes.append(_build_file(turn, path, text))
        turn.plan(steps, number)
    if turn.session.choices["model"] != "demo-brief":
        turn.say("\n".join(f"- {outcome}" for outcome in outcomes))
    if turn.session.choices["model"] == "demo-thorough":
        turn.say("Each file stands alone, so you can take one and leave the other.")
    turn.say(f"Done: {recipe.summary}.")


def _build_file(turn: Turn, path: str, text: str) -> str:
    """Somebody else's file of that name is never written over."""
    there = workspace.read(turn.session.cwd, path)
    if there == text:
        return f"`{path}` is there already."
    if there is not None:
        return f"`{path}` was there with other content, so I left it alone."
    return f"`{path}` is new." if workspace.write(turn, path, text) else f"`{path}` could not be written."


def _test(turn: Turn) -> None:
    path = _path_for(turn, turn.results_path, _RESULTS_PATH, "test-results")
    steps = ["Find the tests", "Run them", f"Write {path}"]
    turn.plan(steps, 0)
    command = _test_command(turn)
    turn.plan(steps, 1)
    turn.checkpoint()
    exit_code, output = workspace.run(turn, [sys.executable, *command], seconds=_TEST_SECONDS)
    turn.plan(steps, 2)
    verdict = "passed" if exit_code == 0 else f"failed (exit code {exit_code})"
    if workspace.write(turn, path, _results_text(turn, command, verdict, output)):
        turn.plan(steps, 3)
        turn.say(f"The check {verdict}; the results are in `{path}`.")


def _test_command(turn: Turn) -> list[str]:
    """The test of what was built, else a look at whether the Python files can be read at all."""
    test_path = recipes.recipe_for(turn.task).test_path
    if test_path and workspace.read(turn.session.cwd, test_path) is not None:
        folder, _, name = test_path.rpartition("/")
        return ["-B", "-m", "unittest", "discover", "-s", folder, "-p", name]
    return ["-B", "-c", _SYNTAX_CHECK]


def _results_text(turn: Turn, command: list[str], verdict: str, output: str) -> str:
    shown = " ".join(command) if command[-1] != _SYNTAX_CHECK else "(a syntax check of every Python file)"
    steady = re.sub(r"(Ran \d+ tests?) in [\d.]+s", r"\1", output).replace(sys.executable, "python").strip()
    fence = "`" * max(3, *(len(ticks) + 1 for ticks in re.findall("`+", steady)), 3)
    return (
        f"# Test results: {recipes.title_of(turn.task)}\n\nThe check {verdict}.\n\n"
        f"`python {shown}`\n\n{fence}text\n{steady}\n{fence}\n"
    )


def _path_for(turn: Turn, named: object, pattern: re.Pattern[str], suffix: str) -> str:
    if isinstance(named, str) and named:
        return named
    found = pattern.search(turn.text)
    return found[0] if found else f"specs/{recipes.slug_of(turn.task)}-{suffix}.md"


_SYNTAX_CHECK = """
import pathlib, sys
files = sorted(p for p in pathlib.Path().rglob("*.py") if not any(part.startswith(".") for part in p.parts))[:2000]
broken = []
for file in files:
    try:
        compile(file.read_bytes(), str(file), "exec", dont_inherit=True)
    except (SyntaxError, ValueError, OSError) as exc:
        broken.append(f"{file}: {exc}")
print("\\n".join(broken + [f"{len(files)} Python file(s) looked at, {len(broken)} broken."]))
sys.exit(bool(broken))
"""
