// Asked before every connection to an address that a customer chose. It resolves the name itself and hands out only what
// it has checked: a name that answers differently the second time (DNS rebinding) gains nothing, because the checked
// answer is the one that is dialled.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { errorCode } from '../error-code.ts';
import { createNetworkList, describeSpecialAddress, type Network, readNetwork } from './private-address.ts';

export interface AddressGuard {
  /** The addresses of a host, all of them allowed; rejects with a blocked error when any is not. */
  resolve(hostname: string): Promise<readonly string[]>;
}

type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface AddressGuardOptions {
  /** Networks that may be dialled although they are not public: CIDR, single addresses, or the word `loopback`. */
  readonly allowedNetworks: readonly string[];
  readonly resolve?: Resolve;
  /** A host was refused. */
  readonly onBlocked?: (hostname: string) => void;
}

const blockedCode = 'HUDHUD_ADDRESS_BLOCKED';

export const blockedError = (message: string): Error =>
  Object.assign(new Error(message), { code: blockedCode });

export const isBlockedError = (error: unknown): error is Error => errorCode(error) === blockedCode;

const loopback = ['127.0.0.0/8', '::1'];

const networksOf = (entry: string): Network[] =>
  (entry === 'loopback' ? loopback : [entry]).map((text) => {
    const network = readNetwork(text);
    if (!network) throw new Error(`${JSON.stringify(text)} is not a network`);
    return network;
  });

/** Whether the guard understands this entry of its list. */
export const isNetworkEntry = (entry: string): boolean => entry === 'loopback' || readNetwork(entry) !== null;

const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** Connections that are made at once to one name cost one question: resolving holds one of few system threads. */
const shareQuestions = (resolve: Resolve): Resolve => {
  const asked = new Map<string, Promise<readonly string[]>>();
  return (hostname) => {
    const known = asked.get(hostname);
    if (known) return known;
    const answer = resolve(hostname).finally(() => asked.delete(hostname));
    asked.set(hostname, answer);
    return answer;
  };
};

export const createAddressGuard = (options: AddressGuardOptions): AddressGuard => {
  const allowed = createNetworkList(options.allowedNetworks.flatMap(networksOf));
  const resolve = shareQuestions(options.resolve ?? resolveBySystem);

  const check = (hostname: string, address: string): void => {
    const special = describeSpecialAddress(address);
    if (special === null || allowed.holds(address)) return;
    const host = hostname === address ? address : `${hostname} leads to ${address}, which`;
    options.onBlocked?.(hostname);
    throw blockedError(`${host} is not a public address: ${special}.`);
  };

  return {
    async resolve(hostname) {
      // A literal is not looked up, and would pass unseen if only answers were checked.
      const addresses = isIP(hostname) ? [hostname] : await resolve(hostname);
      for (const address of addresses) check(hostname, address);
      return addresses;
    },
  };
};
