#!/usr/bin/env bash
# DIRECTORY: builds the Python package of clients/python as it is published, checks types and style, runs its tests, the example
# of its README and its story against a demo. Needs a built checkout. Exit code 77: the tools are not here.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || { echo 'Python 3.10 or newer is not here'; exit 77; }
mkdir -p "$directory"
[ -x "$directory/venv/bin/pip" ] || python3 -m venv "$directory/venv" || { echo 'the module venv of Python is not here'; exit 77; }
bin=$directory/venv/bin
"$bin/pip" install -q --disable-pip-version-check \
  build==1.3.0 hatchling==1.27.0 httpx==0.28.1 mypy==1.18.2 pytest==8.4.2 ruff==0.14.1 typing_extensions==4.15.0
cd "$root/clients/python"
"$bin/python" -m build --no-isolation --outdir "$directory/dist" .
"$bin/pip" install -q --disable-pip-version-check --no-deps --force-reinstall "$directory"/dist/*.whl
python3 generate.py
"$bin/ruff" check . && "$bin/ruff" format --check .
"$bin/mypy" --cache-dir "$directory/mypy" src tests
"$bin/pytest" -q -p no:cacheprovider tests
bash "$root/.ci/client-story.sh" "$directory/demo" bash -euc "'$bin/python' tests/story.py && '$bin/python' tests/readme.py"
