"""A development server that means harm, or is broken: what it does is named in the path."""

import asyncio
import os

_HEAD = b"HTTP/1.1 200 OK\r\n"


async def endless_headers(writer: asyncio.StreamWriter) -> None:
    writer.write(_HEAD)
    for number in range(10**9):
        writer.write(b"x-%d: %s\r\n" % (number, b"a" * 1000))
        await writer.drain()


async def no_http(writer: asyncio.StreamWriter) -> None:
    writer.write(b"SSH-2.0-OpenSSH_9.2\r\n")


async def split_headers(writer: asyncio.StreamWriter) -> None:
    writer.write(_HEAD + b"x-a: b\rset-cookie: shopfloor_access=1\r\ncontent-length: 0\r\n\r\n")


async def cut_off(writer: asyncio.StreamWriter) -> None:
    writer.write(_HEAD + b"content-length: 1000\r\n\r\nonly this")


async def twice(writer: asyncio.StreamWriter) -> None:
    """A second answer that nobody asked for must not be taken for the next one's."""
    writer.write((_HEAD + b"content-length: 2\r\n\r\n") + b"ok" + _HEAD + b"content-length: 6\r\n\r\npoison")


async def silent(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(3600)


DEEDS = {
    each.__name__.replace("_", "-"): each for each in (endless_headers, no_http, split_headers, cut_off, twice, silent)
}


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        asked = (await reader.readuntil(b"\r\n\r\n")).split(b" ")[1].decode().strip("/")
        await DEEDS[asked](writer)
        await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        return
    finally:
        writer.close()


async def main() -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", int(os.environ["PORT"]))
    print("listening", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
