#!/bin/sh
# Builds the driver of the conformance bed in a folder: build.sh <folder> [sanitized].
set -e
sanitize=OFF
[ "$2" = sanitized ] && sanitize=ON
cmake -S . -B "$1" -DKEYHOLD_DRIVER=ON -DKEYHOLD_SANITIZE=$sanitize >/dev/null
cmake --build "$1" --target driver >/dev/null
