"""GitHub, and GitHub Enterprise: credentials, the API, pull requests and issues there."""
