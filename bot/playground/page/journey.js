// Going to a channel, or to a message in it, from wherever a link stands.

let travel = () => {};

export function onJourney(way) {
  travel = way;
}

export function goTo(channel, message) {
  travel(channel);
  if (!message) return;
  setTimeout(() => {
    const there = document.querySelector(`[data-message="${CSS.escape(message)}"]`);
    there?.scrollIntoView({ block: "center" });
    there?.focus();
  }, 50);
}
