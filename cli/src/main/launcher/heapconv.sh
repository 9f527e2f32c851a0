#!/bin/sh
build=
installed_home=
installed_java=
installed_release=
# Starts heapconv. Written in POSIX shell; usually it starts no other program than find (to look at the size of the
# inputs) and Java. The archive of a release contains this file as it is. install.sh fills in the four lines above:
#   build               name of this build's folder below lib/heapconv
#   installed_home      that folder as it was when installed; the class-data archive holds only there
#   installed_java      the Java that the archive was made with, symbolic links resolved
#   installed_release   the version line of that Java's release file

fail() {
  printf 'heapconv: %s\n' "$1" >&2
  exit 1
}

# --- Where the program lies: beside this script, wherever that was moved to, and whatever links lead to it.
self=$0
case $self in
  */*) ;;
  *) self=$(command -v "$self") || self=./$0 ;;
esac
while [ -L "$self" ]; do
  link=$(readlink "$self") || fail "the link $self cannot be read"
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
home=${self%/*}/../lib/heapconv/$build
if [ -n "$build" ] && { [ ! -f "$home/heapconv.jar" ] || [ "$home" -ef "$installed_home" ]; }; then
  home=$installed_home
fi
[ -f "$home/heapconv.jar" ] || fail "heapconv.jar is missing from $home; install heapconv again"

# --- Which Java: JAVA_HOME, else PATH, else the one it was installed with.
find_on_path() {
  java=
  IFS=:
  set -f
  for folder in $PATH; do
    if [ -x "${folder:-.}/java" ] && [ ! -d "${folder:-.}/java" ]; then
      java=${folder:-.}/java
      break
    fi
  done
  set +f
  unset IFS
}

# Sets release to a line of the release file of the Java in folder $1: the one that begins with $2.
read_release() {
  release=
  [ -r "$1/release" ] || return 0
  while IFS= read -r line; do
    case $line in
      "$2"=*)
        release=$line
        return 0
        ;;
    esac
  done <"$1/release"
}

# Whether the Java at $1 says of itself that it is older than 17; sets version.
is_too_old() {
  resolved=$(readlink -f "$1" 2>/dev/null) || resolved=$1
  read_release "${resolved%/bin/java}" JAVA_VERSION
  version=${release#*=}
  version=${version#\"}
  version=${version#1.}
  version=${version%%[!0-9]*}
  [ -n "$version" ] && [ "$version" -lt 17 ]
}

if [ -n "${JAVA_HOME-}" ]; then
  java=$JAVA_HOME/bin/java
  [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, which has no bin/java"
else
  find_on_path
  if [ -z "$java" ]; then
    java=$installed_java
    [ -x "$java" ] || fail "there is no Java; install Java 17 or newer, or point JAVA_HOME at one"
  fi
fi
archive=
if [ "$java" -ef "$installed_java" ]; then
  read_release "${installed_java%/bin/java}" JAVA_RUNTIME_VERSION
  # An archive is of use only to the very Java that made it, and only where it was made.
  if [ "$release" = "$installed_release" ] && [ "$home" = "$installed_home" ] && [ -f "$home/heapconv.jsa" ]; then
    archive=$home/heapconv.jsa
  fi
elif is_too_old "$java"; then
  if [ -z "${JAVA_HOME-}" ] && [ -x "$installed_java" ]; then
    java=$installed_java
  else
    fail "$java is Java $version; heapconv needs 17 or newer (point JAVA_HOME at one)"
  fi
fi

# --- How to run: what starts fast is slower on long work. The serial collector is the best on both: the parallel one
# saves a tenth of the time for twice the memory.
# Whether the words are about so much data that optimized code pays for its making: files of more than 64 MB (8 MB if
# compressed), many files, or a stream of unknown size.
is_long_work() {
  case ${1-} in
    batch | accuracy) return 0 ;;
  esac
  words=$#
  for word do
    if [ -f "$word" ]; then
      case $word in
        /*) set -- "$@" "$word" ;;
        *) set -- "$@" "./$word" ;;
      esac
    elif [ "$word" = - ] || [ -p "$word" ]; then
      return 0
    fi
  done
  shift "$words"
  [ $# -gt 0 ] || return 1
  [ $# -le 16 ] || return 0
  [ -n "$(find -H "$@" -prune \( -size +131072 -o -size +16384 \( -name '*.gz' -o -name '*.zst' -o -name '*.zip' \) \))" ]
}

collector=-XX:+UseSerialGC
compiler=
# A young generation of this size spares most of the full collections of some seconds' work, and a heap that begins small
# is collected earlier: measured on 44 dumps of 76,655 stacks, a quarter less time than with the default sizes.
heap="-Xms192m -Xmn64m"
if is_long_work "$@"; then
  heap=-Xms128m
else
  compiler=-XX:TieredStopAtLevel=1
fi
case " ${HEAPCONV_JAVA_OPTS-}" in
  *" -XX:+Use"*GC*) collector= ;;
esac
case " ${HEAPCONV_JAVA_OPTS-}" in
  *" -Xm"* | *HeapSize=* | *RAMPercentage=*) heap= ;;
esac

terminals=
[ -t 1 ] && terminals=out
[ -t 2 ] && terminals=$terminals,err

# HEAPCONV_JAVA_OPTS is a list of words. Nothing of the virtual machine's own may get into a result on stdout. The
# protobuf and zstd libraries use sun.misc.Unsafe, of which Java 24 and newer would warn each user.
set -f
# shellcheck disable=SC2086
exec "$java" $compiler $collector $heap -XX:-UsePerfData -XX:+DisplayVMOutputToStderr \
  ${archive:+"-XX:SharedArchiveFile=$archive" -Xshare:auto -Xlog:disable} \
  -Dsun.misc.unsafe.memory.access=allow -Dheapconv.terminals="$terminals" \
  ${HEAPCONV_JAVA_OPTS-} -jar "$home/heapconv.jar" "$@"
