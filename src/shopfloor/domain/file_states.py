"""What git thinks of each file of a folder, from what it says of a whole tree. Pure.

Both sides can be many: a folder of thousands of files, thousands of which have changed. Each is looked at once.
"""

from collections.abc import Iterator, Mapping


class FileStates:
    def __init__(self, states: Mapping[str, str]) -> None:
        """By path. A folder that is untracked or ignored as a whole stands for all in it, with a slash at the end."""
        self._states = states
        self._touched: set[str] = set()
        for path, state in states.items():
            if state != "ignored":
                self._touch_folders_of(path.rstrip("/"))

    def of(self, path: str, *, is_folder: bool) -> str | None:
        """Its own, else that of the folder it lies in, else that something in it has changed."""
        if (own := self._states.get(path)) is not None:
            return own
        if (of_folder := next(self._of_folders(path), None)) is not None:
            return of_folder
        return "modified" if is_folder and path in self._touched else None

    def _touch_folders_of(self, path: str) -> None:
        while (path := path.rpartition("/")[0]) and path not in self._touched:
            self._touched.add(path)

    def _of_folders(self, path: str) -> Iterator[str]:
        while path:
            if (state := self._states.get(f"{path}/")) is not None:
                yield state
            path = path.rpartition("/")[0]
