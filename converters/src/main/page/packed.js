// Integers as MessageBuffer.java writes them.

/** Reads varints, and blocks of them, from bytes. */
export class PackedReader {
  constructor(bytes, at, end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  next() {
    let number = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      number += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        return number;
      }
    }
  }

  nextSigned() {
    const number = this.next();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }

  /** A reader of the block that begins here; this one goes on behind it. */
  block() {
    const length = this.next();
    const start = this.at;
    this.at += length;
    return new PackedReader(this.bytes, start, this.at);
  }

  /** The numbers of the block that begins here. */
  column() {
    const block = this.block();
    const numbers = new Int32Array(block.next());
    let number = 0;
    for (let i = 0; i < numbers.length; i++) {
      number += block.nextSigned();
      numbers[i] = number;
    }
    return numbers;
  }
}
