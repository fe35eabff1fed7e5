"""Settings, the engine's process, background work, crash reports."""
