"""Answers to interactions, and what comes after them by the interaction's token."""

from bot.loopback import refusals
from bot.loopback.checks import Faults
from bot.loopback.interactions import AnswerKind, Interaction, Interactions, Kind, metadata
from bot.loopback.message_checks import EPHEMERAL
from bot.loopback.modals import check_modal, check_suggestions
from bot.loopback.payloads import message_payload
from bot.loopback.posting import Posting
from bot.loopback.refusals import Payload
from bot.loopback.routing import Answer, Ask, Route
from bot.loopback.world import Message, World

_ALLOWED = {
    AnswerKind.MESSAGE: (Kind.COMMAND, Kind.COMPONENT, Kind.MODAL),
    AnswerKind.THINKING: (Kind.COMMAND, Kind.COMPONENT, Kind.MODAL),
    AnswerKind.LATER: (Kind.COMPONENT, Kind.MODAL),
    AnswerKind.UPDATE: (Kind.COMPONENT, Kind.MODAL),
    AnswerKind.SUGGESTIONS: (Kind.AUTOCOMPLETE,),
    AnswerKind.MODAL: (Kind.COMMAND, Kind.COMPONENT),
}


class InteractionRoutes:
    def __init__(self, world: World, interactions: Interactions, posting: Posting) -> None:
        self._world = world
        self._interactions = interactions
        self._posting = posting

    def table(self) -> list[Route]:
        hook = "/webhooks/{application}/{token}"
        return [
            Route("POST", "/interactions/{interaction}/{token}/callback", self.callback, by_token=True),
            Route("POST", hook, self.follow_up, by_token=True),
            Route("GET", hook + "/messages/{message}", self.get, by_token=True),
            Route("PATCH", hook + "/messages/{message}", self.edit, by_token=True),
            Route("DELETE", hook + "/messages/{message}", self.delete, by_token=True),
        ]

    def callback(self, ask: Ask) -> Answer:
        self._note(ask)
        interaction = self._interactions.to_answer(ask.number("interaction"), ask.parts["token"])
        kind = _answer_kind(ask.payload, interaction)
        try:
            self._take(interaction, kind, ask)
        except refusals.Refused as refused:
            if refused.errors is not None:  # the message is a field of the answer
                refused.errors = {"data": refused.errors}
            raise
        self._interactions.answered(interaction, kind)
        ask.private = interaction.private
        if ask.query.get("with_response", "").lower() not in ("1", "true"):
            return Answer(204)
        return Answer(200, self._told(interaction, kind))

    def follow_up(self, ask: Ask) -> Answer:
        interaction = self._by_token(ask)
        original = interaction.original
        if original is not None and original.loading and not original.deleted:
            self._posting.edit(original, ask.payload, ask.uploads)  # the first one takes the place of "thinking"
            message = original
        else:
            private = self._private(interaction, ask.payload)
            message = self._post(interaction, ask.payload, ask, private)
            interaction.followups.append(message)
        ask.private = message.private_to is not None
        return Answer(200, message_payload(message, self._world))

    def get(self, ask: Ask) -> Answer:
        return Answer(200, message_payload(self._message(ask), self._world))

    def edit(self, ask: Ask) -> Answer:
        message = self._message(ask)
        self._posting.edit(message, ask.payload, ask.uploads)
        return Answer(200, message_payload(message, self._world))

    def delete(self, ask: Ask) -> Answer:
        self._posting.delete(self._message(ask))
        return Answer(204)

    def _take(self, interaction: Interaction, kind: AnswerKind, ask: Ask) -> None:
        data: Payload = ask.payload.get("data") or {}
        match kind:
            case AnswerKind.MESSAGE:
                private = self._private(interaction, data)
                interaction.original = self._post(interaction, data, ask, private)
            case AnswerKind.THINKING:
                private = self._private(interaction, data)
                interaction.original = self._posting.think(interaction.channel, private, metadata(interaction))
            case AnswerKind.UPDATE:
                self._posting.edit(self._clicked(interaction), data, ask.uploads)
                interaction.original = interaction.message
            case AnswerKind.LATER:
                interaction.original = self._clicked(interaction)
            case AnswerKind.MODAL:
                check_modal(data)
                interaction.modal = data
            case AnswerKind.SUGGESTIONS:
                interaction.suggestions = check_suggestions(data)
            case AnswerKind.PONG:
                pass

    def _note(self, ask: Ask) -> None:
        """Whom a call is for, for the log."""
        interaction = self._interactions.find(ask.parts["token"])
        if interaction:
            ask.channel, ask.user = interaction.channel.id, interaction.user.id

    def _by_token(self, ask: Ask) -> Interaction:
        self._note(ask)
        if ask.number("application") != self._world.bot.id:
            raise refusals.unknown("Webhook")
        return self._interactions.by_token(ask.parts["token"])

    def _message(self, ask: Ask) -> Message:
        interaction = self._by_token(ask)
        if ask.parts["message"] == "@original":
            message = interaction.original
        else:
            message = self._world.messages.get(ask.number("message"))
        if message is None or message.deleted or not interaction.reaches(message):
            raise refusals.unknown("Message")
        ask.private = message.private_to is not None
        return message

    def _private(self, interaction: Interaction, data: Payload) -> int | None:
        flags = data.get("flags") or 0
        return interaction.user.id if isinstance(flags, int) and flags & EPHEMERAL else None

    def _post(self, interaction: Interaction, data: Payload, ask: Ask, private: int | None) -> Message:
        return self._posting.post(
            interaction.channel, data, ask.uploads, private_to=private, interaction=metadata(interaction)
        )

    def _clicked(self, interaction: Interaction) -> Message:
        if interaction.message is None or interaction.message.deleted:
            raise refusals.unknown("Message")
        return interaction.message

    def _told(self, interaction: Interaction, kind: AnswerKind) -> Payload:
        told: Payload = {"id": str(interaction.id), "type": int(interaction.kind)}
        body: Payload = {"interaction": told}
        original = interaction.original
        if original is not None:
            told |= {
                "response_message_id": str(original.id),
                "response_message_loading": original.loading,
                "response_message_ephemeral": original.ephemeral,
            }
        if original is not None and kind in (AnswerKind.MESSAGE, AnswerKind.UPDATE):
            body["resource"] = {"type": int(kind), "message": message_payload(original, self._world)}
        return body


def _answer_kind(payload: Payload, interaction: Interaction) -> AnswerKind:
    faults = Faults()
    for name in payload.keys() - {"type", "data"}:
        faults.add((name,), "UNKNOWN_FIELD", "The loopback knows no such field.")
    given = payload.get("type")
    allowed = [kind for kind, kinds in _ALLOWED.items() if interaction.kind in kinds]
    if interaction.kind is Kind.MODAL and interaction.message is None:
        allowed = [kind for kind in allowed if kind not in (AnswerKind.LATER, AnswerKind.UPDATE)]
    if given not in allowed:
        faults.add(("type",), "BASE_TYPE_CHOICES", f"{given} cannot answer {interaction.kind.name}.")
    faults.refuse()
    assert isinstance(given, int)
    return AnswerKind(given)
