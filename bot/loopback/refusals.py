"""What Discord answers when it refuses a call: a status, a code, a sentence, and the fields that were wrong."""

from typing import Any

Payload = dict[str, Any]
"""JSON as it travels. Its shape is Discord's; inside this package it is checked where it comes in."""


class Refused(Exception):
    """A call that is answered with an error."""

    def __init__(self, status: int, code: int, message: str, errors: Payload | None = None) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Payload:
        body: Payload = {"message": self.message, "code": self.code}
        return body if self.errors is None else body | {"errors": self.errors}


def unauthorized() -> Refused:
    return Refused(401, 0, "401: Unauthorized")


def no_such_route() -> Refused:
    return Refused(404, 0, "404: Not Found")


def unknown(what: str) -> Refused:
    """`what` is one of the things that can be gone."""
    code = {"Channel": 10003, "Guild": 10004, "Message": 10008, "Member": 10007, "User": 10013, "Emoji": 10014}
    more = {"Webhook": 10015, "Interaction": 10062, "Application Command": 10063}
    return Refused(404, (code | more)[what], f"Unknown {what}")


def missing_access() -> Refused:
    return Refused(403, 50001, "Missing Access")


def missing_permissions() -> Refused:
    return Refused(403, 50013, "Missing Permissions")


def not_your_message() -> Refused:
    return Refused(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> Refused:
    return Refused(400, 50006, "Cannot send an empty message")


def invalid_token() -> Refused:
    return Refused(401, 50027, "Invalid Webhook Token")


def archived() -> Refused:
    return Refused(400, 50083, "Thread is archived")


def too_many_old_edits() -> Refused:
    return Refused(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later")


def already_answered() -> Refused:
    return Refused(400, 40060, "Interaction has already been acknowledged.")


def invalid_form(errors: Payload) -> Refused:
    return Refused(400, 50035, "Invalid Form Body", errors)
