#!/usr/bin/env bash
# Logs the allocations of programs, on Debian 12 as root, and reduces the logs to what reduce.py describes.
#
#   log.sh LIST OUT.tsv.gz [NAME ...]
#
# LIST is library.txt, of which the library of sizes is made, or judges.txt, of programs that judge the estimator. A line
# is a program, its packages and a command that makes it work, for at most ALLOCLOG_SECONDS (90); log_of() says which process of the
# command is the program. What only prepares the command is started with "quiet", which logs nothing.
# Set ALLOCLOG_WORK to a directory to keep the logs and to go on after an interruption: a program with logs/NAME.done is
# not run again.
set -u
here=$(cd "$(dirname "$0")" && pwd)
list=$(realpath "$1")
out=$(realpath -m "$2")
shift 2
work=${ALLOCLOG_WORK:-$(mktemp -d)}
mkdir -p "$work/logs" && cd "$work"
cc -O2 -fPIC -shared -o alloclog.so "$here/alloclog.c"
apt-get update -q >logs/apt.update 2>&1

inputs() {
  [ ! -f inputs.made ] || return 0
  cat /usr/include/c++/12/bits/*.h >text.txt
  { echo '#include <stdio.h>'; for i in $(seq 400); do
    echo "static int f$i(int a, double b) { int s = 0; for (int i = 0; i < a; i++) s += i * $i % 7 + (int)b; return s; }"; done
    echo 'int main(int c, char **v) { int s = 0;'; for i in $(seq 400); do echo "s += f$i(c, s);"; done; echo 'return s; }'; } >big.c
  { echo 'program p'; for i in $(seq 400); do echo "x$i = $i * sin(real($i)) + x$((i > 1 ? i - 1 : 1))"; done; echo 'print *, x400'; echo 'end program'; } >p.f90
  { for i in $(seq 2000); do echo "fn f$i(a: u64) -> u64 { let v: Vec<u64> = (0..a).map(|x| x * $i).collect(); v.iter().sum() }"; done
    echo 'fn main() { println!("{}", f1(3) + f1999(4)); }'; } >p.rs
  { echo 'package main'; for i in $(seq 1500); do echo "func f$i(a []int) map[int]string { m := map[int]string{}; for i, x := range a { m[i*x] = \"$i\" }; return m }"; done
    echo 'func main() { println(len(f1([]int{1, 2}))) }'; } >p.go
  awk 'BEGIN { print "<r>"; for (i = 0; i < 40000; i++) printf "<item id=\"%d\"><name>name %d</name><v>%f</v></item>\n", i, i % 977, rand(); print "</r>" }' >items.xml
  awk 'BEGIN { for (i = 0; i < 60000; i++) printf "%d,%s%d,%f,%d\n", i, "key", i % 1999, rand(), int(rand() * 1e6) }' >table.csv
  awk 'BEGIN { print "<html><body><table>"; for (i = 0; i < 4000; i++) printf "<tr><td><a href=\"x%d\">link %d</a></td><td><b>text &amp; %f</b></td></tr>\n", i, i, rand(); print "</table></body></html>" }' >page.html
  awk 'BEGIN { print "digraph g {"; for (i = 0; i < 700; i++) printf "n%d -> n%d; n%d -> n%d;\n", i, int(i / 2), i, int(rand() * i); print "}" }' >graph.dot
  awk 'BEGIN { print "p cnf 180 760"; for (i = 0; i < 760; i++) { for (j = 0; j < 3; j++) printf "%d ", (rand() < .5 ? -1 : 1) * (1 + int(rand() * 180)); print "0" } }' >sat.cnf
  awk 'BEGIN { print "\\documentclass{article}\\begin{document}"; for (i = 0; i < 300; i++) printf "\\section{S %d} $a_{%d}^2+\\frac{1}{%d}$ words and more words of a text that is broken into lines.\n\n", i, i, i + 1; print "\\end{document}" }' >paper.tex
  awk 'BEGIN { print "(declare-const x0 Int)"; for (i = 1; i < 300; i++) printf "(declare-const x%d Int)(assert (> (+ x%d (* 3 x%d)) %d))\n", i, i, i - 1, i % 37; print "(check-sat)(get-model)" }' >p.smt2
  awk 'BEGIN { for (i = 0; i < 3000; i++) { printf ">s%d\n", i; for (j = 0; j < 60; j++) printf "%s", substr("ACGT", 1 + int(rand() * 4), 1); print "" } }' >seq.fa
  cat <<'TEXT' >list.awk
{ for (i = 1; i <= NF; i++) { n[$i]++; where[$i] = where[$i] " " NR } } END { for (w in n) s = s n[w]; print length(s) }
TEXT
  touch inputs.made
}

# For what only prepares a command and is not to be logged.
quiet() { env -u LD_PRELOAD "$@"; }
export -f quiet

# The log of a program (allocations, then the file): of the processes of that name the one that allocated most, or,
# where these did little because they start others, the one that allocated most of all but the shells and the judges.
judges=' cc1plus clang-14 python3.11 node javac git perl sqlite3 xmllint convert-im6.q16 doxygen ffmpeg gdb cmake vim.basic vim.tiny bash jq tar grep '
log_of() {
  local file allocations executable
  for file in "logs/$1.log".*; do
    [ -f "$file" ] || continue
    IFS=' ' read -r allocations executable < <(awk -F '\t' '$1 == "M" && !e { n = split($5, part, "/"); e = part[n] } $1 == "C" { a += $4 } END { print a + 0, e }' "$file")
    [[ "$judges" != *" $executable "* ]] || continue
    case $executable in
    *"$1"*) [ "$allocations" -lt 2000 ] && echo "0 $allocations $file" || echo "1 $allocations $file" ;;
    *) echo "0 $allocations $file" ;;
    esac
  done | sort -k 1,1rn -k 2,2rn | head -n 1 | cut -d ' ' -f 2-
}

inputs
chosen=" $* "
arguments=()
while IFS='|' read -r name packages command; do
  [ "$chosen" = "  " ] || [[ $chosen == *" $name "* ]] || continue
  if [ ! -f "logs/$name.done" ]; then
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends $packages </dev/null >"logs/$name.apt" 2>&1 ||
      { echo "$name: cannot be installed" >&2; continue; }
    ALLOCLOG="$work/logs/$name.log" LD_PRELOAD="$work/alloclog.so" timeout -k 5 "${ALLOCLOG_SECONDS:-90}" nice -n 10 bash -c "$command" >"logs/$name.out" 2>&1 </dev/null
    touch "logs/$name.done"
  fi
  log=$(log_of "$name")
  if [ "${log%% *}" -ge 2000 ] 2>/dev/null; then arguments+=("$name=${log#* }"); else echo "$name: too little was logged (${log:-nothing})" >&2; fi
done < <(grep -v "^#" "$list")
python3 "$here/reduce.py" "$out" "${arguments[@]}"
