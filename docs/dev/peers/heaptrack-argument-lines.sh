#!/bin/bash
# heaptrack_print shows wrong functions, or nothing, if an argument of the program has several lines, such as a script after -c.
#
# Version: heaptrack 1.4.0-2 of Debian 12 with its libraries; valgrind 1:3.19.0-1 of Debian 12. Needs: a C compiler, libc6-dbg, x86-64.
# Expected: the arguments of a program that does not look at them make no difference: keep() allocates 1,000,000 bytes.
# Observed: heaptrack writes the arguments as they are, and takes each further line for a record of its own. With sys.exit() as
#   the second line, which counts as a string, all names are off by one: heaptrack_print shows the source file in place of keep(),
#   and main as its file. With a line that begins with "x ", it records no allocation, because of a "duplicate exe event". Each
#   step ends with status 0. massif writes both lines, too, and ms_print ends with "missing 'time_unit' line".
# Consequence: put the script into a file, or on one line.
. "$(dirname "$0")/lib.sh"
debs heaptrack=1.4.0-2 libheaptrack=1.4.0-2 libunwind8=1.6.2-3 libboost-program-options1.74.0=1.74.0+ds1-21 \
  libboost-iostreams1.74.0=1.74.0+ds1-21 libboost-filesystem1.74.0=1.74.0+ds1-21 valgrind=1:3.19.0-1
export VALGRIND_LIB=$dir/usr/libexec/valgrind

cat >keep.c <<'C'
#include <stdlib.h>
static char *volatile held;
__attribute__((noinline)) void keep(void) { held = malloc(1000000); }
int main(void) {
  keep();
  free(held);
  return 0;
}
C
cc -g -O0 -fno-builtin keep.c -o keep
record() {
  usr/bin/heaptrack -o "$1" ./keep "$2" >"$1.log" 2>&1
  usr/bin/heaptrack_print "$1".zst 2>/dev/null | sed -n '/^MOST CALLS/,/^$/p' | tee "$1.txt"
}
record line 'import sys; sys.exit()'
record string $'import sys\nsys.exit()'
record exe $'import sys\nx = 1'
usr/bin/valgrind.bin -q --tool=massif --massif-out-file=massif.out ./keep $'import sys\nsys.exit()'
perl usr/bin/ms_print massif.out >massif.txt 2>&1 && echo "status 0" >>massif.txt
still "with an argument of one line, heaptrack_print names keep()" has '^keep$' line.txt
still "with sys.exit() on a second line, it names the file instead" has '^/.*/keep\.c$' string.txt
still "with x = 1 on a second line, heaptrack records no allocation" has '^[[:space:]]*allocations:[[:space:]]*0$' exe.log
still "massif writes both lines" has '^sys\.exit\(\)$' massif.out
still "ms_print refuses them" has "missing 'time_unit' line" massif.txt
still "and does not end with status 0" lacks 'status 0' massif.txt
