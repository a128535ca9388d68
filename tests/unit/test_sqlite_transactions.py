"""What is written in a transaction is there afterwards, or none of it; and the connection can be used again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Column, Connection, MetaData, String, Table, insert, text
from sqlalchemy.exc import IntegrityError, OperationalError

from shopfloor.state_manager.engines import Transactions, open_database, parse_database_url
from shopfloor.state_manager.prepared import Prepared

_BY_DRIVER = Prepared(insert(Table("words", MetaData(), Column("word", String))))


@pytest.fixture
def database(tmp_path: Path) -> Iterator[tuple[Transactions, Transactions]]:
    writing, reading = open_database(parse_database_url(f"sqlite:///{tmp_path}/test.db"), readers=1)
    with writing.begin() as connection:
        connection.execute(text("CREATE TABLE words (word TEXT PRIMARY KEY)"))
    yield writing, reading
    writing.dispose()
    reading.dispose()


def add(connection: Connection, *new: str, by_driver: bool) -> None:
    for word in new:
        if by_driver:
            _BY_DRIVER.run(connection, {"word": word})
        else:
            connection.execute(text("INSERT INTO words VALUES (:word)"), {"word": word})


def words(reading: Transactions) -> list[str]:
    with reading.begin() as connection:
        return [word for (word,) in connection.execute(text("SELECT word FROM words ORDER BY word"))]


@pytest.mark.parametrize("by_driver", [True, False])
def test_all_of_it_or_nothing(database: tuple[Transactions, Transactions], by_driver: bool) -> None:
    writing, reading = database
    with writing.begin() as connection:
        add(connection, "kept", by_driver=by_driver)
        assert words(reading) == []
    with pytest.raises(IntegrityError), writing.begin() as connection:
        add(connection, "lost", "kept", by_driver=by_driver)
    with writing.begin() as connection:
        add(connection, "later", by_driver=not by_driver)
    assert words(reading) == ["kept", "later"]


def test_a_commit_that_fails_leaves_nothing_and_the_next_one_works(
    database: tuple[Transactions, Transactions],
) -> None:
    writing, reading = database
    with writing.begin() as connection:
        connection.execute(text("CREATE TABLE of_words (word TEXT REFERENCES words DEFERRABLE INITIALLY DEFERRED)"))
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), writing.begin() as connection:
        connection.execute(text("INSERT INTO of_words VALUES ('unknown')"))
    with writing.begin() as connection:
        add(connection, "later", by_driver=True)
    assert words(reading) == ["later"]


def test_who_reads_cannot_write(database: tuple[Transactions, Transactions]) -> None:
    with pytest.raises(OperationalError, match="readonly"), database[1].begin() as connection:
        add(connection, "no", by_driver=False)
