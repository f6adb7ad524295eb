"""How users, servers, channels and messages look on the wire."""

from bot.loopback import permissions
from bot.loopback.refusals import Payload
from bot.loopback.world import Channel, ChannelKind, Guild, Message, User, World


def user_payload(user: User) -> Payload:
    return {
        "id": str(user.id),
        "username": user.name if user.is_bot else f"user{user.id}",
        "global_name": None if user.is_bot else user.name,
        "discriminator": "0000" if user.is_bot else "0",
        "avatar": None,
        "bot": user.is_bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def member_payload(guild: Guild, user: User, with_permissions: bool = False) -> Payload:
    member: Payload = {
        "user": user_payload(user),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [],
        "joined_at": "2024-01-01T00:00:00+00:00",
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }
    if with_permissions:
        member["permissions"] = str(guild.members.get(user.id, permissions.MEMBER))
    return member


def channel_payload(channel: Channel, bot: User) -> Payload:
    last = next(reversed(channel.timeline), None)
    payload: Payload = {
        "id": str(channel.id),
        "type": int(channel.kind),
        "last_message_id": None if last is None else str(last),
        "flags": 0,
    }
    if channel.kind is ChannelKind.DIRECT:
        assert channel.recipient is not None
        return payload | {"recipients": [user_payload(channel.recipient)]}
    assert channel.guild is not None
    payload |= {"name": channel.name, "guild_id": str(channel.guild.id), "rate_limit_per_user": 0}
    if channel.is_thread:
        assert channel.parent is not None
        return payload | {
            "parent_id": str(channel.parent.id),
            "owner_id": str(channel.guild.owner),
            "message_count": len(channel.timeline),
            "total_message_sent": len(channel.timeline),
            "member_count": 1,
            "thread_metadata": {
                "archived": channel.archived,
                "locked": channel.locked,
                "auto_archive_duration": 1440,
                "archive_timestamp": "2024-01-01T00:00:00+00:00",
                "create_timestamp": "2024-01-01T00:00:00+00:00",
            },
        }
    overwrite = {
        "id": str(bot.id),
        "type": 1,
        "allow": str(channel.bot_permissions),
        "deny": str(permissions.EVERYTHING & ~channel.bot_permissions),
    }
    return payload | {
        "position": channel.guild.channels.index(channel) if channel in channel.guild.channels else 0,
        "permission_overwrites": [overwrite],
        "parent_id": None,
        "topic": None,
        "nsfw": False,
    }


def guild_payload(guild: Guild, world: World, with_members: bool) -> Payload:
    users = [world.users[each] for each in guild.members if with_members or each == world.bot.id]
    everyone = {
        "id": str(guild.id),
        "name": "@everyone",
        "permissions": str(permissions.MEMBER),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    channels = [each for each in guild.channels if not each.is_thread]
    threads = [each for each in guild.channels if each.is_thread and not each.archived]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "owner_id": str(guild.owner),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "public_updates_channel_id": None,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": False,
        "safety_alerts_channel_id": None,
        "joined_at": "2024-01-01T00:00:00+00:00",
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "voice_states": [],
        "members": [member_payload(guild, user) for user in users],
        "channels": [channel_payload(each, world.bot) for each in channels],
        "threads": [channel_payload(each, world.bot) for each in threads],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def message_payload(message: Message, world: World) -> Payload:
    stamp = world.time.stamp
    payload: Payload = {
        "id": str(message.id),
        "type": 19 if message.reply_to else (20 if message.interaction and message.interaction["type"] == 2 else 0),
        "channel_id": str(message.channel.id),
        "author": user_payload(message.author),
        "content": message.content,
        "timestamp": stamp(message.created),
        "edited_timestamp": None if message.edited is None else stamp(message.edited),
        "tts": False,
        "mention_everyone": message.pings_everyone,
        "mentions": [user_payload(world.users[each]) for each in sorted(message.pings)],
        "mention_roles": [],
        "attachments": message.attachments,
        "embeds": message.embeds,
        "components": message.components,
        "flags": message.flags,
        "pinned": False,
    }
    if message.nonce is not None:
        payload["nonce"] = message.nonce
    if message.author is world.bot:
        payload["application_id"] = str(world.bot.id)
    if message.interaction:
        payload["webhook_id"] = str(world.bot.id)
        payload["interaction_metadata"] = message.interaction
    if message.reply_to:
        payload["message_reference"] = {
            "type": 0,
            "message_id": str(message.reply_to),
            "channel_id": str(message.channel.id),
        }
    return payload


def message_event(message: Message, world: World) -> Payload:
    """A message as the gateway tells it: with the server, and the member who wrote it."""
    payload = message_payload(message, world)
    guild = message.channel.guild
    if guild is None:
        return payload
    payload["guild_id"] = str(guild.id)
    member = member_payload(guild, message.author)
    del member["user"]
    return payload | {"member": member}
