"""Writes as much as it can and keeps the count in a file."""

import os
import sys

_, _, count_path, descriptor, total = sys.argv
chunk = b"x" * 8192
with open(count_path, "wb", buffering=0) as count:
    for written in range(0, int(total), len(chunk)):
        os.pwrite(count.fileno(), b"%20d" % written, 0)
        os.write(int(descriptor), chunk)
    os.pwrite(count.fileno(), b"%20d" % int(total), 0)
if descriptor == "2":
    os.write(2, b"the last words")
