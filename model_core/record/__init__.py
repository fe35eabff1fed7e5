"""What a run is and what it recorded, as values. No torch."""
