"""Frames as the client asks for them: packed into one long stream, or plain."""

import importlib
import zlib
from collections.abc import Callable

Packer = Callable[[bytes], bytes]


def packer(asked: str | None) -> Packer | None:
    """How to pack the frames of one connection; each connection has a stream of its own."""
    if asked == "zlib-stream":
        return _zlib()
    if asked == "zstd-stream":
        return _zstd()
    return None


def _zlib() -> Packer:
    stream = zlib.compressobj(1)

    def pack(frame: bytes) -> bytes:
        return stream.compress(frame) + stream.flush(zlib.Z_SYNC_FLUSH)

    return pack


def _zstd() -> Packer:
    """A client asks for this only if it has one of these modules itself; Python brings one from 3.14 on."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            zstd = importlib.import_module(name)
        except ImportError:
            continue
        stream = zstd.ZstdCompressor()
        return lambda frame: bytes(stream.compress(frame, stream.FLUSH_BLOCK))
    zstandard = importlib.import_module("zstandard")
    packing = zstandard.ZstdCompressor().compressobj()
    return lambda frame: bytes(packing.compress(frame) + packing.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK))
