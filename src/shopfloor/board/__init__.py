"""The board: tasks, how they are carried out, and how their cards move."""
