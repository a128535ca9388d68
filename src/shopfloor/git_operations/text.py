"""Bytes from git as text that any reader, and JSON, can take."""


def readable(data: bytes) -> str:
    """A name; bytes that are not UTF-8 show as \\xNN."""
    return data.decode("utf-8", "backslashreplace")


def shown(data: bytes) -> str:
    """Content; bytes that are not UTF-8 show as the replacement character."""
    return data.decode("utf-8", "replace")
