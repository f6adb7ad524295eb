// The things at the top: channels, how many members are seen side by side, somebody new, light or dark.

import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { ask } from "./connection.js";
import { useKept } from "./kept.js";

const LOOKS = { auto: "◐", dark: "☾", light: "☀" };

export function Channels({ room, channel, open }) {
  return html`<nav class="channels" aria-label="Channels">
    ${room.place.channels.map((each) => html`<button type="button" aria-current=${each.id === channel.id ? "page" : undefined}
      class=${room.unread.has(each.id) && each.id !== channel.id ? "unread" : ""} onClick=${() => open(each.id)}>
      # ${each.name}${room.unread.has(each.id) && each.id !== channel.id && html`<span class="hidden">, something new</span>`}
    </button>`)}
  </nav>`;
}

export function Split({ split, setSplit, most }) {
  return html`<div class="split" role="group" aria-label="Members side by side">
    ${[1, 2, 3, 4].filter((count) => count <= most).map((count) => html`<button type="button" class="quiet" aria-pressed=${split === count}
      title="${count} side by side" onClick=${() => setSplit(count)}>${count}</button>`)}
  </div>`;
}

export function AddMember({ added }) {
  const [open, setOpen] = useState(false);
  const [trouble, tell] = useState("");
  const add = async (event) => {
    event.preventDefault();
    const answer = await ask("add member", { name: new FormData(event.target).get("name") });
    if (answer.refused) return tell(answer.refused);
    setOpen(false);
    tell("");
    return added(answer.member);
  };
  if (!open) return html`<button type="button" class="quiet" aria-label="Add a member" onClick=${() => setOpen(true)}>+<span class="wide"> Member</span></button>`;
  return html`<form class="add" onSubmit=${add}>
    <input name="name" aria-label="Name of the new member" placeholder="Name" maxlength="32" required autocomplete="off"
      ref=${(field) => field?.focus()} onKeyDown=${(event) => event.key === "Escape" && setOpen(false)} />
    <button type="submit" class="quiet">Add</button>
    ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
  </form>`;
}

export function Looks() {
  const [look, setLook] = useKept("look", "auto");
  useEffect(() => {
    document.documentElement.dataset.look = look;
  }, [look]);
  const names = Object.keys(LOOKS);
  const next = names[(names.indexOf(look) + 1) % names.length];
  return html`<button type="button" class="quiet" title="Switch to ${next}" aria-label="Look: ${look}" onClick=${() => setLook(next)}>${LOOKS[look]}<span class="wide"> ${look}</span></button>`;
}
