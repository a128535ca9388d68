"""What GitHub publishes about itself, as far as Shopfloor uses it, and the checks that hold us to it.

`published/` is made by `make github-contract` from the npm packages of GitHub's Octokit team (MIT licence).
"""
