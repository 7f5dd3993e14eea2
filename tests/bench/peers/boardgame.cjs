// boardgame.io with its default storage, which is memory. A match begins when a client syncs.
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE, TurnOrder } = require("boardgame.io/core");
const { START, over, play } = require("./dstru.cjs");

const dstru = {
  name: "dstru",
  setup: () => ({ cells: START, ply: 0 }),
  turn: { order: TurnOrder.CUSTOM(["0", "1", "0"]), minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G }, cell) => {
      const cells = play(G.cells, G.ply, cell);
      if (cells === null) return INVALID_MOVE;
      G.cells = cells;
      G.ply += 1;
    },
  },
  endIf: ({ G }) => (over(G.cells) ? { over: true } : undefined),
};

Server({ games: [dstru], origins: [Origins.LOCALHOST] }).run({
  port: Number(process.argv[2]),
  callback: () => console.log("ready"),
});
