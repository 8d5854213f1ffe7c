// Arrays as PostgreSQL itself keeps them. As text, every value would be quoted here and taken apart again character by
// character there, which costs more than the row it becomes: bodies and answers are JSON and full of quotes.

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
} as const;

export type ElementType = keyof typeof typeIds;

export const isElementType = (name: string): name is ElementType => name in typeIds;

const headBytes = 20;
const epoch2000 = Date.UTC(2000, 0, 1);

/** Grows as needed and is used again for every array, so that writing one allocates nothing but its result. */
let bytes = Buffer.allocUnsafe(65_536);
let length = 0;

const reserve = (size: number): void => {
  if (length + size <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + size));
  bytes.copy(larger, 0, 0, length);
  bytes = larger;
};

const nibbles = new Uint8Array(128);
for (let value = 0; value < 16; value += 1) {
  nibbles[value.toString(16).charCodeAt(0)] = value;
  nibbles[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}
const dash = 45;

const writeUuid = (text: string): void => {
  if (text.length !== 36) throw new TypeError('This is no UUID.');
  reserve(20);
  length = bytes.writeInt32BE(16, length);
  for (let index = 0; index < 36; index += 2) {
    if (text.charCodeAt(index) === dash) index += 1;
    bytes[length] =
      ((nibbles[text.charCodeAt(index)] ?? 0) << 4) | (nibbles[text.charCodeAt(index + 1)] ?? 0);
    length += 1;
  }
};

const writeText = (text: string): void => {
  // No character takes more than three bytes for each of its code units.
  reserve(4 + text.length * 3);
  const size = bytes.write(text, length + 4);
  bytes.writeInt32BE(size, length);
  length += 4 + size;
};

/** Room for a value of so many bytes, with its length in front; answers where it goes. */
const place = (size: number): number => {
  reserve(4 + size);
  const at = bytes.writeInt32BE(size, length);
  length = at + size;
  return at;
};

const microsecondsOf = (value: Date | string): bigint =>
  BigInt((value instanceof Date ? value : new Date(value)).getTime() - epoch2000) * 1000n;

// A place is taken first: it may exchange `bytes` for a larger one.
const writers: Readonly<Record<ElementType, (value: never) => void>> = {
  boolean(value: boolean) {
    const at = place(1);
    bytes[at] = value ? 1 : 0;
  },
  bytea(value: Uint8Array) {
    const at = place(value.length);
    bytes.set(value, at);
  },
  bigint(value: bigint | number | string) {
    const at = place(8);
    bytes.writeBigInt64BE(BigInt(value), at);
  },
  smallint(value: number) {
    const at = place(2);
    bytes.writeInt16BE(value, at);
  },
  integer(value: number) {
    const at = place(4);
    bytes.writeInt32BE(value, at);
  },
  text: writeText,
  real(value: number) {
    const at = place(4);
    bytes.writeFloatBE(value, at);
  },
  timestamptz(value: Date | string) {
    const at = place(8);
    bytes.writeBigInt64BE(microsecondsOf(value), at);
  },
  uuid: writeUuid,
};

export const binaryArray = (type: ElementType, values: readonly unknown[]): Buffer => {
  const write = writers[type] as (value: unknown) => void;
  length = values.length === 0 ? 12 : headBytes;
  let hasNull = 0;
  for (const value of values) {
    if (value === null || value === undefined) {
      hasNull = 1;
      reserve(4);
      length = bytes.writeInt32BE(-1, length);
    } else {
      write(value);
    }
  }
  bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(hasNull, 4);
  bytes.writeInt32BE(typeIds[type], 8);
  if (values.length > 0) {
    bytes.writeInt32BE(values.length, 12);
    bytes.writeInt32BE(1, 16);
  }
  return Buffer.from(bytes.subarray(0, length));
};
