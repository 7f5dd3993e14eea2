// A socket that comes back: reconnects with growing, scattered pauses and notices when it is half open.

const PING = 4_000;
const SILENCE = 10_000;
const HANDSHAKE = 5_000;
const LONGEST_PAUSE = 10_000;
const FINAL = new Set([4401, 4404, 4430]);

// Milliseconds before try number `attempt`: doubling, and scattered so that a crowd does not return at once.
export function pause(attempt, chance = Math.random()) {
  return Math.min(LONGEST_PAUSE, 400 * 2 ** attempt) * (0.5 + chance / 2);
}

export class Wire {
  constructor(path, { onOpen, onMessage, onDown, onFinal }) {
    this.url = new URL(path, location.href);
    this.url.protocol = this.url.protocol === "https:" ? "wss:" : "ws:";
    Object.assign(this, { onOpen, onMessage, onDown, onFinal, attempt: 0 });
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(this.url));
    const patience = setTimeout(() => socket.close(), HANDSHAKE);
    socket.onopen = () => this.opened(patience);
    socket.onmessage = (event) => this.heard(event);
    socket.onclose = (event) => this.closed(socket, event.code, patience);
  }

  opened(patience) {
    clearTimeout(patience);
    this.attempt = 0;
    this.heardAt = Date.now();
    this.beat = setInterval(() => this.ping(), PING);
    this.onOpen();
    this.ping();
  }

  heard(event) {
    this.heardAt = Date.now();
    this.onMessage(JSON.parse(event.data));
  }

  ping() {
    if (Date.now() - this.heardAt > SILENCE) this.drop();
    else this.send({ type: "ping", sent: Date.now() });
  }

  // close() waits for an answer that a dead line never brings: act as if it had come.
  drop() {
    const socket = this.socket;
    socket.onclose = null;
    socket.close();
    this.closed(socket, 1006);
  }

  closed(socket, code, patience) {
    clearTimeout(patience);
    clearInterval(this.beat);
    if (socket !== this.socket) return;
    this.socket = null;
    if (FINAL.has(code)) {
      this.final = true;
      this.onFinal(code);
      return;
    }
    this.onDown();
    this.timer = setTimeout(() => this.connect(), pause(this.attempt));
    this.attempt += 1;
  }

  // What was final turned out not to be.
  again() {
    this.final = false;
    this.connect();
  }

  // Now is a good moment: the network is back, or somebody looks at the page again.
  retry() {
    if (this.final) return;
    if (this.open) this.ping();
    else if (!this.socket) this.connect();
  }

  send(message) {
    if (this.open) this.socket.send(JSON.stringify(message));
    return this.open;
  }
}
