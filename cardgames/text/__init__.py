"""Playing in text: what is shown, and where it is typed and printed."""
