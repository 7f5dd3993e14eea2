"""What the laboratory lets workers of the compute pool do. It loads without Django."""

from __future__ import annotations

from games.engines.classic.linear import PRINTED, LinearEngine
from games.engines.proofs import ProofRecord, prove
from games.rules import ClassicBoard


def prove_scores(scores: tuple[float, ...]) -> dict[str, ProofRecord]:
    """Every game of document 001's engine with other path scores, in the order of ``PRINTED``.

    By seat, with one lost game listed. Engines are symmetric, so equal cells are all followed.
    """
    engine = LinearEngine().scoring(dict(zip(PRINTED, scores, strict=True)))
    return {seat: prove(engine, seat, ClassicBoard(), 1) for seat in ClassicBoard.SEATS}
