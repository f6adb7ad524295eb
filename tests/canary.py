"""No secret in anything that the tests print or log (fault 92): looked for in the output of every single test.

Whatever the bot draws as a seed and whatever our own Discord gives out as a token is remembered while the tests run.
None of it may stand in a log line, on stdout or on stderr, nor may a hand or a view as Python would print it.
"""

import re
import secrets

from bot.games.dealer import SEED_BYTES

LONG = re.compile(r"[A-Za-z0-9_\-]{32,}")
HEX = re.compile(r"[0-9a-f]{32,}")
PRINTED = re.compile(r"\b(?:State|View|Hand|SavedPanel|Dealer)\((?!\.\.\.)[a-z_]+=")
"""What Python prints of a state, a view, a hand, or a panel with its token."""


class Canary:
    def __init__(self) -> None:
        self._secrets: set[str] = set()
        self._bytes, self._text = secrets.token_bytes, secrets.token_urlsafe

    def know(self, secret: str) -> None:
        self._secrets.add(secret)

    def listen(self) -> None:
        """Remember every seed and every token from now on."""

        def seed(size: int | None = None) -> bytes:
            drawn = self._bytes(size)
            if size == SEED_BYTES:  # sessions and references are drawn too, and are no secrets
                self.know(drawn.hex())
                self.know(repr(drawn))
            return drawn

        def token(size: int | None = None) -> str:
            made = self._text(size)
            self.know(made)
            return made

        setattr(secrets, "token_bytes", seed)  # noqa: B010 - a type checker knows that this is not done
        setattr(secrets, "token_urlsafe", token)  # noqa: B010

    def leaks(self, text: str) -> list[str]:
        """What stands in a text and must not: the beginning of each."""
        words = {*LONG.findall(text), *HEX.findall(text)} & self._secrets
        raw = re.findall(r"b(?:'[^'\n]*\\x[^'\n]*'|\"[^\"\n]*\\x[^\"\n]*\")", text)
        words |= set(raw) & self._secrets
        return sorted(f"{word[:6]}…" for word in words) + sorted(set(PRINTED.findall(text)))


CANARY = Canary()
