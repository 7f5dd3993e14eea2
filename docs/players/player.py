"""A player: TOKEN=oxo_… python player.py https://oxo.example engine:random (or a bot's name)"""

import json
import os
import sys
from urllib.request import Request, urlopen

site, rival, you = *sys.argv[1:], None
headers = {"Authorization": "Bearer " + os.environ["TOKEN"], "Content-Type": "application/json"}


def post(path, **body):
    return json.load(urlopen(Request(site + path, json.dumps(body).encode(), headers)))


def lines(path):
    answer = urlopen(Request(site + path, headers=headers))
    return (json.loads(line) for line in answer if line.strip())


def choose(state):
    return state["legal"][0]  # your idea goes here


if rival.startswith("engine:"):
    game = post("/api/games/", variant="classic", opponent=rival)["game"]["id"]
else:
    post("/api/challenge/" + rival)
    events = lines("/api/stream/event")
    game = next(one["game"]["gameId"] for one in events if one["type"] == "gameStart")
for line in lines("/api/bot/game/stream/" + game):
    you, state = line.get("you") or you, line.get("state", line)
    if state.get("toMove") == you:
        post(f"/api/bot/game/{game}/move/{choose(state)}")
print(state["moves"], state["winner"])
