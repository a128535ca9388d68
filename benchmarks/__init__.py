"""Speed and memory of a real server, each figure beside what plain shell and git need for the same work."""
