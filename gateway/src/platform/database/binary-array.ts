// Arrays in PostgreSQL's binary format. As text, every value would be quoted here and parsed again character by character
// there, which costs more than the row it becomes: bodies and answers are JSON and full of quotes.

const typeIds = {
  boolean: 16,
  bytea: 17,
  bigint: 20,
  smallint: 21,
  integer: 23,
  text: 25,
  real: 700,
  timestamptz: 1184,
  uuid: 2950,
  jsonb: 3802,
} as const;

export type ElementType = keyof typeof typeIds;

const numberBytes = { smallint: 2, integer: 4, real: 4, bigint: 8, timestamptz: 8 } as const;
type NumberType = keyof typeof numberBytes;
const trueByte = Uint8Array.of(1);
const falseByte = Uint8Array.of(0);

const headBytes = 20;
const emptyBytes = 12;
const epoch2000 = Date.UTC(2000, 0, 1);
/** The only version of the binary format of jsonb. */
const jsonbVersion = 1;

const noDigit = 0xff;
const nibbles = new Uint8Array(128).fill(noDigit);
for (let value = 0; value < 16; value += 1) {
  nibbles[value.toString(16).charCodeAt(0)] = value;
  nibbles[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}
const nibbleAt = (text: string, index: number): number => nibbles[text.charCodeAt(index)] ?? noDigit;

const dash = 45;
const dashPlaces = [8, 13, 18, 23] as const;
/** Where the two digits of each byte begin. */
const bytePlaces = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;

const microsecondsOf = (value: Date | string): bigint =>
  BigInt((value instanceof Date ? value : new Date(value)).getTime() - epoch2000) * 1000n;

/** A guess for one value, which decides only how often memory is asked for. */
const valueBytes = 24;
const chunkBytesMin = 1_024;
const chunkBytesMax = 65_536;

/**
 * Writes the arrays of one statement into memory of its own: the driver may read them long after, when other statements
 * have been written. One block serves many arrays; an array that outgrows it is continued in a larger one.
 */
export class BinaryArrayWriter {
  #bytes: Buffer;
  /** Where the array that is being written begins. */
  #start = 0;
  #end = 0;

  constructor(valuesExpected: number) {
    const guess = Math.max(chunkBytesMin, valuesExpected * valueBytes);
    this.#bytes = Buffer.allocUnsafe(Math.min(chunkBytesMax, guess));
  }

  write<Row>(type: ElementType, rows: readonly Row[], read: (row: Row) => unknown): Buffer {
    this.#start = this.#end;
    this.#reserve(headBytes);
    this.#end += rows.length === 0 ? emptyBytes : headBytes;
    let hasNull = 0;
    for (const row of rows) {
      const value = read(row);
      if (value === null || value === undefined) {
        hasNull = 1;
        this.#reserve(4);
        this.#end = this.#bytes.writeInt32BE(-1, this.#end);
      } else {
        this.#writeValue(type, value);
      }
    }
    this.#writeHead(type, rows.length, hasNull);
    return this.#bytes.subarray(this.#start, this.#end);
  }

  #writeHead(type: ElementType, length: number, hasNull: number): void {
    const at = this.#start;
    this.#bytes.writeInt32BE(length === 0 ? 0 : 1, at);
    this.#bytes.writeInt32BE(hasNull, at + 4);
    this.#bytes.writeInt32BE(typeIds[type], at + 8);
    if (length === 0) return;
    this.#bytes.writeInt32BE(length, at + 12);
    this.#bytes.writeInt32BE(1, at + 16);
  }

  /** Makes room; the begun part of the current array moves along, and finished arrays stay where they are. */
  #reserve(size: number): void {
    if (this.#end + size <= this.#bytes.length) return;
    const written = this.#end - this.#start;
    const larger = Buffer.allocUnsafe(Math.max(chunkBytesMin, (written + size) * 2));
    this.#bytes.copy(larger, 0, this.#start, this.#end);
    this.#bytes = larger;
    this.#start = 0;
    this.#end = written;
  }

  /** Room for a value of so many bytes, with its length in front; answers where it goes. */
  #place(size: number): number {
    this.#reserve(4 + size);
    const at = this.#bytes.writeInt32BE(size, this.#end);
    this.#end = at + size;
    return at;
  }

  // A place is reserved first: that may exchange the block for a larger one.
  #writeValue(type: ElementType, value: unknown): void {
    if (type === 'text') this.#writeText(value as string);
    else if (type === 'uuid') this.#writeUuid(value as string);
    else if (type === 'jsonb') this.#writeJson(value as string);
    else if (type === 'bytea') this.#writeBytes(value as Uint8Array);
    else if (type === 'boolean') this.#writeBytes(value ? trueByte : falseByte);
    else this.#writeNumber(type, value);
  }

  #writeNumber(type: NumberType, value: unknown): void {
    const at = this.#place(numberBytes[type]);
    if (type === 'smallint') this.#bytes.writeInt16BE(value as number, at);
    else if (type === 'integer') this.#bytes.writeInt32BE(value as number, at);
    else if (type === 'real') this.#bytes.writeFloatBE(value as number, at);
    else if (type === 'bigint') this.#bytes.writeBigInt64BE(BigInt(value as bigint | number | string), at);
    else this.#bytes.writeBigInt64BE(microsecondsOf(value as Date | string), at);
  }

  #writeBytes(bytes: Uint8Array): void {
    const at = this.#place(bytes.length);
    this.#bytes.set(bytes, at);
  }

  #writeText(text: string): void {
    // No character takes more than three bytes for each of its code units.
    this.#reserve(4 + text.length * 3);
    const size = this.#bytes.write(text, this.#end + 4);
    this.#bytes.writeInt32BE(size, this.#end);
    this.#end += 4 + size;
  }

  #writeJson(text: string): void {
    this.#reserve(5 + text.length * 3);
    const size = this.#bytes.write(text, this.#end + 5);
    this.#bytes.writeInt32BE(size + 1, this.#end);
    this.#bytes[this.#end + 4] = jsonbVersion;
    this.#end += 5 + size;
  }

  #writeUuid(text: string): void {
    let at = this.#place(16);
    let isUuid = text.length === 36;
    for (const place of dashPlaces) isUuid &&= text.charCodeAt(place) === dash;
    for (const place of bytePlaces) {
      const high = nibbleAt(text, place);
      const low = nibbleAt(text, place + 1);
      isUuid &&= high < 16 && low < 16;
      this.#bytes[at] = (high << 4) | low;
      at += 1;
    }
    if (!isUuid) throw new TypeError('This is no UUID.');
  }
}

const itself = (value: unknown): unknown => value;

/** One array by itself. */
export const binaryArray = (type: ElementType, values: readonly unknown[]): Buffer =>
  new BinaryArrayWriter(values.length).write(type, values, itself);
