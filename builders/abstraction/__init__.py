"""Information filters, and linear programs of games of classes."""
