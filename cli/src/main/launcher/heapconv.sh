#!/bin/sh
build=
installed_home=
installed_java=
# Starts heapconv. Written in POSIX shell; it runs readlink, find, mkdir, rm, nice, stty and Java, and for many inputs ls
# and awk. The archive of a release contains this file unchanged. install.sh fills in the three lines above:
#   build            name of this build's folder in lib/heapconv
#   installed_home   path of that folder at installation, for a launcher that was copied elsewhere
#   installed_java   the Java to use where there is no other

# --- Made from the commands (LauncherTest): those that convert many inputs, with colons between them; options that take
# the output's name, or ask for more messages.
of_many='batch:fleet add'
output='-o --output'
verbose='-v --verbose'

fail() {
  printf 'heapconv: %s\n' "$1" >&2
  exit "${2-1}"
}

# Java does not start in a folder that was deleted.
# shellcheck disable=SC3013
[ . -ef "$PWD" ] || [ -n "$(pwd -P 2>/dev/null)" ] ||
  fail 'the current folder was deleted; change to another, as in: cd ~' 2

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
[ -f "$home/heapconv.jar" ] || [ -z "$installed_home" ] || home=$installed_home
[ -f "$home/heapconv.jar" ] || fail "heapconv.jar is missing from $home; reinstall heapconv"

# --- Which Java: from JAVA_HOME, else from PATH, else the one it was installed with.
# Sets runtime to the full version of the Java at $1, and version to its first number, if its release file tells them.
identify() {
  runtime=
  version=
  real=$1
  [ ! -L "$1" ] || real=$(readlink -f "$1" 2>/dev/null) || real=$1
  [ -r "${real%/bin/java}/release" ] || return 0
  # The shell reads byte by byte, and the longest line is further down.
  while { [ -z "$runtime" ] || [ -z "$version" ]; } && IFS='="' read -r key _ value _; do
    case $key in
      JAVA_VERSION) version=${value#1.} ;;
      JAVA_RUNTIME_VERSION) runtime=$value ;;
    esac
  done <"${real%/bin/java}/release"
  version=${version%%[!0-9]*}
}

if [ -n "${JAVA_HOME-}" ]; then
  java=$JAVA_HOME/bin/java
  [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, which has no bin/java; set it to a Java installation"
else
  java=$(command -v java) || java=$installed_java
  [ -x "$java" ] || fail "no Java found; install Java 17 or newer, or set JAVA_HOME to one"
fi
identify "$java"
if [ "${version:-17}" -lt 17 ]; then
  { [ -z "${JAVA_HOME-}" ] && [ "$java" != "$installed_java" ] && [ -x "$installed_java" ]; } ||
    fail "$java is Java $version; heapconv needs 17 or newer; set JAVA_HOME to one"
  java=$installed_java
  identify "$java"
fi

# --- Class data for a fast start: one archive for each Java, with the time of the jar. One that is newer was changed
# since; Java would crash if it is damaged. The first run without one has it made (classdata.sh), at low priority, in
# what neither the keys of the terminal nor its end reach.
case $runtime in
  '' | *[!0-9A-Za-z.+_-]*) runtime=java ;;
esac
archive=$home/$runtime.jsa
# Java would take a colon as the end of the name.
case $archive in
  *:*) archive= ;;
esac
shared=$archive
# Not POSIX, but known to every shell that is a sh.
# shellcheck disable=SC3013
{ [ -f "$archive" ] && [ -r "$archive" ] && [ ! "$archive" -nt "$home/heapconv.jar" ]; } || shared=
if [ -n "$archive" ] && [ -z "$shared" ]; then
  lock=$archive.building
  [ ! -d "$lock" ] || [ -z "$(find "$lock" -prune -mmin +1440 2>/dev/null)" ] || rm -rf "$lock"
  if [ "${HEAPCONV_CLASS_DATA-}" = now ]; then
    # For install.sh, which waits.
    sh "$home/classdata.sh" "$java" "$archive" >/dev/null 2>&1 && shared=$archive
  elif mkdir "$lock" 2>/dev/null; then
    (
      trap '' HUP INT QUIT
      nice=
      ! command -v nice >/dev/null || nice='nice -n 19'
      exec $nice sh "$home/classdata.sh" "$java" "$archive"
    ) </dev/null >/dev/null 2>&1 &
  elif [ ! -d "$lock" ]; then
    for option in $verbose; do
      case " $* " in
        *" $option "*)
          printf 'heapconv: %s\n' "starts more slowly than it could: there are no class data for this Java in $(cd "$home" && pwd), \
which cannot be written to; if its owner runs heapconv once, they are made" >&2
          ;;
      esac
    done
  fi
fi

# --- How to run, by the size of the inputs in blocks of 512 bytes; compressed ones count eight times.
# Whether one of the words is a file of more (each), or all files, also those in folders, have more together (all). Then
# 10,000 files are always more, and so is what cannot be seen from here; the table of a fleet does not count. No word may
# be an action of find, such as -delete.
has_more_than() {
  of=$1
  blocks=$2
  shift 2
  before=
  for word do
    shift
    case " $output " in
      *" $before "*) ;;
      *)
        if [ -f "$word" ] || { [ "$of" = all ] && [ -e "$word" ]; }; then
          case $word in
            /*) set -- "$@" "$word" ;;
            *) set -- "$@" "./$word" ;;
          esac
        fi
        ;;
    esac
    before=$word
  done
  if [ "$of" = each ]; then
    [ $# -gt 0 ] && [ -n "$(find -H "$@" -prune \( -size "+$blocks" -o -size "+$((blocks / 8))" \( -name '*.gz' -o -name '*.zst' -o -name '*.zip' \) \) 2>/dev/null)" ]
  elif [ $# -gt 0 ]; then
    # Without links, of which one to / would take minutes.
    find -H "$@" -type f ! -name '*.parquet' -exec ls -dln {} + 2>/dev/null | awk -v blocks="$blocks" '
      { sum += $5 / 512 * (/\.(gz|zst|zip)$/ ? 8 : 1) }
      sum > blocks || NR >= 10000 { more = 1; exit }
      END { exit !more }' 2>/dev/null
  fi
}

# The quick compiler alone is best up to 256 MiB, in one file or in many. In a second, it pays to compile fewer methods
# than usual, with less inlining, but loops after fewer than 60,000 rounds. The serial collector takes the least time and
# memory, except that below a MiB the start counts most, and Java 17 takes objects from the class data only for G1. A
# heap that starts small grows by collections; a young generation that grew with it would take a fifth more memory, for
# no less time.
compiler="-XX:TieredStopAtLevel=1 -XX:C1MaxInlineSize=24 -XX:Tier3InvocationThreshold=400 \
  -XX:Tier3MinInvocationThreshold=200 -XX:Tier3BackEdgeThreshold=5000"
collector=-XX:+UseSerialGC
heap="-Xms64m -Xmn24m"
case ":$of_many:" in
  *":${1-}:"* | *":${1-} ${2-}:"*)
    case " $* " in
      *" - "*) compiler= ;;
      *) ! has_more_than all 524288 "$@" || compiler= ;;
    esac
    ;;
  *)
    if has_more_than each 2048 "$@"; then
      ! has_more_than each 524288 "$@" || compiler=
    elif [ -n "$shared" ]; then
      case " $* " in
        *" - "* | *" /dev/"*) ;;
        *) collector=-XX:+UseG1GC ;;
      esac
    fi
    ;;
esac
given=" ${HEAPCONV_JAVA_OPTS-} ${JAVA_TOOL_OPTIONS-} ${JDK_JAVA_OPTIONS-}"
case $given in
  *" -XX:+Use"*GC*) collector= ;;
esac
case $given in
  *" -Xm"* | *HeapSize=* | *RAMPercentage=*) heap= ;;
esac

terminals=
columns=
if [ -t 1 ]; then
  terminals=out
  columns=${COLUMNS-}
  [ -n "$columns" ] || columns=$({ stty size </dev/tty; } 2>/dev/null)
fi
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

# Java takes nothing from the jar if it has class data, but with -jar would open it and read its table of contents. Java 24
# and newer do so to learn that native libraries are allowed.
if [ -n "$shared" ] && [ "${version:-17}" -lt 24 ]; then
  set -- -cp "$home/heapconv.jar" dev.heapconv.cli.Main "$@"
else
  set -- -jar "$home/heapconv.jar" "$@"
fi

# Class data lie where they were written for: to move them, Java would change all their pages at each start.
# HEAPCONV_JAVA_OPTS is a list of words. Output of the virtual machine itself must not get into a result on stdout. The
# protobuf and zstd libraries use sun.misc.Unsafe, about which Java 24 and newer would warn every user.
set -f
# shellcheck disable=SC2086
exec "$java" $compiler $collector $heap -XX:-UsePerfData -XX:+DisplayVMOutputToStderr -Xlog:disable \
  ${shared:+-XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0} \
  ${shared:+"-XX:SharedArchiveFile=$shared" -Xshare:auto "-Dheapconv.classdata=$shared"} \
  -Dsun.misc.unsafe.memory.access=allow -Dheapconv.terminals="$terminals" -Dheapconv.columns="${columns#* }" \
  ${HEAPCONV_JAVA_OPTS-} "$@"
