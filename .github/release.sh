#!/bin/sh
# Publishes the version in pom.xml: the libraries on Maven Central, the program on GitHub, and from there for Homebrew,
# SDKMAN and JBang. It needs
#
#   OWNER                   of the repository on GitHub
#   JRELEASER_GITHUB_TOKEN, JRELEASER_SDKMAN_CONSUMER_KEY, JRELEASER_SDKMAN_CONSUMER_TOKEN,
#   JRELEASER_MAVENCENTRAL_USERNAME, JRELEASER_MAVENCENTRAL_PASSWORD
#   a key of gpg
#
# With --dry-run it needs nothing of that: it builds what would be published in target/release, signs and sends nothing,
# and uses no network once Maven has the plugins.
set -eu
cd "$(dirname "$0")/.."

fail() {
  echo "release.sh: $1" >&2
  exit "$2"
}

version=$(sed -n 's:.*<revision>\(.*\)</revision>.*:\1:p' pom.xml)
jreleaser=org.jreleaser:jreleaser-maven-plugin:1.23.0
case ${1-} in
  '')
    [ -n "${OWNER-}" ] || fail "set OWNER to the owner of the repository on GitHub" 2
    sign=
    publish=$jreleaser:full-release
    ;;
  --dry-run)
    OWNER=${OWNER:-OWNER}
    # JReleaser wants a clone of the repository on GitHub.
    rm -rf target/release
    git clone -q . target/release
    cd target/release
    git remote set-url origin "https://github.com/$OWNER/heapconv.git"
    export JRELEASER_GITHUB_TOKEN=none JRELEASER_SDKMAN_CONSUMER_KEY=none JRELEASER_SDKMAN_CONSUMER_TOKEN=none \
      JRELEASER_MAVENCENTRAL_USERNAME=none JRELEASER_MAVENCENTRAL_PASSWORD=none
    sign=-Dgpg.skip
    publish="-Djreleaser.dry.run=true $jreleaser:release $jreleaser:prepare $jreleaser:package"
    ;;
  *) fail "usage: OWNER=NAME .github/release.sh [--dry-run]" 2 ;;
esac

# What ./mvnw verify has tested. Lists of words are not quoted.
# shellcheck disable=SC2086
./mvnw -B -ntp -Prelease -Downer="$OWNER" -DskipTests -DskipITs -Dmaven.install.skip $sign \
  -DaltDeploymentRepository="staging::file:$(pwd)/target/staging" deploy
awk -v heading="## [$version]" 'found && /^## / { exit } found; index($0, heading) == 1 { found = 1 }' CHANGELOG.md >target/notes.md
[ -s target/notes.md ] || fail "CHANGELOG.md says nothing about $version" 1
# shellcheck disable=SC2086
OWNER=$OWNER ./mvnw -B -ntp -N -Djreleaser.config.file=.github/jreleaser.yml $publish
