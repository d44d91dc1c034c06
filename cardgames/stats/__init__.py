"""What was played: the figures of many results, the page that shows them, and the rows."""
