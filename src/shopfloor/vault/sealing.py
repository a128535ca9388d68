"""Seals values so that only the key opens them, each only in its own place."""

import base64
import binascii
import hashlib
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shopfloor.errors import VaultError

_FORM = "v1"
_NONCE_BYTES = 12


class Sealer:
    """AES-256-GCM. The place is authenticated: a sealed value that is moved to another name does not open."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)
        self._key_id = hashlib.sha256(b"shopfloor key id" + key).hexdigest()[:8]

    def seal(self, place: str, value: str) -> str:
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = nonce + self._cipher.encrypt(nonce, value.encode(), place.encode())
        return f"{_FORM}.{self._key_id}.{base64.b64encode(sealed).decode()}"

    def open(self, place: str, sealed: str) -> str:
        form, _, rest = sealed.partition(".")
        key_id, _, body = rest.partition(".")
        if form != _FORM:
            raise VaultError("A stored secret has a form that this version does not know.")
        if key_id != self._key_id:
            raise VaultError(
                "The stored secrets were sealed with another key.",
                hint="Give back the old SHOPFLOOR_SECRET_KEY or secret.key, or set the secrets anew.",
            )
        try:
            data = base64.b64decode(body, validate=True)
            return self._cipher.decrypt(data[:_NONCE_BYTES], data[_NONCE_BYTES:], place.encode()).decode()
        except (binascii.Error, InvalidTag, ValueError) as error:
            raise VaultError("A stored secret was changed outside of Shopfloor.", hint="Set it anew.") from error
