"""An agent without a model, for first steps, demonstrations and tests.

It speaks the Agent Client Protocol over its standard input and output like any other agent, so everything around it
is the real thing. It runs as a plain program on the standard library alone and imports little, because its start is
part of every work order that uses it.

The client tells it about the turn in `_meta.shopfloor` of `session/prompt`: `phase` (planning, implementing, testing),
`task` (what the user asked for), `plan_path`, `results_path` and `follow_up`; all of them may be missing. Without
other orders it writes a plan, a small module with its test, or a real test result. Lines of the request direct it:

    demo: write PATH TEXT        PATH then holds TEXT and a newline; PATH may be quoted
    demo: run COMMAND            by sh, in the workspace
    demo: say TEXT
    demo: sleep SECONDS
    demo: ask QUESTION           a permission request; after a no, the lines below it are left out
    demo: fail CATEGORY TEXT     an error of category transient, persistent, user-action or fatal
    demo: fail-once CATEGORY TEXT    the same, the first time only
    demo: crash                  the program ends with exit code 1
    demo: hang                   no answer, deaf to cancel and SIGTERM
    demo: flood N                N pieces of text, as fast as it can

Such lines act when something is built and in follow-ups; `demo(plan):`, `demo(build):` and `demo(test):` name a phase.
They take the place of what it would do by itself in that phase.

A session has a model (`demo-brief` says less, `demo-thorough` more), a mode (in `plan` nothing is written but plans)
and an effort (at `high` it thinks once more).
"""
