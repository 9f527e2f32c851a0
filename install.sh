#!/bin/sh
# Builds heapconv if needed, and installs it for the current user.
set -eu

# Everybody can use what is installed, and nobody else can change it, whatever the umask of the user is.
umask 022

usage() {
  cat <<'TEXT'
Usage: [PREFIX=DIR] ./install.sh [--uninstall | --help]

Builds heapconv (needs JDK 17 or newer, and network access on the first run) and installs it in PREFIX,
by default ~/.local. Root is not needed. Running it again replaces the installed version.

  PREFIX/bin/heapconv                                   the program
  PREFIX/lib/heapconv/                                  its jars, and class data for a fast start
  PREFIX/share/bash-completion/completions/heapconv     completion for bash
  PREFIX/share/zsh/site-functions/_heapconv             completion for zsh
  PREFIX/share/fish/vendor_completions.d/heapconv.fish  completion for fish
  PREFIX/share/man/man1/heapconv.1                      the manual page

  --uninstall   remove all of these
  --help        show this text

Java is taken from JAVA_HOME, or else from PATH. When heapconv runs, it passes HEAPCONV_JAVA_OPTS, such as -Xmx4g,
to the Java virtual machine.
TEXT
}

say() {
  printf '%s\n' "$*"
}

# Says what is being done, and after how many seconds.
step() {
  printf '%4d s  %s\n' $(($(date +%s) - started)) "$*"
}

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

# Prints $1 with every symbolic link resolved.
resolve() {
  path=$1
  while [ -L "$path" ]; do
    link=$(readlink "$path")
    case $link in
      /*) path=$link ;;
      *) path=${path%/*}/$link ;;
    esac
  done
  folder=$(cd "${path%/*}" && pwd -P)
  printf '%s/%s\n' "$folder" "${path##*/}"
}

# Prints the path of the tool $1 from JAVA_HOME, or else from PATH.
java_tool() {
  if [ -n "${JAVA_HOME-}" ]; then
    if [ -x "$JAVA_HOME/bin/$1" ]; then
      printf '%s\n' "$JAVA_HOME/bin/$1"
    fi
  else
    command -v "$1" || true
  fi
}

# Runs a tool of Java without the options in the environment, which Java would report among its output, and in a
# locale in which it can read paths that are not ASCII.
plainly() {
  (
    unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
    exec env LC_ALL=C.UTF-8 "$@"
  )
}

# Prints the major version that $1 -version reports.
major_version() {
  plainly "$1" -version 2>&1 | sed -n -e 's/^[^0-9]*1\.\([0-9]*\).*/\1/p' -e 't' -e 's/^[^0-9]*\([0-9][0-9]*\).*/\1/p' | head -n 1
}

# Prints the path of the jar that the build makes; nothing before the first build.
program_jar() {
  for jar in "$source"/cli/target/heapconv-cli-*-program.jar; do
    if [ -f "$jar" ]; then
      printf '%s\n' "$jar"
    fi
  done | tail -n 1
}

is_up_to_date() {
  [ -n "$jar" ] &&
    [ -z "$(find "$source/pom.xml" "$source/proto" "$source/unskew" "$source/demangle" "$source/converters" "$source/names" "$source/fleet" \
      "$source/cli" -name target -prune -o -path '*/src/test' -prune -o -type f -newer "$jar" -print | head -n 1)" ]
}

# Waits until no other install.sh holds the lock $1, a link to the process id of its holder, and takes it.
take_lock() {
  lock=$1
  waiting=
  tries=0
  until mkdir -p "${lock%/*}" && ln -s $$ "$lock" 2>/dev/null; do
    holder=$(readlink "$lock" || true)
    if [ -z "$holder" ]; then
      tries=$((tries + 1))
      [ $tries -lt 10 ] || fail "cannot create $lock"
    elif ! kill -0 "$holder" 2>/dev/null; then
      rm -f "$lock"
    else
      [ -n "$waiting" ] || say "waiting for another install.sh (process $holder) ..."
      waiting=yes
      sleep 1
    fi
  done
  trap release_lock EXIT
}

release_lock() {
  trap - EXIT
  rm -f "$lock"
}

# The last line of a build that succeeded.
BUILT='install.sh: built'

# Keeps what Maven prints in $1, and says which module it begins, and how much it has downloaded. Fails if the build does.
follow_build() {
  downloaded=0
  : >"$1"
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$1"
    case $line in
      '[INFO] Building '*\[*/*\])
        line=${line#'[INFO] Building '}
        step "building ${line%%  *} ${line##* }"
        ;;
      *'Downloaded from '*)
        downloaded=$((downloaded + 1))
        [ $((downloaded % 100)) -ne 0 ] || step "downloaded $downloaded files"
        ;;
      "$BUILT") return 0 ;;
    esac
  done
  return 1
}

build() {
  javac=$(java_tool javac)
  version=
  [ -z "$javac" ] || version=$(major_version "$javac")
  if [ "${version:-0}" -lt 17 ]; then
    found="none was found${JAVA_HOME:+ in JAVA_HOME ($JAVA_HOME)}"
    [ -z "$javac" ] || found="$javac is $version"
    fail "building heapconv needs JDK 17 or newer, but $found; install one (openjdk-17-jdk-headless), or set JAVA_HOME to one"
  fi
  step "building with JDK $version; the first build downloads what it needs"
  javac=$(resolve "$javac")
  log=$source/cli/target/install.log
  mkdir -p "${log%/*}"
  {
    (cd "$source" && JAVA_HOME=${javac%/bin/javac} ./mvnw -B -DskipTests -DskipAnalysis -pl cli -am package </dev/null) && say "$BUILT"
  } 2>&1 | follow_build "$log" || {
    grep -e '^\[ERROR\]' "$log" | head -n 20 >&2
    fail "the build failed; $log has all that Maven said"
  }
  jar=$(program_jar)
  [ -n "$jar" ] || fail "the build made no program jar"
}

find_java() {
  java=$(java_tool java)
  [ -n "$java" ] || fail "no Java found${JAVA_HOME:+ in JAVA_HOME ($JAVA_HOME)}; install Java 17 or newer, or set JAVA_HOME to one"
  version=$(major_version "$java")
  [ "${version:-0}" -ge 17 ] || fail "$java is Java ${version:-of an unknown version}; heapconv needs 17 or newer; set JAVA_HOME to one"
  java=$(resolve "$java")
  # On some systems java is a script or a stub; only the home it reports is reliable.
  java_home=$(plainly "$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
  [ ! -x "$java_home/bin/java" ] || java=$java_home/bin/java
}

# Prints $1 quoted for a shell.
quoted() {
  printf "'"
  printf '%s' "$1" | sed "s/'/'\\\\''/g"
  printf "'"
}

write_launcher() {
  {
    say '#!/bin/sh'
    say "build=$(quoted "$build")"
    say "installed_home=$(quoted "$home")"
    say "installed_java=$(quoted "$java")"
    sed 1,4d "$source/cli/src/main/launcher/heapconv.sh"
  } >"$1"
  chmod 755 "$1"
}

# Moves a file into place atomically: other processes see the old one or the new one.
put() {
  mkdir -p "${2%/*}"
  mv -f "$1" "$2"
}

remove_other_builds() {
  for folder in "$prefix"/lib/heapconv/*; do
    if [ -d "$folder" ] && [ "$folder" != "${1-}" ]; then
      rm -rf "$folder"
    fi
  done
}

abandon() {
  rm -rf "$home" "$lock"
  rmdir "$prefix/lib/heapconv" 2>/dev/null || true
}

install() {
  started=$(date +%s)
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  target=$source/cli/target
  # Where this cannot be written to, nobody else builds either.
  if mkdir -p "$target" 2>/dev/null && [ -w "$target" ]; then
    take_lock "$target/install.lock"
  fi
  jar=$(program_jar)
  if ! is_up_to_date; then
    build
  fi
  [ -z "${lock-}" ] || release_lock
  find_java
  mkdir -p "$prefix/bin" "$prefix/lib/heapconv" 2>/dev/null && [ -w "$prefix/bin" ] && [ -w "$prefix/lib/heapconv" ] ||
    fail "cannot write to $prefix; choose another folder with PREFIX=DIR ./install.sh"
  # Each installation has its own folder: the previous one keeps working until the launcher is replaced.
  build=$(date +%Y%m%d%H%M%S)-$$
  home=$prefix/lib/heapconv/$build
  take_lock "$prefix/lib/heapconv/install.lock"
  trap abandon EXIT
  mkdir "$home"
  cp "$jar" "$home/heapconv.jar"
  cp "${jar%/*}/duckdb_jdbc.jar" "$source/cli/src/main/launcher/classdata.sh" "$home/"
  write_launcher "$home/launcher"
  for topic in 'completion bash' 'completion zsh' 'completion fish' man; do
    # shellcheck disable=SC2086
    plainly "$java" -Xlog:disable -jar "$home/heapconv.jar" help $topic >"$home/help.${topic#* }" ||
      fail "the program does not start from $home with $java; if that path is not valid UTF-8, choose another folder with PREFIX=DIR"
  done
  step "preparing a fast start"
  # The launcher knows what the class data of this Java are called, and has them made.
  HEAPCONV_CLASS_DATA=now JAVA_HOME=${java%/bin/java} plainly "$home/launcher" --version >/dev/null
  chmod -R u=rwX,go=rX "$home"
  [ -n "$(find "$home" -name '*.jsa')" ] || say "note: this Java cannot write class data; heapconv will start a little slower"
  put "$home/help.bash" "$prefix/share/bash-completion/completions/heapconv"
  put "$home/help.zsh" "$prefix/share/zsh/site-functions/_heapconv"
  put "$home/help.fish" "$prefix/share/fish/vendor_completions.d/heapconv.fish"
  put "$home/help.man" "$prefix/share/man/man1/heapconv.1"
  put "$home/launcher" "$prefix/bin/heapconv"
  remove_other_builds "$home"
  release_lock
  say "installed $("$prefix/bin/heapconv" --version) as $prefix/bin/heapconv"
  case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) say "note: $prefix/bin is not on your PATH; add it:  export PATH=\"$prefix/bin:\$PATH\"" ;;
  esac
}

uninstall() {
  if [ ! -e "$prefix/bin/heapconv" ] && [ ! -d "$prefix/lib/heapconv" ]; then
    say "heapconv is not installed in $prefix"
    return
  fi
  rm -f "$prefix/bin/heapconv" "$prefix/share/bash-completion/completions/heapconv" \
    "$prefix/share/zsh/site-functions/_heapconv" "$prefix/share/fish/vendor_completions.d/heapconv.fish" \
    "$prefix/share/man/man1/heapconv.1" "$prefix/lib/heapconv/install.lock"
  remove_other_builds
  for folder in lib/heapconv lib bin share/bash-completion/completions share/bash-completion \
    share/zsh/site-functions share/zsh share/fish/vendor_completions.d share/fish share/man/man1 share/man share; do
    rmdir "$prefix/$folder" 2>/dev/null || true
  done
  say "removed heapconv from $prefix"
}

case $0 in
  */*) source=$(cd "${0%/*}" && pwd) ;;
  *) source=$(pwd) ;;
esac
if [ -z "${PREFIX-}" ]; then
  [ -n "${HOME-}" ] || fail "HOME is not set; choose a folder with PREFIX=DIR ./install.sh"
  PREFIX=$HOME/.local
fi
case $PREFIX in
  /*) prefix=$PREFIX ;;
  *) prefix=$(pwd)/$PREFIX ;;
esac
[ "$prefix" = / ] || prefix=${prefix%/}
case $prefix in
  *:*) fail "$prefix contains a colon, which separates paths for Java; choose another folder with PREFIX=DIR" ;;
esac

[ $# -le 1 ] || { usage >&2; exit 2; }
case ${1-} in
  '') install ;;
  --uninstall) uninstall ;;
  -h | --help) usage ;;
  *)
    usage >&2
    exit 2
    ;;
esac
