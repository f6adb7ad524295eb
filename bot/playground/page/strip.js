// The strip at the bottom: how the bot is, how much it calls, and whether Discord would complain.

import { html } from "./vendor/htm-preact.js";
import { ask } from "./connection.js";

const STATES = {
  starting: "The bot is starting …",
  connecting: "The bot is connecting …",
  ready: "The bot is ready",
  stopping: "The bot is stopping …",
  stopped: "The bot has stopped",
};

export function Strip({ room, open, part }) {
  const { state, minute, words } = room.bot;
  const shown = room.connected ? state : "lost";
  const button = (name, text, look = "") => html`<button type="button" class="quiet ${look}" aria-expanded=${part === name}
    onClick=${() => open(name)}>${text}</button>`;
  return html`<div class="strip">
    <p class="state ${shown}" role="status"><span class="dot" aria-hidden="true"></span>
      ${room.connected ? STATES[state] : "The playground does not answer. If it was stopped, start it again with make run and open the address it prints."}
      ${words && html`<span class="words-of-the-bot">${words}</span>`}
    </p>
    ${state === "stopped" && room.connected && html`<button type="button" class="quiet" onClick=${() => ask("start")}>Start it</button>`}
    ${["starting", "connecting", "stopping"].includes(shown) && html`<progress aria-label="The bot is starting"></progress>`}
    <span class="spring"></span>
    ${button("calls", `${minute} calls/min`)}
    ${button("problems", room.problems.length ? `${room.problems.length} refused or late` : "nothing refused", room.problems.length ? "bad" : "fine")}
    ${button("knobs", "Workshop")}
  </div>`;
}
