"""How secrets look. Each shape knows a whole secret, and the beginning of one at the end of a text.

The second is what streaming needs: whatever could still grow into a secret is held back until it is decided.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

_WORD = r"[A-Za-z0-9_\-]"
_NOT_IN_WORD = r"(?<![A-Za-z0-9_])"
_GAP = r"[ \t]{0,4}"
PRIVATE_KEY_LIMIT = 16_384


@dataclass(frozen=True, slots=True)
class SecretShape:
    """The group of `whole` that took part, or else all of it, is the secret; that of `beginning` is where it starts."""

    triggers: tuple[str, ...]
    """Lower-case text without which there is no such secret: looking for these is what makes this cheap."""
    whole: re.Pattern[str]
    beginning: re.Pattern[str]
    reach: Literal["word", "line", "text"]
    """How far back a beginning can lie: in the last word, the last line, anywhere."""


def _beginnings(prefix: str) -> str:
    """Matches each proper beginning of a literal: for "abc" that is a(?:b)?."""
    pattern = ""
    for character in reversed(prefix[:-1]):
        pattern = re.escape(character) + (f"(?:{pattern})?" if pattern else "")
    return pattern


def _token(
    prefixes: Sequence[str], body: str, at_least: int, *, digit: bool = False, anywhere: bool = False
) -> SecretShape:
    """A token that begins with one of some known prefixes; `anywhere`: also in the middle of a word."""
    before = "" if anywhere else _NOT_IN_WORD
    either = "|".join(re.escape(prefix) for prefix in prefixes)
    with_digit = rf"(?={body}*\d)" if digit else ""
    begun = "|".join(f"{_beginnings(prefix)}|{re.escape(prefix)}{body}*" for prefix in prefixes)
    return SecretShape(
        triggers=tuple(prefix.lower() for prefix in prefixes),
        whole=re.compile(rf"{before}(?:{either}){with_digit}{body}{{{at_least},}}"),
        beginning=re.compile(rf"{before}(?:{begun})\Z"),
        reach="word",
    )


def _after(triggers: Sequence[str], lead: str, value: str, begun: str, flags: re.RegexFlag) -> SecretShape:
    """A value that is secret because of what stands before it."""
    return SecretShape(
        triggers=tuple(triggers),
        whole=re.compile(lead + value, flags),
        beginning=re.compile(rf"{lead}(?:{begun})\Z", flags),
        reach="line",
    )


_PLAIN = re.RegexFlag(0)
_HARMLESS = r"(?!(?:os|process|env|self|settings|config)\.|(?:None|null|true|false)\b|\[redacted\])"
_VALUE = rf"""(?:"([^"\n]{{3,}})|'([^'\n]{{3,}})|({_HARMLESS}[^\s"'=$<{{(,;)}}\]][^\s"',;)}}\]]{{2,}}))"""
_VALUE_BEGUN = r"""(?:"([^"\n]*)|'([^'\n]*)|([^\s"'=$<{(,;)}\]][^\s"',;)}\]]*))"""
_CONSTANT = (
    rf"{_NOT_IN_WORD}(?:[A-Z0-9_]{{0,64}}_(?:TOKEN|KEY|SECRET|PASSWD)|[A-Z0-9_]{{0,64}}PASSWORD)[\"']?{_GAP}[=:]{_GAP}"
)
_NAMED = (
    rf"{_NOT_IN_WORD}(?:password|passwd|api[_-]?key|secret[_-]?key|client[_-]?secret|access[_-]?token|auth[_-]?token)"
    rf"[\"']?{_GAP}[=:]{_GAP}"
)
_QUERY = r"[?&](?:access_token|api_key|apikey|token|key|password|secret|sig)="
_HEADER = rf"{_NOT_IN_WORD}authorization[\"']?{_GAP}[=:]{_GAP}[\"']?"
_SCHEME = r"(?:(?:bearer|basic|token|digest|negotiate|apikey)[ \t]{1,4})?"
_BEARER = rf"{_NOT_IN_WORD}bearer[ \t]{{1,4}}"
_BEARER_BODY = r"[A-Za-z0-9._~+/=\-]"
_USERINFO = r"[^\s/@\"'<>]"

_KEY_END = r"-----END [A-Z ]{0,30}PRIVATE KEY-----"
PRIVATE_KEY = SecretShape(
    triggers=("private key-----",),
    whole=re.compile(
        r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----"
        rf"(?:[\s\S]{{0,{PRIVATE_KEY_LIMIT}}}?(?:{_KEY_END}|\Z)|[\s\S]{{{PRIVATE_KEY_LIMIT}}})"
    ),
    beginning=re.compile(
        rf"(?:{_beginnings('-----BEGIN ')}|-----BEGIN [A-Z ]{{0,42}}-{{0,4}}"
        rf"|-----BEGIN [A-Z ]{{0,30}}PRIVATE KEY-----(?:(?!{_KEY_END})[\s\S]){{0,{PRIVATE_KEY_LIMIT}}})\Z"
    ),
    reach="text",
)

SHAPES: tuple[SecretShape, ...] = (
    PRIVATE_KEY,
    _token(("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"), r"[A-Za-z0-9_]", 16, anywhere=True),
    _token(("glpat-", "xoxa-", "xoxb-", "xoxp-", "xoxr-", "xoxs-"), _WORD, 16, anywhere=True),
    _token(("xapp-", "npm_", "hf_", "pypi-"), _WORD, 16),
    _token(("sk-", "sk_live_", "sk_test_", "rk_live_", "rk_test_"), _WORD, 16, digit=True),
    _token(("AIza",), _WORD, 30),
    _token(("AKIA", "ASIA"), r"[A-Z0-9]", 16, anywhere=True),
    SecretShape(
        triggers=("eyj",),
        whole=re.compile(rf"{_NOT_IN_WORD}eyJ{_WORD}{{8,}}\.{_WORD}{{8,}}(?:\.{_WORD}*)?"),
        beginning=re.compile(rf"{_NOT_IN_WORD}(?:ey?|eyJ{_WORD}*(?:\.{_WORD}*){{0,2}})\Z"),
        reach="word",
    ),
    SecretShape(
        triggers=("://",),
        whole=re.compile(rf"://({_USERINFO}*:{_USERINFO}+|{_USERINFO}{{16,}})@"),
        beginning=re.compile(rf"://({_USERINFO}+)\Z"),
        reach="word",
    ),
    _after(
        ("authorization",),
        _HEADER,
        rf"{_SCHEME}([^\s\"',;]{{4,}})",
        rf"({_SCHEME}[^\s\"',;]*)",
        re.IGNORECASE,
    ),
    _after(
        ("bearer",), _BEARER, rf"((?={_BEARER_BODY}*\d){_BEARER_BODY}{{12,}})", rf"({_BEARER_BODY}*)", re.IGNORECASE
    ),
    _after(("_token", "_key", "_secret", "passwd", "password"), _CONSTANT, _VALUE, _VALUE_BEGUN, _PLAIN),
    _after(
        ("passw", "key", "client", "token"),
        _NAMED,
        r"""(?:"([^"\n]{3,})|'([^'\n]{3,}))""",
        r"""(?:"([^"\n]*)|'([^'\n]*))""",
        re.IGNORECASE,
    ),
    _after(
        ("token=", "key=", "password=", "secret=", "sig="), _QUERY, r"([^&\s\"'#]{3,})", r"([^&\s\"'#]*)", re.IGNORECASE
    ),
)
