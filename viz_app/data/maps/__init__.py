"""The content of a map, without Qt: its numbers, their colours, and its words."""
