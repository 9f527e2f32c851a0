#!/bin/sh
# Publishes the version in pom.xml: the program on GitHub, the libraries on Maven Central, from where JBang takes the program,
# too, and the formula for Homebrew. It needs gh, curl, a key of gpg, and
#
#   OWNER      of the repositories heapconv and homebrew-tap on GitHub
#   GH_TOKEN   may write to both
#   CENTRAL_USERNAME, CENTRAL_PASSWORD   a token of Maven Central
#
# With --dry-run it needs nothing of that, signs and sends nothing, and uses no network once Maven has the plugins.
# target/release/dist has what is published on GitHub, and what would be.
set -eu
cd "$(dirname "$0")/.."

fail() {
  echo "release.sh: $1" >&2
  exit "$2"
}

case ${1-} in
  '')
    [ -n "${OWNER-}" ] && [ -n "${GH_TOKEN-}" ] && [ -n "${CENTRAL_USERNAME-}" ] && [ -n "${CENTRAL_PASSWORD-}" ] ||
      fail "set OWNER, GH_TOKEN, CENTRAL_USERNAME and CENTRAL_PASSWORD" 2
    sign=
    ;;
  --dry-run)
    OWNER=${OWNER:-OWNER}
    sign=-Dgpg.skip
    ;;
  *) fail "usage: OWNER=NAME .github/release.sh [--dry-run]" 2 ;;
esac

version=$(sed -n 's:.*<revision>\(.*\)</revision>.*:\1:p' pom.xml)
grep -q "heapconv-cli:$version\"" jbang-catalog.json || fail "jbang-catalog.json does not name $version" 1

# Of what is committed, and nothing else.
rm -rf target/release
git clone -q . target/release
cd target/release
awk -v heading="## [$version]" 'found && /^## / { exit } found; index($0, heading) == 1 { found = 1 }' CHANGELOG.md >notes.md
[ -s notes.md ] || fail "CHANGELOG.md says nothing about $version" 1
# What ./mvnw verify has tested. No option is no word.
# shellcheck disable=SC2086
./mvnw -B -ntp -Prelease -Downer="$OWNER" -DskipTests -DskipITs -Dmaven.install.skip $sign \
  -DaltDeploymentRepository="staging::file:$(pwd)/staging" deploy

find staging -name 'maven-metadata.xml*' -exec rm {} +
# shellcheck disable=SC2016
! grep -rlF --include='*.pom' '<version>${revision}' staging || fail "Maven could not resolve these POMs" 1
"${JAVA_HOME:+$JAVA_HOME/bin/}jar" --create --no-manifest --file central.zip -C staging dev

mkdir dist
cp "cli/target/heapconv-$version.zip" "cli/target/heapconv-fleet-$version.zip" spark/target/heapconv-spark.jar cli/target/bom.json dist
cd dist
sha256sum -- * >../SHA256SUMS
mv ../SHA256SUMS .
cat >heapconv.rb <<RUBY
class Heapconv < Formula
  desc "Converts heap profiles, with estimates of what programs really allocated"
  homepage "https://github.com/$OWNER/heapconv"
  url "https://github.com/$OWNER/heapconv/releases/download/v$version/heapconv-$version.zip"
  sha256 "$(sed -n "s/ .*heapconv-$version.zip\$//p" SHA256SUMS)"
  license "Apache-2.0"

  depends_on "openjdk"

  resource "fleet" do
    url "https://github.com/$OWNER/heapconv/releases/download/v$version/heapconv-fleet-$version.zip"
    sha256 "$(sed -n "s/ .*heapconv-fleet-$version.zip\$//p" SHA256SUMS)"
  end

  def install
    libexec.install Dir["*"]
    resource("fleet").stage { (libexec/"lib/heapconv").install "lib/heapconv/duckdb_jdbc.jar" }
    # Homebrew's Java is not on the PATH.
    (bin/"heapconv").write_env_script libexec/"bin/heapconv", Language::Java.overridable_java_home_env
    # Its first run makes the class data for a fast start, and is to wait for them.
    ENV["HEAPCONV_CLASS_DATA"] = "now"
    generate_completions_from_executable(bin/"heapconv", "help", "completion", shells: [:bash, :zsh, :fish])
    (man1/"heapconv.1").write Utils.safe_popen_read(bin/"heapconv", "help", "man")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/heapconv --version")
  end
end
RUBY
cd ..
if [ "${1-}" = --dry-run ]; then
  exit
fi

# Not on a command line, where others could read it.
token=$(printf '%s:%s' "$CENTRAL_USERNAME" "$CENTRAL_PASSWORD" | base64 | tr -d '\n')
echo "header = \"Authorization: Bearer $token\"" |
  curl --config - --silent --show-error --fail-with-body --form bundle=@central.zip \
    "https://central.sonatype.com/api/v1/publisher/upload?name=heapconv-$version&publishingType=AUTOMATIC"
gh release create "v$version" --repo "$OWNER/heapconv" --verify-tag --title "heapconv $version" --notes-file notes.md dist/*
# The tap has the formula of the release before, or none.
formula=repos/$OWNER/homebrew-tap/contents/Formula/heapconv.rb
before=$(gh api "$formula" --jq .sha 2>/dev/null) || before=
gh api --method PUT "$formula" --silent -f message="heapconv $version" -f content="$(base64 dist/heapconv.rb)" ${before:+-f sha="$before"}
