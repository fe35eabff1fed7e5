"""What model_core names in English, in the words of the window: measures of heads, parts of a model. No Qt."""
