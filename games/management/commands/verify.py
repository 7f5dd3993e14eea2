"""``manage.py verify GAME…`` or ``--all``: replay games and check what chance drew in them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.match import ABORTED, FINISHED
from games.match.fairness import commitment
from games.models import Game, seed_of
from games.queries import selectors
from games.rules import board_class
from games.services.verify import drawing_seats, draws_from, is_chance_move, verify
from games.storage.log import moves_of


class Command(BaseCommand):
    help = "Replay a game from its moves and check its position, result and random moves."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="a game's id")
        parser.add_argument("--all", action="store_true", help="every game there is")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["all"] == bool(options["games"]):
            raise CommandError("Name the games to verify, or ask for --all.")
        if options["all"]:
            self._verify_all()
            return
        unsound = sum(self._show(game_id) for game_id in options["games"])
        if unsound:
            raise CommandError(f"Not as played: {unsound}")

    def _verify_all(self) -> None:
        """Print the games that are not sound, and how many there are in all."""
        sound, unsound = 0, 0
        for game in selectors.all_games():
            if differences := verify(game):
                unsound += 1
                self.stdout.write(f"{game.id}: {'; '.join(differences)}")
            else:
                sound += 1
        self.stdout.write(f"Sound: {sound}")
        if unsound:
            raise CommandError(f"Not as played: {unsound}")

    def _show(self, game_id: str) -> bool:
        """Print what was found; whether anything was wrong."""
        try:
            game = selectors.load(game_id)[1]
        except selectors.NoSuchGame as error:
            raise CommandError(str(error)) from None
        differences = verify(game)
        self.stdout.write(f"{game.id}: {'; '.join(differences) or 'sound'}")
        self._show_chance(game)
        return bool(differences)

    def _show_chance(self, game: Game) -> None:
        """The random moves and, once nobody can profit from it, the seed they came from."""
        seats, name = drawing_seats(game), board_class(game.variant).cell_name
        if not seats:
            return
        drawn = [move for move in moves_of(game) if is_chance_move(game, move, seats)]
        text = ", ".join(f"{move.ply} {name(move.cell)}" for move in drawn)
        self.stdout.write(f"  random moves, by ply: {text or 'none'}")
        if game.table.get("chance_from"):
            took = ", ".join(seats)
            self.stdout.write(f"  chance plays {took} from move {draws_from(game)} on")
        self.stdout.write(f"  commitment {commitment(game.id, seed_of(game))}")
        over = game.status in (FINISHED, ABORTED)
        if numbers := game.table.get("numbers"):
            said = ", ".join(f"{seat} {number}" for seat, number in sorted(numbers.items()))
            self.stdout.write(f"  numbers of players: {said}")
        self.stdout.write(f"  seed {seed_of(game) if over else 'secret until the game is over'}")
