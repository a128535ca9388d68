from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import pytest_asyncio
from tests.contract.agents.abilities import Ability, declared
from tests.contract.agents.bench import Bench, bench_for
from tests.contract.agents.kinds import KINDS, Kind
from tests.support.ability_table import PROPERTY
from tests.support.model_server.server import ModelServer, running_model_server


@pytest.fixture(scope="session")
def model() -> Iterator[ModelServer]:
    with running_model_server() as server:
        yield server


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: kind.test_id)
def kind(request: pytest.FixtureRequest) -> Kind:
    kind: Kind = request.param
    return kind


@pytest.fixture
def can(kind: Kind, record_property: Callable[[str, object], None]) -> Callable[[Ability], bool]:
    """Whether the agent is declared to be able to; noted for the table at the end of the run."""

    def note(ability: Ability) -> bool:
        is_able = declared(kind)[ability]
        record_property(PROPERTY, (kind.test_id, ability.value, is_able))
        return is_able

    return note


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bench(kind: Kind, model: ModelServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bench]:
    """Started once for the module: the real programs take seconds to start."""
    async with bench_for(kind, model, tmp_path_factory.mktemp(kind.test_id)) as made:
        await made.start()
        yield made
