"""What heads do, in numbers and words: measures and names, averages, likeness, their queries and keys."""
