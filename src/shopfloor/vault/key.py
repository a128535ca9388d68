"""The key that seals secrets: from the settings, or from a file that only its owner may read."""

import base64
import binascii
import os
import secrets
import stat
from pathlib import Path

from shopfloor.errors import VaultError

_BYTES = 32
_SHORTEST = 16


def key_from_text(text: str) -> bytes:
    """A key of 32 bytes in base64 as it is; any other text of some length is stretched to one."""
    if len(text) < _SHORTEST:
        raise VaultError(
            f"SHOPFLOOR_SECRET_KEY is shorter than {_SHORTEST} characters.",
            hint="Make one with `openssl rand -base64 32`.",
        )
    try:
        decoded = base64.b64decode(text, altchars=b"-_", validate=True)
    except binascii.Error:
        decoded = b""
    if len(decoded) == _BYTES:
        return decoded
    return _stretched(text)


def _stretched(text: str) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(algorithm=SHA256(), length=_BYTES, salt=None, info=b"shopfloor vault").derive(text.encode())


def key_from_file(path: Path) -> bytes:
    """Made where it is not there yet. One that others may read is refused: it is no secret any more."""
    try:
        return _read(path)
    except FileNotFoundError:
        _make(path)
        return _read(path)


def _make(path: Path) -> None:
    """Linked into place whole: two who make it at once end with the same key, and a crash leaves none that is half."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    aside = path.with_name(f"{path.name}.{secrets.token_hex(6)}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(base64.b64encode(secrets.token_bytes(_BYTES)) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(aside, path)
    except FileExistsError:
        return
    finally:
        aside.unlink()


def _read(path: Path) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    with os.fdopen(descriptor, "rb") as file:
        mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
        if mode & 0o077:
            raise VaultError(
                f"Others may read {path} (mode {mode:o}), which seals the stored secrets.",
                hint=f"Run: chmod 600 {path}",
            )
        text = file.read().strip()
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error:
        key = b""
    if len(key) != _BYTES:
        raise VaultError(f"{path} is not a key of ours.", hint="Restore it from your backup.")
    return key
