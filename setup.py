"""Which packages the wheel carries: every one of the program, and resources/ under a name of its own.

Everything else about the project stands in pyproject.toml.
"""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["model_core*", "viz_app*"]), "headscope_resources"],
    package_dir={"headscope_resources": "resources"},
    package_data={"headscope_resources": ["**/*"]},
)
