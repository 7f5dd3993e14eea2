// Colyseus with a schema; every move is sent at once and not at the next of its 50 ms.
const http = require("http");
const { Room, Server, matchMaker } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { Schema, defineTypes } = require("@colyseus/schema");
const { START, over, play } = require("./dstru.cjs");

class State extends Schema {}
defineTypes(State, { cells: "string", ply: "uint16", over: "uint8" });

class Dstru extends Room {
  maxClients = 2;
  patchRate = null;

  onCreate() {
    this.state = new State();
    Object.assign(this.state, { cells: START, ply: 0, over: 0 });
    this.setSeatReservationTime(600);
    this.onMessage("play", (client, cell) => this.play(client, cell));
  }

  onJoin(client, options) {
    client.userData = options.side;
  }

  play(client, cell) {
    const { cells, ply } = this.state;
    const next = play(cells, ply, cell);
    if (this.state.over || next === null || client.userData !== [0, 1, 0][ply % 3]) return;
    this.state.cells = next;
    this.state.ply = ply + 1;
    if (over(next)) this.state.over = 1;
    this.broadcastPatch();
  }
}

const server = http.createServer();
const game = new Server({ transport: new WebSocketTransport({ server }), greet: false });
game.define("dstru", Dstru);

// The load asks for a room with both seats reserved, so that no lobby is measured.
server.on("request", async (request, response) => {
  if (request.url !== "/seats") return;
  const first = await matchMaker.create("dstru", { side: 0 });
  const second = await matchMaker.joinById(first.room.roomId, { side: 1 });
  const paths = [first, second].map(
    ({ room, sessionId }) => `/${room.processId}/${room.roomId}?sessionId=${sessionId}`,
  );
  response.end(JSON.stringify(paths));
});
game.listen(Number(process.argv[2])).then(() => console.log("ready"));
