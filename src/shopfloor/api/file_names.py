"""File names as text, and back. Pure.

A name is bytes, and need not be text. Bytes that are none travel as characters for private use, one for each, so that
every file that is listed can also be opened, renamed and removed by the name it was listed with.
"""

import os
import re

_FIRST, _LAST = 0xEF80, 0xEFFF
_SURROGATES = 0xDC80 - _FIRST
_NO_TEXT = re.compile(f"[\udc80-\udcff{chr(_FIRST)}-{chr(_LAST)}]")
_OURS = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")


def name_as_text(name: str) -> str:
    """Of a name as the file system gave it. A character that we use ourselves is taken for bytes, too."""
    return _NO_TEXT.sub(lambda found: "".join(chr(0xEF00 + byte) for byte in os.fsencode(found[0])), name)


def name_from_text(text: str) -> str:
    """As the file system wants it."""
    if not _OURS.search(text):
        return text
    return os.fsdecode(os.fsencode(_OURS.sub(lambda found: chr(ord(found[0]) + _SURROGATES), text)))
