// Reads one answer of HTTP/1.1 out of the bytes of its connection, strictly: an answer that could be read in two ways is
// broken, because a wrong guess at its end would give its rest to the next request as an answer.

import { headerNamePattern } from './request.ts';

export interface AnswerSink {
  answerBegins(status: number, headers: Readonly<Record<string, string>>): void;
  answerGoesOn(chunk: Buffer): void;
}

type State = 'head' | 'length' | 'chunk_size' | 'chunk' | 'chunk_end' | 'trailers' | 'until_close' | 'whole';

const headBytesMax = 16_384;
const lineBytesMax = 1_024;
const headEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');
const incomplete = -1;

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/;
/** A line that ends otherwise than by CR LF, and control characters, which nothing of ours could store either. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unreadable = /\r(?!\n)|(?<!\r)\n|[\0-\x08\v\f\x0e-\x1f\x7f]/;
const chunkSize = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i;
const keepAliveTimeout = /timeout=(\d{1,6})/;

const broken = (what: string): Error => new Error(`The answer is not HTTP: ${what}.`);

const readHeaders = (lines: readonly string[]): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon < 1 || !headerNamePattern.test(name)) throw broken('a line of its head is no header');
    const value = line.slice(colon + 1).trim();
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
};

export class AnswerReader {
  readonly #sink: AnswerSink;
  #state: State = 'head';
  /** Bytes that do not yet say anything. */
  #pending: Buffer | null = null;
  /** Of the body, or of the chunk. */
  #bytesLeft = 0;
  /** How long the connection may lie idle afterwards, as far as the other side says; 0: it closes. */
  #idleSeconds = Number.POSITIVE_INFINITY;
  #hasSurplus = false;

  constructor(sink: AnswerSink) {
    this.#sink = sink;
  }

  get isWhole(): boolean {
    return this.#state === 'whole';
  }

  /** Whether the end of the connection is the end of the answer. */
  get endsWithConnection(): boolean {
    return this.#state === 'until_close';
  }

  /** For how long the connection can be used again. Bytes that nobody asked for end it. */
  get idleSeconds(): number {
    return this.#hasSurplus ? 0 : this.#idleSeconds;
  }

  /** Throws when it is no answer. */
  read(chunk: Buffer): void {
    const bytes = this.#pending ? Buffer.concat([this.#pending, chunk]) : chunk;
    this.#pending = null;
    let at = 0;
    while (this.#state !== 'whole') {
      const next = this.#readPart(bytes, at);
      if (next === incomplete) {
        if (at < bytes.length) this.#pending = bytes.subarray(at);
        return;
      }
      at = next;
    }
    this.#hasSurplus = at < bytes.length;
  }

  /** Where the next part begins. */
  #readPart(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case 'head':
        return this.#readHead(bytes, at);
      case 'length':
        return this.#readBody(bytes, at, 'whole');
      case 'chunk':
        return this.#readBody(bytes, at, 'chunk_end');
      case 'chunk_size':
        return this.#readChunkSize(bytes, at);
      case 'chunk_end':
        return this.#readChunkEnd(bytes, at);
      case 'trailers':
        return this.#readTrailer(bytes, at);
      default:
        if (at < bytes.length) this.#sink.answerGoesOn(at === 0 ? bytes : bytes.subarray(at));
        return at < bytes.length ? bytes.length : incomplete;
    }
  }

  #readHead(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(headEnd, at);
    if ((end < 0 ? bytes.length : end) - at > headBytesMax) throw broken('its head is too long');
    if (end < 0) {
      // Nobody waits to the time-out for what does not even begin like an answer.
      const begin = bytes.toString('latin1', at, at + 5);
      if (!'HTTP/'.startsWith(begin)) throw broken('it begins otherwise');
      return incomplete;
    }
    const head = bytes.toString('utf8', at, end);
    if (unreadable.test(head)) throw broken('its head cannot be read');
    const lines = head.split('\r\n');
    const [, minor, code] = statusLine.exec(lines[0] ?? '') ?? [];
    if (code === undefined) throw broken('its first line cannot be read');
    const status = Number(code);
    const headers = readHeaders(lines);
    if (status === 101) throw broken('it changes the protocol');
    // Those below 200 announce the answer; they are not it.
    if (status < 200) return end + headEnd.length;
    this.#idleSeconds = idleSecondsOf(minor === '1', headers);
    this.#state = this.#bodyState(status, headers);
    this.#sink.answerBegins(status, headers);
    return end + headEnd.length;
  }

  /** RFC 9112, section 6.3. */
  #bodyState(status: number, headers: Readonly<Record<string, string>>): State {
    const { 'transfer-encoding': encoding, 'content-length': length } = headers;
    if (encoding !== undefined) {
      if (length !== undefined) throw broken('it has two lengths');
      if (encoding.toLowerCase() !== 'chunked') throw broken('its transfer encoding is unknown');
      return status === 204 || status === 304 ? 'whole' : 'chunk_size';
    }
    if (length !== undefined && !/^\d{1,15}$/.test(length)) throw broken('its length cannot be read');
    if (status === 204 || status === 304) return 'whole';
    if (length === undefined) {
      this.#idleSeconds = 0;
      return 'until_close';
    }
    this.#bytesLeft = Number(length);
    return this.#bytesLeft === 0 ? 'whole' : 'length';
  }

  #readBody(bytes: Buffer, at: number, then: State): number {
    if (at === bytes.length) return incomplete;
    const end = Math.min(bytes.length, at + this.#bytesLeft);
    this.#bytesLeft -= end - at;
    if (this.#bytesLeft === 0) this.#state = then;
    this.#sink.answerGoesOn(bytes.subarray(at, end));
    return end;
  }

  /** The next line without its end, or null while it has none. */
  #line(bytes: Buffer, at: number): string | null {
    const end = bytes.indexOf(lineEnd, at);
    if ((end < 0 ? bytes.length : end) - at > lineBytesMax)
      throw broken('a line between its parts is too long');
    return end < 0 ? null : bytes.toString('latin1', at, end);
  }

  #readChunkSize(bytes: Buffer, at: number): number {
    const line = this.#line(bytes, at);
    if (line === null) return incomplete;
    const size = chunkSize.exec(line)?.[1];
    if (size === undefined || unreadable.test(line)) throw broken('the length of a chunk cannot be read');
    this.#bytesLeft = Number.parseInt(size, 16);
    this.#state = this.#bytesLeft === 0 ? 'trailers' : 'chunk';
    return at + line.length + lineEnd.length;
  }

  #readChunkEnd(bytes: Buffer, at: number): number {
    if (bytes.length - at < lineEnd.length) return incomplete;
    if (bytes.indexOf(lineEnd, at) !== at) throw broken('a chunk is longer than it says');
    this.#state = 'chunk_size';
    return at + lineEnd.length;
  }

  /** Trailers say nothing that anybody here asks for. */
  #readTrailer(bytes: Buffer, at: number): number {
    const line = this.#line(bytes, at);
    if (line === null) return incomplete;
    if (line === '') this.#state = 'whole';
    return at + line.length + lineEnd.length;
  }
}

const idleSecondsOf = (isKeptByDefault: boolean, headers: Readonly<Record<string, string>>): number => {
  const connection = headers.connection?.toLowerCase() ?? '';
  const isKept = isKeptByDefault ? !connection.includes('close') : connection.includes('keep-alive');
  if (!isKept) return 0;
  const hint = keepAliveTimeout.exec(headers['keep-alive'] ?? '')?.[1];
  return hint === undefined ? Number.POSITIVE_INFINITY : Number(hint);
};
