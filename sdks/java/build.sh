#!/bin/sh
# `build.sh`: classes and the driver of the conformance bed, in .cache. `build.sh <folder> jars [version]`: the jar, its sources
# and its javadoc, into the folder. By the JDK alone.
set -eu
cd "$(dirname "$0")"
if [ "${2:-}" = jars ]; then work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; else work=.cache; fi
mkdir -p "$work/classes" "$work/driver"
javac -Xlint:all -Werror --release 17 -d "$work/classes" $(find src -name '*.java')
if [ "${2:-}" != jars ]; then
  javac -Xlint:all -Werror -cp "$work/classes" -d "$work/driver" driver/*.java
  exit 0
fi
version=${3:-$(sed -n 's/^ *"version": "\(.*\)",$/\1/p' ../../package.json)}
javadoc -quiet -Xdoclint:all,-missing -Werror -d "$work/javadoc" $(find src -name '*.java')
jar --create --file "$1/keyhold-$version.jar" --module-version "$version" -C "$work/classes" .
jar --create --file "$1/keyhold-$version-sources.jar" -C src .
jar --create --file "$1/keyhold-$version-javadoc.jar" -C "$work/javadoc" .
