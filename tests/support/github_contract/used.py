"""The part of GitHub's interface that Shopfloor uses. To use more, name it here and run `make github-contract`."""

OURS = {
    "apps/create-installation-access-token": "a token of the GitHub App for one repository",
    "apps/get-authenticated": "`doctor`: which GitHub App we are",
    "apps/get-repo-installation": "whether the GitHub App is installed there",
    "checks/list-for-ref": "checks of a pull request",
    "issues/create-comment": "say on an issue or pull request that work begins, ends, or what was answered",
    "issues/get": "the issue of an order or task",
    "issues/list-comments": "what people said on an issue; whether we said it already",
    "issues/list-for-repo": "import all open issues",
    "issues/set-labels": "labels of a pull request",
    "issues/update": "close the issue of a task that is done, where set so",
    "issues/update-comment": "bring what we said on an issue up to date",
    "pulls/create": "open a pull request",
    "pulls/create-reply-for-review-comment": "answer in a review's thread",
    "pulls/get": "a pull request as it is now",
    "pulls/get-review": "a review that a webhook told of",
    "pulls/list": "the pull request of a branch, whoever opened it",
    "pulls/list-review-comments": "a review's comments; whether we answered already",
    "pulls/list-reviews": "reviews of a pull request",
    "pulls/merge": "merge, squash or rebase",
    "pulls/request-reviewers": "ask for a review",
    "pulls/update": "title and description",
    "repos/create-fork": "a fork where we may not push",
    "repos/get": "verify; where a repository is now",
    "repos/get-collaborator-permission-level": "whether somebody may start work",
    "repos/get-combined-status-for-ref": "statuses of a pull request",
    "repos/list-branches": "whether a repository is empty",
    "search/issues-and-pull-requests": "find issues by words",
    "users/get-authenticated": "who we are, with which scopes",
}
"""What Shopfloor itself asks for, and what for. The simulator takes nothing else from it."""

OF_TESTS = (
    "apps/list-repos-accessible-to-installation",
    "git/get-ref",
    "issues/add-labels",
    "issues/create",
    "issues/delete-comment",
    "issues/get-comment",
    "issues/list-labels-for-repo",
    "issues/list-labels-on-issue",
    "issues/remove-label",
    "pulls/create-review",
    "pulls/create-review-comment",
    "pulls/get-review-comment",
    "pulls/list-comments-for-review",
    "pulls/list-commits",
    "pulls/list-files",
    "pulls/list-requested-reviewers",
    "pulls/remove-requested-reviewers",
    "rate-limit/get",
    "repos/get-branch",
    "repos/list-commit-statuses-for-ref",
    "repos/list-for-authenticated-user",
    "repos/list-forks",
    "users/get-by-username",
)
"""What else tests do in the simulator, as other people would."""

OPERATIONS = (*OURS, *OF_TESTS)

LOOSENED_BODIES = ("issues/set-labels",)
"""Where GitHub's text allows what its schema does not: "You can pass an empty array to remove all labels." """

WEBHOOKS = (
    "installation$created",
    "issue_comment$created",
    "issues$closed",
    "issues$edited",
    "issues$labeled",
    "issues$opened",
    "issues$reopened",
    "ping$event",
    "pull_request$closed",
    "pull_request$converted_to_draft",
    "pull_request$labeled",
    "pull_request$opened",
    "pull_request$ready_for_review",
    "pull_request$review_requested",
    "pull_request$synchronize",
    "pull_request_review$submitted",
    "pull_request_review_comment$created",
    "push$event",
    "repository$renamed",
    "repository$transferred",
)

OUR_WEBHOOKS = {
    "issues": "labels that file orders; tasks that follow their issue",
    "issue_comment": "`/shopfloor …` on an issue or pull request; comments on a task",
    "pull_request": "reviews asked of somebody; drafts, closing and merging",
    "pull_request_review": "a review goes to the agent",
    "pull_request_review_comment": "so does a lone comment on a line",
    "push": "a push to the base",
    "repository": "a new name or owner",
}

OUR_MUTATIONS = {
    "convertPullRequestToDraft": "back to draft",
    "markPullRequestReadyForReview": "ready for review",
}

GRAPHQL_FIELDS = {
    "Query": ("id", "node", "repository", "viewer", "rateLimit"),
    "Mutation": (
        "addPullRequestReviewThreadReply",
        "convertPullRequestToDraft",
        "markPullRequestReadyForReview",
        "resolveReviewThread",
    ),
    "RateLimit": ("cost", "limit", "remaining", "resetAt", "used"),
    "Repository": ("databaseId", "id", "isArchived", "isPrivate", "name", "nameWithOwner", "pullRequest", "url"),
    "Bot": ("databaseId", "id", "login"),
    "User": ("databaseId", "id", "login"),
    "Actor": ("login",),
    "Node": ("id",),
    "PullRequest": (
        "author",
        "body",
        "closed",
        "databaseId",
        "id",
        "isDraft",
        "mergeable",
        "merged",
        "number",
        "reviewThreads",
        "state",
        "title",
        "url",
    ),
    "PullRequestReviewThreadConnection": ("nodes", "pageInfo", "totalCount"),
    "PullRequestReviewThread": ("comments", "id", "isOutdated", "isResolved", "line", "path"),
    "PullRequestReviewCommentConnection": ("nodes", "pageInfo", "totalCount"),
    "PullRequestReviewComment": ("author", "body", "databaseId", "id", "path", "url"),
    "PageInfo": ("endCursor", "hasNextPage", "hasPreviousPage", "startCursor"),
    "MarkPullRequestReadyForReviewPayload": ("clientMutationId", "pullRequest"),
    "ConvertPullRequestToDraftPayload": ("clientMutationId", "pullRequest"),
    "AddPullRequestReviewThreadReplyPayload": ("clientMutationId", "comment"),
    "ResolveReviewThreadPayload": ("clientMutationId", "thread"),
}
