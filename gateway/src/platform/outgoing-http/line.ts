// One connection to another machine. It carries one exchange at a time and knows what nobody else could tell: whether a
// byte of it has left.

import type { Socket } from 'node:net';
import { AnswerReader } from './answer.ts';
import type { Dial } from './dial.ts';
import type { Exchange } from './exchange.ts';

/** Told when the line can carry something else, and when it never will again. */
interface LineOwner {
  freed(line: Line): void;
  gone(line: Line): void;
}

/** Shorter than what servers usually allow, so that we rarely write into a connection they are just closing. */
const idleMillisecondsMax = 4_000;
/** Taken off what a server says it allows, for the way there. */
const idleMarginMilliseconds = 2_000;

const closedByOther = (): Error => new Error('The other side closed the connection.');

export class Line {
  /** The address dialled last. */
  address: string | null = null;
  /** When it will have lain idle for too long. */
  #idleUntil = 0;
  readonly #owner: LineOwner;
  #hang: () => void;
  #socket: Socket | null = null;
  #exchange: Exchange | null = null;
  #reader: AnswerReader | null = null;
  #isGone = false;

  constructor(owner: LineOwner, dial: Dial, first: Exchange) {
    this.#owner = owner;
    this.#exchange = first;
    first.takeLine(this);
    this.#hang = dial({
      onAttempt: (address) => {
        this.address = address;
      },
      onConnect: (socket) => this.#connected(socket, first),
      onFailure: (error) => this.end(error),
    });
  }

  /** An end that was heard of but not yet told by an event counts. */
  get isUsable(): boolean {
    return this.#idleUntil > performance.now() && this.#socket?.writable === true;
  }

  /** False when the exchange does not want to begin any more: the line is as free as before. */
  carry(exchange: Exchange): boolean {
    const socket = this.#socket;
    if (!socket) return false;
    exchange.takeLine(this);
    if (!exchange.mayBegin()) return false;
    this.#exchange = exchange;
    this.#reader = new AnswerReader(exchange);
    socket.ref();
    socket.write(exchange.text);
    return true;
  }

  /** Closes it; an exchange that is not over fails by the given error. */
  end(error: unknown): void {
    if (this.#isGone) return;
    this.#isGone = true;
    const exchange = this.#exchange;
    this.#exchange = null;
    this.#reader = null;
    this.#hang();
    this.#socket?.destroy();
    exchange?.fail(error);
    this.#owner.gone(this);
  }

  #connected(socket: Socket, first: Exchange): void {
    this.#socket = socket;
    this.#exchange = null;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('end', () => this.#ended());
    socket.on('error', (error) => this.end(error));
    socket.on('close', () => this.end(closedByOther()));
    if (!this.carry(first)) this.#rest(socket, idleMillisecondsMax);
  }

  #read(chunk: Buffer): void {
    const reader = this.#reader;
    if (!reader) {
      this.end(new Error('The other side spoke without being asked.'));
      return;
    }
    try {
      reader.read(chunk);
    } catch (error) {
      this.end(error);
      return;
    }
    if (reader.isWhole && this.#reader === reader) this.#finish(reader.idleSeconds * 1_000);
  }

  #ended(): void {
    if (this.#reader?.endsWithConnection) this.#finish(0);
    else this.end(closedByOther());
  }

  #finish(idleMilliseconds: number): void {
    const exchange = this.#exchange;
    const socket = this.#socket;
    this.#exchange = null;
    this.#reader = null;
    exchange?.finish();
    const idle = Math.min(idleMilliseconds - idleMarginMilliseconds, idleMillisecondsMax);
    // Answered before the whole request had left: what is still to leave would look like the next one.
    if (idle <= 0 || !socket?.writable || socket.writableLength > 0) {
      this.end(null);
      return;
    }
    this.#rest(socket, idle);
  }

  #rest(socket: Socket, idleMilliseconds: number): void {
    // An idle connection keeps no process alive.
    socket.unref();
    this.#idleUntil = performance.now() + idleMilliseconds;
    this.#owner.freed(this);
  }
}
