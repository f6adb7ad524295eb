"""Settings, read once from the environment and `.env`, checked all at once. Values are never printed."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from bot.errors import EX_CONFIG, CannotStart

T = TypeVar("T")

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
DAY = 24 * 60 * 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """How long things take at a table, in seconds."""

    quick: float = 30
    normal: float = 60
    slow: float = DAY
    computer_pause: float = 1
    """Before a computer moves, so that people can follow."""
    chance_pause: float = 4
    """Before a computer moves while somebody may be caught or jump in (rule K7)."""
    variety: float = 0.4
    """Both pauses are longer each time by chance, up to this share: nobody thinks like a clock."""
    round_pause: float = 20
    """Before the next round begins by itself."""
    lobby: float = 600
    """Until a lobby that nobody starts closes."""

    def turn(self, pace: str) -> float | None:
        """How long a turn may take at this pace. None: as long as it likes."""
        return {"quick": self.quick, "normal": self.normal, "slow": self.slow, "none": None}[pace]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    token: str = field(default="", repr=False)
    database: Path = Path("cardroom.db")
    log_level: str = "INFO"
    dev_guild: int | None = None
    pictures: bool = True
    """Whether boards show a picture of the card on top."""
    times: Times = field(default_factory=Times)
    presses: float = 5
    """How many presses and commands a member may make in a second, on average. 0: as many as they like."""
    restart_pauses: bool = True
    """Whether a bot that died again and again waits before it logs in."""
    discord_url: str = ""
    """Another Discord on this machine, for tests and the playground."""


def read(environment: Mapping[str, str], env_file: Path = Path(".env")) -> Settings:
    """The settings, or every mistake in them at once. What the environment says counts more than the file."""
    given = {**_from_file(env_file), **environment}
    given = {name: value.strip() for name, value in given.items() if value.strip()}
    mistakes: list[str] = []

    def one(name: str, default: T, check: Callable[[str], T | None], sentence: str) -> T:
        if name not in given:
            return default
        value = check(given[name])
        if value is None:
            mistakes.append(f"{name} {sentence}")
        return default if value is None else value

    def seconds(name: str, default: float, low: float = 0) -> float:
        sentence = f"has to be a number of seconds from {low:g} to {DAY * 30:.0f}."
        return one(name, default, lambda text: _seconds(text, low), sentence)

    usual = Times()
    settings = Settings(
        token=_token(given, mistakes),
        database=one("DATABASE_PATH", Path("cardroom.db"), Path, ""),
        log_level=one("LOG_LEVEL", "INFO", _log_level, f"has to be one of {', '.join(LOG_LEVELS)}."),
        dev_guild=one("DEV_GUILD_ID", None, _guild, "has to be the id of a server: 17 to 20 digits."),
        pictures=one("CARD_PICTURES", True, _flag, "has to be on or off."),
        times=Times(
            quick=seconds("TURN_QUICK", usual.quick, 5),
            normal=seconds("TURN_NORMAL", usual.normal, 5),
            slow=seconds("TURN_SLOW", usual.slow, 60),
            computer_pause=seconds("COMPUTER_PAUSE", usual.computer_pause),
            chance_pause=seconds("CHANCE_PAUSE", usual.chance_pause),
            round_pause=seconds("ROUND_PAUSE", usual.round_pause),
            lobby=seconds("LOBBY_TIME", usual.lobby, 10),
        ),
        presses=one("PRESSES_A_SECOND", 5.0, _presses, "has to be a number from 0 (no limit) to 1000."),
        restart_pauses=one("RESTART_PAUSES", True, _flag, "has to be on or off."),
        discord_url=one("DISCORD_URL", "", _loopback, "has to be an address on this machine: http://127.0.0.1:PORT."),
    )
    if mistakes:
        raise CannotStart(mistakes, EX_CONFIG)
    return settings


def names_token(environment: Mapping[str, str], env_file: Path = Path(".env")) -> bool:
    """Whether a token is set, of whatever shape."""
    given = {**_from_file(env_file), **environment}
    return any(given.get(name, "").strip() for name in ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE"))


def _from_file(file: Path) -> dict[str, str]:
    """NAME=VALUE lines; comments and empty lines are skipped, quotes around a value are dropped."""
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeError):
        raise CannotStart(f"{file} cannot be read. Make it a text file that this user may read.", EX_CONFIG) from None
    pairs = (line.removeprefix("export ").partition("=") for line in map(str.strip, lines) if not line.startswith("#"))
    return {name.strip(): _unquoted(value.strip()) for name, equals, value in pairs if equals}


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'" else value


def _token(given: Mapping[str, str], mistakes: list[str]) -> str:
    if "DISCORD_TOKEN_FILE" not in given:
        token = given.get("DISCORD_TOKEN", "")
    elif "DISCORD_TOKEN" in given:
        mistakes.append("Set DISCORD_TOKEN or DISCORD_TOKEN_FILE, not both.")
        return ""
    else:
        try:
            token = Path(given["DISCORD_TOKEN_FILE"]).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError):
            token = ""
        if not token:
            mistakes.append("DISCORD_TOKEN_FILE has to be the path of a readable file that holds the token.")
    if token and not re.fullmatch(r"[!-~]{20,200}", token):
        mistakes.append("The Discord token has a wrong shape. Copy it again from the bot's page at Discord.")
    return token


def _seconds(text: str, low: float) -> float | None:
    if not re.fullmatch(r"[0-9]{1,8}(\.[0-9]{1,6})?", text):
        return None
    return float(text) if low <= float(text) <= DAY * 30 else None


def _presses(text: str) -> float | None:
    return _seconds(text, 0) if re.fullmatch(r"[0-9]{1,3}(\.[0-9])?|1000", text) else None


def _log_level(text: str) -> str | None:
    return text.upper() if text.upper() in LOG_LEVELS else None


def _guild(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{17,20}", text) else None


def _flag(text: str) -> bool | None:
    return {"on": True, "off": False}.get(text.lower())


def _loopback(text: str) -> str | None:
    return text if re.fullmatch(r"http://127\.0\.0\.1:[0-9]{1,5}", text) else None
