"""Packs marketgraph.py as a wheel and as a source distribution (PEP 517), with the standard library alone.

In both the file is used as it is; the wheel installs it as a package with py.typed, so that type checkers read its types
(PEP 561). The same sources give the same bytes.

    python3 build_backend.py FOLDER
"""

import base64
import gzip
import hashlib
import io
import re
import sys
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = ("README.md", "build_backend.py", "marketgraph.py", "pyproject.toml")
WHEEL = "Wheel-Version: 1.0\nGenerator: marketgraph\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
EPOCH = (1980, 1, 1, 0, 0, 0)


def _project():
    """The texts of pyproject.toml, by their keys."""
    text = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    return dict(re.findall(r'^([\w-]+) = "(.*)"$', text, re.MULTILINE))


def _metadata(project):
    head = (
        ("Metadata-Version", "2.1"),
        ("Name", project["name"]),
        ("Version", project["version"]),
        ("Summary", project["description"]),
        ("License", "MIT"),
        ("Requires-Python", project["requires-python"]),
        ("Description-Content-Type", "text/markdown"),
    )
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    return "".join(f"{name}: {value}\n" for name, value in head) + "\n" + readme


def _record(path, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(content)}\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel; its name."""
    project = _project()
    stem = f"{project['name']}-{project['version']}"
    info = f"{stem}.dist-info"
    files = {
        "marketgraph/__init__.py": (HERE / "marketgraph.py").read_bytes(),
        "marketgraph/py.typed": b"",
        f"{info}/METADATA": _metadata(project).encode("utf-8"),
        f"{info}/WHEEL": WHEEL.encode("utf-8"),
    }
    record = "".join(_record(path, content) for path, content in files.items()) + f"{info}/RECORD,,\n"
    name = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in {**files, f"{info}/RECORD": record.encode("utf-8")}.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """Writes the source distribution; its name."""
    project = _project()
    stem = f"{project['name']}-{project['version']}"
    files = {name: (HERE / name).read_bytes() for name in SOURCES}
    files["PKG-INFO"] = _metadata(project).encode("utf-8")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"{stem}/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    name = f"{stem}.tar.gz"
    (Path(sdist_directory) / name).write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return name


if __name__ == "__main__":
    for build in (build_wheel, build_sdist):
        print(build(sys.argv[1]))
