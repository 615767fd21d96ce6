#!/usr/bin/env python3
"""bench/static.py TOY_SERVER: files of the page from a server of its own on this machine: answers a second and processor
time of the server for a small file and one of 1 MB, and its memory while 200 readers take nothing of one
of 8 MB. Some seconds in all."""
import json
import os
import socket
import subprocess
import sys
import tempfile
import time

seconds = 3


def processor_time(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def resident(pid):
    with open(f"/proc/{pid}/statm") as statm:
        return int(statm.read().split()[1]) * 4096 / 2**20


def ask(connection, path, buffer):
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    view = memoryview(buffer)
    got = 0
    while (end := buffer.find(b"\r\n\r\n", 0, got)) < 0:
        got += connection.recv_into(view[got:])
    length = int(buffer[:end].lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    while got < end + 4 + length:
        got += connection.recv_into(view[got:])


with tempfile.TemporaryDirectory() as folder:
    for name, size in (("index.html", 2000), ("large.bin", 2**20), ("larger.bin", 2**23)):
        with open(f"{folder}/{name}", "wb") as out:
            out.write(os.urandom(size))
    server = subprocess.Popen([sys.argv[1], f"{folder}/db", "0", json.dumps({"web": folder})], stdout=subprocess.PIPE)
    try:
        address = ("127.0.0.1", int(server.stdout.readline()))
        for path in ("/index.html", "/large.bin"):
            connection = socket.create_connection(address)
            buffer = bytearray(2**21)
            count, begun, used = 0, time.monotonic(), processor_time(server.pid)
            while time.monotonic() - begun < seconds:
                ask(connection, path, buffer)
                count += 1
            took, used = time.monotonic() - begun, processor_time(server.pid) - used
            print(f"{path}: {count / took:,.0f} answers/s, {used / count * 1e6:,.0f} us of the server's processor each")
        before, readers = resident(server.pid), []
        for _ in range(200):
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.connect(address)
            reader.sendall(b"GET /larger.bin HTTP/1.1\r\nHost: x\r\n\r\n")
            readers.append(reader)
        time.sleep(1)
        print(f"200 readers who take nothing: {before:.0f} -> {resident(server.pid):.0f} MiB")
    finally:
        server.terminate()
        server.wait()
