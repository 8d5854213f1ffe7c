// Small files of each kind, made by hand: enough of a format for its type to be found from the bytes.

const text = (value: string): Buffer => Buffer.from(value, 'latin1');

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
  text('JFIF\0'),
  Buffer.from([0x01, 0x01, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0xff, 0xd9]),
]);

const mp4 = Buffer.concat([
  uint32(24),
  text('ftypmp42'),
  uint32(0),
  text('mp42isom'),
  uint32(8),
  text('mdat'),
]);

/** An Ogg page that begins with the head of Opus. */
const opus = (channels: number): Buffer =>
  Buffer.concat([
    text('OggS\0\x02'),
    Buffer.alloc(20),
    Buffer.from([1, 19]),
    text('OpusHead'),
    Buffer.from([1, channels]),
    Buffer.alloc(9),
  ]);

/** `flags` of VP8X: 2 is animated. */
const webp = (flags: number): Buffer =>
  Buffer.concat([
    text('RIFF'),
    Buffer.from([30, 0, 0, 0]),
    text('WEBPVP8X'),
    Buffer.from([10, 0, 0, 0, flags, 0, 0, 0, 1, 0, 0, 1, 0, 0]),
    Buffer.alloc(8),
  ]);

export const sampleFiles = {
  png,
  jpeg,
  mp4,
  voice: opus(1),
  stereo: opus(2),
  sticker: webp(0),
  movingSticker: webp(2),
  pdf: text('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
  text: text('The invoice of November.\n'),
  html: text('<!doctype html><script>alert(1)</script>'),
  oldOffice: Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(600),
  ]),
  unknown: Buffer.from([0x00, 0x01, 0x02, 0xfe, 0xfd, 0x80, 0x81]),
} as const;

/** The same format, as large as one likes. */
export const enlarged = (file: Buffer, bytes: number): Buffer =>
  Buffer.concat([file, Buffer.alloc(Math.max(0, bytes - file.length))]);
