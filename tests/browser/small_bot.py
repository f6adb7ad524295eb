"""Another bot for the page, as a process: forms and suggestions, for which Cardroom has no use, can be tried."""

import os

from bot.loopback.connect import point_discord_at
from tests.loopback.helpers import SmallBot

if __name__ == "__main__":
    url = os.environ["DISCORD_URL"]
    point_discord_at(f"{url}/api/v10", f"{url.replace('http', 'ws', 1)}/gateway/")
    SmallBot().run(os.environ["DISCORD_TOKEN"])
