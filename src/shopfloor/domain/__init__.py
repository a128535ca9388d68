"""Values, ids, statuses, events and the pure state machines. No I/O in here."""
