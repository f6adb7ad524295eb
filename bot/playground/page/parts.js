// What a message is made of: Discord's components, the newer ones and the older, each drawn in our own look.

import { html, useState } from "./vendor/htm-preact.js";
import { Emoji } from "./emoji.js";
import { Menu } from "./menu.js";
import { Words } from "./words.js";

const STYLES = { 1: "main", 2: "plain", 3: "good", 4: "danger", 5: "link" };

// `hands` does what can be done on a message: press(custom_id), choose(custom_id, values), and `busy`, the id under way.
export function Parts({ parts, room, hands }) {
  return parts.map((part) => html`<${Part} part=${part} room=${room} hands=${hands} />`);
}

function Part({ part, room, hands }) {
  switch (part.type) {
    case 1:
      return html`<div class="row"><${Parts} parts=${part.components} room=${room} hands=${hands} /></div>`;
    case 2:
      return html`<${Button} part=${part} hands=${hands} />`;
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return html`<${Menu} part=${part} room=${room} hands=${hands} />`;
    case 9:
      return html`<div class="section">
        <div><${Parts} parts=${part.components} room=${room} hands=${hands} /></div>
        <${Part} part=${part.accessory} room=${room} hands=${hands} />
      </div>`;
    case 10:
      return html`<${Words} text=${part.content} room=${room} />`;
    case 11:
      return html`<${Picture} media=${part.media} words=${part.description} spoiler=${part.spoiler} kind="thumbnail" />`;
    case 12:
      return html`<div class="gallery">
        ${part.items.map((each) => html`<${Picture} media=${each.media} words=${each.description} spoiler=${each.spoiler} kind="shown" />`)}
      </div>`;
    case 13:
      return html`<${File} url=${part.file.url} name=${part.file.url.split("/").pop()} />`;
    case 14:
      return part.divider === false ? html`<div class="gap-${part.spacing ?? 1}"></div>` : html`<hr class="gap-${part.spacing ?? 1}" />`;
    case 17:
      return html`<${Container} part=${part} room=${room} hands=${hands} />`;
    default:
      return html`<p class="small">A component of type ${part.type}, which the playground does not draw.</p>`;
  }
}

function Container({ part, room, hands }) {
  const inside = html`<${Parts} parts=${part.components} room=${room} hands=${hands} />`;
  const colour = part.accent_color == null ? null : `#${part.accent_color.toString(16).padStart(6, "0")}`;
  return html`<div class="container" ref=${(place) => place?.style.setProperty("--accent", colour ?? "transparent")}>
    ${part.spoiler ? html`<${Covered}>${inside}<//>` : inside}
  </div>`;
}

function Button({ part, hands }) {
  const inside = html`<${Emoji} emoji=${part.emoji} />${part.label && html`<span>${part.label}</span>`}`;
  const look = `press ${STYLES[part.style] ?? "plain"}`;
  if (part.style === 5) {
    return html`<a class=${look} href=${part.url} target="_blank" rel="noopener noreferrer">${inside}<span aria-hidden="true">↗</span></a>`;
  }
  const busy = hands.busy === part.custom_id;
  return html`<button
    type="button" class=${look} disabled=${part.disabled} aria-busy=${busy}
    aria-label=${part.label ? undefined : part.emoji?.name} onClick=${() => busy || hands.press(part.custom_id)}
  >${inside}</button>`;
}

// Pictures come from this computer. Of those from elsewhere only the words are shown.
export function Picture({ media, words, spoiler, kind }) {
  const near = local(media.proxy_url ?? media.url);
  const shown = near
    ? html`<img class=${kind} src=${near} alt=${words ?? ""} />`
    : html`<span class="${kind} elsewhere" title=${media.url}>${words ?? "a picture from elsewhere, not loaded here"}</span>`;
  return spoiler ? html`<${Covered}>${shown}<//>` : shown;
}

export function File({ url, name }) {
  const near = local(url);
  return html`<p class="file">📎 ${near ? html`<a href=${near} download=${name}>${name}</a>` : name}</p>`;
}

function Covered({ children }) {
  const [open, show] = useState(false);
  if (open) return children;
  return html`<button type="button" class="covered" onClick=${() => show(true)}>Spoiler: show it</button>`;
}

function local(url) {
  const there = new URL(url, location.href);
  return ["127.0.0.1", "localhost"].includes(there.hostname) && there.port === location.port ? there.pathname : null;
}
