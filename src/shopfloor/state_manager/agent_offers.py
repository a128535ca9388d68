"""What agents said they offer, kept over restarts."""

from sqlalchemy import Connection, delete, select

from shopfloor.domain.agent_offer import AgentOffer
from shopfloor.state_manager.rows import insert_row, values_of
from shopfloor.state_manager.tables import agent_offers as table


class AgentOfferReader:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, agent: str) -> AgentOffer | None:
        row = self._connection.execute(select(table).where(table.c.agent == agent)).one_or_none()
        return None if row is None else AgentOffer(**row._mapping)


class AgentOffers(AgentOfferReader):
    def put(self, offer: AgentOffer) -> None:
        self._connection.execute(delete(table).where(table.c.agent == offer.agent))
        insert_row(self._connection, table, values_of(offer))
