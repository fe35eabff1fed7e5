"""The main window: bars, dialogs, and which views are open."""
