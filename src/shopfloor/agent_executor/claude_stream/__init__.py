"""Claude Code by itself, where its ACP adapter is not installed: its stream of JSON lines, made to look like ACP."""
