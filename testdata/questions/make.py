"""Makes the recordings of this folder and what their programs did: python3 make.py

The programs are lists of allocations, so the truth is known without any profiler. A recording is drawn from it as heapprofd samples: a block of T bytes
or more is recorded with its size, a smaller one as often as a Poisson process of rate 1/T over its bytes hits it, each hit for T bytes; what is freed
and what is kept apart. ART reports each object that is hit with its own size. truth.json has what was allocated and kept: no number in it is an estimate.
The same Python makes the same files.
"""
import io
import json
import os
import random
import re
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
T = 4099
BOOT, REAL = 7 * 10 ** 12, 1_795_000_000 * 10 ** 9
APP = ('/data/app/lib/libapp.so', '01' * 20)


def varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def number(field, n):
    return varint(field << 3) + varint(int(n))


def message(field, b):
    b = b.encode() if isinstance(b, str) else b
    return varint(field << 3 | 2) + varint(len(b)) + b


class Trace:
    """A Perfetto trace of one packet sequence. A frame is a name in APP, or (name, (path, build id), address)."""

    def __init__(self):
        clocks = b''.join(message(1, number(1, clock) + number(2, time)) for clock, time in ((6, BOOT), (1, REAL), (3, BOOT), (4, BOOT)))
        self.packets = [message(6, clocks + number(2, 6)) + number(10, 1)]
        self.ids, self.new, self.index = {}, b'', 0

    def processes(self, names, second=0):
        tree = b''.join(message(1, number(1, pid) + number(2, 1) + message(3, name)) for pid, name in names.items())
        self.packets.append(message(2, tree) + number(8, BOOT + second * 10 ** 9) + number(10, 2))

    def intern(self, key, field, body):
        if key not in self.ids:
            self.ids[key] = len(self.ids) + 1
            self.new += message(field, number(1, self.ids[key]) + body)
        return self.ids[key]

    def text(self, field, text):
        return self.intern((field, text), field, message(2, text))

    def mapping(self, path, build_id):
        key = (path, build_id)
        if key not in self.ids:
            parts = b''.join(number(7, self.text(17, part)) for part in path.strip('/').split('/'))
            build = number(2, self.text(16, bytes.fromhex(build_id))) if build_id else b''
            self.intern(key, 19, build + parts + number(4, 0x7a0000001000) + number(5, 0x7a0000100000) + number(8, 0x1000))
        return self.ids[key]

    def frame(self, frame):
        name, mapping, address = (frame, APP, None) if isinstance(frame, str) else frame
        key = ('frame', frame)
        if key not in self.ids:
            body = (number(2, self.text(5, name)) if name else b'') + number(3, self.mapping(*mapping))
            self.intern(key, 6, body + number(4, address or 4096 + 16 * len(self.ids)))
        return self.ids[key]

    def stack(self, frames):
        key = ('stack', frames)
        if key not in self.ids:
            self.intern(key, 7, b''.join(number(2, self.frame(frame)) for frame in frames))
        return self.ids[key]

    def dump(self, second, *processes, index=None, lost=False):
        """A process: pid, heap, interval, rows {stack: [allocated, freed, count, freed count]}, more fields."""
        self.index = self.index if index is None else index
        dumps = b''
        for pid, heap, interval, rows, *more in processes:
            dump = number(1, pid) + number(9, BOOT + second * 10 ** 9) + message(11, heap) + number(12, interval) + number(13, interval)
            for stack, (allocated, freed, count, freed_count) in rows.items():
                dump += message(2, number(1, self.stack(stack)) + number(2, allocated) + number(3, freed) + number(5, count) + number(6, freed_count))
            dumps += message(5, dump + b''.join(number(field, 1) for field in more))
        packet = number(8, BOOT + second * 10 ** 9) + number(10, 7) + (number(41, 1) if self.clear else b'') + (number(42, 1) if lost else b'')
        self.packets.append(packet + message(12, self.new) + message(37, dumps + number(7, self.index)))
        self.new, self.clear, self.index = b'', False, self.index + 1

    clear = True

    def bytes(self):
        return b''.join(message(1, packet) for packet in self.packets)

    def write(self, name):
        write(name + '.pftrace', self.bytes())


def write(name, content):
    with open(os.path.join(HERE, name), 'wb') as file:
        file.write(content)


def hits(count, size, interval, draw):
    """Recorded bytes and blocks of so many blocks of a size."""
    if size >= interval:
        return count * size, count
    at, total, blocks = draw.expovariate(1 / interval), 0, set()
    while at < count * size:
        total += interval
        blocks.add(int(at // size))
        at += draw.expovariate(1 / interval)
    return total, len(blocks)


def sampled(program, seed, interval=T):
    """Of a program {stack: [(size, kept, freed)]}, the rows of a dump."""
    draw, rows = random.Random(seed), {}
    for stack, blocks in program.items():
        row = rows.setdefault(stack, [0, 0, 0, 0])
        for size, kept, freed in blocks:
            for count, is_freed in ((kept, False), (freed, True)):
                total, samples = hits(count, size, interval, draw)
                for column, value in zip(range(4), (total, total * is_freed, samples, samples * is_freed)):
                    row[column] += value
    return {stack: row for stack, row in rows.items() if row[2]}


def sampled_by_art(program, seed, interval):
    """Objects that are hit count with their own size, and nothing is known of what was freed."""
    draw, rows = random.Random(seed), {}
    for stack, blocks in program.items():
        for size, kept, freed in blocks:
            at, objects = draw.expovariate(1 / interval), set()
            while at < (kept + freed) * size:
                objects.add(int(at // size))
                at += draw.expovariate(1 / interval)
            row = rows.setdefault(stack, [0, 0, 0, 0])
            row[0] += size * len(objects)
            row[2] += len(objects)
    return {stack: row for stack, row in rows.items() if row[2]}


def name_of(frame):
    return frame if isinstance(frame, str) else frame[0]


def truth(program):
    """What each innermost function did."""
    functions = {}
    for stack, blocks in program.items():
        of = functions.setdefault(name_of(stack[-1]), dict.fromkeys(('space', 'objects', 'alloc_space', 'alloc_objects'), 0))
        for size, kept, freed in blocks:
            of['space'] += size * kept
            of['objects'] += kept
            of['alloc_space'] += size * (kept + freed)
            of['alloc_objects'] += kept + freed
    return functions


def merged(*programs):
    return {stack: blocks for program in programs for stack, blocks in program.items()}


TRUTH = {}


def viewer():
    """Two binaries without names: the files of both are there, but one of them is another build."""
    prog, plugin = ('/data/bench/viewer/prog', build_id('prog')), ('/data/bench/viewer/prog_nopie', 'c7' * 20)
    main, meshes, grow = ((None, prog, address) for address in (4626, 6124, 8379))    # testdata/symbols/expected.jsonl has their names
    program = {(main, (None, plugin, 0x11c4)): [(3000, 1100, 0)], (main, meshes): [(960, 2400, 0)], (main, grow): [(2400, 300, 0)]}
    trace = Trace()
    trace.processes({2201: 'viewer'})
    trace.dump(20, (2201, 'libc.malloc', T, sampled(program, 1)))
    trace.write('viewer')
    TRUTH['viewer'] = {'first': None, 'second': 'app::meshes(int)'}    # of the plugin there is only another build


def shop():
    """Two apps that R8 shrank, with the same short names; only one of them has its map here."""
    trace, of = Trace(), {}
    apps = {3301: ('com.example.shop', '~~aQ=='), 3302: ('com.example.chat', '~~bR==')}
    trace.processes({pid: name for pid, (name, _) in apps.items()})
    dumps = []
    for pid, (package, folder) in apps.items():
        code = (f'/data/app/{folder}/{package}-x1==/base.apk', '')
        run, a, b = ((name, code, address) for name, address in (('java.lang.Thread.run', 4096), ('a.b.c', 4208), ('a.d.a', 4320)))
        program = {(run, a): [(96, 9000, 31000)], (run, b): [(40, 12000, 9000)]}
        of[package] = truth(program)
        dumps.append((pid, 'com.android.art', T, sampled_by_art(program, pid, T)))
    trace.dump(30, *dumps)
    trace.write('shop')
    TRUTH['shop'] = of
    write('shop-mapping.txt', b'# compiler: R8\ncom.example.shop.Cart -> a.b:\n    void refresh() -> c\ncom.example.shop.Price -> a.d:\n    void format() -> a\n')


def index():
    """Small nodes beside a few large pages from one call site."""
    program = {('main', 'load_segment'): [(32, 20000, 4000), (400, 2000, 100), (12000, 60, 10)], ('main', 'query', 'score'): [(120, 3000, 50000)], ('main', 'read_config'): [(900, 400, 10)]}
    trace = Trace()
    trace.processes({4401: 'indexer'})
    trace.dump(15, (4401, 'libc.malloc', T, sampled(program, 4)))
    trace.write('index')
    TRUTH['index'] = truth(program)


def daemons():
    """Two processes, of which the profiler lost one."""
    sync = {('main', 'Sync::pull', 'Blob::read'): [(1000, 4000, 2500)], ('main', 'Journal::append'): [(200, 9000, 0)]}
    mail = {('main', 'Inbox::open', 'Message::parse'): [(700, 5200, 3000)], ('main', 'Index::add'): [(300, 6000, 800)]}
    seen = {stack: [(size, kept // 2, freed // 4) for size, kept, freed in blocks] for stack, blocks in sync.items()}
    trace = Trace()
    trace.processes({5501: 'syncd', 5502: 'maild'})
    trace.dump(40, (5501, 'libc.malloc', T, sampled(seen, 5), 7), (5502, 'libc.malloc', T, sampled(mail, 6)))
    trace.write('daemons')
    TRUTH['daemons'] = {'syncd': truth(sync), 'maild': truth(mail)}


def camera():
    """One run, recorded twice: the finer recording lost what the program freed at its end."""
    program = {('main', 'Frame::grab'): [(9000, 700, 2600)], ('main', 'Encoder::start', 'Encoder::buffer'): [(1500, 2500, 500)]}
    seen = {stack: [(size, kept + freed // 2, freed - freed // 2) for size, kept, freed in blocks] for stack, blocks in program.items()}
    for name, interval, recorded, *more in (('camera1', 509, seen, 7), ('camera2', 4099, program)):
        trace = Trace()
        trace.processes({6601: 'camerad'})
        trace.dump(25, (6601, 'libc.malloc', interval, sampled(recorded, interval, interval), *more))
        trace.write(name)
    TRUTH['camera'] = truth(program)


def ring():
    """A ring buffer lost the first dumps. The last is whole, but what was freed before the first one left is in none."""
    early = {('main', 'Journal::open'): [(800, 3000, 9000)], ('main', 'Cache::fill'): [(2000, 1500, 200)], ('main', 'Setup::run'): [(5000, 0, 900)]}
    late = {('main', 'Journal::open'): [(800, 3100, 12000)], ('main', 'Cache::fill'): [(2000, 1900, 300)], ('main', 'Setup::run'): [(5000, 0, 900)]}
    trace = Trace()
    trace.processes({6701: 'logd'})
    for second, program, index in ((50, early, 8), (60, late, 9)):
        rows = {stack: row for stack, row in sampled(program, 31).items() if stack[-1] != 'Setup::run'}
        trace.dump(second, (6701, 'libc.malloc', T, rows), index=index, lost=index == 8)
    trace.write('ring')
    TRUTH['ring'] = truth(late)


def launcher():
    """A process ends, and another one gets its pid."""
    first = {('main', 'Splash::draw', 'Bitmap::alloc'): [(30000, 120, 10)], ('main', 'Fonts::load'): [(600, 4000, 100)]}
    second = {('main', 'Backup::scan', 'Entry::add'): [(250, 7000, 900)], ('main', 'Fonts::load'): [(600, 1500, 0)]}
    trace = Trace()
    trace.processes({7701: 'com.example.launcher'})
    trace.dump(5, (7701, 'libc.malloc', T, sampled(first, 7), 6))
    trace.processes({7701: 'com.example.backup'}, second=20)
    trace.dump(30, (7701, 'libc.malloc', T, sampled(second, 8)))
    trace.write('launcher')
    TRUTH['launcher'] = {'com.example.launcher': truth(first), 'com.example.backup': truth(second)}


def reader():
    """An app whose Java heap is recorded beside its native one."""
    native = {('main', 'Page::layout'): [(1800, 2600, 4000)], ('main', 'Font::glyph'): [(350, 5000, 100)]}
    java = {('java.lang.Thread.run', 'com.example.reader.Chapter.split'): [(64, 0, 260000)],
            ('java.lang.Thread.run', 'com.example.reader.Cover.decode'): [(400000, 0, 25)], ('java.lang.Thread.run', 'com.example.reader.Search.match'): [(48, 0, 150000)]}
    trace = Trace()
    trace.processes({8801: 'com.example.reader'})
    trace.dump(30, (8801, 'libc.malloc', T, sampled(native, 9)), (8801, 'com.android.art', T, sampled_by_art(java, 10, T)))
    trace.write('reader')
    TRUTH['reader'] = {'libc.malloc': truth(native), 'com.android.art': truth(java)}


def router():
    """A change by 3 % between two coarse recordings."""
    base = {('main', f'Table::insert{k}'): [(700 + 60 * k, 900, 300)] for k in range(8)}
    new = {stack: [(size, round(kept * 1.03), freed) for size, kept, freed in blocks] for stack, blocks in base.items()}
    for name, program, seed in (('router-a', base, 11), ('router-b', new, 12)):
        trace = Trace()
        trace.processes({9901: 'routerd'})
        trace.dump(30, (9901, 'libc.malloc', 32771, sampled(program, seed, 32771)))
        trace.write(name)
        TRUTH[name] = truth(program)


def engine():
    """Functions of a class call each other, and themselves."""
    program = {('main', 'World::load', 'Cache::get', 'Cache::load', 'Mesh::decode'): [(2500, 900, 300)], ('main', 'World::load', 'Cache::get', 'Cache::get', 'Cache::load', 'Mesh::decode'): [(2500, 500, 0)],
               ('main', 'World::load', 'Cache::get'): [(480, 2500, 0)], ('main', 'World::load', 'Mesh::decode'): [(2500, 1100, 0)], ('main', 'Audio::open'): [(8200, 150, 0)]}
    trace = Trace()
    trace.processes({1111: 'engine'})
    trace.dump(30, (1111, 'libc.malloc', T, sampled(program, 13)))
    trace.write('engine')
    TRUTH['engine'] = {';'.join(stack): truth({stack: blocks})[stack[-1]] for stack, blocks in program.items()}


def phones():
    """Devices of two classes under two versions: the new version came first to large devices, and one function of it holds more."""
    draw, archive, labels, of = random.Random(14), io.BytesIO(), ['device,version_code,class'], {}
    shares = {(41, 'small'): 26, (41, 'large'): 10, (42, 'small'): 10, (42, 'large'): 26}
    sizes = {'Thumbs::fill': {'small': 1500, 'large': 3600}, 'Feed::load': {'small': 900, 'large': 2300}, 'Log::append': {'small': 700, 'large': 700}, 'Fonts::load': {'small': 500, 'large': 520}}
    device = 0
    with zipfile.ZipFile(archive, 'w', zipfile.ZIP_DEFLATED) as file:
        for (version, kind), count in shares.items():
            for _ in range(count):
                device += 1
                many = draw.gauss(1, .08)
                program = {}
                for function, mean in sizes.items():
                    blocks = mean[kind] * many * draw.gauss(1, .06) * (1.5 if function == 'Log::append' and version == 42 else 1)
                    program['main', function] = [(1000, round(blocks), round(blocks / 4))]
                    of.setdefault(f'{version} {kind}', {}).setdefault(function, []).append(1000 * round(blocks))
                trace = Trace()
                trace.processes({900 + device: 'com.example.gallery'})
                trace.dump(60, (900 + device, 'libc.malloc', 32771, sampled(program, 100 + device, 32771)))
                member = zipfile.ZipInfo(f'phone-{device:02d}.pftrace', (2026, 11, 24, 0, 0, 0))
                file.writestr(member, trace.bytes(), zipfile.ZIP_DEFLATED)
                labels.append(f'phone-{device:02d},{version},{kind}')
    write('phones.zip', archive.getvalue())
    write('phones.csv', '\n'.join(labels + ['']).encode())
    TRUTH['phones'] = {group: {function: sum(values) / len(values) for function, values in functions.items()} for group, functions in of.items()}


def build_id(name):
    binary = open(os.path.join(HERE, '..', 'symbols', name), 'rb').read()
    return re.search(rb'\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0(.{20})', binary, re.S)[1].hex()


if __name__ == '__main__':
    for make in (viewer, shop, index, daemons, camera, ring, launcher, reader, router, engine, phones):
        make()
    write('truth.json', (json.dumps(TRUTH, indent=1) + '\n').encode())
