"""Sizes as people read them. Pure."""

_UNITS = ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"))


def size_text(count: int) -> str:
    for unit, name in _UNITS:
        if count >= unit:
            return f"{count / unit:.1f}".removesuffix(".0") + f" {name}"
    return f"{count} bytes"
