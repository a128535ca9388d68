"""Programs in a sandbox that serve pages: a project's development server, an editor."""
