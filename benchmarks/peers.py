#!/usr/bin/env python3
"""Prints heapconv beside other programs that do the same with the same file.

    benchmarks/peers.py [--rows REGEX] [--runs 5] [--cache DIR]

Environment: that of speed.py, and JFRCONV, the jar of async-profiler's converter. Lines whose peer is not installed are
left out, with advice. The two programs of a line take turns; figures are medians, with the least and the most.
"""

import collections
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import speed
from speed import OUT, ROOT, Generated, Line, Made, NotThere, Shared

# How to call it, what prints its version, and how to get it.
Peer = collections.namedtuple("Peer", "name command version advice")

JFRCONV = os.environ.get("JFRCONV", "jfr-converter.jar")
SPEEDSCOPE = ROOT / "converters/src/test/node/node_modules/speedscope"
TOP = "top -q {input}"
SUMS = "-q {input} -o {out}/profile.pb.gz --unskew none"

# An allocation is live if its address is not freed later: in this log, no address is used twice.
LIVE_JQ = r"""
reduce inputs as $r ({};
  if $r.alloc then setpath([$r.alloc]; $r) elif $r.free then setpath([$r.free]; null)
  elif $r.frames then setpath(["\($r.stack)"]; $r.frames | join(";")) else . end)
| . as $all | reduce (.[] | objects) as $a ({}; setpath(["\($a.stack)"]; .["\($a.stack)"] + $a.size))
| to_entries | sort_by(-.value)[] | [.value, $all[.key]] | @tsv"""
LIVE_SQL = """
COPY (WITH log AS (FROM read_json('{input}', format = 'newline_delimited', columns = {alloc: 'VARCHAR',
    free: 'VARCHAR', size: 'BIGINT', stack: 'BIGINT', frames: 'VARCHAR[]'})),
  live AS (SELECT sum(size) AS bytes, stack FROM (FROM log WHERE alloc IS NOT NULL) a
    ANTI JOIN (FROM log WHERE free IS NOT NULL) f ON f.free = a.alloc GROUP BY stack)
  SELECT bytes, array_to_string(n.frames, ';') FROM live JOIN (FROM log WHERE frames IS NOT NULL) n USING (stack)
  ORDER BY bytes DESC
) TO '{out}/live.tsv'"""


PPROF = Peer(
    "`go tool pprof -top`",
    ["go", "tool", "pprof", "-symbolize=none", "-top", "{input}"],
    ["go", "version"],
    "apt-get install golang-go",
)
IMPORTER = Peer(
    "Speedscope's importer",
    ["node", ROOT / "benchmarks/speedscope.cjs", SPEEDSCOPE, "{input}"],
    ["node", "-p", f"'Speedscope ' + require('{SPEEDSCOPE}/package.json').version"],
    "apt-get install nodejs npm, and npm ci in converters/src/test/node",
)
JEPROF = Peer(
    "`jeprof --text`",
    ["sh", "-c", "jeprof --text $(g++ -print-prog-name=cc1plus) {input}"],
    ["jeprof", "--version"],
    "apt-get install g++ binutils libjemalloc-dev",
)
CONVERTER = Peer(
    "`jfrconv --alloc --total`",
    ["java", "-jar", JFRCONV, "--alloc", "--total", "{input}", "{out}/profile.pb.gz"],
    ["sh", "-c", 'java -jar "$0" --help >/dev/null && basename "$0"', JFRCONV],
    "take tools.profiler:jfr-converter from Maven Central, and set JFRCONV to the jar",
)
JQ = Peer("jq", ["jq", "-nr", LIVE_JQ, "{input}"], ["jq", "--version"], "apt-get install jq")
DUCKDB = Peer(
    "DuckDB",
    [sys.executable, "-c", "import duckdb, sys; duckdb.sql(sys.argv[1])", LIVE_SQL],
    [sys.executable, "-c", "import duckdb; print('DuckDB', duckdb.__version__)"],
    "pip install duckdb",
)


class Comparison(Line):
    """A line with a peer."""

    def __init__(self, label, source, command, peer):
        super().__init__(f"{label}, {peer.name}", source, command)
        self.peer = peer

    def prepare(self, cache):
        try:
            subprocess.run(self.peer.version, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        except (OSError, subprocess.CalledProcessError):
            raise NotThere(f"the peer is not there; {self.peer.advice}") from None
        super().prepare(cache)

    def peer_words(self, out):
        return [str(word).replace("{input}", str(self.input)).replace("{out}", str(out)) for word in self.peer.command]


def lines():
    cc1plus, clang, clang_cont = speed.own("cc1plus_i512"), Shared("clang_i8192"), Shared("clang_cont_i512")
    recordings = {"cc1plus_i512": cc1plus, "clang_i8192": clang, "clang_cont_i512": clang_cont}
    profiles = [Made(f"{name}.pb.gz", '"$heapconv" -q "$input" -o "$out"', source) for name, source in recordings.items()]
    # A compiler under jemalloc, and heapconv itself under Flight Recorder, both with far more samples than usual.
    jemalloc = Made("cc1plus.heap", """
        echo '#include <regex>\nbool f(std::string s) { return std::regex_match(s, std::regex(s)); }' |
          LD_PRELOAD=libjemalloc.so.2 MALLOC_CONF=prof:true,prof_accum:true,lg_prof_sample:9,prof_final:true,prof_prefix:"$out" \\
          g++ -O2 -x c++ -c - -o /dev/null
        mv "$(ls -S "$out".*.heap | head -1)" "$out"
        rm "$out".*.heap""")
    flight = Made("heapconv.jfr", """
        export HEAPCONV_JAVA_OPTS="-XX:TLABSize=4k -XX:MinTLABSize=2k -XX:-ResizeTLAB \\
          -XX:StartFlightRecording:filename=$out,settings=profile,jdk.ObjectAllocationSample#throttle=off"
        "$heapconv" growth -q "$input" """, clang_cont)
    log = Generated("samples-1M.jsonl", "SampleLogs", OUT, "json", 1_000_000, 5_000_000)
    return [
        *(Comparison(f"`top {made.name}`", made, TOP, peer) for peer in (PPROF, IMPORTER) for made in profiles),
        Comparison("`top` of a jemalloc dump of cc1plus", jemalloc, TOP, JEPROF),
        Comparison("JFR allocations as pprof", flight, speed.CONVERT, CONVERTER),
        Comparison("live bytes per stack of a sample log", log, SUMS, JQ),
        Comparison("live bytes per stack of a sample log", log, SUMS, DUCKDB),
        Comparison("the same with estimates", log, speed.CONVERT, DUCKDB),
    ]


def main():
    options = speed.arguments(__doc__).parse_args()
    programs = speed.find_programs()
    chosen = speed.prepared(lines(), options)
    print(speed.machine(programs, options))
    print("Peers: " + "; ".join(dict.fromkeys(speed.first_line(*line.peer.version) for line in chosen)) + ".\n")
    print("| input, peer | size | heapconv, s | CPU, s | peak memory | peer, s | CPU, s | peak memory | heapconv/peer | of CPU |")
    print("|---|" + "--:|" * 9)
    with tempfile.TemporaryDirectory() as folder:
        bench = speed.Bench(Path(folder))
        for line in chosen:
            ours, theirs = [programs["heapconv"], *line.words(bench.out, [])], line.peer_words(bench.out)
            ours, theirs = bench.take_turns({"heapconv": ours, "peer": theirs}, options.runs).values()
            cells = [line.label, speed.size(line.bytes), *speed.times(ours), speed.peak(ours)]
            cells += [*speed.times(theirs), speed.peak(theirs), *speed.ratios(ours, theirs)]
            print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    speed.run_main(main)
