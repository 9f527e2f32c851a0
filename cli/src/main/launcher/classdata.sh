#!/bin/sh
# classdata.sh JAVA ARCHIVE - writes the class data from which the Java at JAVA takes the classes of a run instead of
# reading and checking them, for the heapconv.jar beside ARCHIVE. Only that Java accepts them, and only there.
#
# ARCHIVE is replaced as a whole or left as it is. ARCHIVE.building is the lock: it stays after an attempt that failed,
# because this Java cannot write class data or the disk is full, and keeps others from repeating it for a day.
set -eu
java=$1
archive=$2
home=$(cd "${archive%/*}" && pwd -P)
lock=$archive.building
# Archives to keep, for who works with several Javas.
max_archives=3

unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
mkdir -p "$lock"
work=$(mktemp -d "$lock/XXXXXX")
trap 'rm -rf "$work"' EXIT
# With what the launcher adds where there are class data: a Java that does not know it gets none.
"$java" -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 \
  "-XX:DumpLoadedClassList=$work/classes" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
  -Dsun.misc.unsafe.memory.access=allow -cp "$home/heapconv.jar" dev.heapconv.cli.ClassDataTraining "$work"
# Java 24 and newer can write classes that need not be linked when they are used.
# Java 17 writes objects, too, if the collector is G1.
"$java" -Xshare:dump -XX:+UseG1GC -XX:+IgnoreUnrecognizedVMOptions -XX:+AOTClassLinking \
  "-XX:SharedClassListFile=$work/classes" "-XX:SharedArchiveFile=$work/archive" -cp "$home/heapconv.jar"
[ -s "$work/archive" ] && [ ! -d "$archive" ]
# After a power failure there is a whole archive or none.
sync "$work/archive" 2>/dev/null || sync
# The launcher uses none that is newer than the jar: it was changed since.
touch -r "$home/heapconv.jar" "$work/archive"
mv -f "$work/archive" "$archive"
rm -rf "$lock"
# shellcheck disable=SC2012
ls -tc "$home"/*.jsa | tail -n +$((max_archives + 1)) | while IFS= read -r old; do rm -f "$old"; done
