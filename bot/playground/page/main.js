// The page begins here: one connection, one room, one tree of elements that is drawn anew when the room changes.

import { html, render } from "./vendor/htm-preact.js";
import { App } from "./app.js";
import { connect } from "./connection.js";
import { room } from "./room.js";

connect(room);
render(html`<${App} room=${room} />`, document.getElementById("app"));
