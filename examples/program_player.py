#!/usr/bin/env python3
"""A complete player for Deadly Field, over standard input and output.

    deadly-field fight taint_no_militia --union "program:python3 examples/program_player.py"

It fires when a hit is likely, goes on towards the enemy otherwise, and reacts with fire. The form of
every line is in docs/program-player.md. What it wants to tell a person it writes to standard error.
"""

import json
import sys


def read():
    line = sys.stdin.readline()
    return json.loads(line) if line else None


def write(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def ask(question):
    write({"ask": question})
    return read()["reply"]


def hits(units, target, kind):
    """The chance that a fire takes a figure or more."""
    reply = ask({"fire": {"units": units, "target": target, "kind": kind}})["fire"]
    if not reply.get("allowed"):
        return 0.0
    return sum(chance for result, chance in reply["odds"].items() if result.endswith("H"))


def act(decide):
    """The best fire if there is a good one, else a move towards the enemy, else hold."""
    best = (0.15, decide["safe"])
    for order in decide["decision"]["act"]["orders"]:
        fire = order.get("fire") if isinstance(order, dict) else None
        if fire:
            chance = hits(fire["units"], fire["target"], fire["kind"])
            best = max(best, (chance, {"order": order}), key=lambda pair: pair[0])
    if best[1] != decide["safe"]:
        return best[1]
    moves = [
        answer
        for answer in decide["samples"]
        if isinstance(answer, dict) and "move" in answer.get("order", {})
    ]
    return moves[0] if moves else decide["safe"]


def react(decide):
    """The fire with the best chance, if it is worth the reaction."""
    best = (0.2, decide["safe"])
    for reaction in decide["decision"]["react"]["reactions"]:
        fire = reaction.get("fire")
        if fire:
            chance = hits(fire["units"], fire["target"], fire["kind"])
            best = max(best, (chance, {"react": reaction}), key=lambda pair: pair[0])
    return best[1]


def answer(decide):
    kind = next(iter(decide["decision"]))
    if kind == "activate":
        return {"activate": decide["decision"]["activate"]["units"][0]}
    if kind == "leader":
        units = decide["decision"]["leader"]["units"]
        return {"attach": units[0]} if units else decide["safe"]
    if kind == "act":
        return act(decide)
    if kind == "react":
        return react(decide)
    return decide["safe"]


def main():
    while (message := read()) is not None:
        if "decide" in message:
            write({"answer": answer(message["decide"])})
        elif "over" in message:
            return
        # hello, and a refusal after which the decision comes again, need no answer.


if __name__ == "__main__":
    main()
