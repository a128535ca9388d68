"""Append to, subscribe to and replay the numbered facts about each work order."""
