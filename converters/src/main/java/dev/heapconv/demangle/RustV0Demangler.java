package dev.heapconv.demangle;

/**
 * Rust's v0 mangling (RFC 2603, https://doc.rust-lang.org/rustc/symbol-mangling/v0.html), printed while it is read as rustfilt does:
 * without the hashes of crates and without the types of constants.
 */
final class RustV0Demangler {
    private final Cursor in;
    private final Output out;
    private final RustConstants constants;
    /** Where back references count from: behind {@code _R}. */
    private final int start;
    private int boundLifetimes;
    /** Above 0, what is read is not shown: the place of an impl, the crate that instantiated. */
    private int muted;

    private RustV0Demangler(Cursor in, Output out) {
        this.in = in;
        this.out = out;
        this.start = in.position();
        this.constants = new RustConstants(this, in);
    }

    /** The readable name, or null when {@code symbol} behind its {@code _R} is not mangled so. */
    static String demangle(String symbol, int start, int end) {
        try {
            Cursor in = new Cursor(symbol, start, end);
            Output out = new Output(2 * (end - start));
            new RustV0Demangler(in, out).symbol();
            return out.toString();
        } catch (DemangleFailure notMangled) {
            return null;
        }
    }

    private void symbol() {
        path(true);
        if (in.peek() >= 'A' && in.peek() <= 'Z') {
            muted++;
            path(false); // the crate that instantiated a generic
            muted--;
        }
        // suffixes of LLVM and the linker are not part of the name
        if (!in.atEnd() && in.peek() != '.' && in.peek() != '$') {
            throw DemangleFailure.INSTANCE;
        }
    }

    void write(String text) {
        if (muted == 0) {
            out.append(text);
        }
    }

    /** A path; in value position generic arguments are written with a turbofish. */
    void path(boolean value) {
        in.enter();
        out.step();
        char tag = in.next();
        switch (tag) {
            case 'C':
                disambiguator();
                write(identifier());
                break;
            case 'N':
                nested(value);
                break;
            case 'M':
            case 'X':
                muted++;
                disambiguator();
                path(false);
                muted--;
                qualifiedSelf(tag == 'X');
                break;
            case 'Y':
                qualifiedSelf(true);
                break;
            case 'I':
                path(value);
                if (value) {
                    write("::");
                }
                write("<");
                genericArguments();
                write(">");
                break;
            case 'B': {
                int back = backReference();
                if (back >= 0) {
                    path(value);
                    in.moveTo(back);
                }
                break;
            }
            default:
                throw DemangleFailure.INSTANCE;
        }
        in.leave();
    }

    private void qualifiedSelf(boolean trait) {
        write("<");
        type();
        if (trait) {
            write(" as ");
            path(false);
        }
        write(">");
    }

    /** {@code N <namespace> <path> <identifier>}: lower-case namespaces are plain, upper-case ones are shown. */
    private void nested(boolean value) {
        char namespace = in.next();
        boolean special = namespace >= 'A' && namespace <= 'Z';
        if (!special && !Cursor.isLower(namespace)) {
            throw DemangleFailure.INSTANCE;
        }
        path(value);
        long disambiguator = disambiguator();
        String name = identifier();
        if (special) {
            write("::{");
            write(namespace == 'C' ? "closure" : namespace == 'S' ? "shim" : String.valueOf(namespace));
            if (!name.isEmpty()) {
                write(":");
                write(name);
            }
            write("#");
            write(Long.toUnsignedString(disambiguator));
            write("}");
        } else if (!name.isEmpty()) {
            write("::");
            write(name);
        }
    }

    private void genericArguments() {
        boolean first = true;
        while (!in.accept('E')) {
            if (!first) {
                write(", ");
            }
            first = false;
            if (in.accept('L')) {
                lifetime(base62());
            } else if (in.accept('K')) {
                constants.constant(false);
            } else {
                type();
            }
        }
    }

    void type() {
        in.enter();
        out.step();
        char tag = in.next();
        String basic = basicType(tag);
        if (basic != null) {
            write(basic);
        } else {
            compoundType(tag);
        }
        in.leave();
    }

    private void compoundType(char tag) {
        switch (tag) {
            case 'R':
            case 'Q':
                write("&");
                if (in.accept('L')) {
                    long index = base62();
                    if (index != 0) {
                        lifetime(index);
                        write(" ");
                    }
                }
                write(tag == 'Q' ? "mut " : "");
                type();
                break;
            case 'P':
                write("*const ");
                type();
                break;
            case 'O':
                write("*mut ");
                type();
                break;
            case 'A':
                write("[");
                type();
                write("; ");
                constants.constant(true);
                write("]");
                break;
            case 'S':
                write("[");
                type();
                write("]");
                break;
            case 'T':
                tuple();
                break;
            case 'F':
                function();
                break;
            case 'D':
                write("dyn ");
                dynBounds();
                in.expect('L');
                lifetimeBound();
                break;
            case 'W':
                type();
                write(" is ");
                pattern();
                break;
            case 'B': {
                int back = backReference();
                if (back >= 0) {
                    type();
                    in.moveTo(back);
                }
                break;
            }
            default:
                in.skip(-1);
                path(false);
                break;
        }
    }

    private void tuple() {
        write("(");
        int count = 0;
        while (!in.accept('E')) {
            if (count++ > 0) {
                write(", ");
            }
            type();
        }
        write(count == 1 ? ",)" : ")");
    }

    /** Pattern types: ranges, alternatives and non-null. */
    private void pattern() {
        in.enter();
        switch (in.next()) {
            case 'R':
                constants.constant(true);
                write("..=");
                constants.constant(true);
                break;
            case 'O':
                pattern();
                while (!in.accept('E')) {
                    write(" | ");
                    pattern();
                }
                break;
            case 'N':
                write("!null");
                break;
            default:
                throw DemangleFailure.INSTANCE;
        }
        in.leave();
    }

    private void function() {
        int outer = binder();
        if (in.accept('U')) {
            write("unsafe ");
        }
        if (in.accept('K')) {
            write("extern \"");
            write(in.accept('C') ? "C" : identifier().replace('_', '-'));
            write("\" ");
        }
        write("fn(");
        boolean first = true;
        while (!in.accept('E')) {
            if (!first) {
                write(", ");
            }
            first = false;
            type();
        }
        write(")");
        if (!in.accept('u')) {
            write(" -> ");
            type();
        }
        boundLifetimes = outer;
    }

    private void dynBounds() {
        int outer = binder();
        boolean first = true;
        while (!in.accept('E')) {
            if (!first) {
                write(" + ");
            }
            first = false;
            dynTrait();
        }
        boundLifetimes = outer;
    }

    private void dynTrait() {
        boolean open = pathWithOpenArguments();
        while (in.accept('p')) {
            write(open ? ", " : "<");
            open = true;
            write(identifier());
            write(" = ");
            type();
        }
        if (open) {
            write(">");
        }
    }

    /** A trait's path whose argument list, if it has one, is left open for the associated types. */
    private boolean pathWithOpenArguments() {
        in.enter();
        boolean open = false;
        if (in.accept('B')) {
            int back = backReference();
            if (back >= 0) {
                open = pathWithOpenArguments();
                in.moveTo(back);
            }
        } else if (in.accept('I')) {
            path(false);
            write("<");
            genericArguments();
            open = true;
        } else {
            path(false);
        }
        in.leave();
        return open;
    }

    private void lifetimeBound() {
        long index = base62();
        if (index != 0) {
            write(" + ");
            lifetime(index);
        }
    }

    /** {@code [G <count>]}: writes {@code for<'a, 'b> }; returns the former number of bound lifetimes. */
    private int binder() {
        int outer = boundLifetimes;
        if (!in.accept('G')) {
            return outer;
        }
        long count = base62() + 1;
        if (count <= 0 || count > in.remaining()) {
            throw DemangleFailure.INSTANCE;
        }
        write("for<");
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                write(", ");
            }
            boundLifetimes++;
            lifetime(1);
        }
        write("> ");
        return outer;
    }

    /** De Bruijn index, 1 being the innermost; 0 is erased. */
    private void lifetime(long index) {
        if (index == 0) {
            write("'_");
            return;
        }
        long depth = boundLifetimes - index;
        if (index < 0 || depth < 0) {
            throw DemangleFailure.INSTANCE;
        }
        write("'");
        write(depth < 26 ? String.valueOf((char) ('a' + depth)) : "_" + depth);
    }

    /** Moves to the target and returns where to go on; -1 when nothing is shown and the target need not be read. */
    int backReference() {
        int tag = in.position() - 1;
        long target = base62();
        if (target < 0 || target >= tag - start) {
            throw DemangleFailure.INSTANCE;
        }
        if (muted > 0) {
            return -1;
        }
        int resume = in.position();
        in.moveTo(start + (int) target);
        return resume;
    }

    private long disambiguator() {
        return in.accept('s') ? base62() + 1 : 0;
    }

    /** {@code _} is 0, {@code 0_} is 1; crate hashes use all 64 bits. */
    private long base62() {
        if (in.accept('_')) {
            return 0;
        }
        long value = 0;
        while (!in.accept('_')) {
            char c = in.next();
            int digit;
            if (Cursor.isDigit(c)) {
                digit = c - '0';
            } else if (Cursor.isLower(c)) {
                digit = c - 'a' + 10;
            } else if (c >= 'A' && c <= 'Z') {
                digit = c - 'A' + 36;
            } else {
                throw DemangleFailure.INSTANCE;
            }
            value = value * 62 + digit;
        }
        return value + 1;
    }

    String identifier() {
        boolean punycode = in.accept('u');
        int length;
        if (in.accept('0')) {
            length = 0;
        } else {
            length = in.number();
        }
        in.accept('_');
        String text = in.take(length);
        return punycode ? Punycode.decode(text) : text;
    }

    static String basicType(char tag) {
        switch (tag) {
            case 'a':
                return "i8";
            case 'b':
                return "bool";
            case 'c':
                return "char";
            case 'd':
                return "f64";
            case 'e':
                return "str";
            case 'f':
                return "f32";
            case 'h':
                return "u8";
            case 'i':
                return "isize";
            case 'j':
                return "usize";
            case 'l':
                return "i32";
            case 'm':
                return "u32";
            case 'n':
                return "i128";
            case 'o':
                return "u128";
            case 'p':
                return "_";
            case 's':
                return "i16";
            case 't':
                return "u16";
            case 'u':
                return "()";
            case 'v':
                return "...";
            case 'x':
                return "i64";
            case 'y':
                return "u64";
            case 'z':
                return "!";
            default:
                return null;
        }
    }
}
