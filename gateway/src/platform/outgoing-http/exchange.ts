// One request and its answer. Its line asks right before the first byte is written; whatever goes wrong before that ends
// `unsent`, whatever goes wrong after it does not.

import type { AnswerSink } from './answer.ts';
import { isBlockedError } from './private-address-guard.ts';
import { isInvalidRequestError, type OutgoingRequest } from './request.ts';

type UnsentReason =
  | 'dns'
  | 'refused'
  | 'tls'
  /** It leads to an address that must not be dialled. */
  | 'blocked'
  /** No connection was made, or became free, in time. */
  | 'connect_timeout'
  | 'unreachable'
  /** The address or a header can never be sent as it is. */
  | 'invalid_request'
  /** We are stopping. */
  | 'closed'
  /** Whoever asked for it may not send it any more. */
  | 'withdrawn';

interface Taken {
  /** The address that was dialled for it; null when it did not come to that. */
  readonly address: string | null;
  readonly milliseconds: number;
}

interface Answered extends Taken {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Free of what PostgreSQL cannot store. */
  readonly body: string;
  /** False when the answer was longer than what is read of one, broke off, or did not end in time. */
  readonly isWhole: boolean;
  /** What kept it from being whole. */
  readonly cutBy: 'length' | 'timeout' | 'reset' | null;
}

/** No byte of the request was sent: doing it again is safe. */
interface Unsent extends Taken {
  readonly kind: 'unsent';
  readonly reason: UnsentReason;
  readonly detail: string;
}

/** The other side may have received it. */
interface Unanswered extends Taken {
  readonly kind: 'unanswered';
  readonly reason: 'timeout' | 'reset';
  readonly detail: string;
}

export type OutgoingResult = Answered | Unsent | Unanswered;

/** What an exchange sees of the connection that carries it. */
interface ExchangeLine {
  readonly address: string | null;
  end(error: unknown): void;
}

const stoppedCode = 'HUDHUD_STOPPED';
export const stoppedError = (): Error =>
  Object.assign(new Error('No more requests are made.'), { code: stoppedCode });

const reasonsByCode: Readonly<Record<string, UnsentReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'connect_timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  [stoppedCode]: 'closed',
};

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const unsentReason = (error: unknown): UnsentReason => {
  const known = reasonsByCode[codeOf(error)];
  if (known) return known;
  if (isInvalidRequestError(error)) return 'invalid_request';
  if (isBlockedError(error)) return 'blocked';
  if ((error as { syscall?: unknown } | null)?.syscall === 'getaddrinfo') return 'dns';
  return /tls|ssl|cert|self.signed|altname/i.test(`${codeOf(error)} ${String(error)}`)
    ? 'tls'
    : 'unreachable';
};

const detailOf = (error: unknown): string =>
  (error instanceof Error && error.message) || codeOf(error) || String(error);

type Ending<Result = OutgoingResult> = Result extends OutgoingResult ? Omit<Result, keyof Taken> : never;

export class Exchange implements AnswerSink {
  /** Written at once when its line is ready. */
  text = '';
  readonly #request: OutgoingRequest;
  readonly #resolve: (result: OutgoingResult) => void;
  readonly #beginning = performance.now();
  readonly #timer: NodeJS.Timeout;
  #line: ExchangeLine | null = null;
  #hasBegun = false;
  #isOver = false;
  #answer: { status: number; headers: Readonly<Record<string, string>> } | null = null;
  /** The beginning of the answer, up to the bound. */
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(request: OutgoingRequest, resolve: (result: OutgoingResult) => void) {
    this.#request = request;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.#giveUp(), request.timeoutMilliseconds);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The connection that will carry it was chosen; it may still have to be made. */
  takeLine(line: ExchangeLine): void {
    this.#line = line;
  }

  /** Asked right before the first byte. False keeps every byte back. */
  mayBegin(): boolean {
    if (this.#isOver) return false;
    if (this.#request.mayStart?.() === false) {
      this.#settle({ kind: 'unsent', reason: 'withdrawn', detail: 'It was not to be sent any more.' });
      return false;
    }
    this.#hasBegun = true;
    return true;
  }

  answerBegins(status: number, headers: Readonly<Record<string, string>>): void {
    this.#answer = { status, headers };
  }

  answerGoesOn(chunk: Buffer): void {
    if (this.#isOver) return;
    const { answerBytesMax } = this.#request;
    const room = answerBytesMax - this.#bytes;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#bytes += chunk.length;
    if (this.#bytes <= answerBytesMax) return;
    this.#settleAnswered('length');
    this.#line?.end(null);
  }

  finish(): void {
    this.#settleAnswered(null);
  }

  fail(error: unknown): void {
    const detail = detailOf(error);
    if (!this.#hasBegun) this.#settle({ kind: 'unsent', reason: unsentReason(error), detail });
    else if (!this.#settleAnswered('reset')) this.#settle({ kind: 'unanswered', reason: 'reset', detail });
  }

  #giveUp(): void {
    if (!this.#hasBegun) {
      this.#settle({ kind: 'unsent', reason: 'connect_timeout', detail: 'No connection in time.' });
    } else if (!this.#settleAnswered('timeout')) {
      this.#settle({ kind: 'unanswered', reason: 'timeout', detail: 'No answer in time.' });
    }
    this.#line?.end(null);
  }

  /** The answer counts with what came of it: its status is known. */
  #settleAnswered(cutBy: Answered['cutBy']): boolean {
    if (!this.#answer) return false;
    const { status, headers } = this.#answer;
    this.#settle({
      kind: 'answered',
      status,
      headers,
      body: this.#answerText(),
      isWhole: cutBy === null,
      cutBy,
    });
    return true;
  }

  #answerText(): string {
    const [only] = this.#chunks;
    const whole = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks);
    const text = whole.toString('utf8');
    return text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text;
  }

  #settle(ending: Ending): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const milliseconds = Math.round((performance.now() - this.#beginning) * 100) / 100;
    this.#resolve({ ...ending, address: this.#line?.address ?? null, milliseconds });
  }
}
