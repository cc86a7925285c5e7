"""What online play keeps: players, tables, chairs and moves."""
