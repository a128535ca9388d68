"""Names made from what people write: titles, slugs, branches, commit subjects."""

import re
import unicodedata

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.repository_url import validate_branch_name
from shopfloor.domain.work_order import AgentWorkflowPhase, AgentWorkflowType
from shopfloor.errors import InvalidInput

LONGEST_SUBJECT = 72
LONGEST_TITLE = 80
_DEMO_DIRECTIVE = re.compile(r"^\s*demo(\([a-z]+\))?:", re.IGNORECASE)
_MARKUP = re.compile(r"^[\s#>*+-]+|[`*]+")
_PREFIXES = (
    ("fix", r"fix(e[sd])?|bugs?|broken|crash(es|ed)?|repairs?|hotfix|regressions?|wrong"),
    ("docs", r"docs?|document(s|ed|ation)?|readme|changelog|docstrings?"),
    ("test", r"tests?|testing|coverage"),
    ("refactor", r"refactor(s|ing|ed)?|clean ?up|simplif(y|ies)|restructures?|renames?|extracts?"),
    ("chore", r"chores?|bump(s|ed)?|upgrades?|dependenc(y|ies)|lint(er)?"),
)
_DEFAULT_PREFIX = {AgentWorkflowType.TEST: "test", AgentWorkflowType.VALIDATE: "test"}


def one_line(text: str) -> str:
    printable = "".join(" " if unicodedata.category(c) in {"Cc", "Cs", "Cf", "Zl", "Zp"} else c for c in text)
    return " ".join(printable.split())


def shortened(text: str, limit: int) -> str:
    """Cut at a word where there is one, with an ellipsis."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    at_word = cut.rsplit(" ", 1)[0]
    return (at_word if len(at_word) > limit // 2 else cut).rstrip(" ,;:.-") + "…"


def title_from_prompt(prompt: str, *, limit: int = LONGEST_TITLE) -> str:
    """The first line that says something to a person."""
    for line in prompt.splitlines():
        text = one_line(_MARKUP.sub("", line)) if not _DEMO_DIRECTIVE.match(line) else ""
        if text:
            return shortened(text, limit)
    return "Untitled work order"


def slugify(text: str, *, limit: int = 40) -> str:
    """Lower-case ASCII words joined by hyphens; empty where there are none."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain.replace("'", "").lower())
    slug = ""
    for word in words:
        longer = f"{slug}-{word}" if slug else word
        if len(longer) > limit:
            break
        slug = longer
    return slug or "-".join(words)[:limit].strip("-")


def kind_of_change(text: str, workflow: AgentWorkflowType | None = None) -> str:
    """feat, fix, docs, test, refactor or chore, from the earliest telling word."""
    found = [(match.start(), kind) for kind, words in _PREFIXES if (match := _word(words, text))]
    if found:
        return min(found)[1]
    return _DEFAULT_PREFIX.get(workflow, "feat") if workflow is not None else "feat"


def _word(alternatives: str, text: str) -> re.Match[str] | None:
    return re.search(rf"\b(?:{alternatives})\b", text, re.IGNORECASE)


def branch_name_for(
    prompt: str | None,
    issue_number: str | None,
    agent_work_order_id: AgentWorkOrderId,
    workflow: AgentWorkflowType | None = None,
    *,
    better_words: str | None = None,
) -> str:
    """Such as feat-issue-42-add-login-wo-abc12345. The words come from the prompt unless better ones are given."""
    title = title_from_prompt(prompt or "") if prompt and prompt.strip() else ""
    kind = kind_of_change(title, workflow)
    issue = slugify(issue_number or "", limit=20)
    words = slugify(better_words or title).removeprefix(f"{kind}-")
    parts = [kind, f"issue-{issue}" if issue else "", words, str(agent_work_order_id)]
    return "-".join(part for part in parts if part)


def alternative_branch_name(name: str, agent_work_order_id: AgentWorkOrderId, attempt: int = 1) -> str:
    """Another name for a branch whose own is taken. The id makes the first one free in practice, the attempt always.

    Slashes go, because a branch `a` also takes every name below `a/`.
    """
    stem = name.replace("/", "-").removesuffix(f"-{agent_work_order_id}")
    number = f"-{attempt}" if attempt > 1 else ""
    return f"{stem.encode()[:150].decode(errors='ignore')}-{agent_work_order_id}{number}"


_NAME_IN_PROMPT = r"""[`"'“‘]?(?P<name>[A-Za-z0-9][\w./#+@-]*)[`"'”’]?"""
_ASKED_FOR_BRANCH = tuple(
    re.compile(pattern + r"\s*" + _NAME_IN_PROMPT, re.IGNORECASE)
    for pattern in (
        r"\bbranch\s+(?:called|named)\b",
        r"\bbranch(?:\s+name)?\s*[:=]",
        r"\b(?:use|using|create|on)\s+(?:a\s+|the\s+)?(?:new\s+|git\s+)*branch\b(?!\s*[:=])",
    )
)
_USE_THE_X_BRANCH = re.compile(r"\b(?:use|using|on)\s+(?:the\s+)?" + _NAME_IN_PROMPT + r"\s+branch\b", re.IGNORECASE)
_NOT_A_NAME = re.compile(
    "an?|and|the|this|that|these|those|of|for|from|in|into|on|to|with|without|so|then|if|is|its?|as|at|by|or|but|not|new|"
    "same|current|main|default|own|separate|different|another|my|your|our|their|git|called|named|which|where|when|per|"
    "each|any|every|existing|feature|names?",
    re.IGNORECASE,
)


def requested_branch_in(prompt: str) -> str | None:
    """The branch a person asks for in the prompt ("use branch fix-auth"), if it can be one."""
    for line in prompt.splitlines():
        if _DEMO_DIRECTIVE.match(line):
            continue
        for pattern in (*_ASKED_FOR_BRANCH, _USE_THE_X_BRANCH):
            for match in pattern.finditer(line):
                name = _as_branch(match, pattern is _ASKED_FOR_BRANCH[2])
                if name is not None:
                    return name
    return None


def _as_branch(match: re.Match[str], is_loose: bool) -> str | None:
    name = match["name"].rstrip(".,;:!?")
    quoted = match.group().rstrip()[-1:] in "`\"'”’"
    if _NOT_A_NAME.fullmatch(name) and not quoted:
        return None
    if is_loose and not quoted and not re.search(r"[-/_0-9]", name) and not _ends_clause(match):
        return None
    try:
        return validate_branch_name(name)
    except InvalidInput:
        return None


def _ends_clause(match: re.Match[str]) -> bool:
    """ "use branch login" and "use branch login, please" name one; "on branch prediction hardware" does not."""
    return re.match(r"\s*(?:$|[.,;:!?)]|and\b|for\b|please\b)", match.string[match.end() :]) is not None


def commit_subject_for(phase: AgentWorkflowPhase, title: str, answer: str = "") -> str:
    """One line of at most 72 characters, in the form of conventional commits."""
    what = re.sub(r"(?<=\w)\.$", "", one_line(title)) or _first_sentence(answer) or "carry out the work order"
    kind = {AgentWorkflowPhase.PLANNING: "docs: plan", AgentWorkflowPhase.TESTING: "test: check"}.get(phase)
    if kind is None:
        stated = re.match(r"(feat|fix|docs|test|refactor|chore)(\([^)]*\))?!?:\s", what)
        lead = "" if stated else f"{kind_of_change(what)}: "
        return shortened(lead + (what if stated else _lower_first(what)), LONGEST_SUBJECT)
    return shortened(f"{kind} {_lower_first(what)}", LONGEST_SUBJECT)


def question_subject_for(prompt_text: str) -> str:
    """For what an agent changed although it was only asked something."""
    return shortened(f"chore: changes made while answering: {title_from_prompt(prompt_text)}", LONGEST_SUBJECT)


def _first_sentence(text: str) -> str:
    return one_line(re.split(r"(?<=[.!?])\s|\n", text.strip(), maxsplit=1)[0]).rstrip(".")


def _lower_first(text: str) -> str:
    """Lower-cases an ordinary first word, and leaves names and abbreviations alone."""
    return text[0].lower() + text[1:] if re.match(r"[A-Z][a-z]+\b", text) else text
