"""The way of every call: find its route, know the caller, go wrong on order, count, answer, write it down."""

import asyncio
import json
import time
from collections.abc import Callable
from email.utils import formatdate

from aiohttp import BodyPartReader, web

from bot.loopback import refusals
from bot.loopback.calls import Call, Calls
from bot.loopback.cutting import cut
from bot.loopback.faults import CallFaults, Order
from bot.loopback.posting import Upload
from bot.loopback.ratelimits import Limits
from bot.loopback.refusals import Refused
from bot.loopback.routing import Answer, Ask, Route, Routes
from bot.loopback.world import World

PREFIX = "/api/v10"
_OLD_EDIT_WAIT = 0.2
"""discord.py tries five times before it gives up on 30046; Discord's own wait is longer and not documented."""
_MESSAGE_ROUTES = ("/messages", "/messages/{message}", "/callback", "/webhooks/{application}/{token}")


class Dropped(Exception):
    """The connection is cut, as was ordered."""


class FrontDoor:
    def __init__(
        self, world: World, routes: Routes, limits: Limits, faults: CallFaults, calls: Calls, token: Callable[[], str]
    ) -> None:
        self._world = world
        self._routes = routes
        self._limits = limits
        self._faults = faults
        self._calls = calls
        self._token = token
        self.under_way = 0
        self.last = time.perf_counter()

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        started = time.perf_counter()
        self.under_way += 1
        path = request.path.removeprefix(PREFIX)
        ask = Ask(request.method, path, path, {}, request.query)
        headers: dict[str, str] = {}
        try:
            answer = await self._answer(request, ask, headers)
        except Refused as refused:
            self._note_refusal(ask, refused)
            answer = Answer(refused.status, refused.body())
            if refused.status == 429:
                headers |= {"Via": "1.1 loopback", "Retry-After": str(_OLD_EDIT_WAIT)}
                answer = Answer(429, refused.body() | {"retry_after": _OLD_EDIT_WAIT, "global": False})
        except Dropped:
            answer = Answer(0)
        finally:
            self.under_way -= 1
            self.last = time.perf_counter()
        self._write_down(ask, answer, started)
        if answer.status == 0:
            cut(request)
            return web.Response(status=500)
        return self._response(answer, headers)

    async def _answer(self, request: web.BaseRequest, ask: Ask, headers: dict[str, str]) -> Answer:
        found = self._routes.match(ask.method, ask.path)
        if found is None:
            await request.read()
            self._world.problems.append(f"no such route: {ask.method} {ask.path}")
            raise refusals.no_such_route()
        route, ask.parts = found
        ask.template = route.template
        if not route.by_token and request.headers.get("Authorization") != f"Bot {self._token()}":
            await request.read()
            raise refusals.unauthorized()
        order = self._faults.find(ask.method, ask.path, ask.template)
        await _read(request, ask)
        if self._faults.latency:
            await asyncio.sleep(self._faults.latency)
        if order:
            ordered = await self._ordered(order, headers)
            if ordered:
                return ordered
        verdict = self._limits.take(route, ask)
        headers |= verdict.headers
        if verdict.wait is not None:
            headers["Via"] = "1.1 loopback"
            return Answer(429, verdict.body())
        self._check_mentions(route, ask)
        answer = route.handler(ask)
        if order and order.drop == "after":
            raise Dropped
        return answer

    async def _ordered(self, order: Order, headers: dict[str, str]) -> Answer | None:
        if order.latency:
            await asyncio.sleep(order.latency)
        if order.drop == "before":
            raise Dropped
        if order.status is None:
            return None
        if order.status == 429:
            if not order.cloudflare:
                headers |= {"Via": "1.1 loopback", "Retry-After": f"{order.retry_after:.3f}"}
            body = {"message": order.message, "retry_after": order.retry_after, "global": order.everywhere}
            return Answer(429, body)
        return Answer(order.status, {"message": order.message, "code": order.code})

    def _check_mentions(self, route: Route, ask: Ask) -> None:
        """A message without `allowed_mentions` pings whoever is named in it: a player could ping the whole server."""
        if ask.method not in ("POST", "PATCH") or not route.template.endswith(_MESSAGE_ROUTES):
            return
        payload = ask.payload
        if route.template.endswith("/callback"):
            if payload.get("type") not in (4, 7):
                return
            payload = payload.get("data") or {}
        if payload.get("allowed_mentions") is None:
            self._world.problems.append(f"no allowed_mentions: {ask.method} {ask.template}")

    def _note_refusal(self, ask: Ask, refused: Refused) -> None:
        if refused.code == 50035:
            self._world.problems.append(f"refused: {ask.method} {ask.template}: {json.dumps(refused.errors)}")

    def _write_down(self, ask: Ask, answer: Answer, started: float) -> None:
        took = time.perf_counter() - started
        self._calls.note(
            Call(
                started, took, ask.method, ask.template, ask.path, ask.body, answer.status,
                ask.private, ask.channel, ask.user, _why(answer),
            )
        )  # fmt: skip

    def _response(self, answer: Answer, headers: dict[str, str]) -> web.Response:
        headers["Date"] = formatdate(self._world.time.now(), usegmt=True)
        if answer.raw is not None:
            return web.Response(body=answer.raw, status=answer.status, headers=headers)
        if answer.body is None:
            return web.Response(status=answer.status, headers=headers)
        # the client reads JSON only if the type is exactly this one, without a charset
        headers["Content-Type"] = "application/json"
        return web.Response(body=json.dumps(answer.body).encode(), status=answer.status, headers=headers)


def _why(answer: Answer) -> str:
    """What the answer gives as a reason, if it is a refusal."""
    if answer.status == 0:
        return "The connection was cut."
    if answer.status < 400 or not isinstance(answer.body, dict):
        return ""
    errors = answer.body.get("errors")
    return str(answer.body.get("message", "")) + (f": {json.dumps(errors)}" if errors else "")


async def _read(request: web.BaseRequest, ask: Ask) -> None:
    """The body: JSON, or a form with JSON and files in it."""
    if request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            content = bytes(await part.read())
            name = part.name or ""
            if name == "payload_json":
                ask.body = json.loads(content)
            elif name.startswith("files["):
                ask.uploads[int(name[6:-1])] = Upload(part.filename or "file", content)
        return
    raw = await request.read()
    if raw:
        try:
            ask.body = json.loads(raw)
        except ValueError:
            raise Refused(400, 50109, "The request body contains invalid JSON.") from None
