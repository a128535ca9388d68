"""How errors are called by the servers of models, by agents and by operating systems, and what helps against each."""

from collections.abc import Mapping

from shopfloor.errors import (
    MAKE_ROOM,
    AgentCrashed,
    AgentError,
    AgentGaveNoAnswer,
    AgentNotSignedIn,
    AgentOutOfCredit,
    AgentOutOfDisk,
    AgentRefused,
    ContextTooLong,
    ModelNotFound,
    ModelRequestRefused,
    ModelUnavailable,
    ModelUnreachable,
    RateLimited,
)

ErrorType = type[AgentError]
GO_ON = "Retry: it goes on from the phase that failed."

KINDS: Mapping[ErrorType, frozenset[str]] = {
    AgentOutOfDisk: frozenset({"enospc", "edquot"}),
    AgentOutOfCredit: frozenset(
        {"insufficient_quota", "billing_error", "credit_exhausted", "payment_required", "usage_limit_reached"}
        | {"billing_not_active", "usagelimitexceeded", "credits_required", "spend_limit_reached"}
    ),
    AgentNotSignedIn: frozenset(
        {"authentication_error", "authentication_failed", "invalid_api_key", "unauthorized", "unauthenticated"}
        | {"permission_error", "oauth_org_not_allowed", "auth_required", "provider_auth_error", "providerautherror"}
        | {"account_on_hold", "verification_required", "cloud_credential_error"}
    ),
    ContextTooLong: frozenset(
        {"context_length_exceeded", "contextwindowexceeded", "prompt_too_long", "request_too_large"}
        | {"contextoverflowerror", "context_window_exceeded", "model_context_window_exceeded"}
    ),
    ModelNotFound: frozenset({"model_not_found", "not_found_error", "providermodelnotfounderror", "invalid_model"}),
    RateLimited: frozenset({"rate_limit_error", "rate_limit_exceeded", "rate_limit", "resource_exhausted"}),
    ModelUnavailable: frozenset(
        {"overloaded_error", "overloaded", "api_error", "server_error", "internal_server_error", "unavailable"}
        | {"serveroverloaded", "internalservererror", "responsestreamdisconnected", "responsetoomanyfailedattempts"}
    ),
    ModelUnreachable: frozenset(
        {"econnrefused", "econnreset", "enotfound", "etimedout", "eai_again", "epipe", "connection_error"}
        | {"httpconnectionfailed", "responsestreamconnectionfailed", "und_err_socket"}
    ),
    AgentRefused: frozenset({"content_policy_violation", "content_filter", "refusal"}),
}
UNSPECIFIC = frozenset({"invalid_request_error", "badrequest", "bad_request"})
STATUSES: Mapping[int, ErrorType] = {
    401: AgentNotSignedIn,
    402: AgentOutOfCredit,
    403: AgentNotSignedIn,
    404: ModelNotFound,
    408: ModelUnavailable,
    413: ContextTooLong,
    429: RateLimited,
}
WORDS: tuple[tuple[ErrorType, str], ...] = (
    (AgentOutOfDisk, r"no space left on device|\benospc\b|disk quota exceeded|\bedquot\b|disk is full"),
    (
        AgentOutOfCredit,
        r"credit balance|add (?:more )?credits"
        r"|out of credits?|insufficient (?:credits?|funds|quota|balance)|exceeded your current quota"
        r"|billing|payment required|usage limit|spend(?:ing)? limit|no credits?\b"
        r"|quota (?:has been )?(?:reached|exceeded)",
    ),
    (
        ContextTooLong,
        r"prompt is too long|context (?:length|window)[^.]{0,40}(?:exceed|full|too)|maximum context"
        r"|exceeds? the context|input is too long|too many (?:input )?tokens",
    ),
    (
        ModelNotFound,
        r"model[^.\n]{0,80}(?:not found|does(?: not|n't) exist|not exist|is not (?:available|supported)|unknown)"
        r"|(?:unknown|invalid|no such|unsupported) model|selected model",
    ),
    (
        AgentNotSignedIn,
        r"unauthori[sz]ed|unauthenticated|not (?:logged|signed) in|please (?:log|sign) ?in|run /login"
        r"|log ?in (?:required|again)|api[ -]?key|authenticat\w+|oauth token|token (?:has )?expired|sign ?in",
    ),
    (RateLimited, r"rate.?limit\w*|too many requests"),
    (
        ModelUnreachable,
        r"econn\w+|enotfound|etimedout|eai_again|connection (?:reset|refused|error|closed)|fetch failed"
        r"|unable to connect|network error|could not resolve|socket hang ?up|error sending request",
    ),
    (ModelUnavailable, r"overloaded|temporar\w+|try again|timed? ?out|service unavailable|bad gateway|internal server"),
)
MEANT_BY: Mapping[int, tuple[ErrorType, ...]] = {
    400: (AgentOutOfCredit, ContextTooLong, ModelNotFound, AgentNotSignedIn),
    403: (AgentOutOfCredit,),
    404: (ModelNotFound,),
    429: (AgentOutOfCredit,),
}


HINTS: Mapping[ErrorType, str] = {
    AgentOutOfDisk: MAKE_ROOM,
    AgentOutOfCredit: "Top up the account, wait until its limit is reset, or choose another model. Then retry.",
    AgentRefused: "Put the task in other words.",
    RateLimited: "Retry later, or choose another model.",
    ModelUnavailable: "The model's server is in trouble. Retry later, or choose another model.",
    ModelUnreachable: "Check the network and the address of the model's server, then retry.",
    ModelNotFound: "Choose a model that the agent offers, then retry.",
    ModelRequestRefused: "Retry, or choose another model.",
    ContextTooLong: "Start a new work order with a smaller task, or choose a model that remembers more.",
    AgentCrashed: GO_ON,
    AgentGaveNoAnswer: GO_ON,
}
