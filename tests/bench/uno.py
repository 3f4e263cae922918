"""Steps of rlcard's UNO, on a line: how many, and in how many seconds.

Runs in an environment of its own (see `engine`), so it imports nothing of the project. A step of
rlcard answers with the next player's state, in which that player's legal actions are listed; the
player then lists them again before it chooses, as the floor of the benchmark has it. Without the
second listing it makes about 7 % more steps.
"""

import importlib
import random
import sys
import time


def main(steps: int) -> None:
    """Plays random games, listing the legal actions at every step, until there are so many."""
    # By name, because the project's own environment does not have it.
    game = importlib.import_module("rlcard.games.uno").Game(num_players=4)
    chosen = random.Random(1).random
    done = 0
    began = time.process_time()
    while done < steps:
        game.init_game()
        try:
            while not game.is_over():
                actions = game.get_legal_actions()
                game.step(actions[int(chosen() * len(actions))])
                done += 1
        except IndexError:
            # It does not guard a forced draw from an empty pile; the steps up to there count.
            continue
    print(done, time.process_time() - began)


if __name__ == "__main__":
    main(int(sys.argv[1]))
