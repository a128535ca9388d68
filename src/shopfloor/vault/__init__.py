"""Secrets that users give: encrypted at rest, written by everybody, read by the platform alone."""
