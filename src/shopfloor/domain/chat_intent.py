"""What a chat message wants: something of the platform itself, work of the agent, or an answer. Pure.

The platform takes a message for a command only where a whole sentence is nothing but that command. Whatever is merely
mentioned, quoted, conditional or inside a block of code goes to the agent as it is.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from shopfloor.domain.chat_commands import (
    Command,
    EditPullRequest,
    Pause,
    Resume,
    Retry,
    Stop,
    UseBranch,
    UseModel,
)
from shopfloor.domain.prompt_intent import intent_of
from shopfloor.domain.pull_request_words import PR, PULL_REQUEST_WORDS
from shopfloor.domain.repository_url import validate_branch_name
from shopfloor.domain.work_order import PromptIntent
from shopfloor.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class ChatIntent:
    """Commands for the platform in their order, then what is left for the agent, if anything."""

    commands: tuple[Command, ...] = ()
    prompt_text: str | None = None
    prompt_intent: PromptIntent = PromptIntent.WORK


_THIS_ORDER = r"(?: (?:the |this )?(?:work order|order|agent|work|run|task|job|it|this|here|now))*"
_NAME = r"""[`"'“‘]?(?P<name>[A-Za-z0-9][\w./+@:#-]*?)[`"'”’]?"""


_NOT_A_BRANCH = re.compile(
    "predict(ion|or)s?|coverage|protections?|names?|logic|polic(y|ies)|strateg(y|ies)|based|it|that|this|for|in|instead",
    re.I,
)
_NOT_A_MODEL = re.compile(
    "class(es)?|views?|objects?|bindings?|validat(ion|ors?)|layers?|names?|fields?|instances?|it|that|this|for|in", re.I
)


def _use_model(match: re.Match[str]) -> Command | None:
    return None if _NOT_A_MODEL.fullmatch(match["name"]) else UseModel(match["name"])


def _use_branch(match: re.Match[str]) -> Command | None:
    if _NOT_A_BRANCH.fullmatch(match["name"]):
        return None
    try:
        return UseBranch(validate_branch_name(match["name"]))
    except InvalidInput:
        return None


_BRANCH = r"(?:git )?branch(?: name)?"
_COMMANDS: tuple[tuple[str, Callable[[re.Match[str]], Command | None]], ...] = (
    (rf"(?:use|switch to|work on|move to) (?:a |the )?(?:new )?{_BRANCH}(?: called| named)?:? {_NAME}", _use_branch),
    (rf"(?:use|switch to|work on) the {_NAME} branch", _use_branch),
    (rf"(?:rename|change) (?:the |this )?{_BRANCH} (?:to|into) {_NAME}", _use_branch),
    (rf"(?:call|name) (?:the |this )?{_BRANCH} {_NAME}", _use_branch),
    (rf"(?:use|switch to|change to|continue with|go on with) (?:the )?model:? {_NAME}", _use_model),
    (rf"(?:change|switch|set) (?:the )?model to {_NAME}", _use_model),
    *PULL_REQUEST_WORDS,
    (rf"(?:pause|hold on|wait)(?: a (?:moment|second|bit|minute))?{_THIS_ORDER}", lambda _: Pause()),
    (rf"(?:stop|halt|abort|cancel){_THIS_ORDER}", lambda _: Stop()),
    (rf"(?:resume|carry on|go on|keep going|continue){_THIS_ORDER}", lambda _: Resume()),
    (rf"(?:retry|try again|try (?:it|that|this) again){_THIS_ORDER}", lambda _: Retry()),
)
_POLITE_WORDS = (
    "ok|okay|hey|hi|now|then|so|great|thanks|thank you|good|perfect|nice|cool|awesome|lgtm|"
    "looks good(?: to me)?|all good|please|pls|and|also|just|yes|done"
)
_POLITE_BEFORE = rf"(?:(?:{_POLITE_WORDS})[,!.:]? +)*"
_ASKED = r"(?:(?:can|could|would|will) you (?:please )?|i(?:'d| would) like you to |let's |lets |go ahead and )?"
_POLITE_AFTER = r"(?:,? +(?:please|pls|now|then|thanks|thank you|for me|instead|again|from now on|from here on))*"
_PATTERNS = tuple(
    (re.compile(rf"{_POLITE_BEFORE}{_ASKED}(?:please )?(?:{pattern}){_POLITE_AFTER} *[.!?]*", re.I), make)
    for pattern, make in _COMMANDS
)
_EDIT = re.compile(
    rf"{_POLITE_BEFORE}{_ASKED}(?:please )?(?:change|set|update|edit|rewrite|replace) {PR}(?:'s|s')? "
    r"(?P<what>title|name|description|body|text) (?P<how>to|with|into)(?P<text>(?::\s*|\s+).+)",
    re.I | re.S,
)
_EDIT_OF = re.compile(
    rf"{_POLITE_BEFORE}{_ASKED}(?:please )?(?:change|set|update|edit|rewrite|replace) the "
    rf"(?P<what>title|name|description|body|text) of {PR} (?P<how>to|with|into)(?P<text>(?::\s*|\s+).+)",
    re.I | re.S,
)
_RETITLE = re.compile(rf"{_POLITE_BEFORE}{_ASKED}rename {PR} (?P<what>)(?P<how>to|into)(?P<text>(?::\s*|\s+).+)", re.I)
_TO_GO_ON_WITH = (UseBranch, UseModel)
"""Commands that may come first in a message whose rest is for the agent."""
_FENCE = re.compile(r"```|~~~|^( {4}|\t)|^>", re.M)
_JOINTS = re.compile(r"(?<=[.!;])\s+|\s*\n+\s*|;\s+|,?\s+(?:and then|and|then)\s+", re.I)
_TO_BE_WRITTEN = re.compile(
    "(include|mention|say|reflect|describe|explain|be|cover|add|list|use|match|reference|refer|note|state|contain|have|follow|"
    "make|show|point|tell|summari[sz]e|remove|drop|something|the|a|an|what)\\b",
    re.I,
)
"""What says how a text should be, rather than the text."""
_LONGEST_TITLE = 300
_LONGEST_COMMAND = 400
_MOST_COMMANDS = 10


def read_message(message: str) -> ChatIntent:
    text = message.strip()
    if (edit := _edit_of(text)) is not None:
        return ChatIntent((edit,))
    if _FENCE.search(message) or text.startswith(("'", '"', "“")):
        return ChatIntent((), text, intent_of(text))
    commands, rest = _leading_commands(text)
    if not rest:
        return ChatIntent(commands)
    if commands and all(isinstance(command, _TO_GO_ON_WITH) for command in commands):
        return ChatIntent(commands, rest, intent_of(rest))
    return ChatIntent((), text, intent_of(text))


def _leading_commands(text: str) -> tuple[tuple[Command, ...], str]:
    """The commands a text begins with, and what follows them."""
    commands: list[Command] = []
    while text and len(commands) < _MOST_COMMANDS:
        command, rest = _first_command(text)
        if command is None:
            break
        commands.append(command)
        text = rest
    return tuple(commands), text


def _first_command(text: str) -> tuple[Command | None, str]:
    """The longest beginning, up to a joint, that is a command: branch names may hold a dot, questions an `and`."""
    joints = [(match.start(), match.end()) for match in _JOINTS.finditer(text[:_LONGEST_COMMAND])]
    for end, start in [(len(text), len(text)), *reversed(joints)]:
        sentence = text[:end].strip()
        if len(sentence) <= _LONGEST_COMMAND and (command := _command_in(sentence)) is not None:
            return command, text[start:].strip()
    return None, text


def _command_in(sentence: str) -> Command | None:
    for pattern, make in _PATTERNS:
        if match := pattern.fullmatch(sentence):
            return make(match)
    return None


def _edit_of(text: str) -> Command | None:
    match = _EDIT.fullmatch(text) or _EDIT_OF.fullmatch(text) or _RETITLE.fullmatch(text)
    if match is None:
        return None
    told = match["text"].strip()
    said = _unquoted(told.removeprefix(":").strip())
    is_spelled_out = told.startswith(":") or said != told
    if not said or (not is_spelled_out and (_TO_BE_WRITTEN.match(said) or match["how"].lower() == "with")):
        return None
    if match["what"].lower() in ("description", "body", "text"):
        return EditPullRequest(body=said)
    return EditPullRequest(title=said) if "\n" not in said and len(said) <= _LONGEST_TITLE else None


def _unquoted(text: str) -> str:
    fenced = re.fullmatch(r"(```|~~~)\w*\n(.*?)\n?\1", text, re.S)
    if fenced:
        return fenced[2].strip()
    for opening, closing in ('""', "''", "``", "“”", "‘’", "«»"):
        if len(text) > 1 and text[0] == opening and text[-1] == closing and opening not in text[1:-1]:
            return text[1:-1].strip()
    return text
