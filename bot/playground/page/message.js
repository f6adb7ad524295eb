// One message as one member sees it.

import { html, useMemo, useState } from "./vendor/htm-preact.js";
import { ask } from "./connection.js";
import { clock } from "./moments.js";
import { File, Parts, Picture } from "./parts.js";
import { Words } from "./words.js";

const LOADING = 1 << 7;

export function Message({ message, room, me, showForm, inspect }) {
  const [busy, work] = useState(null);
  const [trouble, tell] = useState("");
  const mine = message.private_to !== null;
  const pinged = message.mention_everyone || message.mentions.some((each) => each.id === me.id);

  const act = async (deed, fields) => {
    work(fields.custom_id);
    tell("");
    const answer = await ask(deed, { member: me.id, message: message.id, ...fields });
    work(null);
    if (answer.failed) tell("This interaction failed");
    if (answer.refused) tell(answer.refused);
    if (answer.modal) showForm(answer);
  };
  const hands = {
    busy,
    press: (custom_id) => act("press", { custom_id }),
    choose: (custom_id, values) => act("choose", { custom_id, values }),
  };
  const body = useMemo(() => html`<${Body} message=${message} room=${room} hands=${hands} />`, [message, busy, room.place, me.id]);

  return html`<li class="message ${mine ? "private" : ""} ${pinged ? "pinged" : ""}" data-message=${message.id} tabindex="-1">
    <${Source} message=${message} room=${room} />
    <${Head} message=${message} />
    <div class="body">${body}</div>
    ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
    ${mine && html`<p class="only-you"><span aria-hidden="true">👁 </span>Only you can see this
      <button type="button" class="quiet" onClick=${() => act("dismiss", {})}>Dismiss</button></p>`}
    <${Tools} message=${message} me=${me} act=${act} inspect=${inspect} />
  </li>`;
}

// What it answers: a command, or another message.
function Source({ message, room }) {
  if (message.command) {
    const who = message.interaction_metadata.user;
    return html`<p class="source">↪ ${room.name(who.id)} used <span class="mention">${message.command}</span></p>`;
  }
  const other = message.message_reference && room.messages.get(message.message_reference.message_id);
  if (!message.message_reference) return null;
  return html`<p class="source">↪ ${other ? `${nameOf(other)}: ${other.content.slice(0, 80)}` : "a message that is gone"}</p>`;
}

function Head({ message }) {
  return html`<div class="head">
    <span class="face" data-face=${face(message.author.id)} aria-hidden="true">${[...nameOf(message)][0]}</span>
    <span class="who">${nameOf(message)}</span>
    ${message.author.bot && html`<span class="app">bot</span>`}
    <time datetime=${message.timestamp}>${clock(message.timestamp)}</time>
    ${message.edited_timestamp && html`<span class="edited" title="changed ${message.edits} times">(edited)</span>`}
  </div>`;
}

function Body({ message, room, hands }) {
  if (message.flags & LOADING) return html`<p class="thinking">${nameOf(message)} is thinking …</p>`;
  return html`
    ${message.content && html`<${Words} text=${message.content} room=${room} />`}
    ${message.embeds.map((embed) => html`<${Embed} embed=${embed} room=${room} />`)}
    ${message.attachments.map((file) => html`<${Attachment} file=${file} components=${message.components} />`)}
    <${Parts} parts=${message.components} room=${room} hands=${hands} />`;
}

function Embed({ embed, room }) {
  const colour = embed.color == null ? null : `#${embed.color.toString(16).padStart(6, "0")}`;
  return html`<div class="container embed" ref=${(place) => place?.style.setProperty("--accent", colour ?? "var(--line)")}>
    ${embed.author && html`<p class="small">${embed.author.name}</p>`}
    ${embed.title && html`<p><strong>${embed.title}</strong></p>`}
    ${embed.description && html`<${Words} text=${embed.description} room=${room} />`}
    ${(embed.fields ?? []).map((field) => html`<div class=${field.inline ? "field inline" : "field"}>
      <strong>${field.name}</strong><${Words} text=${field.value} room=${room} /></div>`)}
    ${embed.footer && html`<p class="small">${embed.footer.text}</p>`}
  </div>`;
}

// A file that no component shows already.
function Attachment({ file, components }) {
  if (JSON.stringify(components).includes(JSON.stringify(file.url))) return null;
  if (/\.(png|jpe?g|gif|webp)$/i.test(file.filename)) {
    return html`<${Picture} media=${{ url: file.url }} words=${file.description ?? file.filename} kind="shown" />`;
  }
  return html`<${File} url=${file.url} name=${file.filename} />`;
}

function Tools({ message, me, act, inspect }) {
  const own = message.author.id === me.id || me.moderator;
  return html`<div class="tools">
    <button type="button" class="quiet" onClick=${() => inspect(message)}>Inspect</button>
    ${own && message.private_to === null && html`<button type="button" class="quiet" onClick=${() => act("delete", {})}>Delete</button>`}
  </div>`;
}

export function nameOf(message) {
  return message.author.global_name ?? message.author.username;
}

// One of eight colours for somebody's face, always the same.
export function face(id) {
  return [...id].reduce((sum, digit) => (sum * 31 + Number(digit)) % 1009, 7) % 8;
}
