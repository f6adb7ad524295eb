// What one member sees of one channel: who she is, the messages, the line to type in.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { ask } from "./connection.js";
import { Composer } from "./composer.js";
import { Form } from "./form.js";
import { Message, face, nameOf } from "./message.js";

const SHOWN = 120;
const NEAR = 120; // pixels from the end within which the newest message is followed

export function Pane({ room, me, channel, become, inspect, number }) {
  const [form, showForm] = useState(null);
  const messages = room.seen(me.id, channel.id).slice(-SHOWN);
  useEffect(() => room.looked(me.id, channel.id));

  return html`<section class="pane" aria-label="What ${me.name} sees in #${channel.name}">
    <${Members} room=${room} me=${me} become=${become} number=${number} />
    <${Messages} room=${room} messages=${messages} me=${me} channel=${channel} showForm=${showForm} inspect=${inspect} />
    <${Composer} key="${me.id} ${channel.id}" me=${me} channel=${channel} ready=${room.bot.state} showForm=${showForm} />
    <${News} key="news for ${me.id} in ${channel.id}" messages=${messages} />
    ${form && html`<${Form} form=${form} me=${me} room=${room} close=${() => showForm(null)} />`}
  </section>`;
}

// Who am I: one click makes you somebody else.
function Members({ room, me, become, number }) {
  const row = useRef();
  useEffect(() => {
    row.current.querySelector(":checked")?.parentNode.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [me.id]);
  return html`<fieldset class="members" ref=${row}>
    <legend class="hidden">Who am I</legend>
    ${room.place.members.map((each) => {
      const lit = each.id !== me.id && room.lit.get(each.id)?.size > 0;
      return html`<label class="member ${lit ? "lit" : ""}">
        <input type="radio" name="who-${number}" checked=${each.id === me.id} onChange=${() => become(each.id)} />
        <span><span class="face" data-face=${face(each.id)} aria-hidden="true">${[...each.name][0]}</span>
        <span class="name" title=${each.name}>${each.name}</span>${each.moderator && html`<span class="app" title="moderator">mod</span>`}
        ${lit && html`<span class="hidden">, was mentioned</span>`}</span>
      </label>`;
    })}
  </fieldset>`;
}

function Messages({ room, messages, me, channel, showForm, inspect }) {
  const list = useRef();
  const following = useRef(true);
  const held = useRef(null); // the message that had the focus
  useLayoutEffect(() => {
    following.current = true;
  }, [me.id, channel.id]);
  useLayoutEffect(() => {
    if (following.current) list.current.scrollTop = list.current.scrollHeight;
    // a message that was redrawn under somebody's fingers keeps the keyboard's focus
    if (held.current && document.activeElement === document.body) {
      list.current.querySelector(`[data-message="${CSS.escape(held.current)}"]`)?.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    // pictures that arrive late, or a narrower window, make the list longer: follow it
    const watch = new ResizeObserver(() => following.current && (list.current.scrollTop = list.current.scrollHeight));
    watch.observe(list.current);
    watch.observe(list.current.firstElementChild);
    return () => watch.disconnect();
  }, []);
  const scrolled = ({ target }) => {
    following.current = target.scrollHeight - target.scrollTop - target.clientHeight < NEAR;
  };
  const focused = ({ target }) => {
    held.current = target.closest("[data-message]")?.dataset.message ?? null;
  };
  return html`<div class="messages" tabindex="0" role="region" aria-label="Messages in #${channel.name}"
    ref=${list} onScroll=${scrolled} onFocusIn=${focused}>
    <ol>
      ${messages.length === 0 && html`<li class="empty"><${Welcome} channel=${channel} me=${me} /></li>`}
      ${messages.map((each) => html`<${Message} key=${each.id} message=${each} room=${room} me=${me} showForm=${showForm} inspect=${inspect} />`)}
    </ol>
  </div>`;
}

function Welcome({ channel, me }) {
  const send = (line) => ask("say", { member: me.id, channel: channel.id, line });
  return html`<h2>#${channel.name} is quiet</h2>
    <p>Type <kbd>/uno start</kbd> and press Enter, or press one of these. Then <em>Add computer</em> and <em>Start</em>.
    Your cards come in a message that only you see.</p>
    <div class="row">
      ${["/uno start", "/eights start", "/nimmt start", "/help"].map((line) => html`<button type="button" class="press plain"
        onClick=${() => send(line)}>${line}</button>`)}
    </div>
    <p>Above you choose who you are. Side by side, you see what others see.</p>`;
}

// Tells a screen reader what is new: messages as they come, and one's own panel when its first line changes.
function News({ messages }) {
  const [words, say] = useState("");
  const known = useRef(null);
  useEffect(() => {
    const now = new Map(messages.map((each) => [each.id, each.private_to ? title(each) : ""]));
    const before = known.current;
    known.current = now;
    if (!before) return;
    const fresh = messages.filter((each) => !before.has(each.id) || before.get(each.id) !== now.get(each.id));
    if (fresh.length) say(fresh.map((each) => `${nameOf(each)}: ${title(each)}`).join(". "));
  }, [messages.map((each) => each.id + each.edits).join()]);
  return html`<p class="hidden" aria-live="polite">${words}</p>`;
}

// The first line of a message, without its signs.
function title(message) {
  const texts = [];
  const look = (parts) => parts.forEach((part) => {
    if (part.type === 10) texts.push(part.content);
    look(part.components ?? []);
  });
  look(message.components);
  const line = [message.content, ...texts].find(Boolean) ?? "";
  return line.split("\n")[0].replace(/<t:[^>]*>/g, "").replace(/[#*`>_~|⏳]/g, "").trim();
}
