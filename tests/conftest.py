"""For all tests: let the garbage collector look as seldom as the program does."""

import gc

gc.set_threshold(50_000, 20, 100)
