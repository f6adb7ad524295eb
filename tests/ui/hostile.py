"""Names that people gave themselves to see what happens."""

ZALGO = "Z" + "\u0301\u0327\u0353\u0489" * 8
FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}\u200d\N{BOY}"

MARKED = (
    "**bold**", "*leaning*", "***both***", "_under_", "__under__", "~~gone~~", "||spoiler||", "`code`", "``code``",
    "```\nblock\n```", "```py\nprint()```", "# Heading", "## Heading", "### Heading", "-# small", "- item", "* item",
    "+ item", "1. item", "> quote", ">>> quotes", "\\*escaped\\*", "\\", "a\\", "[x](https://evil.example)",
    "[x](<https://evil.example>)", "[x]: https://evil.example", "<https://evil.example>", "https://evil.example/a?b=c#d",
    "http://evil.example", "discord://-/users/1", "www.evil.example", "discord.gg/evil", "mailto:a@evil.example",
    "@everyone", "@here", "<@1>", "<@!1>", "<@&1>", "<#1>", "</uno start:1>", "<id:customize>", "<id:guide>",
    "<t:1:R>", "<t:1800000000>", "<:e:1>", "<a:e:1>", ":smile:", "<sound:0:1>", "<%1>", "@Ann", "Ann#0001",
)  # fmt: skip
"""Signs that Discord gives a meaning."""
UNSEEN = (
    "", " ", "   ", "\t", "\n", "\r\n", "\0", "\u00a0", "\u00ad", "\u115f", "\u1160", "\u180e", "\u2000", "\u200b",
    "\u200c", "\u200d", "\u200e", "\u2028", "\u2029", "\u202e", "\u2060", "\u2063", "\u2066", "\u2800", "\u3000",
    "\u3164", "\ufe0f", "\ufeff", "\uffa0", "\U000e0041", "\u3164\u3164", "\u200b\u200d\ufe0f", " \u200d ",
)  # fmt: skip
"""Names in which there is nothing to see."""
ODD = (
    "a\nb", "a\r\nb", "a\u2028b", "a\u2029b", "a\x0bb", "a\x0cb", "a\x85b", "a\x1eb", "a\0b", "a\x1b[31mb", "a\tb",
    "\u202eevil", "a\u202eb\u202cc", "\u2066a", "\u2067a\u2069", "\u2068\u2068a", "a\u2069\u2069b", "\u061cx",
    "\u200ba\u200bb\u200b", "a\u200db", ZALGO, ZALGO * 3, "\u0301alone", "\u05e9\u05dc\u05d5\u05dd",
    "\u0645\u0631\u062d\u0628\u0627", "abc \u05e9\u05dc\u05d5\u05dd 12", FAMILY, FAMILY * 4, "\N{GRINNING FACE}" * 32,
    "\N{HEAVY BLACK HEART}\ufe0f" * 16, "\N{REGIONAL INDICATOR SYMBOL LETTER D}" * 7, "x" * 32, "x" * 33, "W" * 1000,
    "* " * 500, "\ud800", "a\udfffb", "\ud83d\ude00", "\ue000", "\U0010ffff", "\ufffd", "\u1fef\u037e", "\u212a",
    "I\u0307", "\u0130", "\ufb03", "\u00df", "  Ann  ", "An  n", "Kit", "somebody", "Red 7", "null", "None", "0",
    "'; DROP TABLE seats; --", "{0.__class__}", "%s%n", "&lt;b&gt;", "<script>", "\u1e9b\u0323", "A\u030a",
)  # fmt: skip
"""Names with something in them, among it what does not belong there."""
HOSTILE = MARKED + UNSEEN + ODD

MEANT = "*_~`|<>@#:[]\\/-"
"""Signs that mean something to Discord somewhere. Lists and headings begin with - and #, links need :// or [."""
