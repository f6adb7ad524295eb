"""The gateway: sessions, their events in order, heartbeats, and taking up a session again after a break."""

import asyncio
import contextlib
import json
import secrets
from collections import deque
from collections.abc import Callable

from aiohttp import WSMsgType, web

from bot.loopback.compression import Packer, packer
from bot.loopback.cutting import cut
from bot.loopback.http_login import application_payload
from bot.loopback.payloads import guild_payload, member_payload, user_payload
from bot.loopback.refusals import Payload
from bot.loopback.world import Event, Guild, Intent, World

ACK_AFTER = 0.05
REMEMBERED = 2000
"""So many events a session keeps for a bot that comes back."""


class Session:
    """One shard of one running bot. It outlives its connection."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.sequence = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)
        self.line: Line | None = None

    @property
    def connected(self) -> bool:
        return self.line is not None

    def hears(self, event: Event) -> bool:
        index, count = self.shard
        own = (event.guild >> 22) % count == index if event.guild else index == 0
        return own and (not event.intent or bool(self.intents & event.intent))

    def dispatch(self, name: str, data: str) -> None:
        self.sequence += 1
        frame = f'{{"op":0,"t":"{name}","s":{self.sequence},"d":{data}}}'
        self.sent.append((self.sequence, frame))
        if self.line:
            self.line.send(frame)

    def send(self, frame: Payload) -> None:
        if self.line:
            self.line.send(json.dumps(frame))

    async def close(self, code: int) -> None:
        line, self.line = self.line, None
        if line:
            await line.close(code)


class Line:
    """One connection. Frames leave in the order in which they were sent."""

    def __init__(self, socket: web.WebSocketResponse, request: web.BaseRequest, pack: Packer | None) -> None:
        self._socket = socket
        self._request = request
        self._pack = pack
        self._frames: asyncio.Queue[str] = asyncio.Queue()
        self._held: list[str] | None = None
        self.closed_here = False
        self._writer = asyncio.create_task(self._write(), name="gateway line")

    def send(self, frame: str) -> None:
        if self._held is None:
            self._frames.put_nowait(frame)
        else:
            self._held.append(frame)

    def hold(self, hold: bool) -> None:
        held, self._held = self._held, [] if hold else None
        for frame in held or ():
            self.send(frame)

    async def close(self, code: int) -> None:
        self.closed_here = True
        if code == 1006:
            cut(self._request)
        else:
            await self._socket.close(code=code)

    async def stop(self) -> None:
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer

    async def _write(self) -> None:
        while True:
            frame = await self._frames.get()
            with contextlib.suppress(ConnectionError):  # the reader notices as well, and ends the line
                if self._pack:
                    await self._socket.send_bytes(self._pack(frame.encode()))
                else:
                    await self._socket.send_str(frame)


class Gateway:
    def __init__(self, world: World, token: Callable[[], str], url: Callable[[], str], heartbeat: float) -> None:
        self.world = world
        self.sessions: list[Session] = []
        self.lines: set[Line] = set()
        self.identified = 0
        """How often a bot has identified; resuming does not count."""
        self.resumed = 0
        self.acknowledges = True
        self.refuse_identify: tuple[int, int] | None = None
        self.twice: dict[str, int] = {}
        self._heartbeat = heartbeat
        self._token = token
        self._url = url

    def connected(self, shard: int | None = None) -> list[Session]:
        return [each for each in self.sessions if each.connected and shard in (None, each.shard[0])]

    def complete(self) -> bool:
        """Every shard of a bot is there."""
        there = {each.shard for each in self.connected()}
        return any(all((index, count) in there for index in range(count)) for _, count in there)

    def tell(self, event: Event) -> None:
        """Send an event to every session that hears it."""
        again = self.twice.get(event.name, 0)
        if again:
            self.twice[event.name] = again - 1
        full: str | None = None
        bare: str | None = None
        for session in self.sessions:
            if not session.hears(event):
                continue
            if event.without_content is not None and not session.intents & Intent.MESSAGE_CONTENT:
                bare = bare or json.dumps(event.without_content)
                data = bare
            else:
                full = full or json.dumps(event.data)
                data = full
            for _ in range(2 if again else 1):
                session.dispatch(event.name, data)

    def tell_guild(self, guild: Guild, *, joined: bool) -> None:
        """A server the bot has joined, or that can be reached again."""
        for session in self.sessions:
            if session.hears(Event("GUILD_CREATE", {}, guild.id, Intent.GUILDS)):
                self._guild_create(session, guild, joined=joined)

    def forget(self, session: Session) -> None:
        if session in self.sessions:
            self.sessions.remove(session)

    def hold(self, hold: bool) -> None:
        for line in self.lines:
            line.hold(hold)

    async def close(self) -> None:
        for line in list(self.lines):
            await line.close(1001)

    async def serve(self, request: web.BaseRequest) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        line = Line(socket, request, packer(request.query.get("compress")))
        self.lines.add(line)
        line.send(json.dumps({"op": 10, "d": {"heartbeat_interval": int(self._heartbeat * 1000), "_trace": []}}))
        session: Session | None = None
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    session = await self._read(json.loads(frame.data), line, session)
        finally:
            await line.stop()
            if session and session.line is line:
                session.line = None
                if socket.close_code in (1000, 1001) and not line.closed_here:
                    self.forget(session)  # a bot that says goodbye does not come back
            self.lines.discard(line)
            self.world.changed.ring()
        return socket

    async def _read(self, frame: Payload, line: Line, session: Session | None) -> Session | None:
        data = frame.get("d")
        match frame.get("op"):
            case 1:
                if self.acknowledges:  # not at once: the client notes when it was sent only after it was sent
                    asyncio.get_running_loop().call_later(ACK_AFTER, line.send, '{"op":11,"d":null}')
            case 2 if isinstance(data, dict):
                return await self._identify(data, line)
            case 6 if isinstance(data, dict):
                return await self._resume(data, line)
            case 8 if isinstance(data, dict) and session:
                self._members(data, session)
            case 3 | 4:
                pass  # presence and voice: nobody looks
            case other:
                self.world.problems.append(f"unknown gateway op {other}")
                await line.close(4001)
        return session

    async def _identify(self, data: Payload, line: Line) -> Session | None:
        if data.get("token") != self._token():
            await line.close(4004)
            return None
        if self.refuse_identify:
            code, times = self.refuse_identify
            self.refuse_identify = (code, times - 1) if times > 1 else None
            await line.close(code)
            return None
        index, count = data.get("shard") or (0, 1)
        session = Session((index, count), data.get("intents", 0))
        session.line = line
        self.sessions = [each for each in self.sessions if each.connected or each.shard != session.shard]
        self.sessions.append(session)
        self.identified += 1
        guilds = [each for each in self.world.guilds.values() if (each.id >> 22) % count == index]
        ready = {
            "v": 10,
            "user": user_payload(self.world.bot) | {"verified": True, "mfa_enabled": True},
            "guilds": [{"id": str(each.id), "unavailable": True} for each in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._url(),
            "shard": [index, count],
            "application": {"id": str(self.world.bot.id), "flags": application_payload(self.world)["flags"]},
            "private_channels": [],
            "user_settings": {},
            "_trace": [],
        }
        session.dispatch("READY", json.dumps(ready))
        for guild in guilds:
            if guild.available and session.intents & Intent.GUILDS:
                self._guild_create(session, guild)
        self.world.changed.ring()
        return session

    async def _resume(self, data: Payload, line: Line) -> Session | None:
        """Send again what was missed. A session that is not known has to identify anew."""
        session = next((each for each in self.sessions if each.id == data.get("session_id")), None)
        if data.get("token") != self._token():
            await line.close(4004)
            return None
        missed = [] if session is None else [each for each in session.sent if each[0] > data.get("seq", 0)]
        if session is None or (missed and missed[0][0] != data.get("seq", 0) + 1):
            line.send('{"op":9,"d":false}')
            return None
        session.line = line
        for _, frame in missed:
            line.send(frame)
        session.dispatch("RESUMED", '{"_trace":[]}')
        self.resumed += 1
        self.world.changed.ring()
        return session

    def _guild_create(self, session: Session, guild: Guild, *, joined: bool = False) -> None:
        data = guild_payload(guild, self.world, with_members=bool(session.intents & Intent.MEMBERS))
        if joined:  # Discord says of known servers only that they can be reached
            del data["unavailable"]
        session.dispatch("GUILD_CREATE", json.dumps(data))

    def _members(self, data: Payload, session: Session) -> None:
        guild = self.world.guilds.get(int(data.get("guild_id") or 0))
        if guild is None:
            return
        wanted = [int(each) for each in data.get("user_ids") or ()] or list(guild.members)
        users = [self.world.users[each] for each in wanted if each in guild.members]
        chunk = {
            "guild_id": str(guild.id),
            "members": [member_payload(guild, user) for user in users],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(each) for each in wanted if each not in guild.members],
            "presences": [],
            "nonce": data.get("nonce"),
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", json.dumps(chunk))
