"""Hands a login to git for one command, through a pipe: it stands in no argument, variable, file or configuration."""

import contextlib
import os
from collections.abc import Iterator

from shopfloor.errors import GitError
from shopfloor.git_operations.remote_access import Login

_ANSWERS = 4
"""A command may be asked more than once, after a redirect for one. Then the pipe is empty, and so is the answer."""
_HELPER = (
    '!answer() {{ test "$1" = get && {{ IFS= read -r name && IFS= read -r word; }} </dev/fd/{0}'
    ' && printf "username=%s\\npassword=%s\\n" "$name" "$word"; }}; answer'
)
"""Builtins only: a program would show the word among its arguments. By path: some shells know ten descriptors."""


@contextlib.contextmanager
def credential_channel(login: Login) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """The descriptor to hand on, and the settings that make git read the login from it, for that server alone."""
    record = f"{login.username}\n{login.password}\n"
    if record.count("\n") != 2 or "\0" in record:
        raise GitError("The token has a line break in it.", hint="Set it anew.")
    reading, writing = os.pipe()
    try:
        os.set_blocking(writing, False)
        try:
            os.write(writing, record.encode() * _ANSWERS)
        finally:
            os.close(writing)
        nobody_else = ("credential.helper", "")
        yield reading, [nobody_else, (f"credential.{login.server}.helper", _HELPER.format(reading))]
    finally:
        os.close(reading)
