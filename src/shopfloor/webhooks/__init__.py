"""What forges tell us, and what comes of it."""
