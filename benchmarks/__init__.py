"""What Cardroom can do, measured. Each module prints its figures last, one a line: `figure NAME VALUE`."""
