"""The notebook runs from its first cell to its last, and the PPO example learns."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = pytest.mark.compiled


def test_the_notebook_runs() -> None:
    notebook = json.loads((EXAMPLES / "research.ipynb").read_text("utf-8"))
    names: dict[str, Any] = {"__name__": "notebook"}
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, "the notebook is kept without outputs"
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)


def ppo() -> ModuleType:
    spec = spec_from_file_location("ppo", EXAMPLES / "ppo.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_gradient_is_the_slope_of_the_objective() -> None:
    """On one update without clipping, the value moves towards what was wanted and the gained action grows likelier."""
    module, random = ppo(), np.random.default_rng(1)
    network = module.Network.make(12, 5, random)
    x, mask = random.standard_normal((64, 12)).astype(np.float32), np.ones((64, 5), np.int8)
    mask[:, 4] = 0
    taken, wanted = np.full(64, 2), np.ones(64, np.float32)
    before = network.forward(x, mask)
    gain = np.where(np.arange(64) % 2, 1.0, 0.5)
    for _ in range(20):
        chances = network.forward(x, mask)[2]
        network.learn(x, mask, taken, np.log(chances[:, 2]), gain, wanted, 1e-2, 0.0)
    after = network.forward(x, mask)
    assert (after[2][:, 2] > before[2][:, 2]).all() and not after[2][:, 4].any()
    assert np.abs(after[3] - 1).mean() < np.abs(before[3] - 1).mean()


def test_both_ways_of_learning_improve_and_are_drawn() -> None:
    module = ppo()
    for against in (None, "greedy"):
        learner = module.Learner(games=32, against=against)
        before = {name: w.copy() for name, w in learner.network.weights.items()}
        learner.improve(0.5)
        assert all(np.isfinite(w).all() for w in learner.network.weights.values())
        assert any(not np.array_equal(w, before[name]) for name, w in learner.network.weights.items())
    drawn = module.draw([(0.0, 0.0, 0.0, 0.1, 0.02), (30.0, 0.5, 0.02, 0.3, 0.02)])
    assert drawn.count("<polyline") == 2 and "30 seconds" in drawn


def test_gains_are_traced_back_for_each_seat() -> None:
    """A game that ends after two moves: the winner's gain is its reward less its value, the loser's passes by."""
    module = ppo()
    learner = module.Learner(games=1)
    worth = np.zeros(1, np.float32)
    won = np.array([[-1.0, 1.0]], np.float32)
    steps = [
        (None, None, None, None, worth + 0.25, np.array([0]), np.array([False]), np.zeros((1, 2), np.float32)),
        (None, None, None, None, worth + 0.5, np.array([1]), np.array([True]), won),
    ]
    gains = learner._gains(steps, worth)
    assert gains[:, 0].tolist() == [-1.25, 0.5]


@pytest.mark.soak
def test_ppo_learns_to_beat_chance() -> None:
    module = ppo()
    learner = module.Learner(games=256)
    start = learner.measure("random", 600)[0]
    for _ in range(40):
        learner.improve(0.0)
    assert learner.measure("random", 600)[0] > max(0.6, start)
