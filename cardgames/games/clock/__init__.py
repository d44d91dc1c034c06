"""Clock patience."""
