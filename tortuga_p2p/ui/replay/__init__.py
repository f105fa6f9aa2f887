"""A verified game to leaf through: the model, and its screen."""
