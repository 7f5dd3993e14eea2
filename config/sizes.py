"""Everything that is limited: how often, how many, how long. docs/limits.md has the reasons."""

from __future__ import annotations

from config import env

# How often one person or address may do what costs others: (times, seconds). LIMIT_SIGN_UP=200/3600
# changes the first, and so on.
LIMITS = {
    name: env.limit(f"LIMIT_{name.upper()}", *most)
    for name, most in {
        "sign_up": (120, 3600),
        "failed_log_ins": (100, 900),
        "failures_of_a_name": (100, 3600),
        # Boards that open no door of a class, by address.
        "wrong_doors": (100, 900),
        # Classes that one teacher makes, and what pupils answer, by class.
        "new_classes": (20, 3600),
        "create_game": (30, 60),
        # Guests, by address, and their games, by guest and by address.
        "guests": (60, 60),
        "guests_of_an_hour": (300, 3600),
        # Of all guests together: beyond it new ones get 503.
        "guests_of_site": (6000, 3600),
        "create_game_as_guest": (10, 60),
        "games_of_guests": (300, 60),
        "act": (300, 60),
        # What reaches other people, per person.
        "follow": (60, 60),
        "challenge": (10, 60),
        "say": (6, 60),
        "report": (10, 3600),
        "reports_of_guests": (60, 3600),
        "challenges_of_guests": (120, 60),
        "hint": (60, 60),
        # Programs: tokens made, and streams opened, by person.
        "tokens": (20, 3600),
        "streams": (60, 60),
        # Engines from outside: each may take the grader for minutes.
        "upload": (20, 3600),
        "uploads_of_guests": (300, 3600),
        # Puzzles: answers, and three minutes of them.
        "puzzle_answers": (300, 60),
        "rushes": (30, 600),
        # Answers in lessons, per person, or per address while nobody is known.
        "lesson_answers": (300, 60),
        # Games that the machine which everybody teaches learns from, per address.
        "taught": (200, 86_400),
        # What visitors' pages cost, per address.
        "analysis": (1200, 60),
        "export": (600, 60),
        "picture": (120, 60),
        # A person's own data, all of it, per person.
        "own_data": (10, 3600),
        "password_reset": (30, 3600),
        "password_reset_letter": (5, 3600),
    }.items()
}

# How much there may be of something at a time, or for how long: SOCKETS_OF_PERSON=60, and so on.
SIZES = {
    name: env.number(name.upper(), most, least=1)
    for name, most in {
        "sockets_of_person": 40,
        "sockets_of_visitors": 120,
        "sockets_of_address": 1000,
        "open_games": 8,
        "open_games_of_guest": 3,
        "cached_matches": 4096,
        "compute_waiting": 16,
        "challenges": 5,
        "remarks": 12,
        "uploaded_engines": 40,
        "waiting_engines": 3,
        "grading_queue": 100,
        "grading_places": 2,
        "followed_people": 500,
        "blocked_people": 500,
        "tokens": 20,
        "classes_of_teacher": 12,
        "tasks_of_class": 200,
        "guest_days": 30,
        "game_rest_days": 14,
        "session_days": 60,
        "large_account": 2000,
        "data_file_hours": 48,
        "sweep_pause": 30,
        "upload_kb": 256,
        "visitor_page_seconds": 3,
    }.items()
}
