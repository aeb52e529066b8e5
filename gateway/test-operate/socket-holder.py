"""Does what systemd does for a socket unit: holds a listening socket and hands it to one program after the other.

Usage: socket-holder.py PROGRAM [ARGUMENT…]. Prints the port. Each line on standard input ends the program that runs, with
SIGTERM, and starts the next; the end of standard input ends the last one. Prints the exit code of each.
"""

import os
import signal
import socket
import sys

FIRST_FD = 3


def start(held):
    child = os.fork()
    if child == 0:
        os.dup2(held.fileno(), FIRST_FD)
        os.set_inheritable(FIRST_FD, True)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
        os.execv(sys.argv[1], sys.argv[1:])
    return child


def end(child):
    os.kill(child, signal.SIGTERM)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


held = socket.socket()
held.bind(("127.0.0.1", 0))
held.listen(1024)
print(held.getsockname()[1], flush=True)
running = start(held)
for _ in sys.stdin:
    end(running)
    running = start(held)
end(running)
