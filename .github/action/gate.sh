#!/usr/bin/env bash
# The step of action.yml: runs heapconv diff --fail-on, adds its result to the summary of the job, and says it in the
# outputs of the step, in annotations and in the exit status, which is that of heapconv unless an inconclusive
# comparison is only to warn.
#
#   GATE_BASE, GATE_NEW, GATE_FAIL_ON, GATE_VIEW, GATE_INCONCLUSIVE, GATE_ARGS, GATE_HEAPCONV   inputs of the action
#   GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, GITHUB_ACTION_PATH, RUNNER_TEMP                         set by the runner
set -euo pipefail

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/heapconv-gate.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Writes an annotation of a kind; in its text, what is special to the runner is escaped.
annotate() {
  local text=${2//'%'/%25}
  text=${text//$'\r'/%0D}
  text=${text//$'\n'/%0A}
  printf '::%s title=Heap growth::%s\n' "$1" "$text"
}

# Ends the step.
finish() {
  local outcome=$1 status=$2 exit_status=$3
  printf 'outcome=%s\nstatus=%s\n' "$outcome" "$status" >>"$GITHUB_OUTPUT"
  exit "$exit_status"
}

refuse() {
  annotate error "$1"
  finish error 2 2
}

# Adds the lines of a text that are not blank to the command, each behind a prefix.
add_lines() {
  local line
  while IFS= read -r line; do
    line=${line%$'\r'}
    [[ -z ${line//[[:space:]]/} ]] || command+=("$1$line")
  done <<<"$2"
}

# Prints a file that names of functions may be part of; none of its lines is a command to the runner.
show() {
  local token
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '::stop-commands::%s\n' "$token"
  cat "$1"
  printf '::%s::\n' "$token"
}

[[ -n ${GATE_BASE:-} ]] || refuse "the input 'base' is empty; name a heap profile to compare with"
[[ -n ${GATE_NEW:-} ]] || refuse "the input 'new' is empty; name the heap profile of this build"
case ${GATE_INCONCLUSIVE:-fail} in
  fail | warn) ;;
  *) refuse "the input 'inconclusive' must be fail or warn, not '$GATE_INCONCLUSIVE'" ;;
esac

heapconv=${GATE_HEAPCONV:-}
if [[ -z $heapconv ]] && ! heapconv=$(command -v heapconv); then
  # The program of the version that this action is.
  prefix=${RUNNER_TEMP:-/tmp}/heapconv
  heapconv=$prefix/bin/heapconv
  if [[ ! -x $heapconv ]]; then
    PREFIX=$prefix "$GITHUB_ACTION_PATH/install.sh" >"$work/install" 2>&1 || {
      show "$work/install"
      refuse "heapconv could not be built; set up JDK 17 or newer before this step, or name a program with 'heapconv'"
    }
  fi
fi
case $heapconv in
  *.jar) command=("${JAVA_HOME:+$JAVA_HOME/bin/}java" -jar "$heapconv") ;;
  *) command=("$heapconv") ;;
esac

command+=(diff)
words=${#command[@]}
add_lines --fail-on= "${GATE_FAIL_ON:-}"
[[ ${#command[@]} -gt $words ]] || refuse "the input 'fail-on' is empty; give a limit, such as space>5%"
[[ -z ${GATE_VIEW:-} ]] || command+=("--sort=$GATE_VIEW")
add_lines "" "${GATE_ARGS:-}"
summary=$work/summary.md
compared=(-- "$GATE_BASE" "$GATE_NEW")

status=0
"${command[@]}" -o "$summary" "${compared[@]}" 2>"$work/messages" || status=$?
show "$work/messages"
if [[ -f $summary ]]; then
  # As code, names of files are what they are, whatever they contain.
  {
    printf '### Heap growth\n\n'
    printf 'base  %s\nnew   %s\n' "$GATE_BASE" "$GATE_NEW" | sed 's/^/    /'
    printf '\n'
    cat "$summary"
    printf '\n'
  } >>"$GITHUB_STEP_SUMMARY"
fi

# The last message of heapconv that begins with a word.
message() {
  sed -n "s/^heapconv: \($1\)/\1/p" "$work/messages" | tail -n 1
}

case $status in
  0)
    # Help ends with 0, too.
    [[ -f $summary ]] || refuse "heapconv diff compared nothing; see the arguments in the input 'args'"
    # Whether growth by a limit could have been seen, the status of a strict comparison says.
    "${command[@]}" --strict -o "$work/strict.md" "${compared[@]}" >"$work/strict" 2>&1 || status=$?
    [[ $status -ne 7 ]] || annotate warning "$(message PASS)"
    finish pass 0 0
    ;;
  6)
    annotate error "$(message FAIL)"
    finish fail 6 6
    ;;
  7)
    if [[ $GATE_INCONCLUSIVE = warn ]]; then
      annotate warning "$(message INCONCLUSIVE)"
      finish inconclusive 7 0
    fi
    annotate error "$(message INCONCLUSIVE)"
    finish inconclusive 7 7
    ;;
  *)
    annotate error "heapconv diff ended with status $status: $(message .)"
    finish error "$status" "$status"
    ;;
esac
