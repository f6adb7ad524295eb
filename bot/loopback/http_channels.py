"""Messages in channels, by the routes that everybody's messages have. Ephemeral ones are not reached from here."""

from bot.loopback import permissions, refusals
from bot.loopback.payloads import channel_payload, message_payload
from bot.loopback.posting import Posting, may_edit, may_post, may_see
from bot.loopback.routing import Answer, Ask, Route
from bot.loopback.world import Channel, Message, World


class ChannelRoutes:
    def __init__(self, world: World, posting: Posting) -> None:
        self._world = world
        self._posting = posting

    def table(self) -> list[Route]:
        one = "/channels/{channel}/messages/{message}"
        return [
            Route("GET", "/channels/{channel}", self.look),
            Route("POST", "/channels/{channel}/typing", self.typing),
            Route("POST", "/channels/{channel}/messages", self.post),
            Route("GET", "/channels/{channel}/messages", self.history),
            Route("POST", "/channels/{channel}/messages/bulk-delete", self.sweep),
            Route("GET", one, self.get),
            Route("PATCH", one, self.edit),
            Route("DELETE", one, self.delete),
        ]

    def look(self, ask: Ask) -> Answer:
        return Answer(200, channel_payload(self._channel(ask), self._world.bot))

    def typing(self, ask: Ask) -> Answer:
        may_post(self._channel(ask))
        return Answer(204)

    def post(self, ask: Ask) -> Answer:
        channel = self._channel(ask)
        may_post(channel)
        message = self._posting.post(channel, ask.payload, ask.uploads)
        return Answer(200, message_payload(message, self._world))

    def history(self, ask: Ask) -> Answer:
        channel = self._channel(ask)
        if channel.guild and not channel.bot_permissions & permissions.READ_MESSAGE_HISTORY:
            return Answer(200, [])
        messages = channel.messages
        if "before" in ask.query:
            messages = [each for each in messages if each.id < int(ask.query["before"])]
        limit = int(ask.query.get("limit", 50))
        if "after" in ask.query:
            messages = [each for each in messages if each.id > int(ask.query["after"])][:limit]
        return Answer(200, [message_payload(each, self._world) for each in reversed(messages[-limit:])])

    def get(self, ask: Ask) -> Answer:
        channel = self._channel(ask)
        if channel.guild and not channel.bot_permissions & permissions.READ_MESSAGE_HISTORY:
            raise refusals.missing_permissions()
        return Answer(200, message_payload(self._message(ask, channel), self._world))

    def edit(self, ask: Ask) -> Answer:
        channel = self._channel(ask)
        message = self._message(ask, channel)
        may_edit(channel)
        if message.author is not self._world.bot:
            raise refusals.not_your_message()
        self._posting.count_old_edit(message)
        self._posting.edit(message, ask.payload, ask.uploads)
        return Answer(200, message_payload(message, self._world))

    def delete(self, ask: Ask) -> Answer:
        channel = self._channel(ask)
        message = self._message(ask, channel)
        if message.author is not self._world.bot and not channel.bot_permissions & permissions.MANAGE_MESSAGES:
            raise refusals.missing_permissions()
        self._posting.delete(message)
        return Answer(204)

    def sweep(self, ask: Ask) -> Answer:
        channel = self._channel(ask)
        if not channel.bot_permissions & permissions.MANAGE_MESSAGES:
            raise refusals.missing_permissions()
        wanted = {int(each) for each in ask.payload.get("messages", ())}
        self._posting.delete_many([each for each in channel.messages if each.id in wanted])
        return Answer(204)

    def _channel(self, ask: Ask) -> Channel:
        channel = self._world.channels.get(ask.number("channel"))
        if channel is None:
            raise refusals.unknown("Channel")
        ask.channel = channel.id
        if channel.guild and channel.guild.id not in self._world.guilds:
            raise refusals.missing_access()
        may_see(channel)
        return channel

    def _message(self, ask: Ask, channel: Channel) -> Message:
        message = channel.timeline.get(ask.number("message"))
        if message is None or message.private_to is not None:
            raise refusals.unknown("Message")
        return message
