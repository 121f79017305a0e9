"""Writes the SPDX document of a release: sbom.py <version> <commit> <seconds> <libxml2's version> <out.spdx.json> <files ...>

It lists the files that are handed out and the code that is inside the program: SwiftPM's dependencies from
packaging/versions.json, the Swift toolchain, and the Debian packages whose archives are linked.
"""

import hashlib
import json
import os
import subprocess
import sys
from datetime import datetime, timezone

from spdx_tools.spdx.model import (
    Actor,
    ActorType,
    Checksum,
    ChecksumAlgorithm,
    CreationInfo,
    Document,
    ExternalPackageRef,
    ExternalPackageRefCategory,
    File,
    Package,
    Relationship,
    RelationshipType,
    SpdxNoAssertion,
)
from spdx_tools.common.spdx_licensing import spdx_licensing
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
from spdx_tools.spdx.writer.write_anything import write_file

# The licences of the code inside the program, as their packages name them.
LICENCES = {
    "flyingfox": "MIT",
    "yams": "MIT",
    "swift-argument-parser": "Apache-2.0 WITH Swift-exception",
    "swift-syntax": "Apache-2.0 WITH Swift-exception",
    "swift": "Apache-2.0 WITH Swift-exception",
    "libcmark-gfm-dev": "BSD-2-Clause",
    "libreadline-dev": "GPL-3.0-or-later",
    "libncurses-dev": "X11-distribute-modifications-variant",
    "libsqlite3-dev": "blessing",
    "zlib1g-dev": "Zlib",
    "libcrypt-dev": "LGPL-2.1-or-later",
    "libxml2": "MIT",
    "libstdc++": "GPL-3.0-or-later WITH GCC-exception-3.1",
}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def package(name, version, location, purl=None):
    licence = LICENCES[name]
    references = []
    if purl:
        references = [ExternalPackageRef(ExternalPackageRefCategory.PACKAGE_MANAGER, "purl", purl)]
    return Package(
        spdx_id="SPDXRef-" + name.replace("+", "p"),
        name=name,
        version=version,
        download_location=location or SpdxNoAssertion(),
        files_analyzed=False,
        license_declared=spdx_licensing.parse(licence),
        license_concluded=spdx_licensing.parse(licence),
        external_references=references,
    )


def components(libxml2):
    with open("packaging/versions.json", encoding="utf-8") as file:
        for pin in json.load(file)["pins"]:
            state, location = pin["state"], pin["location"]
            path = location.removeprefix("https://")
            yield package(
                pin["identity"], state["version"], f"git+{location}@{state['revision']}", f"pkg:swift/{path}@{state['version']}"
            )
    compiler = output(os.environ.get("SWIFT", "swift"), "--version").partition("(swift-")[2].partition("-RELEASE")[0]
    yield package("swift", compiler, "https://www.swift.org/download/")
    for name in LICENCES:
        if name.endswith("-dev"):
            version = output("dpkg-query", "-W", "-f", "${source:Version}", name)
            yield package(name, version, None, f"pkg:deb/debian/{name}@{version}")
    yield package("libxml2", libxml2, None, f"pkg:deb/debian/libxml2@{libxml2}")
    yield package("libstdc++", output("g++", "-dumpfullversion"), None)


def artifact(path, index):
    with open(path, "rb") as file:
        data = file.read()
    sums = [
        Checksum(ChecksumAlgorithm.SHA1, hashlib.sha1(data).hexdigest()),
        Checksum(ChecksumAlgorithm.SHA256, hashlib.sha256(data).hexdigest()),
    ]
    return File("./" + os.path.basename(path), f"SPDXRef-file-{index}", sums)


def main(version, commit, seconds, libxml2, out, *paths):
    program = Package(
        spdx_id="SPDXRef-graphbook",
        name="graphbook",
        version=version,
        source_info=f"commit {commit}",
        download_location=SpdxNoAssertion(),
        files_analyzed=False,
        license_declared=spdx_licensing.parse("Apache-2.0"),
        # readline is inside or linked.
        license_concluded=spdx_licensing.parse("GPL-3.0-or-later"),
    )
    parts = sorted(components(libxml2), key=lambda part: part.name)
    files = [artifact(path, index) for index, path in enumerate(paths, 1)]
    document = Document(
        CreationInfo(
            spdx_version="SPDX-2.3",
            spdx_id="SPDXRef-DOCUMENT",
            name=f"graphbook-{version}",
            document_namespace=f"https://graphbook.example/spdx/graphbook-{version}-{commit}",
            creators=[Actor(ActorType.TOOL, "spdx-tools")],
            created=datetime.fromtimestamp(int(seconds), timezone.utc).replace(tzinfo=None),
        ),
        packages=[program, *parts],
        files=files,
        relationships=[Relationship("SPDXRef-DOCUMENT", RelationshipType.DESCRIBES, "SPDXRef-graphbook")]
        + [Relationship("SPDXRef-graphbook", RelationshipType.CONTAINS, part.spdx_id) for part in parts]
        + [Relationship(file.spdx_id, RelationshipType.GENERATED_FROM, "SPDXRef-graphbook") for file in files],
    )
    problems = validate_full_spdx_document(document)
    if problems:
        sys.exit("\n".join(problem.validation_message for problem in problems))
    write_file(document, out, validate=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
