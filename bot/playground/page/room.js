// All that the page knows: who is there, what was said, how the bot is. Changed by news only; whoever shows it listens.

const MOST_CALLS = 300;
const MOST_LINES = 400;

class Room {
  place = null;
  bot = { state: "starting", minute: 0, invalid: 0 };
  knobs = null;
  connected = false;
  messages = new Map();
  calls = [];
  problems = [];
  log = [];
  unread = new Set(); // channels in which something was said that nobody has looked at
  lit = new Map(); // members who were mentioned, each with the channels
  #listeners = new Set();
  #known = false; // what comes first is not new to anybody

  hear(news) {
    if (!this.connected) this.#forget();
    this.connected = true;
    for (const part of ["place", "bot", "knobs"]) if (news[part]) this[part] = news[part];
    for (const message of news.messages ?? []) this.#take(message);
    for (const id of news.gone ?? []) this.messages.delete(id);
    this.calls = [...this.calls, ...(news.calls ?? [])].slice(-MOST_CALLS);
    this.problems = [...this.problems, ...(news.problems ?? [])];
    this.log = [...this.log, ...(news.log ?? [])].slice(-MOST_LINES);
    this.#known = true;
    this.changed();
  }

  lost() {
    this.connected = false;
    this.changed();
  }

  // A member looks at a channel: nothing there is new any more.
  looked(member, channel) {
    const before = this.unread.has(channel) || this.lit.get(member)?.has(channel);
    this.unread.delete(channel);
    this.lit.get(member)?.delete(channel);
    if (before) this.changed();
  }

  // What a member can read in a channel, oldest first.
  seen(member, channel) {
    return [...this.messages.values()].filter(
      (each) => each.channel_id === channel && (each.private_to === null || each.private_to === member),
    );
  }

  name(id) {
    const known = [...(this.place?.members ?? []), ...(this.place ? [this.place.bot] : [])];
    return known.find((each) => each.id === id)?.name ?? "somebody";
  }

  channel(id) {
    return this.place?.channels.find((each) => each.id === id);
  }

  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed() {
    for (const listener of this.#listeners) listener();
  }

  #take(message) {
    if (this.#known && !this.messages.has(message.id)) {
      if (message.private_to === null) this.unread.add(message.channel_id);
      for (const { id } of message.mentions) {
        if (!this.lit.has(id)) this.lit.set(id, new Set());
        this.lit.get(id).add(message.channel_id);
      }
    }
    this.messages.set(message.id, message);
  }

  // After a break everything is told anew.
  #forget() {
    this.messages.clear();
    this.calls = [];
    this.problems = [];
    this.log = [];
    this.#known = false;
  }
}

export const room = new Room();
