"""Trainings that are over as soon as somebody asks."""

from __future__ import annotations

from games.analysis.machines.jobs import TrainingQueue, TrainingRun
from games.analysis.machines.trainings import Snapshot, TrainingTask, train_piece


class AtOnce(TrainingQueue):
    """Trains as soon as it is asked."""

    def watch(
        self, key: TrainingTask[Snapshot], visitor: str, *, resume: bool = True
    ) -> TrainingRun[Snapshot]:
        if key not in self._runs:
            self._runs[key] = TrainingRun(key, stopped=not resume)
        run = self._runs[key]
        while resume and not run.done:
            run.add(train_piece(key, run.learner))
        return run
