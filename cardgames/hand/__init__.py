"""The hand on the screen: a person moves it with arrow keys or the mouse, and it types commands."""
