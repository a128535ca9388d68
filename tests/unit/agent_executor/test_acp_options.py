from shopfloor.agent_executor.acp_options import options_from_wire
from shopfloor.agent_executor.agent_options import Choice, OptionKind, Wishes

GROUPED = {
    "configOptions": [
        {"id": "provider", "type": "select", "currentValue": "x", "options": [{"value": "x", "name": "X"}]},
        {
            "id": "which",
            "category": "model",
            "currentValue": "a-1",
            "options": [{"group": "a", "name": "Provider A", "options": [{"value": "a-1", "name": "A One"}]}],
        },
        {"id": "effort", "category": "thought_level", "currentValue": "low", "options": [{"value": "low"}]},
        {"id": "fast", "category": "model_config", "currentValue": "off", "options": [{"value": "off"}]},
    ]
}
OLDER = {
    "models": {"currentModelId": "auto", "availableModels": [{"modelId": "auto", "name": "Auto"}]},
    "modes": {"currentModeId": "plan", "availableModes": [{"id": "plan", "name": "Plan", "description": "Reads"}]},
}


def test_config_options_are_told_apart_by_their_category() -> None:
    options = options_from_wire(GROUPED)
    assert options.offered.model.choices == (Choice("a-1", "A One", None, "Provider A"),)
    assert options.offered.current() == {"model": "a-1", "effort": "low"}
    assert options.offered.mode.choices == ()
    assert options.call_to_choose(OptionKind.MODEL, "a-1") == (
        "session/set_config_option",
        {"configId": "which", "value": "a-1"},
    )


def test_the_older_lists_are_read_too_and_have_methods_of_their_own() -> None:
    options = options_from_wire(OLDER)
    assert options.offered.mode.choices == (Choice("plan", "Plan", "Reads"),)
    assert options.offered.current() == {"model": "auto", "mode": "plan"}
    assert options.call_to_choose(OptionKind.MODEL, "auto") == ("session/set_model", {"modelId": "auto"})
    assert options.call_to_choose(OptionKind.MODE, "plan") == ("session/set_mode", {"modeId": "plan"})


def test_config_options_win_over_the_older_lists() -> None:
    options = options_from_wire({**OLDER, **GROUPED})
    assert options.offered.current() == {"model": "a-1", "mode": "plan", "effort": "low"}


def test_a_provider_in_front_of_the_name_is_its_group() -> None:
    listed = [{"value": "zen/big", "name": "Zen/Big Pickle"}, {"value": "plain", "name": "in/out"}]
    options = options_from_wire({"configOptions": [{"id": "model", "currentValue": "zen/big", "options": listed}]})
    assert options.offered.model.choices == (Choice("zen/big", "Big Pickle", None, "Zen"), Choice("plain", "in/out"))


def test_nonsense_offers_nothing() -> None:
    nonsense: list[dict[str, object]] = [
        {},
        {"configOptions": 3},
        {"configOptions": [1, {"id": "model", "options": "x"}]},
        {"models": []},
    ]
    for opened in nonsense:
        assert options_from_wire(opened).offered.current() == {}


def test_the_model_is_wished_for_first() -> None:
    assert Wishes(effort="high", model="m").wanted() == ((OptionKind.MODEL, "m"), (OptionKind.EFFORT, "high"))
