"""Players from outside, such as functions and programs, and the messages that they get."""
