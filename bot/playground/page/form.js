// A form that the bot asks somebody to fill in.

import { html, useEffect, useRef, useState } from "./vendor/htm-preact.js";
import { ask } from "./connection.js";
import { Words } from "./words.js";

export function Form({ form, me, room, close }) {
  const place = useRef();
  const [trouble, tell] = useState("");
  useEffect(() => place.current.showModal(), []);

  const send = async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target));
    const answer = await ask("fill in", { member: me.id, form: form.form, values });
    if (answer.refused) return tell(answer.refused);
    if (answer.failed) return tell("Something went wrong. Try again.");
    return close();
  };
  return html`<dialog class="form" ref=${place} aria-label=${form.modal.title} onClose=${close}>
    <form onSubmit=${send}>
      <h2>${form.modal.title}</h2>
      ${form.modal.components.map((part) => html`<${Field} part=${part} room=${room} />`)}
      ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
      <div class="row">
        <button type="submit" class="press main">Send</button>
        <button type="button" class="press plain" onClick=${close}>Cancel</button>
      </div>
    </form>
  </dialog>`;
}

function Field({ part, room }) {
  if (part.type === 10) return html`<${Words} text=${part.content} room=${room} />`;
  const inner = part.component ?? part.components[0];
  return html`<label class="field">
    <span>${part.label ?? inner.label}${(inner.required ?? true) ? "" : " (may stay empty)"}</span>
    ${part.description && html`<small>${part.description}</small>`}
    <${Input} part=${inner} />
  </label>`;
}

function Input({ part }) {
  const about = { name: part.custom_id, required: part.required ?? true };
  if (part.type === 3) {
    return html`<select ...${about}>
      ${part.options.map((each) => html`<option value=${each.value} selected=${each.default}>${each.label}</option>`)}
    </select>`;
  }
  const text = { ...about, placeholder: part.placeholder, minlength: part.min_length, maxlength: part.max_length ?? 4000 };
  if (part.style === 2) return html`<textarea ...${text} rows="4">${part.value}</textarea>`;
  return html`<input ...${text} value=${part.value} />`;
}
