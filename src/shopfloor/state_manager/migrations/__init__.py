"""The way from an empty database to the schema in tables.py, one file a step."""

HEAD = "0017"
"""The newest step. Known here so that a start with a current schema need not import Alembic."""
