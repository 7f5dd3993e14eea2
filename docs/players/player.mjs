// A player: TOKEN=oxo_… node player.mjs https://oxo.example engine:random (or a bot's name)
const [site, rival] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${process.env.TOKEN}`, "Content-Type": "application/json" };

const post = (path, body = {}) =>
  fetch(site + path, { method: "POST", headers, body: JSON.stringify(body) }).then((a) => a.json());

async function* lines(path) {
  let rest = "";
  const { body } = await fetch(site + path, { headers });
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    const found = (rest + part).split("\n");
    rest = found.pop();
    for (const line of found) if (line.trim()) yield JSON.parse(line);
  }
}

let game, you, state;
if (rival.startsWith("engine:"))
  game = (await post("/api/games/", { variant: "classic", opponent: rival })).game.id;
else if (await post(`/api/challenge/${rival}`))
  for await (const event of lines("/api/stream/event")) if ((game = event.game?.gameId)) break;
for await (const line of lines(`/api/bot/game/stream/${game}`)) {
  [you, state] = [line.you ?? you, line.state ?? line];
  const cell = state.legal?.[0]; // your idea goes here
  if (state.toMove === you) await post(`/api/bot/game/${game}/move/${cell}`);
}
console.log(state.moves, state.winner);
