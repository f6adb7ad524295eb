"""What people see on Discord. Decides nothing about a game: it draws tables and turns presses into words."""
