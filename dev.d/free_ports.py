# SPDX-License-Identifier: Apache-2.0
"""Prints one free loopback port for each port wished for: that one, or where it is taken any other."""
import socket
import sys


def bind(port):
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError:
        listener.bind(("127.0.0.1", 0))
    return listener


listeners = [bind(int(wish)) for wish in sys.argv[1:]]
print(*(listener.getsockname()[1] for listener in listeners))
