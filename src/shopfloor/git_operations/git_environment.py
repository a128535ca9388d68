"""The environment of every git call of ours: no prompts, no hooks, no programs that a repository's config names."""

from collections.abc import Mapping, Sequence

_CONFIG = (
    ("core.hooksPath", "/dev/null"),
    ("core.fsmonitor", "false"),
    ("core.askPass", ""),
    ("core.alternateRefsCommand", "true"),
    ("core.safecrlf", "false"),
    ("core.quotePath", "true"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("commit.gpgSign", "false"),
    ("tag.gpgSign", "false"),
    ("push.gpgSign", "false"),
    ("push.followTags", "false"),
    ("push.recurseSubmodules", "no"),
    ("fetch.recurseSubmodules", "false"),
    ("fetch.prune", "false"),
    ("fetch.pruneTags", "false"),
    ("fetch.writeCommitGraph", "false"),
    ("submodule.recurse", "false"),
    ("log.showSignature", "false"),
    ("log.showRoot", "true"),
    ("i18n.commitEncoding", "UTF-8"),
    ("i18n.logOutputEncoding", "UTF-8"),
    ("safe.directory", "*"),
)
_KEPT_GIT_VARIABLES = frozenset(
    {
        "GIT_SSH",
        "GIT_SSH_COMMAND",
        "GIT_SSH_VARIANT",
        "GIT_ASKPASS",
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_SYSTEM",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_EXEC_PATH",
        "GIT_PROXY_SSL_CAINFO",
        "GIT_SSL_CAINFO",
        "GIT_SSL_CAPATH",
        "GIT_SSL_CERT",
        "GIT_SSL_KEY",
        "GIT_SSL_NO_VERIFY",
    }
)


def git_environment(base: Mapping[str, str]) -> dict[str, str]:
    """What `base` gives, without the variables by which an outer git would bind us to its repository."""
    kept = {name: value for name, value in base.items() if not name.startswith("GIT_") or name in _KEPT_GIT_VARIABLES}
    return {
        **kept,
        "LC_ALL": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh",
        "GIT_EDITOR": "true",
        "GIT_SEQUENCE_EDITOR": "true",
        "GIT_PAGER": "cat",
        "GIT_MERGE_AUTOEDIT": "no",
        "GIT_ADVICE": "0",
        "GIT_DEFAULT_REF_FORMAT": "files",
        **_config_variables(_CONFIG),
    }


def with_config(environment: Mapping[str, str], further: Sequence[tuple[str, str]]) -> dict[str, str]:
    """`environment` with our settings and further ones, which come last and so win."""
    return {**environment, **_config_variables([*_CONFIG, *further])}


def _config_variables(config: Sequence[tuple[str, str]]) -> dict[str, str]:
    variables = {"GIT_CONFIG_COUNT": str(len(config))}
    for number, (key, value) in enumerate(config):
        variables[f"GIT_CONFIG_KEY_{number}"] = key
        variables[f"GIT_CONFIG_VALUE_{number}"] = value
    return variables


def inside_repository(git_dir: str, work_tree: str | None = None) -> dict[str, str]:
    """Binds a call to this very repository, whatever lies in the folder it runs in."""
    bound = {"GIT_DIR": git_dir}
    return bound if work_tree is None else {**bound, "GIT_WORK_TREE": work_tree}


SERVING_OPTIONS = (
    "-c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.alternateRefsCommand=true"
    " -c gc.auto=0 -c maintenance.auto=false -c safe.directory='*'"
)
"""For the other side of a local fetch or push: git does not hand the settings above on to it."""
