#!/usr/bin/env python3
"""Copies the entries of an ICU data file that keep.txt names: cut.py keep.txt whole.dat cut.dat [entry=file ...]

Each entry that is named with a file gets its contents from the file.

icupkg, ICU's own tool, cannot read the file that comes with Swift: it stops at 100,000 bytes of names, and there are
111,536. The layout is that of ICU's source, common/ucmndata.h: a header, the number of entries, for each entry the offsets
of its name and its data, then names and data. icupkg reads the result, and checks that nothing in it needs what was left
out; `object` calls it.
"""

import struct
import sys
from fnmatch import fnmatchcase


def rules(path):
    """The patterns of the file, each with whether it keeps an entry."""
    with open(path, encoding="utf-8") as lines:
        words = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    return [(parts[-1], parts[0] != "-") for parts in words]


def is_kept(name, rules):
    kept = False
    folder = name.rpartition("/")[0]
    for pattern, keeps in rules:
        # A pattern without a folder is one for the top.
        if fnmatchcase(name, pattern) and (pattern == "*" or folder == pattern.rpartition("/")[0]):
            kept = keeps
    return kept


def entries(data, start):
    """The names and the bytes of all entries. `start` is where the header ends."""
    (count,) = struct.unpack_from("<I", data, start)
    table = [struct.unpack_from("<II", data, start + 4 + 8 * index) for index in range(count)]
    ends = [offset for _, offset in table[1:]] + [len(data) - start]
    for (name, offset), end in zip(table, ends):
        first = start + name
        yield data[first : data.index(b"\0", first)], data[start + offset : start + end]


def package(header, parts):
    """The file of these entries, each of which begins at a multiple of 16 bytes."""
    names, offsets = b"", []
    base = 4 + 8 * len(parts)
    for name, _ in parts:
        offsets.append(base + len(names))
        names += name + b"\0"
    body, places = b"", []
    first = base + len(names)
    # The padding has ICU's own value, which its tool expects.
    padding = b"\xaa" * (-(len(header) + first) % 16)
    first += len(padding)
    chunks = []
    for _, content in parts:
        places.append(first)
        chunk = content + b"\xaa" * (-len(content) % 16)
        chunks.append(chunk)
        first += len(chunk)
    table = b"".join(struct.pack("<II", *pair) for pair in zip(offsets, places))
    return header + struct.pack("<I", len(parts)) + table + names + padding + b"".join(chunks)


def main(keep, whole, cut, *others):
    contents = {}
    for other in others:
        name, path = other.split("=", 1)
        with open(path, "rb") as file:
            contents[name] = file.read()
    with open(whole, "rb") as file:
        data = file.read()
    (start,) = struct.unpack_from("<H", data, 0)
    patterns = rules(keep)
    every = list(entries(data, start))
    parts = []
    for whole_name, content in every:
        # The names begin with the package's: icudt76l/root.res.
        name = whole_name.decode().partition("/")[2]
        if is_kept(name, patterns):
            parts.append((whole_name, contents.pop(name, content)))
    if contents:
        sys.exit(f"the file of ICU's data has no {', '.join(contents)}")
    with open(cut, "wb") as file:
        file.write(package(data[:start], parts))
    print(f"ICU's data: {len(parts)} of {len(every)} entries", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
