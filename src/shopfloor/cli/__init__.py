"""The command line: thin commands over the HTTP API. Nothing heavy is imported until a command needs it."""
