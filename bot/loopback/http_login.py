"""What a bot asks before it connects: who it is, what it is part of, and where the gateway stands."""

from collections.abc import Callable

from bot.loopback.payloads import channel_payload, guild_payload, member_payload, user_payload
from bot.loopback.refusals import Payload, unknown
from bot.loopback.routing import Answer, Ask, Route
from bot.loopback.world import World


class LoginRoutes:
    def __init__(self, world: World, gateway: Callable[[], str], shards: Callable[[], int]) -> None:
        self._world = world
        self._gateway = gateway
        self._shards = shards

    def table(self) -> list[Route]:
        return [
            Route("GET", "/users/@me", self.me),
            Route("GET", "/users/@me/guilds", self.own_guilds),
            Route("GET", "/users/{user}", self.user),
            Route("POST", "/users/@me/channels", self.direct),
            Route("GET", "/oauth2/applications/@me", self.application),
            Route("GET", "/applications/@me", self.application),
            Route("GET", "/gateway", self.gateway),
            Route("GET", "/gateway/bot", self.gateway_bot),
            Route("GET", "/guilds/{guild}", self.guild),
            Route("GET", "/guilds/{guild}/channels", self.channels),
            Route("GET", "/guilds/{guild}/members/{user}", self.member),
        ]

    def me(self, ask: Ask) -> Answer:
        return Answer(200, user_payload(self._world.bot) | {"verified": True, "mfa_enabled": True, "locale": "en-US"})

    def own_guilds(self, ask: Ask) -> Answer:
        """The servers that the bot is in, with what its roles allow there."""
        bot = self._world.bot.id
        guilds = self._world.guilds.values()
        return Answer(
            200,
            [{"id": str(each.id), "name": each.name, "permissions": str(each.members[bot])} for each in guilds],
        )

    def user(self, ask: Ask) -> Answer:
        user = self._world.users.get(ask.number("user"))
        if user is None:
            raise unknown("User")
        return Answer(200, user_payload(user))

    def direct(self, ask: Ask) -> Answer:
        user = self._world.users.get(int(ask.payload.get("recipient_id") or 0))
        if user is None:
            raise unknown("User")
        return Answer(200, channel_payload(self._world.direct_channel(user), self._world.bot))

    def application(self, ask: Ask) -> Answer:
        return Answer(200, application_payload(self._world))

    def gateway(self, ask: Ask) -> Answer:
        return Answer(200, {"url": self._gateway()})

    def gateway_bot(self, ask: Ask) -> Answer:
        start = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16}
        return Answer(200, {"url": self._gateway(), "shards": self._shards(), "session_start_limit": start})

    def guild(self, ask: Ask) -> Answer:
        guild = self._world.guilds.get(ask.number("guild"))
        if guild is None:
            raise unknown("Guild")
        return Answer(200, guild_payload(guild, self._world, with_members=False))

    def channels(self, ask: Ask) -> Answer:
        guild = self._world.guilds.get(ask.number("guild"))
        if guild is None:
            raise unknown("Guild")
        return Answer(200, [channel_payload(each, self._world.bot) for each in guild.channels if not each.is_thread])

    def member(self, ask: Ask) -> Answer:
        guild = self._world.guilds.get(ask.number("guild"))
        if guild is None:
            raise unknown("Guild")
        if ask.number("user") not in guild.members:
            raise unknown("Member")
        return Answer(200, member_payload(guild, self._world.users[ask.number("user")]))


def application_payload(world: World) -> Payload:
    team_owner = user_payload(world.bot) | {"bot": False, "username": "owner"}
    return {
        "id": str(world.bot.id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "rpc_origins": [],
        "bot_public": True,
        "bot_require_code_grant": False,
        "bot": user_payload(world.bot),
        "owner": team_owner,
        "summary": "",
        "verify_key": "0" * 64,
        "team": None,
        "flags": 0,
        "approximate_guild_count": len(world.guilds),
        "integration_types_config": {"0": {}},
    }
