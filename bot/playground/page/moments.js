// Moments as Discord writes them, <t:1700000000:R> and the like. Those that count tick by themselves.

import { html, useEffect, useState } from "./vendor/htm-preact.js";

const STEPS = [
  [60, 1, "second"], [3600, 60, "minute"], [86400, 3600, "hour"], [86400 * 30, 86400, "day"],
  [86400 * 365, 86400 * 30, "month"], [Infinity, 86400 * 365, "year"],
];
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });

export function Moment({ at, style = "f" }) {
  const [now, look] = useState(Date.now());
  useEffect(() => {
    if (style !== "R") return undefined;
    const timer = setInterval(() => look(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [style]);
  const date = new Date(at * 1000);
  if (Number.isNaN(date.getTime())) return html`<span>${at}</span>`;
  const words = style === "R" ? apart(at - now / 1000) : format(date, style);
  return html`<time class="moment" datetime=${date.toISOString()} title=${format(date, "F")}>${words}</time>`;
}

export function clock(stamp) {
  return format(new Date(stamp), "t");
}

function apart(seconds) {
  const [, unit, name] = STEPS.find(([below]) => Math.abs(seconds) < below);
  return relative.format(Math.round(seconds / unit), name);
}

function format(date, style) {
  return date.toLocaleString("en-GB", STYLES[style] ?? STYLES.f);
}
