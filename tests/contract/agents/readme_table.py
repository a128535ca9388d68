"""Keeps the README's table of agents true: `python -m tests.contract.agents.readme_table` writes it anew."""

import re
from pathlib import Path

from tests.contract.agents.abilities import declared_table

README = Path(__file__).parents[3] / "README.md"
_TABLE = re.compile(r"(?<=<!-- agents and abilities -->\n).*?(?=\n<!-- end -->)", re.DOTALL)


def readme_with_table() -> str:
    text = README.read_text("utf-8")
    assert _TABLE.search(text), "the README has lost the place of its table of agents"
    return _TABLE.sub(lambda _match: declared_table(), text)


if __name__ == "__main__":
    README.write_text(readme_with_table(), "utf-8")
