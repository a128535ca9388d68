"""Files that hold keys and passwords, told by their names. Pure."""

import re
from collections.abc import Sequence

_EXAMPLES = (".example", ".sample", ".template", ".dist")
_NAMES = re.compile(
    r"""^(
        \.env(\..+)? | .+\.env | \.envrc
      | \.netrc | _netrc | \.npmrc | \.pypirc | \.pgpass | \.git-credentials | \.htpasswd | \.dockercfg
      | id_(rsa|dsa|ecdsa|ed25519)(_sk)? | .+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk)
      | credentials(\.(json|ya?ml|toml))? | \.credentials(\.json)? | secrets?\.(json|ya?ml|toml)
      | service[-_]account.*\.json | terraform\.tfstate(\.backup)? | auth\.json
    )$""",
    re.VERBOSE | re.IGNORECASE,
)
_FOLDERS = frozenset({".ssh", ".gnupg", ".aws", ".azure", ".kube"})
_ASSIGNMENT = re.compile(r"^(\s*(?:export\s+)?[A-Za-z_][A-Za-z0-9_.]*\s*[=:]\s*)(\S.*)$")
_MASK = "••••••••"


def is_sensitive(parts: Sequence[str]) -> bool:
    """By the names of a path, from the root of the workspace on."""
    if not parts:
        return False
    if any(part.lower() in _FOLDERS for part in parts):
        return True
    name = parts[-1]
    return bool(_NAMES.match(name)) and not name.lower().endswith(_EXAMPLES)


def masked(text: str) -> str:
    """Names stay, values go; a line that is not an assignment may be part of a key and goes as a whole."""
    return "\n".join(_masked_line(line) for line in text.split("\n"))


def _masked_line(line: str) -> str:
    if not line.strip() or line.lstrip().startswith("#"):
        return line
    assignment = _ASSIGNMENT.match(line)
    return f"{assignment.group(1)}{_MASK}" if assignment else _MASK
