"""The names of files, as arguments of commands."""

from collections.abc import Iterable

from cardgames.model.arguments import Argument


class FileName(Argument):
    """The name of a file."""

    def completions(self, start: str, commands: Iterable[str]) -> Iterable[str]:
        """Return the files and folders that begin with START, in quotes where necessary."""
        from glob import escape, glob
        from os.path import expanduser, isdir
        from shlex import quote

        names = sorted(glob(f"{escape(expanduser(start))}*"))
        return [quote(f"{name}/" if isdir(name) else name) for name in names]
