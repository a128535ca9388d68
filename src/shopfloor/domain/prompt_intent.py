"""Whether a prompt wants something done or something told. Pure.

Taking one for the other does little harm: the agent gets the words as they are, and what changed is committed in both.
"""

import re

from shopfloor.domain.work_order import PromptIntent

_TELLING = r"explain|tell|show|describe|summari[sz]e|clarify|walk (?:me|us) through|list|say|remind|elaborate|outline"
_QUESTION_WORDS = re.compile(
    r"(?:so |and |but |ok,? |hey,? |hi,? )*(?:what|why|how|where|which|who|whose|when|is|are|was|were|does|do|did|has|"
    r"have|should|shall|isn't|aren't|doesn't|don't you|didn't|am|may|might|would it|could it|can it|will it|can i|"
    rf"could i|can we|could we|any idea|(?:can|could|would|will) you (?:please )?(?:{_TELLING}))\b",
    re.I,
)
_TELL_ME = re.compile(rf"(?:please |just )*(?:{_TELLING})\b", re.I)
_INTO_A_FILE = re.compile(
    r"\b(?:in|into|to) (?:the |a |an )?(?:`?[\w/-]+\.\w{1,5}\b|`code`|readme|docs?\b|file|changelog|comments?)", re.I
)
_SUGGESTION = re.compile(r"(?:what|how) about (?:\w+ing|we)\b|why (?:don't|not)\b", re.I)
_CODE = re.compile(r"```.*?(?:```|$)|~~~.*?(?:~~~|$)|`[^`\n]*`", re.S)


def intent_of(prompt_text: str) -> PromptIntent:
    """A question only where every sentence is one: then nothing is wanted but an answer."""
    words = _CODE.sub("`code`", prompt_text)
    sentences = [part.strip() for part in re.split(r"(?<=[.!?])\s+|\n+", words) if re.search(r"\w", part)]
    if any(re.match(r"\s*demo(\(\w+\))?:", sentence, re.I) for sentence in sentences):
        return PromptIntent.WORK
    asks = bool(sentences) and all(_asks(sentence) for sentence in sentences)
    return PromptIntent.QUESTION if asks else PromptIntent.WORK


def _asks(sentence: str) -> bool:
    if _SUGGESTION.match(sentence):
        return False
    if _TELL_ME.match(sentence):
        return not _INTO_A_FILE.search(sentence)
    if not _QUESTION_WORDS.match(sentence):
        return False
    return sentence.endswith("?") or bool(re.match(r"(?:what|why|how|where)\b.*\w$", sentence, re.I))
