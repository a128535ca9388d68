"""What the demo agent can build: a few small modules it knows, else a sketch named after the task. Pure."""

from __future__ import annotations

import re
import sys

_FILLER = frozenset(
    (
        *("a", "an", "and", "the", "to", "of", "for", "in", "with", "that", "this", "it", "its", "our", "my", "some"),
        *("add", "create", "write", "make", "implement", "build", "please", "new", "let", "can", "could", "should"),
        *("module", "function", "feature", "file", "we", "i", "you", "would"),
    )
)
_README = re.compile(r"\b(?:add|create|write|make)\s+(?:(?:a|the|some)\s+)?readme\b", re.IGNORECASE)
_DOCUMENTS = frozenset(("doc", "docs", "document", "documentation", "readme", "guide"))


class Recipe:
    __slots__ = ("files", "summary", "test_path")

    def __init__(self, summary: str, files: dict[str, str], test_path: str | None) -> None:
        self.summary = summary
        self.files = files
        self.test_path = test_path


def title_of(task: str) -> str:
    """The task's first line, short enough for a heading."""
    first = next((line.strip(" \t\r#*->") for line in task.split("\n") if line.strip(" \t\r#*->")), "Demo")
    return first if len(first) <= 72 else first[:71].rstrip() + "…"


def slug_of(task: str) -> str:
    return "-".join(_words(title_of(task)))[:48].strip("-") or "demo"


def recipe_for(task: str) -> Recipe:
    if _README.search(task):
        return Recipe("a first draft of `README.md`", {"README.md": _README_TEXT}, None)
    words = set(_words(task))
    for module, keywords, summary, source, test in _KNOWN:
        if words & keywords:
            return _module_recipe(module, summary, source, test)
    if words & _DOCUMENTS:
        return _document(task)
    return _sketch(task)


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def _module_recipe(module: str, summary: str, source: str, test: str) -> Recipe:
    test_path = f"tests/test_{module}.py"
    return Recipe(summary, {f"{module}.py": source.lstrip(), test_path: test.lstrip()}, test_path)


def _document(task: str) -> Recipe:
    path = f"docs/{slug_of(task)}.md"
    text = f"# {title_of(task)}\n\n{task}\n\nA first draft by the demo agent, for someone who knows the subject.\n"
    return Recipe(f"a first draft in `{path}`", {path: text}, None)


def _sketch(task: str) -> Recipe:
    module = _module_name(task)
    source = _SKETCH.format(title=title_of(task), module=module)
    return _module_recipe(module, f"a sketch in `{module}.py`", source, _SKETCH_TEST.format(module=module))


def _module_name(task: str) -> str:
    words = [word for word in _words(title_of(task)) if word not in _FILLER][:3]
    name = "_".join(words)[:40].strip("_") or "feature"
    is_free = name.isidentifier() and name not in sys.stdlib_module_names and name not in ("tests", "docs", "specs")
    return name if is_free and "_" in name else f"feature_{name}"


_README_TEXT = """# README

What this project is for, how to run it and where to look: to be filled in by someone who knows.

A first draft by the demo agent, which has no model behind it.
"""

_SKETCH = """
TITLE = {title!r}


def {module}() -> str:
    \"\"\"Say what this module is going to do. A sketch by the demo agent, which has no model behind it.\"\"\"
    return f"{{TITLE}}: not built yet"
"""

_SKETCH_TEST = """
import unittest

from {module} import TITLE, {module}


class SketchTest(unittest.TestCase):
    def test_says_what_is_going_to_be_built(self) -> None:
        self.assertIn(TITLE, {module}())


if __name__ == "__main__":
    unittest.main()
"""

_GREETING = '''
"""Friendly greetings."""


def greet(name: str = "") -> str:
    """Greet somebody by name, or everybody."""
    return f"Hello, {name.strip() or 'world'}!"


if __name__ == "__main__":
    print(greet())
'''

_GREETING_TEST = """
import unittest

from greeting import greet


class GreetTest(unittest.TestCase):
    def test_greets_by_name(self) -> None:
        self.assertEqual(greet("Ada"), "Hello, Ada!")

    def test_greets_everybody_without_a_name(self) -> None:
        self.assertEqual(greet(), "Hello, world!")
        self.assertEqual(greet("  "), "Hello, world!")


if __name__ == "__main__":
    unittest.main()
"""

_TEMPERATURE = '''
"""Temperatures in degrees Celsius and Fahrenheit."""


def to_fahrenheit(celsius: float) -> float:
    return celsius * 9 / 5 + 32


def to_celsius(fahrenheit: float) -> float:
    return (fahrenheit - 32) * 5 / 9
'''

_TEMPERATURE_TEST = """
import unittest

from temperature import to_celsius, to_fahrenheit


class TemperatureTest(unittest.TestCase):
    def test_water_freezes_and_boils(self) -> None:
        self.assertEqual(to_fahrenheit(0), 32)
        self.assertEqual(to_celsius(212), 100)

    def test_there_and_back(self) -> None:
        self.assertAlmostEqual(to_celsius(to_fahrenheit(36.6)), 36.6)


if __name__ == "__main__":
    unittest.main()
"""

_SLUG = '''
"""Names that are safe in URLs and file names."""

import re


def slugify(text: str) -> str:
    """Lower-case words joined by hyphens; everything else is dropped."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))
'''

_SLUG_TEST = """
import unittest

from slug import slugify


class SlugifyTest(unittest.TestCase):
    def test_joins_words(self) -> None:
        self.assertEqual(slugify("Hello, World!"), "hello-world")

    def test_may_leave_nothing(self) -> None:
        self.assertEqual(slugify("?!"), "")


if __name__ == "__main__":
    unittest.main()
"""

_WORD_COUNT = '''
"""Counts words."""

from collections import Counter


def count_words(text: str) -> Counter[str]:
    """How often each word occurs, capitals or not."""
    return Counter(text.lower().split())
'''

_WORD_COUNT_TEST = """
import unittest

from word_count import count_words


class CountWordsTest(unittest.TestCase):
    def test_counts_without_regard_to_case(self) -> None:
        self.assertEqual(count_words("The cat and the hat")["the"], 2)

    def test_empty_text_has_no_words(self) -> None:
        self.assertFalse(count_words(" "))


if __name__ == "__main__":
    unittest.main()
"""

_KNOWN = (
    (
        "greeting",
        frozenset(["greet", "greeting", "greetings", "hello", "welcome"]),
        "`greet()` in `greeting.py`",
        _GREETING,
        _GREETING_TEST,
    ),
    (
        "temperature",
        frozenset(["temperature", "celsius", "fahrenheit"]),
        "conversions in `temperature.py`",
        _TEMPERATURE,
        _TEMPERATURE_TEST,
    ),
    ("slug", frozenset(["slug", "slugs", "slugify"]), "`slugify()` in `slug.py`", _SLUG, _SLUG_TEST),
    (
        "word_count",
        frozenset(["words", "wordcount"]),
        "`count_words()` in `word_count.py`",
        _WORD_COUNT,
        _WORD_COUNT_TEST,
    ),
)
