"""Terms that model_core names in English, in the language of the window: measures of heads, parts of a model. No Qt."""
