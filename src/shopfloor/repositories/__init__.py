"""Repositories as somebody sees them who is about to file an order."""
