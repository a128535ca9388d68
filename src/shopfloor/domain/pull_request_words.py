"""How people ask for something to be done with a pull request. Pure.

Labels and reviews are ordinary things of programs, too: where the words could as well be about one of those, the pull
request must be named, or the name quoted or written with its @.
"""

import re
from collections.abc import Callable

from shopfloor.domain.chat_commands import (
    AddLabels,
    Command,
    MarkDraft,
    MarkReady,
    Merge,
    RemoveLabels,
    RequestReview,
)
from shopfloor.domain.pull_request import MergeMethod

PR = r"(?:the |this |that |my |our |its )?(?:draft )?(?:prs?|pull[ -]?requests?|merge request)"
_READY = r"(?:as )?ready(?: for (?:a )?review)?"
_HOW = r"(?: (?:with|by|using) (?:a )?(?:squash|merge|rebase)(?: commit)?)?"
_DRAFT = r"(?:a )?draft(?: mode| state)?"
_PUT = r"(?:put|move|take|turn|convert|change|switch|set|mark|make|bring|return|flip)"

_NO_POLITENESS = r"(?!(?:please|pls|now|then|thanks|thank|instead|again)\b)"
_QUOTED = r"""(?:"[^"\n]{1,50}"|'[^'\n]{1,50}'|`[^`\n]{1,50}`|“[^”\n]{1,50}”)"""
_LABEL = rf"{_NO_POLITENESS}(?:\w(?:[\w./:+#-]*[\w+#])?|{_QUOTED})"
_AND = r"(?:, and |, ?| and | & )"
_LABELS = rf"(?P<names>{_LABEL}(?:{_AND}{_LABEL})*)"
_LOGIN = rf"{_NO_POLITENESS}[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:/[\w.-]*\w)?"
_CALLED = rf"(?P<names>@{_LOGIN}(?:{_AND}@?{_LOGIN})*)"
_NAMED = rf"(?P<names>@?{_LOGIN}(?:{_AND}@?{_LOGIN})*)"

_NOT_A_LABEL = re.compile(
    "texts?|elements?|components?|tags?|attributes?|props?|propert(y|ies)|fields?|inputs?|names?|numbers?|titles?|values?|"
    "keys?|types?|colou?rs?|sizes?|icons?|images?|links?|urls?|buttons?|badges?|columns?|rows?|lists?|pages?|sections?|"
    "forms?|checkbox(es)?|select(ors?)?|dropdowns?|tooltips?|support|status|states?|counts?|styles?|class(es)?|widgets?|"
    "views?|options?|positions?|alignments?|formatters?|functions?|methods?|params?|parameters?|arguments?|templates?|"
    "it|this|that|them|to|for|in|on|at|by|with|as|from|here|there|everywhere|instead|only|so|too|well|better|all|each|every|"
    r"\w+ly|merge|land|squash|rebase|stop|pause|continue|resume|retry|push|commit|deploy|run|finish",
    re.I,
)
_NOT_A_PERSON = re.compile(
    "users?|customers?|buyers?|clients?|guests?|people|persons?|visitors?|readers?|admins?|moderators?|managers?|members?|"
    "maintainers?|owners?|teams?|others?|reviewers?|authors?|experts?|friends?|them|him|her|us|me|you|it|someone|somebody|"
    "anyone|anybody|everyone|everybody|nobody|copilot|claude|an|the|all|each|every|new|both|here|there|and|or",
    re.I,
)


def _names(match: re.Match[str]) -> tuple[str, ...]:
    """In the order they stand; what is in quotation marks may hold spaces."""
    return tuple(dict.fromkeys(_listed(match["names"])))


def _listed(text: str) -> list[str]:
    return re.findall(rf"{_LABEL}|@?{_LOGIN}", re.sub(r"(?<=[\s,])(?:and|&)(?=\s)", ",", text))


def _labels(match: re.Match[str]) -> tuple[str, ...] | None:
    names = _names(match)
    if any(_NOT_A_LABEL.fullmatch(name) for name in names):
        return None
    return tuple(name.strip("\"'`“”").strip() for name in names)


def _add_labels(match: re.Match[str]) -> Command | None:
    return AddLabels(labels) if (labels := _labels(match)) else None


def _label_it(match: re.Match[str]) -> Command | None:
    """In capitals or quotation marks it would be what stands on a button."""
    return _add_labels(match) if re.fullmatch(r"[^A-Z\"'`“]+", match["names"]) else None


def _remove_labels(match: re.Match[str]) -> Command | None:
    return RemoveLabels(labels) if (labels := _labels(match)) else None


def _request_review(match: re.Match[str]) -> Command | None:
    names = _names(match)
    if any(_NOT_A_PERSON.fullmatch(name) for name in names):
        return None
    return RequestReview(tuple(name.removeprefix("@") for name in names))


def _merge(match: re.Match[str]) -> Command:
    words = match.group().lower()
    named = (method for method in (MergeMethod.SQUASH, MergeMethod.REBASE) if method.value in words)
    return Merge(next(named, MergeMethod.MERGE))


_ADD, _REMOVE = r"(?:add|put|apply|attach)", r"(?:remove|drop|delete|take off)"
_FOR_REVIEW = r"(?:for (?:a |another )?(?:code )?review|to review)"
PULL_REQUEST_WORDS: tuple[tuple[str, Callable[[re.Match[str]], Command | None]], ...] = (
    (rf"(?:mark|set|make|flag) {PR} {_READY}", lambda _: MarkReady()),
    (r"(?:mark|set) (?:it|this) (?:as )?ready for (?:a )?review", lambda _: MarkReady()),
    (rf"(?:take|move|get) {PR} out of draft", lambda _: MarkReady()),
    (rf"{_PUT} {PR} (?:back )?(?:(?:to|into|in|as) )?{_DRAFT}", lambda _: MarkDraft()),
    (rf"{_PUT} (?:it|this) back (?:to|into) {_DRAFT}", lambda _: MarkDraft()),
    (r"(?:make|mark) (?:it|this) (?:as )?a draft again", lambda _: MarkDraft()),
    (rf"(?:go )?back to {_DRAFT}", lambda _: MarkDraft()),
    (rf"{_ADD} (?:the |a )?labels?:? {_LABELS} (?:to|on) {PR}", _add_labels),
    (rf"{_ADD} (?:the |a )?{_LABELS} labels? (?:to|on) {PR}", _add_labels),
    (rf"{_ADD} (?:the )?label:? (?P<names>{_LABEL})(?: to it)?", _add_labels),
    (rf"{_ADD} (?:the )?labels?:? (?P<names>{_LABEL}(?:{_AND}{_LABEL})+)(?: to it)?", _add_labels),
    (rf"(?:label|tag) {PR} (?:as |with )?{_LABELS}", _add_labels),
    (rf"label it (?:as |with )?{_LABELS}", _label_it),
    (rf"{_REMOVE} (?:the )?labels?:? {_LABELS} (?:from|of|on) {PR}", _remove_labels),
    (rf"{_REMOVE} (?:the )?{_LABELS} labels? (?:from|of|on) {PR}", _remove_labels),
    (rf"take (?:the )?{_LABELS} labels? off {PR}", _remove_labels),
    (rf"{_REMOVE} (?:the )?label:? (?P<names>{_LABEL})(?: from it)?", _remove_labels),
    (rf"{_REMOVE} (?:the )?labels?:? (?P<names>{_LABEL}(?:{_AND}{_LABEL})+)(?: from it)?", _remove_labels),
    (rf"ask {_CALLED} {_FOR_REVIEW}(?: (?:of |on )?(?:it|this|{PR}))?", _request_review),
    (rf"ask {_NAMED} {_FOR_REVIEW} (?:of |on )?{PR}", _request_review),
    (
        rf"(?:request|get) (?:a |another )?(?:code )?reviews?(?: (?:of|on|for) (?:it|this|{PR}))? from {_NAMED}",
        _request_review,
    ),
    (rf"(?:request|ask for) {_CALLED}(?:'s)? review", _request_review),
    (
        rf"(?:add|set|assign|request) {_CALLED} as (?:a )?reviewers?(?: (?:to|of|on|for) (?:it|this|{PR}))?",
        _request_review,
    ),
    (rf"(?:add|set|assign|request) {_NAMED} as (?:a )?reviewers? (?:to|of|on|for) {PR}", _request_review),
    (
        rf"(?:(?:squash|rebase)(?:-| and )merge|merge|land)(?: (?:it|this|{PR}))?{_HOW}",
        _merge,
    ),
)
"""Each is a whole sentence, but for the polite words around it."""
