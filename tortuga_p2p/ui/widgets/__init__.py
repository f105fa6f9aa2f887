"""What screens are made of: canvas, frame, forms, lists, keys, styles. Knows nothing of games."""
