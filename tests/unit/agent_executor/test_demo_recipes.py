import ast

from hypothesis import given
from hypothesis import strategies as st

from shopfloor.agent_executor.demo_agent.recipes import recipe_for, slug_of, title_of


@given(st.text(st.characters(codec="utf-8")))
def test_any_task_gets_code_that_can_be_compiled(task: str) -> None:
    recipe = recipe_for(task)
    for path, source in recipe.files.items():
        assert not path.startswith(("/", "."))
        if path.endswith(".py"):
            ast.parse(source)
    assert slug_of(task)
    assert len(title_of(task)) <= 72


def test_known_words_get_known_modules() -> None:
    assert list(recipe_for("Please add a Greeting!").files) == ["greeting.py", "tests/test_greeting.py"]
    assert list(recipe_for("Add a README file").files) == ["README.md"]
    assert list(recipe_for("Document the README format").files) == ["docs/document-the-readme-format.md"]
    assert list(recipe_for("slugify the titles").files) == ["slug.py", "tests/test_slug.py"]


def test_other_tasks_get_a_sketch_that_bears_their_name() -> None:
    assert "login_rate_limiting.py" in recipe_for("Add login rate limiting").files
    assert "feature_string.py" in recipe_for("string").files
    assert "feature_1_2.py" in recipe_for("1 2").files


def test_documents_are_documents() -> None:
    assert list(recipe_for("Write docs for the parser").files) == ["docs/write-docs-for-the-parser.md"]
