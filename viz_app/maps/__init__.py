"""The map toolkit: one large heat map, all heads as one image, axes, legends."""
