// One connection to another machine: the guard sits where it is dialled, and whoever uses it learns the address that was.

import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';
import type { AddressGuard } from './private-address-guard.ts';

export interface Line {
  /** The address dialled last. */
  address: string | null;
}

const connectMilliseconds = 10_000;

/** Hands the HTTP client the very addresses that were checked; it never resolves a name itself. */
const guardedLookup =
  (guard: AddressGuard): LookupFunction =>
  (hostname, options, callback) => {
    const answer = (addresses: readonly string[]): void => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = found;
      if (!first) fail(Object.assign(new Error(`${hostname} has no address.`), { code: 'ENOTFOUND' }));
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    };
    const fail = (error: NodeJS.ErrnoException): void => callback(error, '', 0);
    guard.resolve(hostname).then(answer, fail);
  };

type Connect = buildConnector.connector;
type Dial = (line: Line, ...given: Parameters<Connect>) => void;

export const createDial = (guard: AddressGuard | undefined): Dial => {
  const connect = buildConnector({
    timeout: connectMilliseconds,
    allowH2: false,
    ...(guard && { lookup: guardedLookup(guard) }),
  });
  const dial: Dial = (line, options, callback) => {
    // The connector returns the socket it is connecting, though its type does not say so.
    const socket = connect(options, callback) as unknown as Socket;
    socket.on('connectionAttempt', (address: string) => {
      line.address = address;
    });
  };
  if (!guard) return dial;
  return (line, options, callback) => {
    // Literals never come to the lookup, so they are checked here.
    if (!isIP(options.hostname)) return dial(line, options, callback);
    guard.resolve(options.hostname).then(
      () => dial(line, options, callback),
      (error: Error) => callback(error, null),
    );
  };
};

/** Told to the handler of a request before the request waits for the connection. */
interface LineHandler extends Dispatcher.DispatchHandler {
  onLine(line: Line): void;
}

/** A client of one connection. Every handler it is given is an exchange, which is told its line. */
export const createLineClient = (origin: URL, options: object, dial: Dial): Client => {
  const line: Line = { address: null };
  const client = new Client(origin, {
    ...options,
    connect: (given, done) => dial(line, given, done),
  });
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (given, handler) => {
    (handler as LineHandler).onLine(line);
    return dispatch(given, handler);
  };
  return client;
};
