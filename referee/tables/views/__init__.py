"""The pages of online play, each a function: lobby, table, deeds at the table, talk, seats, and looking back."""
