"""The conversation with the table: what the camera sees and what fingers ask for, turned into actions and screens."""
