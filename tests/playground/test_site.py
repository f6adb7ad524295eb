"""Who gets the page, and who does not: the key, the names of this machine, the page's own origin, and no other file."""

import asyncio
import socket

import aiohttp
import pytest

from bot.playground.playground import Playground
from bot.playground.site import PAGE
from tests.playground.helpers import playing

SECRETS = (b"class Site", b"token_urlsafe", b"root:", b"CREATE TABLE")
NONE = ""


async def ask(
    playground: Playground, path: str | bytes, *, method: str = "GET", host: str | None = None, origin: str = NONE
) -> tuple[int, dict[str, str], bytes]:
    """A request, letter by letter: no client that puts it in order first."""
    host = f"127.0.0.1:{playground.port}" if host is None else host
    lines = [f"Host: {host}"] if host else []
    lines += [f"Origin: {origin}"] if origin else []
    if origin or str(path).endswith("socket"):
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
    else:
        lines.append("Connection: close")
    where = path if isinstance(path, bytes) else path.encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", playground.port)
    try:
        head = b"%s %s HTTP/1.1\r\n" % (method.encode(), where)
        writer.write(head + "\r\n".join([*lines, "", ""]).encode())
        answer = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)).decode()
        status, *fields = answer.split("\r\n")
        headers = {name.lower(): value for name, _, value in (field.partition(": ") for field in fields)}
        length = int(headers.get("content-length", "0")) if method != "HEAD" else 0
        body = await reader.readexactly(length)
        return int(status.split()[1]), headers, body
    finally:
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)


def directives(headers: dict[str, str]) -> dict[str, list[str]]:
    words = (each.split() for each in headers["content-security-policy"].split(";"))
    return {name: sources for name, *sources in words}


async def test_the_page_and_all_its_files_are_served_to_whoever_has_the_key(playground: Playground) -> None:
    key = playground.site.key
    assert await ask(playground, f"/{key}/") == await ask(playground, f"/{key}/index.html")
    for file in (each for each in PAGE.rglob("*") if each.is_file()):
        status, headers, body = await ask(playground, f"/{key}/{file.relative_to(PAGE).as_posix()}")
        assert (status, body) == (200, file.read_bytes())
        assert headers["x-content-type-options"] == "nosniff"
        if file.suffix == ".js":
            assert headers["content-type"].startswith("text/javascript")


async def test_the_page_may_load_nothing_from_elsewhere(playground: Playground) -> None:
    _, headers, _ = await ask(playground, f"/{playground.site.key}/")
    allowed = directives(headers)
    own = {"'self'", "'none'", "data:", f"ws://127.0.0.1:{playground.port}"}
    assert allowed["default-src"] == ["'none'"]
    assert {source for sources in allowed.values() for source in sources} <= own
    assert allowed["script-src"] == ["'self'"]
    assert allowed["frame-ancestors"] == allowed["base-uri"] == allowed["form-action"] == ["'none'"]
    assert headers["referrer-policy"] == "no-referrer"


async def test_every_playground_has_a_key_that_cannot_be_guessed(playground: Playground) -> None:
    async with playing(playground.database.with_name("other.db")) as other:
        assert other.site.key != playground.site.key
        assert len(playground.site.key) >= 16
        assert playground.address == f"http://127.0.0.1:{playground.port}/{playground.site.key}/"


@pytest.mark.parametrize("key", ["", "x", "{key}x", "{short}", "{KEY}", "%00", "ä", "%C3%A4", "{key}%00", " {key}"])
async def test_a_wrong_key_opens_neither_page_nor_socket(playground: Playground, key: str) -> None:
    own = playground.site.key
    wrong = key.format(key=own, short=own[:-1], KEY=own.swapcase()).replace(" ", "%20")
    for file in ("", "index.html", "app.js", "socket"):
        origin = f"http://127.0.0.1:{playground.port}" if file == "socket" else NONE
        status, _, body = await ask(playground, f"/{wrong}/{file}", origin=origin)
        assert status in (400, 404)
        assert b"<" not in body
        assert own.encode() not in body


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost", "localhost.evil:{port}",
     "[::1]:{port}", "127.0.0.1:{port}.evil", "evil@127.0.0.1:{port}", "127.0.0.2:{port}", NONE],
)  # fmt: skip
async def test_who_calls_this_machine_by_another_name_gets_nothing(playground: Playground, host: str) -> None:
    given = host.format(port=playground.port)
    for path in (f"/{playground.site.key}/", f"/{playground.site.key}/socket", "/gateway/", "/api/v10/gateway"):
        status, _, body = await ask(
            playground, path, host=given, origin=f"http://{given}" if "socket" in path else NONE
        )
        assert status in (400, 421)
        assert b"<html" not in body


@pytest.mark.parametrize(
    "origin",
    [NONE, "null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1", "http://127.0.0.1:1",
     "http://127.0.0.1:{port}.evil.example", "http://127.0.0.1:{port}/", "http://localhost:{port}"],
)  # fmt: skip
async def test_a_page_from_elsewhere_cannot_open_the_socket(playground: Playground, origin: str) -> None:
    given = origin.format(port=playground.port)
    status, _, _ = await ask(playground, f"/{playground.site.key}/socket", origin=given)
    assert status == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
async def test_the_own_page_opens_the_socket_by_each_name_of_this_machine(playground: Playground, name: str) -> None:
    host = f"{name}:{playground.port}"
    status, _, _ = await ask(playground, f"/{playground.site.key}/socket", host=host, origin=f"http://{host}")
    assert status == 101


@pytest.mark.parametrize(
    "path",
    ["../site.py", "..%2fsite.py", "%2e%2e/site.py", "%2e%2e%2fsite.py", "%252e%252e%252fsite.py", "..\\site.py",
     "..%5csite.py", "style/../../site.py", "style/..%2f..%2fsite.py", "./../site.py", "/etc/passwd", "%2fetc%2fpasswd",
     "//etc/passwd", "../../../../../../../../etc/passwd", "....//site.py", "index.html%00", "index.html/../../site.py",
     "style", "style/", "site.py", "page/index.html", "INDEX.HTML"],
)  # fmt: skip
async def test_no_path_leads_out_of_the_page(playground: Playground, path: str) -> None:
    status, _, body = await ask(playground, f"/{playground.site.key}/{path}")
    assert status in (400, 404)
    assert not any(secret in body for secret in SECRETS)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"])
async def test_the_page_is_only_there_to_be_read(playground: Playground, method: str) -> None:
    status, headers, _ = await ask(playground, f"/{playground.site.key}/", method=method)
    assert status in (404, 405)
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    ("method", "path"),
    [("OPTIONS", b"*"), ("GET", b"/\xff\xfe/"), ("GET", b"/%ff/"), ("GET", b"//"), ("GET", b"/"), ("GET", b"/%"),
     ("GET", b"/\xc3\xa4"), ("GET", b"http://127.0.0.1/x"), ("GET", b"/?\xff"), ("GET", b"/%ed%a0%80/")],
)  # fmt: skip
async def test_a_strange_request_is_refused_and_breaks_nothing(
    playground: Playground, method: str, path: bytes
) -> None:
    status, _, _ = await ask(playground, path, method=method)
    assert 400 <= status < 500
    assert (await ask(playground, f"/{playground.site.key}/"))[0] == 200


async def test_a_plain_request_at_the_socket_is_refused(playground: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        origin = {"Origin": f"http://127.0.0.1:{playground.port}"}
        async with session.get(f"{playground.address}socket", headers=origin) as answer:
            assert 400 <= answer.status < 500


async def test_nobody_reaches_it_by_another_address(playground: Playground) -> None:
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", playground.port)) != 0


async def test_discords_own_calls_need_the_bots_token(playground: Playground) -> None:
    status, _, body = await ask(playground, "/api/v10/users/@me")
    assert status == 401
    assert playground.discord.token.encode() not in body
