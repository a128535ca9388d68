"""Whether GitHub itself sent these bytes."""

import hashlib
import hmac

_SCHEME = "sha256="


def is_signed(content: bytes, signature: str | None, secret: str) -> bool:
    """Compared in constant time; an empty secret signs nothing."""
    if not secret or signature is None or not signature.startswith(_SCHEME):
        return False
    expected = _SCHEME + hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())
