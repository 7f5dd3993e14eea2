"""Indexes that nothing asks, those that another one begins with, and the twins for LIKE.

The ids of actions stay unique in their game; the server's own moves have none and leave that index.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.database.online import RemoveIndexOnline, add_unique_index, drop_index, drop_indexes

DROPPED = (
    ("games_acceptedaction", "game_id"),
    ("games_idempotencykey", "user_id"),
    ("games_move", "game_id"),
    ("games_rating", "user_id"),
    ("games_ratingchange", "game_id"),
    ("games_seat", "game_id"),
    ("games_seat", "user_id"),
    ("games_game", "id"),
    ("games_game", "rematch_of_id"),
)


SENT_IDS = """one_move_per_sent_id ON games_move (game_id, action_id)
WHERE action_id IS NOT NULL"""


def to_game(related_name):
    return models.ForeignKey(
        db_index=False,
        on_delete=django.db.models.deletion.CASCADE,
        related_name=related_name,
        to="games.game",
    )


def to_user(related_name, **more):
    return models.ForeignKey(
        db_index=False,
        related_name=related_name,
        to=settings.AUTH_USER_MODEL,
        **{"on_delete": django.db.models.deletion.CASCADE, **more},
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0011_indexes_for_long_lists"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunPython(
                    add_unique_index(SENT_IDS), drop_index("one_move_per_sent_id")
                )
            ],
            state_operations=[
                migrations.AddConstraint(
                    model_name="move",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("action_id__isnull", False)),
                        fields=("game", "action_id"),
                        name="one_move_per_sent_id",
                    ),
                )
            ],
        ),
        migrations.RemoveConstraint(model_name="move", name="one_move_per_action_id"),
        RemoveIndexOnline(model_name="game", name="games_game_status_9c5036_idx"),
        RemoveIndexOnline(model_name="game", name="games_game_variant_fe27cf_idx"),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunPython(drop_indexes(*DROPPED), migrations.RunPython.noop)
            ],
            state_operations=[
                migrations.AlterField("acceptedaction", "game", to_game("accepted_actions")),
                migrations.AlterField("idempotencykey", "user", to_user("idempotency_keys")),
                migrations.AlterField("move", "game", to_game("moves")),
                migrations.AlterField("rating", "user", to_user("ratings")),
                migrations.AlterField("ratingchange", "game", to_game("rating_changes")),
                migrations.AlterField("seat", "game", to_game("seats")),
                migrations.AlterField(
                    "seat",
                    "user",
                    to_user(
                        "seats",
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                    ),
                ),
            ],
        ),
    ]
