// What this browser remembers of how its owner likes the page: who she is, where she is, how it looks.

import { useState } from "./vendor/htm-preact.js";

const PLACE = "cardroom-playground";

function all() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? {};
  } catch {
    return {};
  }
}

export function useKept(name, usual) {
  const [value, set] = useState(() => all()[name] ?? usual);
  const keep = (next) => {
    set(next);
    try {
      localStorage.setItem(PLACE, JSON.stringify({ ...all(), [name]: next }));
    } catch {
      // a browser that keeps nothing: the choice holds until the page is closed
    }
  };
  return [value, keep];
}
