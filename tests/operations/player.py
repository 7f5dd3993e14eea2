"""Plays games at one screen until it is killed, and prints each acknowledged move.

With it come the times before it was asked for and after it was acknowledged.
"""

from __future__ import annotations

import random
import sys
import time
import uuid

import django


def main() -> None:
    django.setup()
    from accounts.models import User
    from games import services
    from games.match import ACTIVE, Action, move_verb

    rng = random.Random(7)
    person = User.objects.create_user(f"p{uuid.uuid4().hex[:12]}")
    while True:
        request = services.Request("classic", "local")
        match = services.new_game(user_id=person.pk, name=person.name, request=request)
        while match.status == ACTIVE:
            asked, cell = time.time(), rng.choice(match.board.available_moves())
            verb, key = move_verb(match.board), str(uuid.uuid4())
            action = Action(verb, match.version, key, cell, person.pk)
            match = services.act(game_id=match.id, action=action).match
            print(match.id, len(match.moves), cell, asked, time.time(), flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
