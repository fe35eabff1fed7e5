"""What a map shows, without Qt: which numbers, in which colours, and in words."""
