"""The view of a survey: its result on the disk, what it says of a head, and the pictures of that."""
