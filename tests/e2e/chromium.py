"""The browser of the end-to-end tests: the system's Chromium, with a fresh profile each time."""

import os
import shutil

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def chromium_path() -> str:
    """Fails the test where there is none: a test that cannot run must not look like one that passed."""
    named = os.environ.get("SHOPFLOOR_CHROMIUM")
    found = named or next((path for name in _NAMES if (path := shutil.which(name))), None)
    if not found:
        pytest.fail(
            "The end-to-end tests need Chromium: `apt-get install chromium`, or name one in SHOPFLOOR_CHROMIUM."
        )
    return found
