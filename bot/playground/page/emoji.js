// A small picture beside a label: a sign of the alphabet of emojis, or one of the bot's own.

import { html } from "./vendor/htm-preact.js";

export function Emoji({ emoji }) {
  if (!emoji) return null;
  if (emoji.id) return html`<img class="emoji" src="/emojis/${emoji.id}.png" alt="" />`;
  return html`<span class="sign" aria-hidden="true">${emoji.name}</span>`;
}
