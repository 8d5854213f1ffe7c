// HTTP requests that the gateway makes, to providers and to customers. What happened is a value, never an exception, and
// it keeps apart what decides whether a message may be sent again: no byte left this machine, or perhaps one did (ADR 14).

import { ConnectionPool } from './connection-pool.ts';
import { type Connector, createConnector } from './connector.ts';
import { Exchange } from './exchange.ts';
import { type AddressGuard, blockedError } from './private-address-guard.ts';
import { sendFollowing } from './redirect.ts';
import {
  type AnswerForm,
  type Destination,
  destinationOf,
  isOnRoute,
  isStreamed,
  type OutgoingRequest,
} from './request.ts';
import { detailOf, type OutgoingResult, stoppedError, unsentReason } from './result.ts';

export type { OutgoingRequest, OutgoingResult };

export interface OutgoingHttp {
  send<Form extends AnswerForm = 'text'>(outgoing: OutgoingRequest<Form>): Promise<OutgoingResult<Form>>;
  /** Breaks off what is under way; what was still waiting ends unsent. */
  close(): Promise<void>;
}

export interface OutgoingHttpOptions {
  /** Connections to one origin at a time. */
  readonly connections: number;
  /** Asked before every connection. Needed wherever a customer chooses the address. */
  readonly guard?: AddressGuard;
  /** The operator's egress proxy. The environment (HTTP_PROXY) is not asked for one: it would dial unguarded. */
  readonly proxy?: string | undefined;
}

export const createOutgoingHttp = ({ connections, guard, proxy }: OutgoingHttpOptions): OutgoingHttp => {
  const pools = new Map<string, ConnectionPool>();
  const connector = createConnector({ guard, proxy });
  /** For our own places: neither guarded nor through the proxy. */
  const ownConnector = createConnector({});
  let isClosed = false;

  const poolTo = ({ origin }: Destination, isOwn: boolean): ConnectionPool => {
    const key = isOwn ? `own ${origin.key}` : origin.key;
    const known = pools.get(key);
    if (known) return known;
    const chosen: Connector = isOwn ? ownConnector : connector;
    const pool = new ConnectionPool({
      originKey: origin.key,
      dial: chosen.dialTo(origin),
      connectionsMax: connections,
      onUnused: () => pools.delete(key),
    });
    pools.set(key, pool);
    return pool;
  };

  const sendOnce = <Form extends AnswerForm>(
    outgoing: OutgoingRequest<Form>,
  ): Promise<OutgoingResult<Form>> =>
    new Promise((resolve) => {
      try {
        if (isClosed) throw stoppedError();
        const destination = destinationOf(outgoing.url);
        const { route } = outgoing;
        if (route && !isOnRoute(destination, route)) throw blockedError('It leads outside of its own route.');
        // An exchange makes the kind of body that its request asks for.
        const exchange = new Exchange(
          outgoing,
          destination,
          resolve as (result: OutgoingResult<AnswerForm>) => void,
        );
        poolTo(destination, route !== undefined).carry(exchange);
      } catch (error) {
        if (isStreamed(outgoing.body)) outgoing.body.stream.destroy();
        resolve({
          kind: 'unsent',
          reason: unsentReason(error),
          detail: detailOf(error),
          address: null,
          milliseconds: 0,
        });
      }
    });

  return {
    send: (outgoing) =>
      outgoing.redirectsMax === undefined || !['GET', 'HEAD'].includes(outgoing.method)
        ? sendOnce(outgoing)
        : sendFollowing(sendOnce, outgoing),
    async close() {
      isClosed = true;
      for (const pool of [...pools.values()]) pool.close(stoppedError());
    },
  };
};
