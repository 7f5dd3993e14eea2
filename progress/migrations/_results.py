"""What games came to when there were first rows for it: for migration 0006, and never changed.

It reads the columns that there were, by the rules that held then. ``manage.py totals`` knows
today's.
"""

from itertools import cycle, islice

import msgspec

AT_ONCE, SLICE = 100, 1_000
COUNTED = ("w", "d", "l")
NOT_COUNTED = ("campaign", "local")
RIVALS = {"classic": ("X", "O"), "dstru": ("Tres", "Uno")}
FIRST_PLIES = 3
OVER_A_PERSON = 50
LADDER = {
    "classic": {"random": 1, "smart": 2, "linear": 3, "minimax": 4, "perfect": 5},
    "dstru": {"random": 1, "smart": 2, "search": 3, "perfect": 4},
}
PARTS = (
    *("user_id", "game_id", "name", "result", "ended_at"),
    *("game__variant", "game__rated", "game__winner"),
)
HOLDERS = ("game_id", "name", "kind", "engine", "rating", "user_id", "result")


def count_results(apps, alias):
    seats = apps.get_model("games", "Seat").objects.using(alias)
    played = seats.filter(user__isnull=False, result__in=COUNTED).order_by()
    people = iter(sorted(played.values_list("user_id", flat=True).distinct()))
    while lot := list(islice(people, AT_ONCE)):
        count(apps, alias, lot)


def count(apps, alias, people):
    """Write what the games of ``people`` came to, in place of what a run that broke off wrote."""
    rows = {name: apps.get_model("progress", name) for name in ("Record", "Tally", "Meeting")}
    records = {one: [0, 0, None, -1] for one in people}  # wins, at most, the best game, its strength
    tallies, meetings = {}, []
    for part in parts(apps, alias, people):
        for user, game, seat, result, ended, variant, rated, winner, holders, opening in part:
            first, second = RIVALS[variant]
            rival = holders[second if seat == first else first]
            against = "people" if rival[1] == "person" else "computers"
            cell = next((cell for mover, cell in opening if mover == seat), -1)
            results = tallies.setdefault((user, variant, seat, against, cell), [0, 0, 0])
            results[COUNTED.index(result)] += 1
            add_to_record(records[user], game, result, strength(rival, variant, rated))
            won_by = holders[winner][4] if winner in holders else None
            for other in holders.values():
                if other[4] not in (None, user) and other[5] in COUNTED:
                    seen = "w" if won_by == user else "l" if won_by == other[4] else "d"
                    columns = {"variant": variant, "seat": seat, "result": seen, "ended_at": ended}
                    meetings.append(
                        rows["Meeting"](user_id=user, rival_id=other[4], game_id=game, **columns)
                    )
    for model in rows.values():
        model.objects.using(alias).filter(user_id__in=people).delete()
    names = ("wins", "most_wins", "best_game_id", "best_strength")
    rows["Record"].objects.using(alias).bulk_create(
        rows["Record"](user_id=user, **dict(zip(names, values, strict=True)))
        for user, values in records.items()
    )
    names = ("user_id", "variant", "seat", "against", "cell", "won", "drawn", "lost")
    rows["Tally"].objects.using(alias).bulk_create(
        rows["Tally"](**dict(zip(names, (*key, *results), strict=True)))
        for key, results in tallies.items()
    )
    rows["Meeting"].objects.using(alias).bulk_create(meetings, batch_size=SLICE)


def add_to_record(record, game, result, beaten):
    record[0] = record[0] + 1 if result == "w" else 0
    record[1] = max(record[:2])
    if result == "w" and beaten > record[3]:
        record[2:] = game, beaten


def strength(rival, variant, rated):
    _, kind, engine, rating, *_ = rival
    if kind == "person":
        return max(OVER_A_PERSON + 1, rating or 0) if rated else OVER_A_PERSON
    return LADDER[variant].get(engine, 0)


def parts(apps, alias, people):
    """The seats of people in games that count, by the games' ends, with what else is needed."""
    seats = apps.get_model("games", "Seat").objects.using(alias)
    mine = seats.filter(user_id__in=people, result__in=COUNTED, game__opening=0)
    mine = mine.exclude(game__kind__in=NOT_COUNTED).order_by("ended_at", "pk")
    found = mine.values_list(*PARTS).iterator(chunk_size=SLICE)
    while lot := list(islice(found, SLICE)):
        games = {row[1] for row in lot}
        holders = {game: {} for game in games}
        for game, *columns in seats.filter(game_id__in=games).order_by().values_list(*HOLDERS):
            holders[game][columns[0]] = columns
        opened = openings(apps, alias, games)
        yield [(*row, holders[row[1]], opened[row[1]]) for row in lot]


def openings(apps, alias, games):
    """(seat, cell) of the first moves of games, packed or not."""
    found = {game: [] for game in games}
    moves = apps.get_model("games", "Move").objects.using(alias)
    rows = moves.filter(game_id__in=games, ply__lte=FIRST_PLIES).order_by("ply")
    for game, seat, cell in rows.values_list("game_id", "seat", "cell"):
        found[game].append((seat, cell))
    bare = [game for game, moves in found.items() if not moves]
    packs = apps.get_model("games", "PackedGame").objects.using(alias)
    for game, data in packs.filter(game_id__in=bare).values_list("game_id", "moves"):
        _, cells, seats, *_ = msgspec.msgpack.decode(bytes(data))
        found[game] = list(zip(cycle(seats), cells[:FIRST_PLIES]))
    return found
