"""The page's files and its one socket, for whoever has the key in the address. Nothing is fetched from elsewhere."""

from mimetypes import guess_type
from pathlib import Path
from secrets import compare_digest, token_urlsafe

from aiohttp import web

from bot.playground.visit import Guide, visit

PAGE = Path(__file__).parent / "page"
LOST = "Cardroom's playground is here, but this is not its address. Open the one that was printed when it started.\n"


class Site:
    def __init__(self, guide: Guide) -> None:
        self.key = token_urlsafe(12)
        self._guide = guide

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        key, _, name = request.path.removeprefix("/").partition("/")
        if not compare_digest(key.encode(errors="replace"), self.key.encode()) or request.path == f"/{self.key}":
            return web.Response(status=404, text=LOST)
        if name == "socket":
            return await self._socket(request)
        path = _files().get(name or "index.html")
        if path is None or request.method != "GET":
            return web.Response(status=404, text=LOST)
        kind = "text/javascript" if path.suffix == ".js" else guess_type(path.name)[0] or "text/plain"
        return web.Response(body=path.read_bytes(), content_type=kind, charset="utf-8", headers=_headers(request.host))

    async def _socket(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.headers.get("Origin") != f"http://{request.host}":
            return web.Response(status=403, text="Only the playground's own page may ask.\n")
        return await visit(request, self._guide)


def _files() -> dict[str, Path]:
    """Every file of the page by its name in the address. Looked up anew each time: a contributor may add one."""
    return {path.relative_to(PAGE).as_posix(): path for path in PAGE.rglob("*") if path.is_file()}


def _headers(host: str) -> dict[str, str]:
    """The page may load from here and from nowhere else, and nobody may frame it."""
    allowed = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": allowed,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
    }
