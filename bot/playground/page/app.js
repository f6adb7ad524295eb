// The whole page: channels above, one to four members side by side, the bot's state below, the workshop folded away.

import { html, useEffect, useReducer, useState } from "./vendor/htm-preact.js";
import { onJourney } from "./journey.js";
import { useKept } from "./kept.js";
import { Pane } from "./pane.js";
import { AddMember, Channels, Looks, Split } from "./topbar.js";
import { Strip } from "./strip.js";
import { Workshop } from "./workshop.js";

export function App({ room }) {
  const [, draw] = useReducer((count) => count + 1, 0);
  const [channelId, openChannel] = useKept("channel", null);
  const [who, setWho] = useKept("who", []);
  const [split, setSplit] = useKept("split", 1);
  const [workshop, setWorkshop] = useState(null); // the part of the workshop that is open
  const [subject, inspect] = useState(null);
  useEffect(() => {
    draw(); // the first news may have come before anybody listened
    return room.listen(draw);
  }, []);
  useEffect(() => onJourney(openChannel), []);
  useEffect(() => {
    const slash = (event) => {
      if (event.key !== "/" || event.target.matches("input, textarea, select")) return;
      document.querySelector(".composer textarea")?.focus();
    };
    document.addEventListener("keydown", slash);
    return () => document.removeEventListener("keydown", slash);
  }, []);

  if (!room.place) return html`<${Opening} room=${room} />`;
  const channel = room.channel(channelId) ?? room.place.channels[0];
  const panes = seated(room.place.members, who, split);
  const become = (place) => (id) => setWho(panes.map((each, other) => (other === place ? id : each.id)));
  const look = (message) => {
    inspect(message);
    setWorkshop("message");
  };

  return html`
    <header class="top">
      <div class="brand"><img src="icon.svg" alt="" /><h1>Cardroom <span>playground</span></h1></div>
      <p class="banner">A chat of your own on this computer. Nothing leaves it.</p>
      <${Channels} room=${room} channel=${channel} open=${openChannel} />
      <div class="settings">
        <${Split} split=${split} setSplit=${setSplit} most=${Math.min(4, room.place.members.length)} />
        <${AddMember} added=${(id) => become(0)(id)} />
        <${Looks} />
      </div>
    </header>
    <main class="panes split-${panes.length}">
      ${panes.map((me, place) => html`<${Pane} key=${place} number=${place} room=${room} me=${me} channel=${channel}
        become=${become(place)} inspect=${look} />`)}
    </main>
    <footer>
      <${Strip} room=${room} open=${(part) => setWorkshop(workshop === part ? null : part)} part=${workshop} />
      ${workshop && html`<${Workshop} room=${room} part=${workshop} open=${setWorkshop} channel=${channel}
        subject=${subject && (room.messages.get(subject.id) ?? subject)} close=${() => setWorkshop(null)} />`}
    </footer>`;
}

function Opening({ room }) {
  return html`<p class="first-words" role="status">
    ${room.connected ? "Opening the playground …" : "Waiting for the playground. If it was stopped, start it again with make run and open the address it prints."}
  </p>`;
}

// Who sits before which pane: those chosen last time if they are still there, then the others in their order.
function seated(members, who, count) {
  const chosen = who.slice(0, count).map((id) => members.find((each) => each.id === id)).filter(Boolean);
  const others = members.filter((each) => !chosen.includes(each));
  return [...chosen, ...others].slice(0, Math.max(1, Math.min(count, members.length)));
}
