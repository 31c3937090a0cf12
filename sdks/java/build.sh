#!/bin/sh
# Builds the jar with its sources and its javadoc, and the driver of the conformance bed, into a folder, by the JDK alone.
set -eu
target=${1:-.cache}
cd "$(dirname "$0")"
mkdir -p "$target/classes" "$target/driver"
javac -Xlint:all -Werror --release 17 -d "$target/classes" $(find src -name '*.java')
[ "${2:-}" = jars ] || { javac -Xlint:all -Werror -cp "$target/classes" -d "$target/driver" driver/*.java; exit 0; }
version=$(sed -n 's/^ *"version": "\(.*\)",$/\1/p' ../../package.json)
javadoc -quiet -Xdoclint:all,-missing -Werror -d "$target/javadoc" $(find src -name '*.java')
jar --create --file "$target/keyhold-$version.jar" --module-version "$version" -C "$target/classes" .
jar --create --file "$target/keyhold-$version-sources.jar" -C src .
jar --create --file "$target/keyhold-$version-javadoc.jar" -C "$target/javadoc" .
