# shellcheck shell=bash
# Shared by the scripts in this folder, which source it first. It makes a temporary folder, enters it, and deletes it at the end.
# A script ends with status 0 if the tool behaves as described, 1 if that has changed, and 2 if it could not be tried.
set -euo pipefail
dir=$(mktemp -d)
changed=
finish() {
  local status=$?
  rm -rf "$dir"
  [ $status = 0 ] || [ -n "$changed" ] || exit 2
}
trap finish EXIT
cd "$dir"

not_tried() {
  echo "not tried: $1" >&2
  exit 2
}

# debs PACKAGE=VERSION...: unpacks packages of Debian 12 in this folder, without installing them.
debs() {
  local deb apt=(apt-get -qq -o Dir::State::lists="$dir/lists" -o Dir::Cache="$dir/cache" -o APT::Sandbox::User=root)
  mkdir -p lists/partial
  "${apt[@]}" update
  "${apt[@]}" download "$@" || not_tried "Debian does not serve $*. Pin the versions that it has now"
  for deb in *.deb; do dpkg-deb -x "$deb" .; done
  export LD_LIBRARY_PATH=$dir/usr/lib/x86_64-linux-gnu
}

# npm_packages PACKAGE@VERSION...: installs packages of npm in node_modules.
npm_packages() {
  npm install --silent --no-audit --no-fund --ignore-scripts --cache "$dir/npm" --prefix "$dir" "$@" ||
    not_tried "npm cannot install $*"
}

# jars GROUP:ARTIFACT:VERSION...: copies files of Maven Central here.
jars() {
  local jar
  for jar; do
    mvn -q -B -ntp -Dmaven.repo.local="$dir/m2" org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy \
      -Dartifact="$jar" -DoutputDirectory="$dir" || not_tried "Maven cannot fetch $jar"
  done
}

# still DESCRIPTION COMMAND...: what the tool does is as described if the command succeeds.
still() {
  local what=$1
  shift
  if ! "$@"; then
    changed=yes
    echo "CHANGED: $what" >&2
    exit 1
  fi
  echo "still so: $what"
}

has() { grep -qE -e "$1" "$2"; }
lacks() { [ -s "$2" ] && ! has "$@"; }
between() { (($1 <= $2 && $2 <= $3)); }
