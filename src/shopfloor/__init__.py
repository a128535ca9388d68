"""Shopfloor: a self-hosted shop floor for coding agents."""

__version__ = "0.1.0"
