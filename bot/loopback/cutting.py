"""Cutting a connection as a cable does: no goodbye, the other side reads "connection reset by peer"."""

import socket
import struct

from aiohttp import web


def cut(request: web.BaseRequest) -> None:
    transport = request.transport
    if transport is None:
        return
    line = transport.get_extra_info("socket")
    if line is not None:  # no lingering: the kernel sends a reset and not an orderly end
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
