"""Tables, migrations and repositories over SQLite and Postgres."""
