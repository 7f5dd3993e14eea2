"""A search that one plays, steps through and looks around in."""
