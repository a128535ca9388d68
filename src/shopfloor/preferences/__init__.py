"""What users can change while the server runs: defaults and limits, over those of the settings."""
