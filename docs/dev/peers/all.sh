#!/bin/bash
# Runs each script in this folder, and prints its status and its last line; all of its output goes to a folder, the argument (default:
# target/peers). Ends with status 1 if a tool has changed or a script could not be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-target/peers}
mkdir -p "$out"
failed=0
for script in "$here"/*.sh; do
  name=$(basename "$script" .sh)
  case $name in all | lib) continue ;; esac
  status=0
  timeout 600 "$script" >"$out/$name.txt" 2>&1 || status=$?
  [ $status = 0 ] || failed=1
  echo "$name ($status): $(tail -n 1 "$out/$name.txt")"
done
exit $failed
