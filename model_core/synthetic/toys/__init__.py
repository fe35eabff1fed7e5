"""The toy tasks that have words of their own: dates, a tiny language, letters of other scripts."""
