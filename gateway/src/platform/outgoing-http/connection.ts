// One connection to another machine: dialled by us, then given to an undici client that knows no other. It carries one
// exchange at a time, so a connection that breaks leaves one outcome unknown.

/// <reference path="./undici-parts.d.ts" />

import type { Socket } from 'node:net';
import Client from 'undici/lib/dispatcher/client.js';
import type { Dial } from './connector.ts';
import type { Exchange } from './exchange.ts';

/** Called when the connection can carry something else, and when it never will again. */
interface ConnectionOwner {
  /** Finds a connection for an exchange. */
  carry(exchange: Exchange): void;
  freed(connection: Connection): void;
  gone(connection: Connection): void;
}

/** Shorter than what servers usually allow, so that we rarely write into a connection they are just closing. */
const idleMillisecondsMax = 4_000;
/** Taken off what a server says it allows, for the way there. */
const idleMarginMilliseconds = 2_000;
const answerHeadBytesMax = 16_384;

const clientOptions = {
  pipelining: 1,
  allowH2: false,
  keepAliveTimeout: idleMillisecondsMax,
  keepAliveMaxTimeout: idleMillisecondsMax,
  keepAliveTimeoutThreshold: idleMarginMilliseconds,
  maxHeaderSize: answerHeadBytesMax,
  // The exchange bounds the whole; these two would only bound parts of it.
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

const closedByOther = (): Error => new Error('The other side closed the connection.');

export class Connection {
  /** The address dialled last. */
  address: string | null = null;
  readonly #owner: ConnectionOwner;
  readonly #cancelDial: () => void;
  #socket: Socket | null = null;
  #client: Client | null = null;
  #exchange: Exchange | null = null;
  #exchanges = 0;
  /** Undici has the socket and notices its end. */
  #isHandedOver = false;
  #idleSince = 0;
  #isGone = false;
  /** The other side closed it; we did not. */
  #wasClosed = false;

  constructor(owner: ConnectionOwner, originKey: string, dial: Dial, first: Exchange) {
    this.#owner = owner;
    this.#exchange = first;
    first.takeConnection(this);
    this.#cancelDial = dial({
      onAttempt: (address) => {
        this.address = address;
      },
      onConnect: (socket) => this.#connected(originKey, socket, first),
      onFailure: (error) => this.end(error),
    });
  }

  /** Undici closes idle connections by a timer, which may be late when the process was busy or frozen. */
  get isUsable(): boolean {
    return this.#socket?.writable === true && performance.now() - this.#idleSince < idleMillisecondsMax;
  }

  /** Undici takes the socket with the first exchange and closes it when it was idle for too long. */
  get mayRest(): boolean {
    return this.#isHandedOver;
  }

  /** False when the exchange does not want to begin any more: the connection is as free as before. */
  carry(exchange: Exchange): boolean {
    if (!this.#client || !exchange.mayStart()) return false;
    exchange.takeConnection(this);
    this.#exchange = exchange;
    this.#exchanges += 1;
    this.#client.dispatch(exchange.dispatchOptions, exchange);
    return true;
  }

  released(): void {
    this.#exchange = null;
    // Undici decides right after the exchange has ended whether the connection survives it.
    queueMicrotask(() => this.#rest());
  }

  passOn(exchange: Exchange): boolean {
    // The server closed an idle connection in the very moment it was chosen. A connection that never worked is no such
    // case: dialling again and again would hide what is wrong.
    const isLost = this.#wasClosed || (!this.#isGone && this.#socket?.destroyed === true);
    if (!isLost || this.#exchanges < 2) return false;
    this.#exchange = null;
    this.#owner.carry(exchange);
    return true;
  }

  /** Closes it; an exchange that is not over fails by the given error. */
  end(error: unknown): void {
    if (this.#isGone) return;
    this.#isGone = true;
    const exchange = this.#exchange;
    this.#cancelDial();
    // Fails what undici has not yet begun to write, which may then be passed on.
    void this.#client?.destroy(error instanceof Error ? error : closedByOther());
    this.#socket?.destroy();
    if (this.#exchange === exchange) exchange?.fail(error);
    this.#exchange = null;
    this.#owner.gone(this);
  }

  #connected(originKey: string, socket: Socket, first: Exchange): void {
    this.#socket = socket;
    this.#exchange = null;
    this.#client = new Client(originKey, {
      ...clientOptions,
      // Undici must not be called back before it has returned from asking.
      connect: (_options, callback) =>
        queueMicrotask(() => {
          if (this.#isHandedOver || socket.destroyed) return callback(closedByOther(), null);
          this.#isHandedOver = true;
          callback(null, socket);
        }),
    });
    this.#client.on('disconnect', (_origin, _targets, error) => {
      this.#wasClosed = true;
      this.end(error);
    });
    socket.once('close', () => {
      if (!this.#isHandedOver) this.end(closedByOther());
    });
    if (!this.carry(first)) this.#rest();
  }

  #rest(): void {
    const socket = this.#socket;
    if (this.#isGone || this.#exchange) return;
    // Answered before the whole request had left: what is still to leave would look like the next one.
    if (!socket?.writable || socket.writableLength > 0) {
      this.end(null);
      return;
    }
    this.#idleSince = performance.now();
    this.#owner.freed(this);
  }
}
