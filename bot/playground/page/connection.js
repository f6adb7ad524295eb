// The one socket. It comes back by itself, and every deed gets exactly one answer.

const SLOWEST = 4000;

let socket = null;
let number = 0;
let edition = 0;
const waiting = new Map();

export function connect(room, pause = 250) {
  socket = new WebSocket(new URL("socket", location.href.replace(/^http/, "ws")));
  socket.onmessage = (frame) => {
    const said = JSON.parse(frame.data);
    if (said.news) {
      if (edition && said.edition !== edition) return location.reload();
      edition = said.edition;
      room.hear(said.news);
      pause = 250;
    } else {
      waiting.get(said.answers)?.(said);
      waiting.delete(said.answers);
    }
  };
  socket.onclose = () => {
    for (const answer of waiting.values()) answer({ refused: "The playground does not answer." });
    waiting.clear();
    room.lost();
    setTimeout(() => connect(room, Math.min(pause * 2, SLOWEST)), pause);
  };
}

// Do something, and get the answer: {} if all went well, {refused: a sentence}, or {failed: true}.
export function ask(deed, fields = {}) {
  if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve({ refused: "The playground does not answer." });
  number += 1;
  socket.send(JSON.stringify({ ...fields, do: deed, number }));
  return new Promise((answer) => waiting.set(number, answer));
}
