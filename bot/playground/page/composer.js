// The line to type in: words, or a command that the page helps to complete.

import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { ask } from "./connection.js";

const NOTHING = { offers: [], hint: "" };

export function Composer({ me, channel, ready, showForm }) {
  const [line, type] = useState("");
  const [help, setHelp] = useState(NOTHING);
  const [at, move] = useState(-1);
  const [trouble, tell] = useState("");
  const [busy, work] = useState(false);
  const place = useRef();
  const typed = useRef(""); // the line as it is now; what was drawn may be older
  const asked = useRef(null); // the help for it, if that is still under way
  const list = `offers-${me.id}`;

  // What can follow is asked for at every letter; only the newest answer counts.
  const look = () => {
    const whole = typed.current;
    const own = whole.startsWith("/") ? ask("help", { member: me.id, channel: channel.id, line: whole }) : Promise.resolve(NOTHING);
    asked.current = own.then(({ offers = [], hint = "" }) => {
      if (typed.current !== whole) return null;
      asked.current = null;
      setHelp({ offers, hint });
      move(first(whole, offers));
      return offers[first(whole, offers)];
    });
  };
  useEffect(() => look(), [ready]);

  const write = (text) => {
    typed.current = text;
    type(text);
    tell("");
    look();
  };
  const take = (offer) => {
    write(offer.line);
    place.current.focus();
  };
  const send = async () => {
    const whole = typed.current;
    if (!whole.trim() || busy) return;
    work(true);
    tell("");
    const answer = await ask("say", { member: me.id, channel: channel.id, line: whole });
    work(false);
    if (answer.refused) return tell(answer.refused);
    if (answer.modal) showForm(answer);
    if (typed.current === whole) write(""); // what was typed meanwhile stays
    return tell(answer.failed ? `${whole.split(" ")[0]}: the bot did not answer in time.` : "");
  };
  // Quick fingers press Enter or Tab before the page knows what can follow: it is done as soon as that is known.
  const wait = async (key) => {
    const offer = await asked.current;
    if (offer) take(offer);
    else if (key === "Enter") send();
  };
  const keys = (event) => {
    const { key } = event;
    const count = help.offers.length;
    if (asked.current && line && (key === "Enter" || key === "Tab") && !event.shiftKey) {
      wait(key);
    } else if (count && (key === "ArrowDown" || key === "ArrowUp")) {
      move((at + (key === "ArrowDown" ? 1 : count - 1 + (at < 0 ? 1 : 0))) % count);
    } else if (at >= 0 && count && (key === "Tab" || key === "Enter") && !event.shiftKey) {
      take(help.offers[at]);
    } else if (key === "Enter" && !event.shiftKey) {
      send();
    } else if (key === "Escape" && count) {
      setHelp(NOTHING);
    } else {
      return;
    }
    event.preventDefault();
  };
  const open = help.offers.length > 0;

  return html`<div class="composer">
    ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
    ${help.hint && html`<p class="hint" id="${list}-hint">${help.hint}</p>`}
    ${open && html`<${Offers} id=${list} offers=${help.offers} at=${at} take=${take} />`}
    <div class="line">
      <textarea rows="1" ref=${place} value=${line} placeholder="Message, or / for commands"
        role="combobox" aria-label="Message #${channel.name} as ${me.name}" aria-autocomplete="list" aria-expanded=${open}
        aria-controls=${list} aria-activedescendant=${open && at >= 0 ? `${list}-${at}` : undefined}
        aria-describedby=${help.hint ? `${list}-hint` : undefined} maxlength="2000" autocomplete="off" spellcheck=${false}
        onInput=${(event) => write(event.target.value)} onKeyDown=${keys}></textarea>
      <button type="button" class="press main" aria-busy=${busy} disabled=${!line.trim()} onClick=${send}>Send</button>
    </div>
  </div>`;
}

function Offers({ id, offers, at, take }) {
  const list = useRef();
  useEffect(() => list.current.children[at]?.scrollIntoView({ block: "nearest" }), [at, offers]);
  const pick = (event, offer) => {
    event.preventDefault(); // the line keeps the focus
    take(offer);
  };
  return html`<ul class="offers" role="listbox" id=${id} aria-label="What can follow" ref=${list}>
    ${offers.map((offer, place) => html`<li role="option" id="${id}-${place}" aria-selected=${place === at}
      onPointerDown=${(event) => event.preventDefault()} onClick=${(event) => pick(event, offer)}>
      <strong>${offer.label}</strong> <small>${offer.about}</small>
    </li>`)}
  </ul>`;
}

// Which offer Enter takes: none where the line can be sent as it is.
function first(line, offers) {
  if (!offers.length || / $/.test(line)) return -1;
  const typed = line.slice(line.lastIndexOf(":") + 1).trim().toLowerCase();
  const done = offers.some(({ label, line: whole }) => whole.trim() === line.trim() || label.toLowerCase() === typed);
  return done ? -1 : 0;
}
