#!/usr/bin/env bash
# Makes the package of what ./test has built, and tests it in a clean Debian 12 (test-package.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
need mmdebstrap dpkg-dev file
scripts/build-web.sh
cmake --preset dev -DREMISE_EMBED_PAGE=ON >/dev/null # a package carries its page; ./test does not wait for it
cmake --build --preset dev --target remise remise_manual
(umask 022 && cd build/dev && rm -f ./*.deb && cpack -G DEB >/dev/null)
exec scripts/test-package.sh build/dev/remise_*.deb
