"""In which language the window starts, and how it gets another one."""

from __future__ import annotations



