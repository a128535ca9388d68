"""A model on loopback that does as it is told, for agents under test.

It speaks OpenAI's chat completions and Responses, Anthropic's Messages and Gemini's generateContent, streamed and not.
What it answers is in the prompt itself: lines of the user's last message that begin with `model:`.

    model: start                what was said above is over; for agents that join messages nobody answered
    model: say TEXT
    model: think TEXT
    model: edit PATH TEXT       with whatever tool the agent offers for writing files
    model: shell COMMAND        with whatever tool it offers for running commands
    model: slow N               N words, ten a second
    model: wait SECONDS
    model: fail STATUS [TIMES]  an HTTP error; 429 comes with Retry-After. TIMES: then it works
    model: cut [TIMES]          the connection is closed in mid-answer
    model: silence              nothing more, until the other side gives up

Each tool call ends one answer of the model; with its result the agent asks again and gets the next lines. Requests
without tools, such as for a title, get a short text. Without such lines the answer is `ok`.

`python -m tests.support.model_server` starts one by itself and prints its address.
"""
