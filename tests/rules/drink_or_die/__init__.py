"""The rules of Drink or Die, clause by clause."""
