"""Pictures of cards, drawn here: a coloured card with a large sign. Our own art, in plain PNG, without a library."""

import struct
import zlib
from functools import cache

from bot.games.show import Picture

SIZE = 128
CARD = (20, 4, 108, 124)
"""Left, top, right, bottom of the card in the picture."""
ROUND = 12
BORDER = 5
DARK_INK = 35
CLEAR, WHITE = (0, 0, 0, 0), (255, 255, 255, 255)
Pixel = tuple[int, int, int, int]

GLYPHS = {
    "0": "01110 10001 10001 10001 10001 10001 01110",
    "1": "00100 01100 00100 00100 00100 00100 01110",
    "2": "01110 10001 00001 00110 01000 10000 11111",
    "3": "01110 10001 00001 00110 00001 10001 01110",
    "4": "10010 10010 10010 10010 11111 00010 00010",
    "5": "11111 10000 11110 00001 00001 10001 01110",
    "6": "00110 01000 10000 11110 10001 10001 01110",
    "7": "11111 00001 00010 00100 01000 01000 01000",
    "8": "01110 10001 10001 01110 10001 10001 01110",
    "9": "01110 10001 10001 01111 00001 00010 01100",
    "A": "01110 10001 10001 11111 10001 10001 10001",
    "J": "00111 00010 00010 00010 00010 10010 01100",
    "K": "10001 10010 10100 11000 10100 10010 10001",
    "Q": "01110 10001 10001 10001 10101 10010 01101",
    "W": "10001 10001 10001 10101 10101 10101 01010",
    "+": "00000 00100 00100 11111 00100 00100 00000",
    "S": "00000 10001 11001 11101 11001 10001 00000",  # on to the next but one: Skip
    "R": "00100 01110 10101 00100 10101 01110 00100",  # up and down: Reverse
    "♣": "00100 01110 00100 11111 11111 00100 01110",
    "♦": "00100 01110 11111 11111 11111 01110 00100",
    "♥": "01010 11111 11111 11111 01110 00100 00000",
    "♠": "00100 01110 11111 11111 11111 00100 01110",
}
GLYPH_WIDTH, GLYPH_HEIGHT = 5, 7
DOUBLINGS = 3
FINER = 2**DOUBLINGS
"""So many points of a smoothed sign stand for one of the drawing above, in each direction."""
Shape = list[list[bool]]


def draw(picture: Picture) -> bytes:
    """The picture as a PNG file."""
    paint: Pixel = (picture.colour >> 16, picture.colour >> 8 & 255, picture.colour & 255, 255)
    rows = [[_card_pixel(x, y, paint) for x in range(SIZE)] for y in range(SIZE)]
    lines = picture.text.split()
    longest = max(map(len, lines))
    scale = min(70 / (GLYPH_WIDTH * longest + longest - 1), 96 / (8 * len(lines)))
    top = (SIZE - scale * (8 * len(lines) - 1)) / 2
    for number, line in enumerate(lines):
        _write(rows, line, scale, top + number * 8 * scale, paint)
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


def _write(rows: list[list[Pixel]], line: str, scale: float, top: float, paint: Pixel) -> None:
    """A line of signs, in the middle, with soft edges: a pixel at an edge is as white as the sign covers it."""
    width = scale * (len(line) * (GLYPH_WIDTH + 1) - 1)
    left = (SIZE - width) / 2
    ink = DARK_INK if _is_light(paint) else 255
    for place, sign in enumerate(line):
        start = left + place * (GLYPH_WIDTH + 1) * scale
        shape = _smooth(sign)
        for y in range(int(top), int(top + GLYPH_HEIGHT * scale) + 1):
            for x in range(int(start), int(start + GLYPH_WIDTH * scale) + 1):
                cover = _covered(shape, (x - start) / scale, (y - top) / scale, 1 / scale)
                if cover:
                    red, green, blue = (int(old + (ink - old) * cover) for old in paint[:3])
                    rows[y][x] = (red, green, blue, 255)


def _is_light(paint: Pixel) -> bool:
    """Whether white could not be read on it: yellow, above all."""
    red, green, blue, _ = paint
    return 299 * red + 587 * green + 114 * blue > 150_000


def _covered(shape: Shape, x: float, y: float, side: float) -> float:
    """How much of a small square the sign covers, by sixteen points in it."""
    hits = 0
    for down in range(4):
        row = int((y + side * (down + 0.5) / 4) * FINER)
        for across in range(4):
            column = int((x + side * (across + 0.5) / 4) * FINER)
            if 0 <= row < GLYPH_HEIGHT * FINER and 0 <= column < GLYPH_WIDTH * FINER:
                hits += shape[row][column]
    return hits / 16


@cache
def _smooth(sign: str) -> Shape:
    """A sign with its steps rounded off: doubled again and again, each corner filled where both its sides agree."""
    shape = [[bit == "1" for bit in bits] for bits in GLYPHS[sign].split()]
    for _ in range(DOUBLINGS):
        shape = _doubled(shape)
    return shape


def _doubled(shape: Shape) -> Shape:
    height, width = len(shape), len(shape[0])

    def at(y: int, x: int) -> bool:
        return 0 <= y < height and 0 <= x < width and shape[y][x]

    def corner(y: int, x: int, down: int, across: int) -> bool:
        """A quarter of a point: its neighbours' colour, where the two nearest agree and the two farthest do not."""
        near, beside = at(y + down, x), at(y, x + across)
        far, opposite = at(y - down, x), at(y, x - across)
        return near if near == beside and near != far and beside != opposite else shape[y][x]

    return [
        [corner(y // 2, x // 2, 1 if y % 2 else -1, 1 if x % 2 else -1) for x in range(width * 2)]
        for y in range(height * 2)
    ]


def _png(rows: list[list[Pixel]]) -> bytes:
    raw = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in rows)
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    parts = (_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(raw, 9)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
