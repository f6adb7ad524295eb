// For developers, folded away: knobs that make things go wrong, every call with its payload, problems, the bot's log.

import { html, useState } from "./vendor/htm-preact.js";
import { ask } from "./connection.js";

const PARTS = { knobs: "Knobs", calls: "Calls", problems: "Problems", message: "Message", log: "Bot log" };

export function Workshop({ room, part, open, close, channel, subject }) {
  return html`<section class="workshop" aria-label="Workshop">
    <div class="parts" role="group" aria-label="Parts of the workshop">
      ${Object.entries(PARTS).map(([name, title]) => html`<button type="button" class="quiet" aria-pressed=${part === name}
        onClick=${() => open(name)}>${title}</button>`)}
      <span class="spring"></span>
      <button type="button" class="quiet" onClick=${close}>Close</button>
    </div>
    <div class="bench" tabindex="0" role="region" aria-label=${PARTS[part]}>
      ${part === "knobs" && html`<${Knobs} room=${room} channel=${channel} />`}
      ${part === "calls" && html`<${Calls} calls=${room.calls} />`}
      ${part === "problems" && html`<${Problems} problems=${room.problems} />`}
      ${part === "message" && html`<${Subject} message=${subject} />`}
      ${part === "log" && html`<pre class="log">${room.log.join("\n") || "The bot has said nothing yet."}</pre>`}
    </div>
  </section>`;
}

function Knobs({ room, channel }) {
  const [done, tell] = useState("");
  const turn = async (knob, fields, words) => {
    const answer = await ask(knob, fields);
    tell(answer.refused ?? words);
  };
  const knobs = room.knobs ?? { latency: 0, limits: true, which: [], how: [] };
  const fail = (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.target));
    turn("fail", given, `The next ${given.which} fails: ${given.how}.`);
  };
  return html`<div class="knobs">
    <fieldset><legend>The bot</legend>
      <button type="button" class="press plain" onClick=${() => turn("restart", {}, "Restarted.")}>Restart the bot</button>
      <button type="button" class="press plain" onClick=${() => turn("kill", {}, "Killed and started again.")}>Kill it (power cut)</button>
      <button type="button" class="press plain" onClick=${() => turn("drop", {}, "The gateway was dropped.")}>Drop the gateway</button>
      <button type="button" class="press plain" onClick=${() => turn("new session", {}, "The session is forgotten.")}>Forget its session</button>
    </fieldset>
    <fieldset><legend>Discord</legend>
      <label>Every call takes <input type="number" min="0" max="10000" step="50" value=${knobs.latency}
        onChange=${(event) => turn("latency", { value: Number(event.target.value) }, "Set.")} /> ms longer</label>
      <label><input type="checkbox" checked=${knobs.limits}
        onChange=${(event) => turn("limits", { value: event.target.checked }, "Set.")} /> Rate limits as at Discord</label>
      <label><input type="checkbox" checked=${channel.writable}
        onChange=${(event) => turn("permission", { channel: channel.id, value: event.target.checked }, "Set.")} /> The bot may write in #${channel.name}</label>
      <button type="button" class="press plain" onClick=${() => turn("leap", { value: 900 }, "15 minutes have passed: old tokens are dead.")}>Let 15 minutes pass</button>
      <button type="button" class="press plain" onClick=${() => turn("leap", { value: 3600 }, "An hour has passed: old boards take few edits.")}>Let an hour pass</button>
    </fieldset>
    <form onSubmit=${fail}><fieldset><legend>Fail the next call</legend>
      <label>Which <select name="which">${knobs.which.map((each) => html`<option value=${each}>${each}</option>`)}</select></label>
      <label>How <select name="how">${knobs.how.map((each) => html`<option value=${each}>${each}</option>`)}</select></label>
      <button type="submit" class="press plain">Fail it</button>
    </fieldset></form>
    <p role="status">${done}</p>
  </div>`;
}

function Calls({ calls }) {
  if (!calls.length) return html`<p>The bot has not called yet.</p>`;
  return html`<ul class="calls">
    ${calls.slice().reverse().map((call) => html`<li class=${call.status >= 400 || !call.status ? "bad" : ""}>
      <details>
        <summary><code>${call.method} ${call.route}</code> <span>${call.status || "cut"}</span> <span>${call.took} ms</span>
          ${call.private && html`<span class="app">private</span>`} ${call.refusal && html`<em>${call.refusal}</em>`}</summary>
        <pre tabindex="0">${JSON.stringify(call.body, null, 2)}</pre>
      </details>
    </li>`)}
  </ul>`;
}

function Problems({ problems }) {
  if (!problems.length) return html`<p>Discord would refuse nothing that the bot has sent, and every click was answered in time.</p>`;
  return html`<ul class="problems">${problems.map((each) => html`<li class="bad">${each}</li>`)}</ul>`;
}

function Subject({ message }) {
  if (!message) return html`<p>Press Inspect at a message to see its payload here.</p>`;
  return html`<pre>${JSON.stringify(message, null, 2)}</pre>`;
}
