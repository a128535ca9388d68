#!/usr/bin/env bash
# One three-phase work order by hand: fetch, worktree, the real demo agent, add, commit and push after each answer.
# Prints the microseconds from its start to the last figure; the clean-up after it does not count.
# usage: floor.sh REMOTE MIRROR FOLDER ID AGENT...
set -euo pipefail
remote=$1 mirror=$2 folder=$3/$4 id=$4
shift 4
branch=wo/$id work=$folder/$id
began=$EPOCHREALTIME

export GIT_CONFIG_COUNT=4 GIT_OPTIONAL_LOCKS=0
export GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null GIT_CONFIG_KEY_1=gc.auto GIT_CONFIG_VALUE_1=0
export GIT_CONFIG_KEY_2=maintenance.auto GIT_CONFIG_VALUE_2=false GIT_CONFIG_KEY_3=receive.autogc GIT_CONFIG_VALUE_3=false
export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org

coproc AGENT { HOME=$folder/home exec "$@"; }
agent=$AGENT_PID from=${AGENT[0]} to=${AGENT[1]}

ask() { # ID METHOD PARAMS: leaves the answer in $answer
  printf '{"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}\n' "$1" "$2" "$3" >&"$to"
  while IFS= read -r answer <&"$from"; do
    case $answer in '{"jsonrpc":"2.0","id":'"$1"',"result"'*) return 0 ;; esac
  done
  return 1
}

# A fetch beside a `worktree add` in one mirror fails now and then: one at a time.
{
  if command -v flock >/dev/null; then flock 9; fi
  git -C "$mirror" fetch -q "$remote" '+refs/heads/trunk:refs/remotes/origin/trunk'
  git -C "$mirror" worktree add -q --no-track -b "$branch" "$work" origin/trunk 2>/dev/null
} 9>"$mirror/floor.lock"

ask 1 initialize '{"protocolVersion":1,"clientCapabilities":{}}'
ask 2 session/new "{\"cwd\":\"$work\",\"mcpServers\":[]}"
session=${answer#*\"sessionId\":\"} session=${session%%\"*}

cd "$work"
number=2
for phase in planning implementing testing; do
  number=$((number + 1))
  prompt="Bench order $id\\ndemo: write $phase/$id.md $phase of $id"
  ask $number session/prompt "{\"sessionId\":\"$session\",\"prompt\":[{\"type\":\"text\",\"text\":\"$prompt\"}]}"
  git add -A
  git commit -q --no-verify --no-status -m "$phase of $id

Work-Order: $id
Phase: $phase"
  git push -q --no-verify --no-recurse-submodules "$remote" "refs/heads/$branch"
done
git diff-tree -r --numstat -z origin/trunk HEAD >/dev/null
ended=$EPOCHREALTIME

echo $((${ended/./} - ${began/./}))
cd "$mirror"
exec {to}>&-
wait "$agent" 2>/dev/null || true
rm -rf "$folder" "$mirror/worktrees/$id"
