#!/usr/bin/env bash
# Logs the programs that the library of sizes is made of, on Debian 12 as root, and reduces the logs.
#
#   library.sh OUT.tsv.gz [NAME ...]
#
# Each line below is a program, its packages and a command that makes it work, for at most 90 s; log_of() says which
# process of the command is the program. What only prepares the command is started with "quiet", which logs nothing.
# Set ALLOCLOG_WORK to a directory to keep the logs and to go on after an interruption: a program with logs/NAME.done is
# not run again. Programs of programs.tsv.gz, which judge the estimator, must never be added here.
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=$(realpath -m "$1")
shift
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

# program | packages | command
programs() {
  cat <<'LIST'
cc1|gcc|gcc -O2 -c big.c -o /dev/null
f951|gfortran-12|gfortran-12 -O2 -c p.f90 -o /dev/null
gnat|gnat-12|printf 'with Ada.Text_IO, Ada.Containers.Vectors; procedure P is package V is new Ada.Containers.Vectors (Positive, Integer); X : V.Vector; begin X.Append (1); Ada.Text_IO.Put_Line ("x"); end P;' >p.adb && gnatgcc -O2 -c p.adb -o p.o
gdc|gdc-12|printf 'import std.stdio, std.algorithm, std.regex, std.json; void main() { writeln(parseJSON("[1,2]"), matchFirst("abc", regex("b"))); }' >p.d && gdc-12 -O1 -c p.d -o p.o
gccgo|gccgo-12|gccgo-12 -O1 -c p.go -o p.o
rustc|rustc|{ head -n 400 p.rs; echo 'fn main() { println!("{}", f1(3) + f399(4)); }'; } >q.rs && rustc --emit=obj q.rs -o q.o
ld.bfd|binutils g++-12 g++|g++ -shared -o x.so -Wl,--whole-archive /usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.a -Wl,--no-whole-archive
ld.gold|binutils|ld.gold -shared -o x.so --whole-archive /usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.a --no-whole-archive
lld|lld-14|ld.lld-14 -shared -o x.so --whole-archive /usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.a --no-whole-archive
as|binutils|quiet gcc -O1 -S big.c -o big.s && as big.s -o x.o
objdump|binutils|quiet gcc -g -O1 -c big.c -o big.o && objdump -dClrx -Wi -Wl big.o
clang-tidy|clang-tidy-14|clang-tidy-14 --checks='*' big.c -- -DX
clang-format|clang-format-14|head -c 400000 text.txt >t.h && clang-format-14 t.h
nasm|nasm|awk 'BEGIN { for (i = 0; i < 20000; i++) printf "l%d: mov eax, %d\n jmp l%d\n", i, i, i / 2 }' >p.asm && nasm -f elf64 p.asm -o p.o
bison|bison|awk 'BEGIN { print "%%"; for (i = 0; i < 300; i++) printf "r%d: r%d \x27a\x27 | \x27b\x27 r%d | \x27c\x27;\n", i, (i + 1) % 300, (i * 7) % 300 }' >g.y && bison g.y -o g.c
swig|swig|printf '%%module m\n%%include <std_vector.i>\n%%include <std_map.i>\n%%include <std_string.i>\n%%template(V) std::vector<int>;\n%%template(M) std::map<std::string,int>;\n' >m.i && swig -c++ -python m.i
ruby|ruby|ruby -rjson -e 'a = (1..200000).map { |i| { "k#{i % 997}" => i.to_s * 3, v: [i, i.to_f] } }; puts JSON.generate(a).size; puts a.group_by { |h| h.keys[0] }.size; puts JSON.parse(JSON.generate(a)).size'
php|php-cli|php -r '$a = []; for ($i = 0; $i < 200000; $i++) $a["k" . $i % 9973][] = str_repeat("x", $i % 50); echo strlen(json_encode($a)), count(json_decode(json_encode($a), true)), strlen(serialize($a)), preg_match_all("/x+/", implode(" ", $a["k3"]));'
lua|lua5.4|lua5.4 -e 'local t = {} for i = 1, 300000 do t[i] = { name = "n" .. i % 977, v = { i, i + 1 } } end table.sort(t, function(a, b) return a.name < b.name end) local s = {} for i, x in ipairs(t) do s[#s + 1] = x.name .. i end print(#table.concat(s))'
tcl|tcl|echo 'for {set i 0} {$i < 100000} {incr i} { dict lappend d k[expr {$i % 997}] [string repeat x [expr {$i % 40}]] }; puts [llength [lsort [split [dict get $d k3] ""]]]; set f [open table.csv]; puts [llength [lsort -index 1 [lmap l [split [string trim [read $f]] \n] {split $l ,}]]]' >p.tcl && tclsh p.tcl
guile|guile-3.0|guile -c '(use-modules (ice-9 regex) (srfi srfi-1)) (display (length (map (lambda (i) (string-append "x" (number->string i))) (iota 300000))))'
gawk|gawk|gawk -f list.awk text.txt
R|r-base-core|Rscript -e 'd <- read.csv("table.csv", header = FALSE); m <- lm(V3 ~ V4, d); print(summary(m)); print(aggregate(V3 ~ V2, d, mean)[1:3, ]); x <- lapply(1:20000, function(i) list(i, as.character(i)))'
octave|octave|octave-cli --eval 'a = rand(300); [u, s, v] = svd(a); c = cell(1, 5000); for i = 1:5000, c{i} = sprintf("%d", i); end; disp(numel(strjoin(c, ",")))'
gnuplot|gnuplot-nox|gnuplot -e 'set terminal svg; set output "x.svg"; set datafile separator ","; plot "table.csv" using 1:3:2 with labels, "table.csv" using 3:4 with lines; do for [i=1:20000] { s = sprintf("%d %s", i, word("a b c", 2)) }; set dgrid3d 30,30; splot "table.csv" every 100 using 1:3:4 with pm3d'
mujs|mujs|printf 'var a = []; for (var i = 0; i < 60000; i++) a.push({ k: "x" + i %% 97, v: [i, i * 2] }); a.sort(function (p, q) { return p.k < q.k ? -1 : 1 }); print(JSON.stringify(a).length);' >p.js && mujs p.js
emacs|emacs-nox|emacs --batch --eval '(progn (find-file "text.txt") (c++-mode) (font-lock-ensure) (goto-char 1) (while (re-search-forward "template" nil t) (replace-match "TEMPLATE")) (message "%d" (length (split-string (buffer-string)))))'
lynx|lynx|lynx -dump -width=200 page.html
links|links2|links2 -dump page.html
tidy|tidy|tidy -q -asxhtml page.html
xsltproc|xsltproc|printf '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:key name="k" match="item" use="name"/><xsl:template match="/"><o><xsl:for-each select="//item"><xsl:sort select="v"/><p n="{count(key(\x27k\x27, name))}"><xsl:value-of select="v"/></p></xsl:for-each></o></xsl:template></xsl:stylesheet>' >s.xsl && xsltproc s.xsl items.xml
nginx|nginx-light curl|mkdir -p ngx && head -c 3000 text.txt >ngx/t.txt && printf 'daemon off; master_process off; pid ngx/p; error_log ngx/e; events {} http { access_log ngx/a; gzip on; gzip_types *; autoindex on; server { listen 127.0.0.1:18080; root %s; } }' "$PWD/ngx" >ngx.conf && (timeout -s QUIT 30 nginx -p . -c ngx.conf & sleep 2; for u in t.txt '' none; do quiet curl -s -H 'Accept-Encoding: gzip' -H 'Connection: close' "http://127.0.0.1:18080/$u?[1-2000]" -o x; done; wait)
apache2|apache2 curl|mkdir -p apa && chmod 755 . apa && { printf 'ServerRoot /etc/apache2\nListen 127.0.0.1:18081\nPidFile %s/apa/p\nErrorLog %s/apa/e\nServerName x\nLoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so\nLoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so\nLoadModule autoindex_module /usr/lib/apache2/modules/mod_autoindex.so\nLoadModule deflate_module /usr/lib/apache2/modules/mod_deflate.so\nLoadModule filter_module /usr/lib/apache2/modules/mod_filter.so\nSetOutputFilter DEFLATE\nDocumentRoot %s\nUser www-data\nGroup www-data\n' "$PWD" "$PWD" "$PWD"; for i in $(seq 3000); do printf '<VirtualHost *:18081>\nServerName h%d\n<Directory /d%d>\nRequire all granted\n</Directory>\n</VirtualHost>\n' "$i" "$i"; done; } >apa.conf && (timeout -s TERM 20 apache2 -X -f "$PWD/apa.conf" & sleep 3; quiet curl -s -H 'Accept-Encoding: gzip' 'http://127.0.0.1:18081/page.html?[1-1000]' -o x; wait)
postgres|postgresql-15|rm -rf pg && mkdir pg && chown postgres pg logs && chmod 777 logs . && P=/usr/lib/postgresql/15/bin && quiet su postgres -c "$P/initdb -D $PWD/pg" >x && cp table.csv /tmp/alloclog.csv && printf 'create table t (a int, b text, c float, d int);\ncopy t from $$/tmp/alloclog.csv$$ csv;\ncreate index on t (b);\nselect b, count(*), avg(c) from t group by b order by 2 desc limit 5;\nselect count(*) from t x join t y on x.b = y.b where x.d < 1000;\nselect string_agg(b, $$,$$ order by c) from t limit 1;\n' >q.sql && su postgres -c "ALLOCLOG=$ALLOCLOG LD_PRELOAD=$LD_PRELOAD $P/postgres --single -D $PWD/pg postgres" <q.sql
mariadbd|mariadb-server|rm -rf my && mkdir my && quiet mariadb-install-db --user=root --datadir="$PWD/my" >x 2>&1 && printf 'use test; create table t (a int primary key, b varchar(20), c double, d int, key (b)) engine=InnoDB; load data infile "%s/table.csv" into table t fields terminated by ","; create table g as select b, count(*) n, avg(c) m, group_concat(a) x from t group by b; create table j as select x.a from t x join t y on x.b = y.b where x.d < 1000;' "$PWD" | tr ';' '\n' | sed 's/$/;/' | tr '\n' ' ' | sed 's/; /;\n/g' >q.my && mariadbd --no-defaults --user=root --datadir="$PWD/my" --bootstrap <q.my
dnsmasq|dnsmasq|for i in $(seq 20000); do echo "10.2.$((i / 250 % 250)).$((i % 250)) host$i.test"; done >h.txt; timeout -s TERM 4 dnsmasq -d -p 18054 -a 127.0.0.1 -C /dev/null -H h.txt -u root
haproxy|haproxy|{ printf 'defaults\n mode http\n timeout connect 1s\n timeout client 1s\n timeout server 1s\nfrontend f\n bind 127.0.0.1:18082\n default_backend b1\n'; for i in $(seq 800); do printf 'backend b%d\n server s1 127.0.0.1:1%03d\n server s2 127.0.0.1:2%03d\n' "$i" $((i % 900)) $((i % 900)); done; } >h.cfg; haproxy -c -f h.cfg
svn|subversion|rm -rf repo wc && svnadmin create repo && svn checkout "file://$PWD/repo" wc && mkdir wc/d && for i in $(seq 1500); do quiet head -c $((i * 9)) text.txt >wc/d/$i; done && svn add wc/d && svn commit -m x wc && svn log -v wc
rsync|rsync|rm -rf rs && rsync -a /usr/share/doc/ rs/
curl|curl|curl -s -o x "file://$PWD/page.html" -o y "file://$PWD/items.xml" $(for i in $(seq 400); do echo "-o z file://$PWD/page.html"; done)
sox|sox|sox -n -n synth 1 sine 300 $(for i in $(seq 3000); do echo "equalizer $((i + 100)) 1q 1"; done)
ghostscript|ghostscript|gs -q -dBATCH -dNOPAUSE -sDEVICE=pdfwrite -sOutputFile=g.pdf -c '0 1 400 { /i exch def /Helvetica findfont i 10 mod 8 add scalefont setfont i 500 mod i 700 mod moveto (text of a page) show i 50 mod 0 eq { showpage } if } for showpage'
pdftoppm|poppler-utils texlive-latex-base|quiet pdflatex -interaction=batchmode paper.tex; pdftoppm -r 60 paper.pdf pg_out
pdftotext|poppler-utils texlive-latex-base|quiet pdflatex -interaction=batchmode paper.tex; pdftotext -bbox-layout paper.pdf x.html
mutool|mupdf-tools texlive-latex-base|quiet pdflatex -interaction=batchmode paper.tex; mutool draw -F svg -o x%d.svg paper.pdf 1-20
qpdf|qpdf texlive-latex-base|quiet pdflatex -interaction=batchmode paper.tex; qpdf --qdf --object-streams=generate --linearize paper.pdf x.pdf
pdftex|texlive-latex-base|pdflatex -interaction=batchmode paper.tex
inkscape|inkscape|gnuplot -e 'set terminal svg; set output "i.svg"; plot sin(x), cos(x)' 2>x; printf '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">%s</svg>' "$(for i in $(seq 300); do echo "<path d='M$i 0 C 10 20 30 $i 50 60'/><text x='$i' y='9'>t$i</text>"; done)" >i.svg; inkscape -o x.png i.svg
rsvg|librsvg2-bin|printf '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">%s</svg>' "$(for i in $(seq 3000); do echo "<g opacity='.5'><path d='M$i 0 C 10 20 30 $i 50 60'/><text x='$((i % 400))' y='9'>t$i</text></g>"; done)" >r.svg; rsvg-convert r.svg -o x.png
dot|graphviz|dot -Tsvg graph.dot
groff|groff|groff -man -Tps /dev/stdin < <(zcat /usr/share/man/man1/*.gz 2>/dev/null | head -c 400000; printf '.TH X 1\n'; for i in $(seq 3000); do printf '.SH N%d\n.B bold\ntext of line %d\n.I it\n' $i $i; done)
7z|p7zip-full|rm -f x.7z; 7z a -mx=1 x.7z /usr/share/doc
openssl|openssl|openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=x -keyout k.pem -out c.pem -days 9; cat $(yes /etc/ssl/certs/ca-certificates.crt | head -20) >many.pem; openssl crl2pkcs7 -nocrl -certfile many.pem | openssl pkcs7 -print_certs -text -noout
gpg|gnupg|export GNUPGHOME="$PWD/gh"; rm -rf gh; mkdir -p gh; chmod 700 gh; quiet gpg --batch --passphrase '' --quick-generate-key x; for i in $(seq 800); do quiet head -n $i table.csv >gh/f$i; done; gpg --batch --yes --passphrase '' -r x --trust-model always --multifile --encrypt gh/f*
tshark|tshark|awk 'BEGIN { for (i = 0; i < 6000; i++) { printf "000000 "; for (j = 0; j < 80; j++) printf "%02x ", int(rand() * 256); print "" } }' >p.hex; text2pcap -q -T 80,4000 p.hex p.pcap; tshark -V -r p.pcap
apt|apt|apt-cache dumpavail; apt-get -s dist-upgrade; apt-cache depends --recurse gimp
dpkg|dpkg|dpkg-query -W -f '${Package} ${Depends} ${Description} ${db-fsys:Files}\n'
make|make|{ echo 'all: t1999'; for i in $(seq 1999); do printf 't%d: t%d\n\t@:\n' $i $((i / 2)); done; echo 't0:'; } >M && make -f M
ninja|ninja-build|{ printf 'rule r\n command = true $in $out\n'; for i in $(seq 20000); do echo "build o$i: r i$((i / 3))"; done; } >build.ninja; quiet seq -f i%g 0 7000 | quiet xargs touch; ninja -n
cppcheck|cppcheck|cppcheck --enable=all --language=c++ /usr/include/c++/12/bits/stl_vector.h /usr/include/c++/12/bits/regex.h big.c
ctags|universal-ctags|ctags -f x.tags -R /usr/include/c++/12/bits /usr/include/linux
qemu-img|qemu-utils|qemu-img create -f qcow2 x.qcow2 2G; for i in $(seq 8000); do echo "write -q $((i * 37 % 8192 * 64))k 4k"; done | qemu-io x.qcow2 >x; qemu-img convert -O qcow2 -c x.qcow2 x2.qcow2
povray|povray povray-includes|awk 'BEGIN { print "camera { location <0,2,-9> look_at 0 } light_source { <9,9,-9> 1 }"; for (i = 0; i < 3000; i++) printf "sphere { <%f,%f,%f> .2 pigment { rgb <%f,.5,.5> } }\n", rand() * 6 - 3, rand() * 6 - 3, rand() * 6, rand() }' >s.pov; povray +W80 +H60 -D +Is.pov +Ox.png
openscad|openscad|printf 'for (i = [0:3]) translate([i, 0, 0]) difference() { cube(2); sphere(1.2, $fn = 8); }' >s.scad; openscad -o x.stl s.scad
z3|z3|z3 p.smt2
minisat|minisat2 minisat|minisat sat.cnf
gp|pari-gp|echo 'for (i = 1, 300, factor(2^i - 1)); print(polroots(x^60 - 3 * x + 1)[1]); v = vector(10000, i, Str(i)); print(#v)' | gp -q
ngspice|ngspice|{ echo 't'; for i in $(seq 400); do echo "r$i n$i n$((i + 1)) 1k"; echo "c$i n$i 0 1n"; done; printf 'v1 n1 0 pulse(0 5 0 1n 1n 1u 2u)\n.tran 20n 20u\n.end\n'; } >c.cir; ngspice -b c.cir
aapt|aapt|mkdir -p res/values; { echo '<resources>'; for i in $(seq 6000); do echo "<string name=\"s$i\">value $i</string>"; done; echo '</resources>'; } >res/values/s.xml; printf '<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="x.y"><application/></manifest>' >AndroidManifest.xml; aapt package -f -M AndroidManifest.xml -S res -F x.apk
java|default-jdk-headless|printf 'import java.nio.file.*; public class P { static int n; public static void main(String[] a) throws Exception { var root = FileSystems.getFileSystem(java.net.URI.create("jrt:/")).getPath("/modules/java.base/java"); try (var s = Files.walk(root)) { s.map(f -> f.toString()).filter(f -> f.endsWith(".class")).limit(4000).forEach(f -> { try { n += Class.forName(f.substring(19, f.length() - 6).replace((char) 47, (char) 46)).getDeclaredMethods().length; } catch (Throwable e) { } }); } for (int i = 0; i < 2000; i++) { Thread t = new Thread(() -> String.format("%%d", n)); t.start(); t.join(); } System.out.println(n); } }' >P.java; quiet javac P.java; java -cp . P
Xvfb|xvfb x11-apps|(timeout -s TERM 6 Xvfb :77 & sleep 1; DISPLAY=:77 LD_PRELOAD= timeout 4 xeyes & wait)
zsh|zsh|zsh -c 'typeset -A m; for i in {1..60000}; do m[k$((i % 997))]+="x$i "; done; print ${#${(j:,:)m}}; for f in ${(s: :)m}; do a+=($f); done; print $#a'
bc|bc|echo 'define f(n) { if (n < 2) return n; return f(n - 1) + f(n - 2) } f(18); scale = 900; 4 * a(1)' | bc -l
hunspell|hunspell hunspell-en-us|head -c 300000 text.txt >h.txt; hunspell -d en_US -l h.txt
fontforge|fontforge-nox fonts-dejavu-core|fontforge -lang=ff -c 'Open("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"); SelectAll(); Simplify(); Generate("x.otf")'
gdal|gdal-bin|awk 'BEGIN { print "id,x,y"; for (i = 0; i < 6000; i++) print i "," rand() * 9 "," rand() * 9 }' >pts.csv; ogr2ogr -f GeoJSON x.json pts.csv -oo X_POSSIBLE_NAMES=x -oo Y_POSSIBLE_NAMES=y; gdal_grid -q -of GTiff -outsize 40 40 -l x x.json x.tif; ogr2ogr -f GPKG x.gpkg x.json
samtools|samtools bwa|bwa index seq.fa; awk 'NR % 2 == 0 { printf "@r%d\n%s\n+\n%s\n", NR, $0, $0 }' seq.fa >r.fq; bwa mem seq.fa r.fq >x.sam; samtools sort x.sam -o x.bam; samtools mpileup -f seq.fa x.bam
blast|ncbi-blast+|makeblastdb -in seq.fa -dbtype nucl -out db; head -200 seq.fa >q.fa; blastn -query q.fa -db db -word_size 7
mafft|mafft|head -120 seq.fa >m.fa; mafft --quiet m.fa
iverilog|iverilog|{ echo 'module t; reg c = 0;'; for i in $(seq 800); do echo "reg [31:0] r$i; always @(posedge c) r$i <= r$((i > 1 ? i - 1 : 1)) + $i;"; done; echo 'initial begin repeat (50) #1 c = ~c; $finish; end endmodule'; } >t.v; iverilog -o x.vvp t.v && vvp x.vvp
yosys|yosys|{ echo 'module t(input c, input [7:0] a, output reg [7:0] y);'; for i in $(seq 60); do echo "reg [7:0] r$i; always @(posedge c) r$i <= a * $i + r$((i > 1 ? i - 1 : 60));"; done; echo 'always @(posedge c) y <= r60; endmodule'; } >y.v; yosys -q -p 'read_verilog y.v; synth -top t; stat'
calc|libreoffice-calc-nogui|timeout 90 soffice --headless --convert-to xlsx table.csv
asciidoctor|asciidoctor|for i in $(seq 1500); do printf '== Section %d\n\nText with *bold* and `code` and http://x.test[link].\n\n* item\n** item\n\n' "$i"; done >a.adoc; asciidoctor a.adoc -o x.html
wkhtmltopdf|wkhtmltopdf|QT_QPA_PLATFORM=offscreen wkhtmltopdf page.html x.pdf
aidl|aidl|mkdir -p x_y/y gen; { echo "package y; interface I {"; for j in $(seq 600); do echo "int m$j(in int[] a, in String[] b, out int[] c);"; done; echo '}'; } >x_y/y/I.aidl; aidl -Ix_y -ogen x_y/y/I.aidl
gjs|gjs|printf 'let m = new Map(); for (let i = 0; i < 200000; i++) { let k = "k" + i %% 997; m.set(k, (m.get(k) || []).concat([{ i, s: "x" + i }]).slice(-50)); } print(JSON.stringify([...m]).length); print("abc def ".repeat(9999).replace(/[a-c]+/g, x => x.toUpperCase()).length);' >g.js; gjs g.js
writer|libreoffice-writer-nogui|soffice --headless --convert-to odt:writer8 page.html
ssconvert|gnumeric|head -n 3000 table.csv >t.csv; ssconvert t.csv x.ods
m4|m4|{ for i in $(seq 3000); do echo "define(\`f$i', \`ifelse(\$1, 0, x$i, \`f$i(decr(\$1))')')f$i(9)"; done; } >f.m4; m4 f.m4
luatex|texlive-latex-base texlive-luatex|lualatex -interaction=batchmode paper.tex
protoc|protobuf-compiler|{ echo 'syntax = "proto3"; package t;'; for i in $(seq 400); do echo "message M$i { map<string, int32> a = 1; repeated M$i b = 2; oneof c { string d = 3; double e = 4; } enum E { Z = 0; Y = 1; } E f = 5; }"; done; } >t.proto; protoc --cpp_out=. --java_out=. t.proto
LIST
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
    ALLOCLOG="$work/logs/$name.log" LD_PRELOAD="$work/alloclog.so" timeout -k 5 90 nice -n 10 bash -c "$command" >"logs/$name.out" 2>&1 </dev/null
    touch "logs/$name.done"
  fi
  log=$(log_of "$name")
  if [ "${log%% *}" -ge 2000 ] 2>/dev/null; then arguments+=("$name=${log#* }"); else echo "$name: too little was logged (${log:-nothing})" >&2; fi
done < <(programs)
python3 "$here/reduce.py" "$out" "${arguments[@]}"
