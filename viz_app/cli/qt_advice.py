"""What is said where libraries of the system are missing that Qt needs."""

from __future__ import annotations

from viz_app.system.language import tr


def advice(lacking: dict[str, str]) -> str:
    """One line: what is missing, and what to do."""
    files, packages = ", ".join(lacking), " ".join(sorted(set(filter(None, lacking.values()))))
    if not packages:
        return tr(
            "Qt needs system libraries that are not here: {files}. Install them with the packages that hold these "
            "files",
            files=files,
        )
    return tr(
        "Qt needs system libraries that are not here: {files}. Install them on Debian or Ubuntu by: sudo apt-get "
        "install -y --no-install-recommends {packages}; elsewhere with the packages that hold these files",
        files=files,
        packages=packages,
    )


__all__ = ["advice"]
