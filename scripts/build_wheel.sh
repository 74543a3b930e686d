#!/usr/bin/env bash
# Builds the wheel of this checkout, as an update is made of (`companion update`), with the locked setuptools.
#
#   scripts/build_wheel.sh OUT [PYTHON]
set -euo pipefail

here=$(cd -- "$(dirname -- "$0")/.." && pwd -P)
out=${1:?usage: scripts/build_wheel.sh OUT [PYTHON]}
python=${2:-$here/.venv/bin/python}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

pip() { "$python" -m pip -qq --disable-pip-version-check --no-input "$@"; }

# Built elsewhere: setuptools leaves folders beside what it builds.
mkdir -p "$work/source" "$out"
cp -r "$here"/{companion,hardware,ui,vision,pyproject.toml,README.md,LICENSE} "$work/source"
# A setuptools that is there and new enough will do, so that a wheel can be built without a network.
if ! "$python" -c 'import setuptools, sys; sys.exit(int(setuptools.__version__.split(".")[0]) < 77)' 2>/dev/null; then
    pip install --root-user-action ignore --require-hashes --only-binary :all: --target "$work/tools" \
        -r "$here/requirements-build.txt"
fi
PYTHONPATH=$work/tools pip wheel --no-deps --no-build-isolation --wheel-dir "$out" "$work/source"
