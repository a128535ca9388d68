"""Bytes in, whole lines out, at a cost linear in the bytes. A line that is too long is skipped, not kept."""


class LineSplitter:
    def __init__(self, line_bytes: int) -> None:
        self._line_bytes = line_bytes
        self._pieces: list[bytes] = []
        self._size = 0
        self.skipped_lines = 0

    def feed(self, data: bytes) -> list[bytes]:
        if b"\n" not in data:
            self._keep(data)
            return []
        first, *lines, rest = data.split(b"\n")
        self._keep(first)
        whole = self._take()
        self._keep(rest)
        return lines if whole is None else [whole, *lines]

    def _keep(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size <= self._line_bytes:
            self._pieces.append(piece)
        else:
            self._pieces.clear()

    def _take(self) -> bytes | None:
        too_long = self._size > self._line_bytes
        line = None if too_long else b"".join(self._pieces)
        self._pieces, self._size = [], 0
        self.skipped_lines += too_long
        return line
