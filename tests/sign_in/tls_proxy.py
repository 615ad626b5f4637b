"""A proxy in front of a desk, as teams run one: TLS towards people, plain HTTP towards the desk.

It adds what such a proxy adds to each request, and passes websockets on.
"""

from __future__ import annotations

import asyncio
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

ADDED = b"X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n"


def certificate(folder: Path) -> ssl.SSLContext:
    """Make a certificate of one's own for this machine."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "proxy.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


@contextmanager
def proxied(port: int, desk_port: int, folder: Path) -> Iterator[None]:
    """Pass on what comes to `port` over TLS to the desk, in a process of its own, until the block ends."""
    command = [sys.executable, __file__, str(port), str(desk_port), str(folder)]
    with subprocess.Popen(command) as proxy:
        try:
            yield
        finally:
            proxy.kill()


async def _serve(port: int, desk_port: int, folder: Path) -> None:
    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, desk = await asyncio.open_connection("127.0.0.1", desk_port)
        back = asyncio.ensure_future(_pass_on(there, writer))
        with suppress(OSError, asyncio.IncompleteReadError):
            await _requests(reader, desk)
        desk.close()
        await back

    async with await asyncio.start_server(pass_on, "127.0.0.1", port, ssl=certificate(folder)) as server:
        await server.serve_forever()


async def _requests(reader: asyncio.StreamReader, desk: asyncio.StreamWriter) -> None:
    """Pass on one request after the other, each with what the proxy adds; after an upgrade, everything."""
    while True:
        head = await reader.readuntil(b"\r\n\r\n")
        desk.write(head[:-2] + ADDED + b"\r\n")
        lowered = head.lower()
        if b"upgrade: websocket" in lowered:
            await _pass_on(reader, desk)
            return
        length = next(
            (
                int(line.split(b":")[1])
                for line in lowered.split(b"\r\n")
                if line.startswith(b"content-length:")
            ),
            0,
        )
        desk.write(await reader.readexactly(length))
        await desk.drain()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(65_536):
            writer.write(piece)
            await writer.drain()
        writer.close()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])))
