"""What is shown, without Qt: selections, derived maps, texts, tables, colour maps."""
