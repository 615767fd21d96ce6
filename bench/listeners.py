#!/usr/bin/env python3
"""listeners.py SOCKET_FOLDER PORT DATABASE COUNT CHANNEL...: COUNT connections that LISTEN to these channels, and read what
they are told. Prints "ready" when all do, and at the end of the input how many notices came. For bench/postgresql.sh."""
import os, select, socket, struct, sys

folder, port, database, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
sql = "".join(f"LISTEN {channel};" for channel in sys.argv[5:])


def message(kind, body):
    return kind + struct.pack("!i", len(body) + 4) + body


connections = []
for _ in range(count):
    one = socket.socket(socket.AF_UNIX)
    one.connect(f"{folder}/.s.PGSQL.{port}")
    one.sendall(message(b"", struct.pack("!i", 196608) + b"user\0remise\0database\0" + database.encode() + b"\0\0"))
    one.sendall(message(b"Q", sql.encode() + b"\0"))
    connections.append(one)

rest, answers, notices = {one: b"" for one in connections}, 0, 0
poller = select.poll()
poller.register(0, select.POLLIN | select.POLLHUP)
by_number = {}
for one in connections:
    poller.register(one, select.POLLIN)
    by_number[one.fileno()] = one
while True:
    for number, _ in poller.poll():
        if number == 0:
            if os.read(0, 1000):
                continue
            print(notices, flush=True)
            sys.exit(0)
        one = by_number[number]
        data = rest[one] + one.recv(1 << 16)
        while len(data) >= 5 and len(data) > (size := struct.unpack("!i", data[1:5])[0]):
            notices += data[:1] == b"A"
            if data[:1] == b"Z":  # after the start, and after the LISTEN
                answers += 1
                if answers == 2 * count:
                    print("ready", flush=True)
            data = data[size + 1 :]
        rest[one] = data
