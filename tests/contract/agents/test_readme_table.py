from tests.contract.agents.readme_table import README, readme_with_table


def test_the_readme_tells_what_the_suite_checks() -> None:
    assert README.read_text("utf-8") == readme_with_table(), "run `python -m tests.contract.agents.readme_table`"
