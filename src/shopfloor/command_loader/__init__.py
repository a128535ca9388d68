"""Command files: the prompts of the workflows' phases, a repository's own or ours."""
