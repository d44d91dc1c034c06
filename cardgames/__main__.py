"""Run the program: python -m cardgames."""

from cardgames.main import main

main()
