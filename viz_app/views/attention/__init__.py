"""Attention: one head as a large heat map, all heads as thumbnails."""
