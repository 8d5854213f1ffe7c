// The connections to one origin: as many as are allowed, used again while they are fresh, and a queue for the exchanges
// that have to wait for one.

import { createFifo } from '../fifo.ts';
import { Connection } from './connection.ts';
import type { Dial } from './connector.ts';
import type { Exchange } from './exchange.ts';

export interface ConnectionPoolOptions {
  /** Such as `https://graph.facebook.com`. */
  readonly originKey: string;
  readonly dial: Dial;
  readonly connectionsMax: number;
  /** The last connection is gone. */
  readonly onUnused: () => void;
}

export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  readonly #all = new Set<Connection>();
  /** The one used last is at the end and is taken first, so that the others grow old and are closed. */
  readonly #idle: Connection[] = [];
  readonly #waiting = createFifo<Exchange>();

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
  }

  carry(exchange: Exchange): void {
    const { originKey, dial, connectionsMax } = this.#options;
    const stale: Connection[] = [];
    let connection = this.#idle.pop();
    while (connection && !connection.isUsable) {
      stale.push(connection);
      connection = this.#idle.pop();
    }
    if (connection) {
      if (!connection.carry(exchange)) this.freed(connection);
    } else if (this.#all.size < connectionsMax + stale.length) {
      this.#all.add(new Connection(this, originKey, dial, exchange));
    } else this.#waiting.push(exchange);
    // Only now: with the last of them gone, the pool would count as unused and would not be closed with the others.
    for (const old of stale) old.end(null);
  }

  freed(connection: Connection): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (connection.carry(next)) return;
    }
    if (connection.mayRest) this.#idle.push(connection);
    else connection.end(null);
  }

  gone(connection: Connection): void {
    this.#all.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    let next = this.#waiting.shift();
    while (next?.isOver) next = this.#waiting.shift();
    if (next) this.carry(next);
    else if (this.#all.size === 0) this.#options.onUnused();
  }

  /** Breaks off what is under way; what waits has not begun and never will. */
  close(error: Error): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next.fail(error);
    for (const connection of [...this.#all]) connection.end(error);
  }
}
