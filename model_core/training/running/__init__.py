"""What happens beside the steps of a training: its folder, what is measured of its heads, its clock."""
