"""What users can ask about agents: what each offers to choose from."""
