// Menus to choose from: one entry or several, members, channels. Usable by mouse, finger and keyboard alone.

import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { Emoji } from "./emoji.js";

export function Menu({ part, room, hands }) {
  const [open, setOpen] = useState(false);
  const [picked, pick] = useState([]);
  const opener = useRef();
  const list = useRef();
  const entries = offered(part, room);
  const many = (part.max_values ?? 1) > 1;
  const usual = entries.filter((each) => each.default).map((each) => each.value);

  useEffect(() => {
    if (!open) return;
    list.current.parentNode.scrollIntoView({ block: "nearest" });
    (list.current.querySelector('[aria-selected="true"]') ?? list.current.querySelector('[role="option"]'))?.focus();
  }, [open]);
  useEffect(() => {
    if (!open) return undefined;
    const outside = (event) => !list.current?.parentNode.contains(event.target) && setOpen(false);
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);

  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const send = (values) => {
    close();
    hands.choose(part.custom_id, values);
  };
  const toggle = () => {
    pick(usual);
    setOpen(!open);
  };
  const take = (value) => {
    if (!many) return send([value]);
    return pick(picked.includes(value) ? picked.filter((each) => each !== value) : [...picked, value]);
  };
  const enough = picked.length >= (part.min_values ?? 1) && picked.length <= (part.max_values ?? 1);
  const shown = entries.filter((each) => usual.includes(each.value)).map((each) => each.label).join(", ");
  const title = part.placeholder ?? "Choose";

  return html`<div class="menu" onKeyDown=${(event) => keys(event, list.current, close)}>
    <button type="button" class="opener" ref=${opener} disabled=${part.disabled} aria-haspopup="listbox"
      aria-expanded=${open} aria-busy=${hands.busy === part.custom_id} onClick=${toggle}>
      <span class="said">${shown ? html`<span class="hidden">${title}: </span>${shown}` : title}</span>
      <span aria-hidden="true">▾</span>
    </button>
    ${open && html`<div class="choices">
      <ul role="listbox" aria-label=${title} aria-multiselectable=${many} ref=${list}>
        ${entries.map((each) => html`<${Entry} entry=${each} many=${many} take=${take}
          chosen=${(many ? picked : usual).includes(each.value)} />`)}
      </ul>
      ${many && html`<div class="row">
        <button type="button" class="press main" disabled=${!enough} onClick=${() => send(picked)}>Apply</button>
        <button type="button" class="press plain" onClick=${close}>Cancel</button>
      </div>`}
    </div>`}
  </div>`;
}

function Entry({ entry, many, chosen, take }) {
  const press = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    take(entry.value);
  };
  return html`<li role="option" tabindex="-1" aria-selected=${chosen} onClick=${() => take(entry.value)} onKeyDown=${press}>
    ${many && html`<span class="box" aria-hidden="true">${chosen ? "☑" : "☐"}</span>`}
    <${Emoji} emoji=${entry.emoji} />
    <span>${entry.label}${entry.description && html`<small>${entry.description}</small>`}</span>
  </li>`;
}

function offered(part, room) {
  if (part.type === 3) return part.options;
  const members = room.place.members.map((each) => ({ value: each.id, label: `@${each.name}` }));
  const channels = room.place.channels.map((each) => ({ value: each.id, label: `#${each.name}` }));
  const chosen = new Set((part.default_values ?? []).map((each) => each.id));
  const all = { 5: members, 7: members, 8: channels }[part.type] ?? [];
  return all.map((each) => ({ ...each, default: chosen.has(each.value) }));
}

// Arrows, Home and End move in an open list; Escape closes it.
function keys(event, list, close) {
  if (!list) return;
  if (event.key === "Escape") {
    event.stopPropagation();
    close();
  }
  const all = [...list.querySelectorAll('[role="option"]')];
  const at = all.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  all[Math.max(0, Math.min(to, all.length - 1))].focus();
}
