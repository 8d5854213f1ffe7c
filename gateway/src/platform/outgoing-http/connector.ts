// Makes connections: directly, or through the operator's egress proxy. The guard sits here, where an address is dialled:
// the addresses that it checked are the ones that are connected to.

/// <reference path="./undici-parts.d.ts" />

import { isIP, type LookupFunction, type Socket } from 'node:net';
import buildConnector from 'undici/lib/core/connect.js';
import { errorCode } from '../error-code.ts';
import { describeSpecialAddress } from './private-address.ts';
import { type AddressGuard, isBlockedError } from './private-address-guard.ts';
import { destinationOf, type Origin } from './request.ts';

interface Dialled {
  /** May be called more than once: a name can have several addresses, which are tried in turn. */
  onAttempt(address: string): void;
  onConnect(socket: Socket): void;
  onFailure(error: unknown): void;
}

/** Returns how to cancel: neither success nor failure is reported any more. */
export type Dial = (dialled: Dialled) => () => void;

export interface ConnectorOptions {
  readonly guard?: AddressGuard | undefined;
  /** `http://user:password@proxy.example.com:3128`, or `https:`. */
  readonly proxy?: string | undefined;
}

export interface Connector {
  dialTo(origin: Origin): Dial;
}

type UndiciConnect = (
  ...given: Parameters<buildConnector.connector>
  // It returns the socket that it is connecting, though its type does not say so.
) => Socket;

type ConnectOptions = Parameters<buildConnector.connector>[0];

interface Opening {
  readonly onAttempt: (address: string) => void;
  readonly signal: AbortSignal;
}

const connectMilliseconds = 10_000;
const sessionsMax = 1_000;

/** Hands the socket the very addresses that were checked; it never resolves a name itself. */
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

/**
 * TLS session of the last connection to a host; it shortens the next handshake. Undici keeps sessions only weakly, so they
 * would be gone with the first garbage collection after the last connection.
 */
const createSessionKeeper = () => {
  const sessions = new Map<string, Buffer>();
  return (host: string, socket: Socket): void => {
    socket.on('session', (session: Buffer) => {
      if (sessions.size >= sessionsMax) sessions.clear();
      sessions.set(host, session);
    });
  };
};

const createUndiciConnect = (guard: AddressGuard | undefined): UndiciConnect =>
  buildConnector({
    timeout: connectMilliseconds,
    // HTTP/1.1 only: a connection carries one request at a time.
    allowH2: false,
    maxCachedSessions: sessionsMax,
    ...(guard && { lookup: guardedLookup(guard) }),
  }) as unknown as UndiciConnect;

const createOpen = (guard?: AddressGuard) => {
  const connect = createUndiciConnect(guard);
  const keepSessions = createSessionKeeper();
  return (options: ConnectOptions, { onAttempt, signal }: Opening): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(options, (error, connected) => {
        if (error) reject(error);
        else resolve(connected);
      });
      socket.on('connectionAttempt', onAttempt);
      if (options.protocol === 'https:') keepSessions(options.hostname, socket);
      const cancel = (): void => void socket.destroy(new Error('The dial was cancelled.'));
      if (signal.aborted) cancel();
      else signal.addEventListener('abort', cancel, { once: true });
    });
};

const optionsOf = ({ hostname, host, port, isSecure }: Origin): ConnectOptions => ({
  hostname,
  host,
  port: String(port),
  protocol: isSecure ? 'https:' : 'http:',
});

/** The customer's text about a failing proxy names neither its address nor its credentials. */
const proxyError = (what: string, cause?: unknown): Error => {
  const code = errorCode(cause);
  return new Error(`The egress proxy ${what}${code === '' ? '' : ` (${code})`}.`);
};

const createTunnels = (proxyUrl: string) => {
  const { origin } = destinationOf(proxyUrl);
  const { username, password } = new URL(proxyUrl);
  const credentials = [username, password].map(decodeURIComponent).join(':');
  const headers: Readonly<Record<string, string>> =
    username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
  const open = createOpen();

  return async (target: Origin, signal: AbortSignal): Promise<Socket> => {
    const host = target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname;
    const path = `${host}:${target.port}`;
    // Whole, for a client that can ask a proxy for a tunnel.
    const { Client } = await import('undici');
    const client = new Client(origin.key, {
      allowH2: false,
      headersTimeout: connectMilliseconds,
      connect: (_options, callback) => {
        const opening = { onAttempt: () => undefined, signal };
        open(optionsOf(origin), opening).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
    });
    try {
      const { statusCode, socket } = await client.connect({ path, headers, signal });
      if (statusCode === 200) return socket as Socket;
      socket.destroy();
      throw proxyError(`refused the connection with status ${statusCode}`);
    } catch (error) {
      void client.destroy();
      throw error instanceof Error && 'code' in error ? proxyError('could not be used', error) : error;
    }
  };
};

/**
 * A proxy dials in our place, so the guard can only judge a name by what it means here; a name that is unknown here is
 * the proxy's to judge. A network that the operator has allowed although it is private is at home: it is dialled directly.
 */
const needsProxy = async (guard: AddressGuard | undefined, hostname: string): Promise<boolean> => {
  if (!guard) return true;
  try {
    const addresses = await guard.resolve(hostname);
    return addresses.length === 0 || addresses.some((address) => describeSpecialAddress(address) === null);
  } catch (error) {
    if (isBlockedError(error)) throw error;
    return true;
  }
};

export const createConnector = ({ guard, proxy }: ConnectorOptions): Connector => {
  const open = createOpen(guard);
  const openTunnel = proxy === undefined ? null : createTunnels(proxy);

  const connect = async (origin: Origin, opening: Opening): Promise<Socket> => {
    const options = optionsOf(origin);
    if (openTunnel && (await needsProxy(guard, origin.hostname))) {
      const tunnel = await openTunnel(origin, opening.signal);
      if (!origin.isSecure) return tunnel;
      return await open({ ...options, httpSocket: tunnel }, opening);
    }
    // Literals never come to the lookup, so they are checked here.
    if (guard && isIP(origin.hostname)) await guard.resolve(origin.hostname);
    return await open(options, opening);
  };

  return {
    dialTo:
      (origin) =>
      ({ onAttempt, onConnect, onFailure }) => {
        const cancellation = new AbortController();
        const { signal } = cancellation;
        connect(origin, { onAttempt, signal }).then(
          (socket) => (signal.aborted ? socket.destroy() : onConnect(socket)),
          (error: unknown) => signal.aborted || onFailure(error),
        );
        return () => cancellation.abort();
      },
  };
};
