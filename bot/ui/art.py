"""Pictures of cards, drawn here: a coloured card with a large sign. Our own art, in plain PNG, without a library."""

import struct
import zlib

from bot.games.show import Picture

SIZE = 128
CARD = (20, 4, 108, 124)
"""Left, top, right, bottom of the card in the picture."""
ROUND = 12
BORDER = 5
CLEAR, WHITE = (0, 0, 0, 0), (255, 255, 255, 255)
Pixel = tuple[int, int, int, int]

GLYPHS = {
    "0": "01110 10001 10011 10101 11001 10001 01110",
    "1": "00100 01100 00100 00100 00100 00100 01110",
    "2": "01110 10001 00001 00110 01000 10000 11111",
    "3": "01110 10001 00001 00110 00001 10001 01110",
    "4": "00010 00110 01010 10010 11111 00010 00010",
    "5": "11111 10000 11110 00001 00001 10001 01110",
    "6": "00110 01000 10000 11110 10001 10001 01110",
    "7": "11111 00001 00010 00100 01000 01000 01000",
    "8": "01110 10001 10001 01110 10001 10001 01110",
    "9": "01110 10001 10001 01111 00001 00010 01100",
    "A": "01110 10001 10001 11111 10001 10001 10001",
    "J": "00111 00010 00010 00010 00010 10010 01100",
    "K": "10001 10010 10100 11000 10100 10010 10001",
    "Q": "01110 10001 10001 10001 10101 10010 01101",
    "W": "10001 10001 10001 10101 10101 11011 10001",
    "+": "00000 00100 00100 11111 00100 00100 00000",
    "S": "01110 11001 11001 10101 10011 10011 01110",  # a barred circle: Skip
    "R": "00100 01110 10101 00100 10101 01110 00100",  # up and down: Reverse
    "♣": "00100 01110 00100 11111 11111 00100 01110",
    "♦": "00100 01110 11111 11111 11111 01110 00100",
    "♥": "01010 11111 11111 11111 01110 00100 00000",
    "♠": "00100 01110 11111 11111 11111 00100 01110",
}
GLYPH_WIDTH, GLYPH_HEIGHT = 5, 7


def draw(picture: Picture) -> bytes:
    """The picture as a PNG file."""
    paint: Pixel = (picture.colour >> 16, picture.colour >> 8 & 255, picture.colour & 255, 255)
    rows = [[_card_pixel(x, y, paint) for x in range(SIZE)] for y in range(SIZE)]
    lines = picture.text.split()
    scale = min(70 // (GLYPH_WIDTH * max(map(len, lines)) + max(map(len, lines)) - 1), 96 // (8 * len(lines)))
    top = (SIZE - scale * (8 * len(lines) - 1)) // 2
    for number, line in enumerate(lines):
        _write(rows, line, scale, top + number * 8 * scale)
    return _png(rows)


def _card_pixel(x: int, y: int, paint: Pixel) -> Pixel:
    left, top, right, bottom = CARD
    if not _inside(x, y, left, top, right, bottom, ROUND):
        return CLEAR
    inner = _inside(x, y, left + BORDER, top + BORDER, right - BORDER, bottom - BORDER, ROUND - BORDER)
    return paint if inner else WHITE


def _inside(x: int, y: int, left: int, top: int, right: int, bottom: int, corner: int) -> bool:
    """Whether a point lies in a rectangle with round corners."""
    if not (left <= x < right and top <= y < bottom):
        return False
    across = max(left + corner - x, x - (right - 1 - corner), 0)
    down = max(top + corner - y, y - (bottom - 1 - corner), 0)
    return across * across + down * down <= corner * corner


def _write(rows: list[list[Pixel]], line: str, scale: int, top: int) -> None:
    """A line of signs, in the middle."""
    width = scale * (len(line) * (GLYPH_WIDTH + 1) - 1)
    left = (SIZE - width) // 2
    for place, sign in enumerate(line):
        for down, bits in enumerate(GLYPHS[sign].split()):
            for across, bit in enumerate(bits):
                if bit == "1":
                    x, y = left + (place * (GLYPH_WIDTH + 1) + across) * scale, top + down * scale
                    for each in range(y, y + scale):
                        rows[each][x : x + scale] = [WHITE] * scale


def _png(rows: list[list[Pixel]]) -> bytes:
    raw = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in rows)
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    parts = (_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(raw, 9)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
