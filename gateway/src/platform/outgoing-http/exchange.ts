// One request and its answer. Undici calls `onRequestStart` right before it writes the first byte; what goes wrong before
// that ends `unsent`, what goes wrong after it does not.

import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import {
  type AnswerBodies,
  type AnswerForm,
  checkHeaders,
  type Destination,
  isStreamed,
  type OutgoingRequest,
} from './request.ts';
import {
  AnswerCutError,
  type Cut,
  detailOf,
  type Ending,
  type OutgoingResult,
  unsentReason,
} from './result.ts';

type Controller = Dispatcher.DispatchController;
type AnswerHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** The connection as the exchange it carries sees it. */
interface ExchangeConnection {
  readonly address: string | null;
  /** The exchange is over; the connection may carry another one if it survived this one. */
  released(): void;
  /** True when another connection took over an exchange that was not begun. */
  passOn(exchange: Exchange): boolean;
  end(error: unknown): void;
}

/** Own properties only, so that a header named `constructor` or `__proto__` is a header like any other. */
const singleHeaders = (headers: AnswerHeaders): Readonly<Record<string, string>> => {
  const single: Record<string, string> = Object.create(null);
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? '';
    single[name] = typeof value === 'string' ? value.trim() : value.map((one) => one.trim()).join(', ');
  }
  return single;
};

const toText = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  return text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text;
};

const givenUp = (): Error => new Error('The exchange was given up.');

export class Exchange implements Dispatcher.DispatchHandler {
  readonly dispatchOptions: Dispatcher.DispatchOptions;
  readonly #request: OutgoingRequest<AnswerForm>;
  readonly #resolve: (result: OutgoingResult<AnswerForm>) => void;
  readonly #beginning = performance.now();
  readonly #timer: NodeJS.Timeout;
  #connection: ExchangeConnection | null = null;
  /** Set once undici may write. */
  #controller: Controller | null = null;
  /** A byte may have left. */
  #hasBegun = false;
  #isSettled = false;
  #isOver = false;
  #answer: { status: number; headers: AnswerHeaders } | null = null;
  #stream: Readable | null = null;
  /** The beginning of the answer, up to the bound. */
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  /** Throws when the request can never be sent as it is. */
  constructor(
    request: OutgoingRequest<AnswerForm>,
    { path }: Destination,
    resolve: (result: OutgoingResult<AnswerForm>) => void,
  ) {
    checkHeaders(request.headers);
    const { method, headers, body } = request;
    if (isStreamed(body)) {
      const length = body.byteLength === null ? {} : { 'content-length': String(body.byteLength) };
      this.dispatchOptions = { path, method, headers: { ...headers, ...length }, body: body.stream };
      // It may fail while the request still waits for a connection; an error without a listener ends the process.
      body.stream.on('error', (error) => this.#bodyFailed(error));
    } else this.dispatchOptions = { path, method, headers, body };
    this.#request = request;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.#timeOut(), request.timeoutMilliseconds);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The connection that will carry it was chosen; it may still have to be made. */
  takeConnection(connection: ExchangeConnection): void {
    this.#connection = connection;
  }

  /** Asked before it is handed to undici, and again right before the first byte. */
  mayStart(): boolean {
    if (this.#isOver) return false;
    if (this.#request.mayStart?.() !== false) return true;
    return this.#withdraw();
  }

  #withdraw(): false {
    this.#end({ kind: 'unsent', reason: 'withdrawn', detail: 'It was not to be sent any more.' });
    return false;
  }

  onRequestStart(controller: Controller): void {
    // Aborting here keeps every byte back. A second start would be undici sending it again by itself.
    if (this.#request.onStart?.() === false) this.#withdraw();
    if (this.#controller || !this.mayStart()) {
      controller.abort(givenUp());
      return;
    }
    this.#controller = controller;
    // The head of a streamed request leaves with its first chunk.
    if (!isStreamed(this.#request.body)) this.#hasBegun = true;
  }

  onBodySent(): void {
    this.#hasBegun = true;
  }

  onRequestSent(): void {
    this.#hasBegun = true;
  }

  onResponseStart(controller: Controller, status: number, headers: AnswerHeaders): void {
    // Statuses below 200 announce the answer; they are not it.
    if (status < 200 || this.#isOver) return;
    this.#answer = { status, headers };
    if (this.#request.answerAs === 'stream') this.#openStream(controller);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#isOver) return;
    const room = this.#request.answerBytesMax - this.#bytes;
    this.#bytes += chunk.length;
    if (chunk.length > room) {
      this.#chunks.push(chunk.subarray(0, room));
      this.#cut('length');
      controller.abort(givenUp());
    } else if (!this.#stream) this.#chunks.push(chunk);
    else if (!this.#stream.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    // First, so that a caller who sends its next request at once finds this connection idle.
    this.#connection?.released();
    this.#stream?.push(null);
    this.#endAnswered(null);
  }

  onResponseError(_controller: Controller | null, error: unknown): void {
    if (!this.#controller && !this.#isOver && this.#connection?.passOn(this)) return;
    this.#connection?.released();
    this.fail(error);
  }

  fail(error: unknown): void {
    const detail = detailOf(error);
    if (!this.#hasBegun) this.#end({ kind: 'unsent', reason: unsentReason(error), detail });
    else if (!this.#cut('reset')) this.#end({ kind: 'unanswered', reason: 'reset', detail });
  }

  #timeOut(): void {
    if (!this.#hasBegun) {
      this.#end({ kind: 'unsent', reason: 'connect_timeout', detail: 'No connection in time.' });
    } else if (!this.#cut('timeout')) {
      this.#end({ kind: 'unanswered', reason: 'timeout', detail: 'No answer in time.' });
    }
    this.#breakOff();
  }

  #breakOff(): void {
    if (this.#controller) this.#controller.abort(givenUp());
    else this.#connection?.end(null);
  }

  #bodyFailed(error: Error): void {
    if (this.#isOver) return;
    const code = 'code' in error ? ` (${String(error.code)})` : '';
    this.fail(new Error(`The body of the request could not be read${code}.`));
    this.#breakOff();
  }

  #openStream(controller: Controller): void {
    this.#stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        // The reader has had enough: the rest is not waited for.
        if (!this.#isOver) {
          this.#isOver = true;
          clearTimeout(this.#timer);
          controller.abort(givenUp());
        }
        done(error);
      },
    });
    // It may break before its reader listens; the reader then finds it broken.
    this.#stream.on('error', () => undefined);
    this.#settleAnswered(null);
  }

  /** The answer counts with what came of it, because its status is known. False when there is none yet. */
  #cut(cutBy: Cut): boolean {
    if (!this.#answer) return false;
    const stream = this.#stream;
    this.#endAnswered(cutBy);
    stream?.destroy(new AnswerCutError(cutBy));
    return true;
  }

  #endAnswered(cutBy: Cut | null): void {
    this.#settleAnswered(cutBy);
    this.#finish();
  }

  #settleAnswered(cutBy: Cut | null): void {
    if (!this.#answer || this.#isSettled) return;
    const { status, headers } = this.#answer;
    this.#settle({
      kind: 'answered',
      status,
      headers: singleHeaders(headers),
      body: this.#answerBody(),
      isWhole: cutBy === null,
      cutBy,
    });
  }

  #answerBody(): AnswerBodies[AnswerForm] {
    if (this.#stream) return this.#stream;
    const [only] = this.#chunks;
    const whole = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
    return this.#request.answerAs === 'bytes' ? whole : toText(whole);
  }

  #end(ending: Ending): void {
    this.#settle(ending);
    this.#finish();
  }

  #settle(ending: Ending): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const milliseconds = Math.round((performance.now() - this.#beginning) * 100) / 100;
    this.#resolve({ ...ending, address: this.#connection?.address ?? null, milliseconds });
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const { body } = this.#request;
    if (isStreamed(body)) body.stream.destroy();
  }
}
