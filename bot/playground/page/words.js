// Discord's markdown, turned into elements. Text is only ever put in as text, so nothing in it can do anything.

import { html, useState } from "./vendor/htm-preact.js";
import { Moment } from "./moments.js";
import { goTo } from "./journey.js";

const INLINE = [
  [/\\([^\p{L}\p{N}\s])/uy, ([, sign]) => sign],
  [/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, ([, , code]) => html`<code>${code}</code>`],
  [/<a?:(\w+):(\d+)>/y, ([, name, id]) => html`<img class="emoji" src="/emojis/${id}.png" alt=":${name}:" />`],
  [/<@!?(\d+)>/y, ([, id], room) => html`<span class="mention">@${room.name(id)}</span>`],
  [/<@&\d+>/y, () => html`<span class="mention">@role</span>`],
  [/<#(\d+)>/y, ([, id], room) => channelLink(id, null, room)],
  [/<\/([^:>]+):\d+>/y, ([, name]) => html`<span class="mention">/${name}</span>`],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, ([, at, style]) => html`<${Moment} at=${Number(at)} style=${style} />`],
  [/\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/y, ([, text, url], room) => link(url, inline(text, room), room)],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]*_~|]/y, ([url], room) => link(url, url, room)],
  [/@(?:everyone|here)\b/y, ([all]) => html`<span class="mention">${all}</span>`],
  [/\*\*(?=\S)([\s\S]+?)\*\*(?!\*)/y, ([, text], room) => html`<strong>${inline(text, room)}</strong>`],
  [/__(?=\S)([\s\S]+?)__(?!_)/y, ([, text], room) => html`<u>${inline(text, room)}</u>`],
  [/\*(?=\S)([\s\S]*?[^\s*])\*(?!\*)/y, ([, text], room) => html`<em>${inline(text, room)}</em>`],
  [/\b_(?=\S)([\s\S]*?[^\s_])_\b/y, ([, text], room) => html`<em>${inline(text, room)}</em>`],
  [/~~(?=\S)([\s\S]+?)~~/y, ([, text], room) => html`<s>${inline(text, room)}</s>`],
  [/\|\|([\s\S]+?)\|\|/y, ([, text], room) => html`<${Spoiler}>${inline(text, room)}<//>`],
];
const SPECIAL = /[\\`<[@*_~|]|https?:/g; // where something other than plain text may begin
const FENCE = /^```(?:[\w+-]*\n)?([\s\S]*?)```\n?/;

// A whole text, with headings, lists, quotes and code blocks.
export function Words({ text, room }) {
  return html`<div class="words">${blocks(text, room)}</div>`;
}

export function inline(text, room) {
  const found = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const special = match(SPECIAL, text, at)?.index ?? text.length;
    plain += text.slice(at, special);
    at = special;
    if (at === text.length) break;
    const rule = INLINE.map(([pattern, show]) => [match(pattern, text, at), show]).find(([hit]) => hit);
    if (!rule) {
      plain += text[at++];
      continue;
    }
    if (plain) found.push(plain);
    plain = "";
    found.push(rule[1](rule[0], room));
    at += rule[0][0].length;
  }
  if (plain) found.push(plain);
  return found;
}

function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function blocks(text, room) {
  const parts = [];
  let rest = text;
  while (rest) {
    const fence = rest.startsWith("```") && FENCE.exec(rest);
    if (fence) {
      parts.push(html`<pre tabindex="0"><code>${fence[1].replace(/\n$/, "")}</code></pre>`);
      rest = rest.slice(fence[0].length);
      continue;
    }
    const [part, used] = block(rest, room);
    parts.push(part);
    rest = rest.slice(used);
  }
  return parts;
}

// The first block of a text, and how many letters it takes.
function block(text, room) {
  const end = text.indexOf("\n") < 0 ? text.length : text.indexOf("\n");
  const line = text.slice(0, end);
  const heading = /^(#{1,3}) +(.+)/.exec(line);
  if (heading) {
    const level = `h${heading[1].length + 2}`; // the page itself has the two larger ones
    return [html`<${level} class="size-${heading[1].length}">${inline(heading[2], room)}<//>`, end + 1];
  }
  if (/^-# +\S/.test(line)) return [html`<p class="small">${inline(line.slice(2).trimStart(), room)}</p>`, end + 1];
  if (line.startsWith(">>> ")) return [html`<blockquote>${blocks(text.slice(4), room)}</blockquote>`, text.length];
  if (line.startsWith("> ")) return run(text, /^> ?(.*)(\n|$)/, (lines) => html`<blockquote>${blocks(lines.join("\n"), room)}</blockquote>`);
  if (/^\s*[-*] +\S/.test(line)) return run(text, /^(\s*[-*] +\S.*)(\n|$)/, (lines) => html`<ul>${items(lines, room)}</ul>`);
  if (/^\d+\. +\S/.test(line)) {
    return run(text, /^(\d+\. +\S.*)(\n|$)/, (lines) => html`<ol start=${parseInt(line, 10)}>${items(lines, room)}</ol>`);
  }
  const next = /\n(?=#{1,3} |-# |>|\s*[-*] |\d+\. |```)/.exec(text);
  const size = next ? next.index : text.length;
  return [html`<p>${inline(text.slice(0, size), room)}</p>`, size + (next ? 1 : 0)];
}

// Lines of one kind that follow each other.
function run(text, pattern, show) {
  const lines = [];
  let used = 0;
  for (let hit = pattern.exec(text); hit && used < text.length; hit = pattern.exec(text.slice(used))) {
    lines.push(hit[1]);
    used += hit[0].length;
  }
  return [show(lines), used];
}

function items(lines, room) {
  return lines.map((line) => {
    const [, indent, text] = /^(\s*)(?:[-*]|\d+\.) +(.*)/.exec(line);
    return html`<li class=${indent.length > 1 ? "deeper" : ""}>${inline(text, room)}</li>`;
  });
}

function Spoiler({ children }) {
  const [open, show] = useState(false);
  if (open) return html`<span class="spoiler open">${children}</span>`;
  return html`<button type="button" class="spoiler" aria-label="Spoiler: show it" onClick=${() => show(true)}>
    <span aria-hidden="true">${children}</span>
  </button>`;
}

function link(url, text, room) {
  const inside = /\/channels\/\d+\/(\d+)(?:\/(\d+))?$/.exec(url);
  if (inside) return channelLink(inside[1], inside[2], room, text === url ? null : text);
  return html`<a href=${url} target="_blank" rel="noopener noreferrer">${text}</a>`;
}

// A link into a channel, or to a message in it: it leads there on this page.
function channelLink(channel, message, room, text) {
  const name = `#${room.channel(channel)?.name ?? "unknown"}`;
  return html`<button type="button" class="mention" onClick=${() => goTo(channel, message)}>${text ?? name}</button>`;
}
