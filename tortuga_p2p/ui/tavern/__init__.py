"""The tavern: what `tortuga` alone opens, the forms behind its menu, and a table that fills up."""
