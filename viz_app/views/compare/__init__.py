"""Two runs beside each other: A, which was pinned, and B, the present one."""
