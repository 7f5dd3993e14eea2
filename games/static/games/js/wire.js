// A socket that comes back: reconnects with growing, scattered pauses and notices when it is half open.

// It pings every two seconds and expects an answer within two: four silent seconds mean a lost connection.
const PING = 2_000;
const ANSWER = 2_000;
const AT_FIRST = 4;
const HANDSHAKE = 5_000;
const LONGEST_PAUSE = 10_000;
const FINAL = new Set([4401, 4404, 4430]);
const UNAVAILABLE = 4503;
const RESTART = 1012;
const SILENT = 1006; // the code of a connection that ended without a close frame
const NOT_AT_ONCE = 3;
const SPREAD = 2_500;

// Milliseconds before try number `attempt`: doubling, and scattered so that a crowd does not return at once.
export function pause(attempt, chance = Math.random()) {
  return Math.min(LONGEST_PAUSE, 400 * 2 ** attempt) * (0.5 + chance / 2);
}

// Milliseconds before a server that restarts is tried again: all its clients come back, so not at once.
export function spread(chance = Math.random()) {
  return chance * SPREAD;
}

export class Wire {
  // `beat`: milliseconds between two pings.
  constructor(path, { onOpen, onMessage, onDown, onFinal, beat = PING }) {
    this.url = new URL(path, location.href);
    this.url.protocol = this.url.protocol === "https:" ? "wss:" : "ws:";
    Object.assign(this, { onOpen, onMessage, onDown, onFinal, every: beat, attempt: 0 });
    addEventListener("online", () => this.retry());
    addEventListener("offline", () => this.open && this.drop());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.ping() : this.retry()));
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
    this.beat = setInterval(() => this.ping(), this.every);
    this.onOpen();
    this.more = AT_FIRST - 1;
    this.ping();
  }

  heard(event) {
    this.stopWaiting();
    const message = JSON.parse(event.data);
    this.onMessage(message);
    // The first pong may be a late one, and the clocks go by it: ask again at once.
    if (message.type === "pong" && this.more-- > 0) this.ping();
  }

  // Counted from the ping and not from the last frame: timers of a page in the background run late.
  ping() {
    if (this.send({ type: "ping", sent: Date.now(), slow: document.hidden })) this.answer ??= setTimeout(() => this.drop(), ANSWER);
  }

  stopWaiting() {
    clearTimeout(this.answer);
    this.answer = null;
  }

  // close() waits for an answer that a dead connection never brings: act as if it had come.
  drop() {
    const socket = this.socket;
    socket.onclose = null;
    socket.close();
    this.closed(socket, SILENT);
  }

  closed(socket, code, patience) {
    clearTimeout(patience);
    if (socket !== this.socket) return;
    clearInterval(this.beat);
    this.stopWaiting();
    this.socket = null;
    if (FINAL.has(code)) {
      this.final = true;
      this.onFinal(code);
      return;
    }
    if (code === UNAVAILABLE) this.attempt = NOT_AT_ONCE; // it was open, but only to say so
    this.onDown(code === SILENT);
    this.timer = setTimeout(() => this.connect(), pause(this.attempt) + (code === RESTART ? spread() : 0));
    this.attempt += 1;
  }

  // Leaves for good.
  stop() {
    this.final = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.stopWaiting();
    if (!this.socket) return;
    this.socket.onclose = this.socket.onmessage = this.socket.onopen = null;
    this.socket.close();
    this.socket = null;
  }

  // Connects again although the end seemed final.
  again() {
    this.final = false;
    this.connect();
  }

  // Tries at once: the network is back, or somebody looks at the page again.
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
