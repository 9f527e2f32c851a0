#!/bin/sh
build=
installed_home=
installed_java=
installed_release=
# Starts heapconv. Written in POSIX shell; it usually runs no other program than find (to check the size of the
# inputs) and Java. The archive of a release contains this file unchanged. install.sh fills in the four lines above:
#   build               name of this build's folder in lib/heapconv
#   installed_home      path of that folder at installation; the class-data archive works only there
#   installed_java      the Java that the archive was made with, symbolic links resolved
#   installed_release   the version line of the release file of that Java

fail() {
  printf 'heapconv: %s\n' "$1" >&2
  exit 1
}

# --- Where the program is: beside this script, even if it was moved or is run through links.
self=$0
case $self in
  */*) ;;
  *) self=$(command -v "$self") || self=./$0 ;;
esac
while [ -L "$self" ]; do
  link=$(readlink "$self") || fail "cannot read the link $self"
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
home=${self%/*}/../lib/heapconv/$build
if [ -n "$build" ] && { [ ! -f "$home/heapconv.jar" ] || [ "$home" -ef "$installed_home" ]; }; then
  home=$installed_home
fi
[ -f "$home/heapconv.jar" ] || fail "heapconv.jar is missing from $home; reinstall heapconv"

# --- Which Java: from JAVA_HOME, else from PATH, else the one it was installed with.
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

# Sets release to the line that starts with $2 in the release file of the Java in folder $1.
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

# Whether the Java at $1 is known to be older than 17; sets version.
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
  [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, which has no bin/java; set it to a Java installation"
else
  find_on_path
  if [ -z "$java" ]; then
    java=$installed_java
    [ -x "$java" ] || fail "no Java found; install Java 17 or newer, or set JAVA_HOME to one"
  fi
fi
archive=
if [ "$java" -ef "$installed_java" ]; then
  read_release "${installed_java%/bin/java}" JAVA_RUNTIME_VERSION
  # An archive works only with the exact Java that made it, and only where it was made.
  if [ "$release" = "$installed_release" ] && [ "$home" = "$installed_home" ] && [ -f "$home/heapconv.jsa" ]; then
    archive=$home/heapconv.jsa
  fi
elif is_too_old "$java"; then
  if [ -z "${JAVA_HOME-}" ] && [ -x "$installed_java" ]; then
    java=$installed_java
  else
    fail "$java is Java $version; heapconv needs 17 or newer; set JAVA_HOME to one"
  fi
fi

# --- How to run: options for a fast start slow down long work. The serial collector is best for both: the parallel one
# saves a tenth of the time for twice the memory.
# Whether the arguments name so much data that optimized code is worth compiling: files of more than 64 MB (8 MB if
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
# A young generation of this size avoids most full collections in a few seconds of work, and a heap that starts small
# is collected earlier: measured on 44 dumps of 76,655 stacks, a quarter less time than with the default sizes.
heap="-Xms192m -Xmn64m"
if is_long_work "$@"; then
  heap=-Xms128m
else
  compiler=-XX:TieredStopAtLevel=1
fi
given=" ${HEAPCONV_JAVA_OPTS-} ${JAVA_TOOL_OPTIONS-} ${JDK_JAVA_OPTIONS-}"
case $given in
  *" -XX:+Use"*GC*) collector= ;;
esac
case $given in
  *" -Xm"* | *HeapSize=* | *RAMPercentage=*) heap= ;;
esac

terminals=
[ -t 1 ] && terminals=out
[ -t 2 ] && terminals=$terminals,err

# Java decodes file names by the locale, whatever its options say; where that is not UTF-8, as in jobs of cron, names
# that are not ASCII are lost. A locale that is named but not installed counts as C, so C.UTF-8 is best where it exists.
locale=${LC_ALL:-${LC_CTYPE:-${LANG-}}}
if [ -d /usr/lib/locale/C.utf8 ] || [ -d /usr/lib/locale/C.UTF-8 ]; then
  locale=
fi
case $locale in
  *[Uu][Tt][Ff]8* | *[Uu][Tt][Ff]-8*) ;;
  *) { export LC_ALL=C.UTF-8; } 2>/dev/null ;;
esac

# HEAPCONV_JAVA_OPTS is a list of words. Output of the virtual machine itself must not get into a result on stdout. The
# protobuf and zstd libraries use sun.misc.Unsafe, about which Java 24 and newer would warn every user.
set -f
# shellcheck disable=SC2086
exec "$java" $compiler $collector $heap -XX:-UsePerfData -XX:+DisplayVMOutputToStderr \
  ${archive:+"-XX:SharedArchiveFile=$archive" -Xshare:auto -Xlog:disable} \
  -Dsun.misc.unsafe.memory.access=allow -Dheapconv.terminals="$terminals" \
  ${HEAPCONV_JAVA_OPTS-} -jar "$home/heapconv.jar" "$@"
