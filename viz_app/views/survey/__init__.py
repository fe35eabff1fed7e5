"""Survey: what every head does over many sentences."""
