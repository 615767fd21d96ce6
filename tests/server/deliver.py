#!/usr/bin/python3
"""deliver.py MODE FOLDER: something that takes what a server sends, on a free port of 127.0.0.1, and writes it down.

  smtp, smtps   a mail server (aiosmtpd), without TLS, or with TLS from the first byte; writes FOLDER/N.eml
  http          a push service and webhook: writes FOLDER/N.json {path, headers, body in base64}; answers 201, or what the
                path asks for: /410, /503, /redirect

Prints the port, and for smtps writes the certificate it believes in to FOLDER/ca.pem. Ends with its standard input.
"""
import base64
import http.server
import json
import pathlib
import ssl
import subprocess
import sys
import threading

mode, folder = sys.argv[1], pathlib.Path(sys.argv[2])
count = 0
lock = threading.Lock()


def write(ending, data):
    global count
    with lock:
        count += 1
        part = folder / f"{count}.part"
        part.write_bytes(data)
        part.rename(folder / f"{count}.{ending}")


if mode == "http":

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            said = {"path": self.path, "headers": dict(self.headers.items()), "body": base64.b64encode(body).decode()}
            write("json", json.dumps(said).encode())
            last = self.path.rsplit("/", 1)[1]
            self.send_response(int(last) if last.isdigit() else 302 if last == "redirect" else 201)
            if last == "redirect":
                self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/followed")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
else:
    import asyncio

    from aiosmtpd.smtp import SMTP

    class Taker:
        async def handle_DATA(self, _server, _session, envelope):
            write("eml", ("X-To: " + ",".join(envelope.rcpt_tos) + "\r\n").encode() + envelope.content)
            return "250 taken"

    context = None
    if mode == "smtps":
        key, pem = folder / "key.pem", folder / "ca.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(pem)],
                       check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem, key)

    async def serve():
        server = await asyncio.get_running_loop().create_server(lambda: SMTP(Taker(), enable_SMTPUTF8=True), "127.0.0.1", 0, ssl=context)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()

    threading.Thread(target=lambda: asyncio.run(serve()), daemon=True).start()

sys.stdin.read()
