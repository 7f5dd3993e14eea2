"""The fifteen formulas of document 000 as a page: set as mathematics and computed live."""
