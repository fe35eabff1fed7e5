"""What single parts of the model do to the text: each switched off alone."""
