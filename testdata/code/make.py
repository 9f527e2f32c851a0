"""Makes the shelf programs of this folder, their recordings and truths: python3 make.py

Needs gcc, g++, rustc, binutils, and for arm64 aarch64-linux-gnu-gcc and -g++ (with the libraries that come with them) and qemu-aarch64-static. The
same versions of these make the same files; other compilers make other code, for which the figures in the documents do not hold.

Each program runs under alloclog.c, which logs all it allocates. From the log come the truth, and what heapprofd would have recorded at several
intervals T: a block of T bytes or more always and with its size, a smaller one as often as a Poisson process of rate 1/T over its bytes says, each hit
for T bytes; freed and kept blocks apart. One process, one dump at its end. The program that runs has its symbols, which name the frames; the stripped
one, whose code and build id are the same, is the one in bin/.
"""
import bisect, json, os, random, re, struct, subprocess, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INTERVALS = (4096, 4099, 32768)
DEPTH = 30
ARM64_ROOT = os.environ.get('ARM64_ROOT', '/usr/aarch64-linux-gnu')
CXX = ['-O2', '-std=c++17', '-Wl,--build-id=sha1', 'shelf.cc']
RUST = ['rustc', '--edition', '2021', '-C', 'opt-level=2', '-C', 'lto=fat', '-C', 'codegen-units=1', '-C', 'panic=abort', '-C', 'force-unwind-tables=yes',
        '-C', 'link-arg=-Wl,--build-id=sha1', 'shelf.rs']
LOGGER = ['-O2', '-fPIC', '-shared', '-DDEPTH=64', '-DSKIPPED=1', '../../benchmarks/alloclog/alloclog.c']
# Program: machine, how to build it, strip it, build the logger, and run it with a folder's logger and log.
PROGRAMS = {
    'shelf': ('x86_64', ['g++'] + CXX, 'strip', ['gcc'] + LOGGER, lambda d, p: ['env', 'LD_PRELOAD=%s/alloclog.so' % d, 'ALLOCLOG=%s/log' % d, p]),
    'shelf-arm64': ('aarch64', ['aarch64-linux-gnu-g++'] + CXX, 'aarch64-linux-gnu-strip', ['aarch64-linux-gnu-gcc'] + LOGGER,
                    lambda d, p: ['qemu-aarch64-static', '-L', ARM64_ROOT, '-E', 'LD_PRELOAD=%s/alloclog.so' % d, '-E', 'ALLOCLOG=%s/log' % d, p]),
    'shelf-rust': ('x86_64', RUST, 'strip', ['gcc'] + LOGGER, lambda d, p: ['env', 'LD_PRELOAD=%s/alloclog.so' % d, 'ALLOCLOG=%s/log' % d, p]),
}
# The profiler's own frames, innermost first: on Linux those of its preload library, on Android (here arm64) only the allocator's entry.
LINUX = [('_ZN8perfetto9profiling6Client12RecordMallocEjmmm', 0xa4b8d), ('AHeapProfile_reportAllocation', 0x1be0ee)]
LINUX_ENTRIES = {
    'malloc': [('_ZN8perfetto9profiling11wrap_mallocEjPFPvmEm', 0x86ec5), ('malloc', 0x856be)],
    'calloc': [('_ZN8perfetto9profiling11wrap_callocEjPFPvmmEmm', 0x86f13), ('calloc', 0x85847)],
    'realloc': [('_ZN8perfetto9profiling12wrap_reallocEjPFPvS1_mES1_m', 0x870a0), ('realloc', 0x858b7)],
}
ANDROID_ENTRIES = {'malloc': 0x4a2b4, 'calloc': 0x4a244, 'realloc': 0x4a334}


def varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def number(field, n):
    return varint(field << 3) + varint(n)


def message(field, b):
    b = b.encode() if isinstance(b, str) else b
    return varint(field << 3 | 2) + varint(len(b)) + b


class Elf:
    """A little-endian 64-bit file: build id, load bias, and its functions by address."""

    def __init__(self, path):
        b = open(path, 'rb').read()
        phoff, shoff = struct.unpack_from('<QQ', b, 32)
        _, phnum, shsize, shnum = struct.unpack_from('<HHHH', b, 54)
        self.loads, self.build_id, self.bias, functions = [], b'', None, {}
        for i in range(phnum):
            kind, flags, offset, address, _, size = struct.unpack_from('<IIQQQQ', b, phoff + i * 56)
            if kind == 1:
                self.loads.append((offset, address, size))
                if flags & 1 and self.bias is None:
                    self.bias = address - offset
            end = offset + size
            while kind == 4 and offset + 12 <= end:
                name_size, note_size, note = struct.unpack_from('<III', b, offset)
                data = offset + 12 + (name_size + 3 & ~3)
                if note == 3 and b[offset + 12:offset + 16] == b'GNU\0':
                    self.build_id = b[data:data + note_size]
                offset = data + (note_size + 3 & ~3)
        for i in range(shnum):
            kind, _, _, offset, size, link = struct.unpack_from('<IQQQQI', b, shoff + i * shsize + 4)
            if kind not in (2, 11):
                continue
            strings, = struct.unpack_from('<Q', b, shoff + link * shsize + 24)
            for at in range(offset, offset + size, 24):
                name, info, _, section, address, length = struct.unpack_from('<IBBHQQ', b, at)
                if info & 15 in (2, 10) and section and length:
                    start = strings + name
                    text = b[start:b.index(b'\0', start)].decode()
                    functions[address] = min(functions.get(address, (text, length)), (text, length))
        self.functions = sorted((address,) + f for address, f in functions.items())

    def address(self, offset):
        return next(offset - start + address for start, address, size in self.loads if start <= offset < start + size)

    def name(self, address):
        i = bisect.bisect(self.functions, (address, '\uffff')) - 1
        return self.functions[i][1] if i >= 0 and address < self.functions[i][0] + self.functions[i][2] else ''


class Trace:
    """What a recording has of stacks, interned."""

    def __init__(self):
        self.data, self.ids, self.last = bytearray(), {}, 0
        for kind in (16, 5, 17):
            self.text(kind, b'')

    def intern(self, key, field, body):
        if key not in self.ids:
            parts = body()
            self.last += 1
            self.ids[key] = self.last
            self.data += message(field, number(1, self.last) + parts)
        return self.ids[key]

    def text(self, kind, text):
        return self.intern((kind, text), kind, lambda: message(2, text))

    def mapping(self, path, start, end, offset, bias, build_id):
        return self.intern((path, start), 19, lambda: b''.join([number(2, self.text(16, build_id)), number(8, offset), number(3, 0), number(4, start), number(5, end),
            number(6, bias)] + [number(7, self.text(17, part)) for part in path.split('/')[1:]]))

    def frame(self, name, mapping, pc):
        return self.intern((name, mapping, pc), 6, lambda: number(2, self.text(5, name)) + number(3, mapping) + number(4, pc))

    def stack(self, frames):
        return self.intern(tuple(frames), 7, lambda: b''.join(number(2, frame) for frame in frames))

    def write(self, path, machine, program, interval, rows):
        boot, real = 6_000_000_000_000, 1_795_000_000_000_000_000
        time = boot + 1_700_000_000
        clocks = b''.join(message(1, number(1, clock) + number(2, at)) for clock, at in ((6, boot), (2, real), (4, boot), (1, real), (3, boot), (5, boot)))
        system = message(1, message(1, 'Linux') + message(3, '6.1.0') + message(4, machine)) + message(4, 'Perfetto v58.2')
        dump = number(1, 4242) + number(9, time) + number(15, boot) + message(11, 'libc.malloc') + number(12, interval) + number(13, interval)
        dump += b''.join(message(2, number(1, stack) + number(2, s) + number(3, freed_s) + number(5, n) + number(6, freed_n)) for stack, n, s, freed_n, freed_s in rows)
        packets = [message(6, clocks) + number(10, 1), message(45, system) + number(10, 1),
                   number(8, boot) + message(2, message(1, number(1, 4242) + number(2, 1) + message(3, program))) + number(10, 1), number(87, 1) + number(13, 1) + number(10, 2) + number(42, 1),
                   number(8, time) + message(12, bytes(self.data)) + message(37, number(7, 0) + message(5, dump)) + number(10, 2)]
        with open(path, 'wb') as out:
            out.write(b''.join(message(1, packet + number(3, 0)) for packet in packets))


def sample(chance, counts, interval):
    """How many of these blocks, (size, how many), are recorded, and for how many bytes."""
    n = total = 0
    for size, count in counts:
        if size >= interval:
            n, total = n + count, total + count * size
            continue
        at, last = chance.expovariate(1 / interval), -1
        while at < size * count:
            n, total, last = n + (int(at // size) != last), total + interval, int(at // size)
            at += chance.expovariate(1 / interval)
    return n, total


def read_log(path):
    maps, stacks, counts = [], {}, {}
    for line in open(path):
        kind, *parts = line.rstrip('\n').split('\t')
        if kind == 'M':
            maps.append((int(parts[0], 16), int(parts[1], 16), int(parts[2], 16), parts[3]))
        elif kind == 'S':
            stacks[parts[0]] = [int(pc, 16) for pc in parts[1:]]
        elif kind == 'C':
            counts.setdefault(parts[0], []).append((int(parts[1]), int(parts[2]), int(parts[3])))
        else:
            assert parts == ['0'], 'lost'
    return sorted(maps), stacks, counts


def record(name, work):
    """The stacks of a run: innermost first (file, offset of its code, address, function), with (size, allocated, freed)."""
    machine, build, strip, logger, run = PROGRAMS[name]
    binary = os.path.join(work, name)
    subprocess.run(build + ['-o', binary], check=True, cwd=HERE)
    subprocess.run([strip, '-o', os.path.join(HERE, 'bin', name), binary], check=True)
    subprocess.run(logger + ['-o', os.path.join(work, 'alloclog.so')], check=True, cwd=HERE)
    subprocess.run(run(work, binary), check=True, stdout=subprocess.DEVNULL)
    log, = [os.path.join(work, file) for file in os.listdir(work) if file.startswith('log.')]
    maps, stacks, counts = read_log(log)
    elfs, found = {}, []
    for key, sizes in counts.items():
        frames = []
        for pc in stacks[key][:DEPTH + 1]:
            start, _, offset, path = maps[bisect.bisect(maps, (pc,)) - 1]
            if path not in elfs:
                elfs[path] = Elf(path)
            elf = elfs[path]
            address = elf.address(pc - start + offset) - (4 if machine == 'aarch64' else 1)
            frames.append((os.path.basename(path), address, elf.name(address)))
        found.append((frames, sorted(sizes)))
    modules = {}
    for start, end, offset, path in maps:
        if path in elfs:
            file = os.path.basename(path)
            base = 0x555500000000 if file == name else 0x7f0000000000 + 0x10000000 * len(modules)
            modules[file] = ('/data/bench/' + (file if file == name else 'lib/' + file), base + offset, base + offset + end - start, offset, elfs[path].bias, elfs[path].build_id)
    assert modules[name][5] == Elf(os.path.join(HERE, 'bin', name)).build_id
    return machine, modules, sorted(found)


def profiler_frames(trace, machine, entry):
    if machine == 'aarch64':
        return [trace.frame(entry, trace.mapping('/data/bench/lib/libc.so', 0x7e0000040000, 0x7e0000140000, 0x40000, 0, b''), ANDROID_ENTRIES[entry])]
    preload = trace.mapping('/data/bench/lib/libheapprofd_glibc_preload.so', 0x7e0000081000, 0x7e0000300000, 0x81000, 0x4000, b'')
    return [trace.frame(function, preload, pc) for function, pc in LINUX + LINUX_ENTRIES[entry]]


def write_recording(name, machine, modules, found, interval):
    trace, rows, chance = Trace(), [], random.Random('%s %d' % (name, interval))
    for frames, sizes in found:
        freed_n, freed_s = sample(chance, [(size, freed) for size, _, freed in sizes], interval)
        n, s = sample(chance, [(size, allocated - freed) for size, allocated, freed in sizes], interval)
        if n + freed_n:
            ids = profiler_frames(trace, machine, frames[0][2]) + [trace.frame(function, trace.mapping(*modules[file]), pc) for file, pc, function in frames[1:]]
            rows.append((trace.stack(ids[::-1]), n + freed_n, s + freed_s, freed_n, freed_s))
    trace.write(os.path.join(HERE, '%s_i%d.pftrace' % (name, interval)), machine, name, interval, rows)


def demangled(names):
    lines = subprocess.run(['c++filt'], input='\n'.join(names), capture_output=True, text=True, check=True).stdout.split('\n')
    # Names in Rust have hashes.
    return [re.sub(r'::h[0-9a-f]{16}$|\[[0-9a-f]{16}\]', '', line) for line in lines]


def sums(sizes):
    allocated, freed = sum(s[1] for s in sizes), sum(s[2] for s in sizes)
    allocated_bytes, freed_bytes = sum(s[0] * s[1] for s in sizes), sum(s[0] * s[2] for s in sizes)
    return {'alloc_count': allocated, 'alloc_bytes': allocated_bytes, 'free_count': freed, 'free_bytes': freed_bytes, 'kept_count': allocated - freed,
            'kept_bytes': allocated_bytes - freed_bytes}


def write_truth(name, found):
    """As heapprofd/*.truth.json, for each stack; the function is the innermost one of the program."""
    sites = []
    for frames, sizes in found:
        stack = demangled([function for _, _, function in frames[1:]])
        own = [f for (file, _, _), f in zip(frames[1:], stack) if file == name and f]
        size = str(sizes[0][0]) if len(sizes) == 1 else '%d..%d' % (sizes[0][0], sizes[-1][0])
        site = {'function': own[0] if own else stack[0], 'caller': own[1] if len(own) > 1 else '', 'size': size}
        sites.append({**site, **sums(sizes), 'stack': stack, 'sizes': [list(s) for s in sizes]})
    sites.sort(key=lambda site: (site['function'], site['caller'], site['stack'], site['sizes']))
    head = json.dumps({'pid': 4242, 'binary': name, 'heap': 'libc.malloc'})[:-1]
    with open(os.path.join(HERE, name + '.truth.json'), 'w') as out:
        out.write(head + ',\n "sites": [\n  ' + ',\n  '.join(json.dumps(site) for site in sites) + '\n ],\n "total": ' + json.dumps(sums([s for _, sizes in found for s in sizes])) + '\n}\n')


def main():
    os.makedirs(os.path.join(HERE, 'bin'), exist_ok=True)
    for name in PROGRAMS:
        with tempfile.TemporaryDirectory() as work:
            machine, modules, found = record(name, work)
            for interval in INTERVALS:
                write_recording(name, machine, modules, found, interval)
            write_truth(name, found)


if __name__ == '__main__':
    main()
