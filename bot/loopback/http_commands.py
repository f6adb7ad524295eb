"""Registering slash commands, and the bot's own emojis."""

from base64 import b64decode

from bot.loopback.checks import Faults, Shape, text
from bot.loopback.command_book import CommandBook
from bot.loopback.payloads import user_payload
from bot.loopback.posting import EMOJI_PLACE
from bot.loopback.refusals import Payload, Refused, missing_access, unknown
from bot.loopback.routing import Answer, Ask, Route
from bot.loopback.world import World

_EMOJI = Shape({"name": text(2, 32), "image": text(1, 400_000)}, ("name", "image"))


class CommandRoutes:
    def __init__(self, world: World, book: CommandBook) -> None:
        self._world = world
        self._book = book

    def table(self) -> list[Route]:
        routes: list[Route] = []
        for place in ("/applications/{application}", "/applications/{application}/guilds/{guild}"):
            routes += [
                Route("GET", place + "/commands", self.listed),
                Route("PUT", place + "/commands", self.overwrite),
                Route("POST", place + "/commands", self.create),
                Route("GET", place + "/commands/{command}", self.get),
                Route("DELETE", place + "/commands/{command}", self.delete),
            ]
        return routes

    def listed(self, ask: Ask) -> Answer:
        return Answer(200, self._book.listed(self._place(ask)))

    def overwrite(self, ask: Ask) -> Answer:
        commands = ask.body if isinstance(ask.body, list) else []
        stored = self._book.overwrite(self._place(ask), commands)
        self._world.changed.ring()
        return Answer(200, stored)

    def create(self, ask: Ask) -> Answer:
        stored = self._book.create(self._place(ask), ask.payload)
        self._world.changed.ring()
        return Answer(201, stored)

    def get(self, ask: Ask) -> Answer:
        for command in self._book.listed(self._place(ask)):
            if command["id"] == ask.parts["command"]:
                return Answer(200, command)
        raise unknown("Application Command")

    def delete(self, ask: Ask) -> Answer:
        if not self._book.delete(self._place(ask), ask.number("command")):
            raise unknown("Application Command")
        return Answer(204)

    def _place(self, ask: Ask) -> int | None:
        if ask.number("application") != self._world.bot.id:
            raise Refused(404, 10002, "Unknown Application")
        if "guild" not in ask.parts:
            return None
        if ask.number("guild") not in self._world.guilds:
            raise missing_access()
        return ask.number("guild")


class EmojiRoutes:
    """The emojis that belong to the bot itself, up to two thousand."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.emojis: dict[int, Payload] = {}
        self._pictures: dict[str, bytes] = {}

    def picture(self, path: str) -> bytes | None:
        """The picture that is shown at an emoji's address."""
        return self._pictures.get(path.removeprefix(EMOJI_PLACE).partition(".")[0])

    def table(self) -> list[Route]:
        place = "/applications/{application}/emojis"
        return [
            Route("GET", place, self.listed),
            Route("POST", place, self.create),
            Route("GET", place + "/{emoji}", self.get),
            Route("DELETE", place + "/{emoji}", self.delete),
        ]

    def listed(self, ask: Ask) -> Answer:
        return Answer(200, {"items": list(self.emojis.values())})

    def get(self, ask: Ask) -> Answer:
        emoji = self.emojis.get(ask.number("emoji"))
        if emoji is None:
            raise unknown("Emoji")
        return Answer(200, emoji)

    def create(self, ask: Ask) -> Answer:
        faults = Faults()
        _EMOJI(ask.payload, (), faults)
        name = ask.payload.get("name")
        if isinstance(name, str) and not name.replace("_", "").isalnum():
            faults.add(("name",), "STRING_TYPE_REGEX", "Letters, digits and underscores only.")
        if any(each["name"] == name for each in self.emojis.values()):
            faults.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "That name is taken.")
        picture = _picture(str(ask.payload.get("image")))
        if picture is None:
            faults.add(("image",), "IMAGE_INVALID", "Not an image.")
        faults.refuse()
        assert picture is not None
        if len(self.emojis) >= 2000:
            raise Refused(400, 30008, "Maximum number of emojis reached (2000)")
        own = self._world.ids.make()
        emoji: Payload = {
            "id": str(own),
            "name": name,
            "roles": [],
            "user": user_payload(self._world.bot),
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }
        self.emojis[own] = emoji
        self._pictures[str(own)] = picture
        return Answer(201, emoji)

    def delete(self, ask: Ask) -> Answer:
        if self.emojis.pop(ask.number("emoji"), None) is None:
            raise unknown("Emoji")
        self._pictures.pop(str(ask.number("emoji")), None)
        return Answer(204)


def _picture(sent: str) -> bytes | None:
    """The picture in a data address, which is how one is sent."""
    kind, _, packed = sent.partition(",")
    if not kind.startswith("data:image/"):
        return None
    try:
        return b64decode(packed)
    except ValueError:
        return None
