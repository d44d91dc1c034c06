"""Statistics: the figures of many results, and the page that shows them."""
