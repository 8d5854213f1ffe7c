// Makes connections. The guard sits here, where an address is dialled: whatever was checked is what is connected to.

import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as tlsConnect } from 'node:tls';
import type { AddressGuard } from './private-address-guard.ts';
import type { Origin } from './request.ts';

export interface Dialled {
  /** May be called more than once: a name can have several addresses, which are tried in turn. */
  onAttempt(address: string): void;
  onConnect(socket: Socket): void;
  onFailure(error: unknown): void;
}

/** Gives up: neither success nor failure is told any more. */
type Hang = () => void;

export type Dial = (dialled: Dialled) => Hang;

const connectMilliseconds = 10_000;
const probeMilliseconds = 60_000;

/** Hands the connection the very addresses that were checked; it never resolves a name itself. */
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

const tooLate = (): Error => Object.assign(new Error('No connection in time.'), { code: 'ETIMEDOUT' });

/** Of the last connection to an origin, by its key: it makes the next handshake shorter. */
export type TlsSessions = Map<string, Buffer>;
const sessionsMax = 1_000;

export const createDial = (origin: Origin, guard: AddressGuard | undefined, sessions: TlsSessions): Dial => {
  const { hostname, port, isSecure, key } = origin;
  const isLiteral = isIP(hostname) !== 0;
  const plain = {
    host: hostname,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: probeMilliseconds,
    ...(guard && { lookup: guardedLookup(guard) }),
  };
  // HTTP/1.1 only: a connection carries one request at a time, so a broken one leaves one outcome unknown.
  const secure: ConnectionOptions = {
    ...plain,
    ALPNProtocols: ['http/1.1'],
    ...(!isLiteral && { servername: hostname }),
  };

  const open = (): Socket => {
    if (!isSecure) return netConnect(plain);
    const session = sessions.get(key);
    const socket = tlsConnect(session ? { ...secure, session } : secure);
    socket.on('session', (given) => {
      if (sessions.size >= sessionsMax) sessions.clear();
      sessions.set(key, given);
    });
    return socket;
  };

  return (dialled) => {
    let socket: Socket | null = null;
    let isOver = false;
    const end = (error: unknown): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      socket?.destroy();
      if (error !== null) dialled.onFailure(error);
    };
    const timer = setTimeout(() => end(tooLate()), connectMilliseconds);
    const follow = (opened: Socket): void => {
      socket = opened;
      opened.on('connectionAttempt', (address: string) => dialled.onAttempt(address));
      // It stays for the whole life of the connection: an error that nobody hears ends the process.
      opened.on('error', end);
      opened.once('close', () => end(new Error('The connection was closed while it was made.')));
      opened.once(isSecure ? 'secureConnect' : 'connect', () => {
        isOver = true;
        clearTimeout(timer);
        dialled.onConnect(opened);
      });
    };
    // Literals never come to the lookup, so they are checked here.
    const checked = guard && isLiteral ? guard.resolve(hostname) : Promise.resolve();
    checked.then(() => isOver || follow(open())).catch(end);
    return () => end(null);
  };
};
