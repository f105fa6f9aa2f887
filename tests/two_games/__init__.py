"""A tiny game in a folder of somebody else's, beside our own: everything is driven with it."""
