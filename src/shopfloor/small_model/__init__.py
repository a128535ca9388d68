"""A small model that finds names: titles, branches, commit subjects, summaries. Always optional."""
