"""Picks up queued cases of a desk and starts an agent for each: a worker to copy. Standard library only.

Usage: python worker.py COMMAND... ; the agent finds its task, lease and generation in the environment.
"""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid

DESK = os.environ.get("CASEBOARD_URL", "http://127.0.0.1:8501")
SHOWN = {"Content-Type": "application/json"}
if "CASEBOARD_TOKEN" in os.environ:
    SHOWN["Authorization"] = f"Bearer {os.environ['CASEBOARD_TOKEN']}"


def ask(path, **given):
    """Ask the desk; a refusal is an HTTPError with the reason in its body."""
    body = json.dumps({"request_id": str(uuid.uuid4())} | given).encode() if given else None
    with urllib.request.urlopen(urllib.request.Request(DESK + path, body, SHOWN)) as told:  # noqa: S310
        return json.load(told)


def work_on(path, command):
    """Claim a task, let the agent work, keep its lease, and end the round if the agent did not."""
    claim = ask(f"{path}/claim", lease_seconds=300, agent=command[0])
    held = {"lease_token": claim["lease_token"], "generation": claim["generation"]}
    names = {"CASE_TASK_ID": claim["task_id"], **{f"CASE_{name.upper()}": str(held[name]) for name in held}}
    agent = subprocess.Popen(command, env=os.environ | names)  # noqa: S603
    while agent.poll() is None:
        time.sleep(1)
        if int(time.time()) % 60 == 0:
            ask(f"{path}/renew", **held)
    ask(f"{path}/finish", **held, reason=f"The agent ended with {agent.returncode} and left the round open.")


while True:
    for task in ask("/api/tasks?status=queued")["items"]:
        try:
            work_on(f"/api/tasks/{task['task_id']}", sys.argv[1:])
        except urllib.error.HTTPError as refused:  # another worker was faster, or the agent ended its round
            print(json.load(refused)["error"]["message"], file=sys.stderr)  # noqa: T201
    time.sleep(5)
