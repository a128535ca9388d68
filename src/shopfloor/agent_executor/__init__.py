"""Agents: which there are, and how one is started in a sandbox and spoken to."""
