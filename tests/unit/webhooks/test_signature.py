import pytest

from shopfloor.webhooks.signature import is_signed

# GitHub's own example, from its documentation on validating deliveries.
SECRET, CONTENT = "It's a Secret to Everybody", b"Hello, World!"
SIGNATURE = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"


def test_github_s_example_is_signed() -> None:
    assert is_signed(CONTENT, SIGNATURE, SECRET)


@pytest.mark.parametrize(
    ("content", "signature", "secret"),
    [
        (CONTENT + b"\n", SIGNATURE, SECRET),
        (CONTENT, SIGNATURE, SECRET.upper()),
        (CONTENT, SIGNATURE.removeprefix("sha256="), SECRET),
        (CONTENT, SIGNATURE.replace("sha256", "sha1"), SECRET),
        (CONTENT, SIGNATURE[:-1], SECRET),
        (CONTENT, "sha256=é", SECRET),
        (CONTENT, "", SECRET),
        (CONTENT, None, SECRET),
        (b"", "sha256=b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad", ""),
    ],
)
def test_anything_else_is_not(content: bytes, signature: str | None, secret: str) -> None:
    assert not is_signed(content, signature, secret)
