"""Two runs side by side: A, which was pinned, and B, the present one."""
