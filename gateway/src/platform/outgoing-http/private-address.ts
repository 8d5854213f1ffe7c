// Which addresses belong to nobody in particular. A customer's webhook URL must not lead into the network of whoever runs
// this gateway, so every address is held against the registries of special addresses before it is dialled. Pure
// arithmetic; who asks it, and when, is private-address-guard.ts.

import { isIP } from 'node:net';

interface Bits {
  readonly version: 4 | 6;
  readonly value: bigint;
}

export interface Network extends Bits {
  readonly prefixBits: number;
}

const widthOf = { 4: 32, 6: 128 } as const;

const readV4 = (text: string): bigint =>
  text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);

const readGroups = (text: string): bigint[] => {
  const groups = text === '' ? [] : text.split(':');
  return groups.flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const value = readV4(group);
    return [value >> 16n, value & 0xffffn];
  });
};

const readV6 = (text: string): bigint => {
  const [left = '', right] = text.split('::');
  const head = readGroups(left);
  const tail = readGroups(right ?? '');
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: zeros }, () => 0n), ...tail];
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
};

/** An address in the notation of sockets and resolvers; a zone (`%eth0`) does not change what it is. */
const readAddress = (text: string): Bits | null => {
  const version = isIP(text);
  if (version === 4) return { version, value: readV4(text) };
  if (version === 6) return { version, value: readV6(text.replace(/%.*$/, '')) };
  return null;
};

/** `10.0.0.0/8`, `fd00::/8` or a single address; null when it is neither, or has bits behind its prefix. */
export const readNetwork = (text: string): Network | null => {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = address.includes('%') ? null : readAddress(address);
  if (!bits || rest.length > 0) return null;
  const width = widthOf[bits.version];
  if (prefix === undefined) return { ...bits, prefixBits: width };
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > width) return null;
  const prefixBits = Number(prefix);
  return bits.value % (1n << BigInt(width - prefixBits)) === 0n ? { ...bits, prefixBits } : null;
};

const holds = (network: Network, bits: Bits): boolean => {
  if (network.version !== bits.version) return false;
  const rest = BigInt(widthOf[bits.version] - network.prefixBits);
  return network.value >> rest === bits.value >> rest;
};

export const isInside = (networks: readonly Network[], address: string): boolean => {
  const bits = readAddress(address);
  return bits !== null && networks.some((network) => holds(network, bits));
};

const named = (text: string, name: string): { readonly network: Network; readonly name: string } => {
  const network = readNetwork(text);
  if (!network) throw new Error(`${text} is not a network`);
  return { network, name };
};

/** IANA's registries of special-purpose addresses; the first that holds an address names it. */
const specialNetworks = [
  named('0.0.0.0/8', 'unspecified (RFC 1122)'),
  named('10.0.0.0/8', 'private (RFC 1918)'),
  named('100.64.0.0/10', 'shared by carriers (RFC 6598)'),
  named('127.0.0.0/8', 'loopback (RFC 1122)'),
  named('169.254.0.0/16', 'link-local (RFC 3927)'),
  named('172.16.0.0/12', 'private (RFC 1918)'),
  named('192.0.0.0/24', 'protocol assignments (RFC 6890)'),
  named('192.0.2.0/24', 'documentation (RFC 5737)'),
  named('192.88.99.0/24', '6to4 relays (RFC 7526)'),
  named('192.168.0.0/16', 'private (RFC 1918)'),
  named('198.18.0.0/15', 'benchmarking (RFC 2544)'),
  named('198.51.100.0/24', 'documentation (RFC 5737)'),
  named('203.0.113.0/24', 'documentation (RFC 5737)'),
  named('224.0.0.0/4', 'multicast (RFC 5771)'),
  named('255.255.255.255/32', 'broadcast (RFC 919)'),
  named('240.0.0.0/4', 'reserved (RFC 1112)'),
  named('::/128', 'unspecified (RFC 4291)'),
  named('::1/128', 'loopback (RFC 4291)'),
  named('::ffff:0:0/96', 'mapped IPv4 (RFC 4291)'),
  named('::/96', 'compatible IPv4 (RFC 4291)'),
  named('::ffff:0:0:0/96', 'translated IPv4 (RFC 2765)'),
  named('64:ff9b:1::/48', 'local translation (RFC 8215)'),
  named('100::/64', 'discard (RFC 6666)'),
  named('2001::/32', 'Teredo (RFC 4380)'),
  named('2001:2::/48', 'benchmarking (RFC 5180)'),
  named('2001:10::/28', 'ORCHID (RFC 4843)'),
  named('2001:20::/28', 'ORCHID (RFC 7343)'),
  named('2001::/23', 'protocol assignments (RFC 2928)'),
  named('2001:db8::/32', 'documentation (RFC 3849)'),
  named('2002::/16', '6to4 (RFC 3056)'),
  named('3fff::/20', 'documentation (RFC 9637)'),
  named('5f00::/16', 'segment routing (RFC 9602)'),
  named('fc00::/7', 'private (RFC 4193)'),
  named('fe80::/10', 'link-local (RFC 4291)'),
  named('fec0::/10', 'site-local (RFC 3879)'),
  named('ff00::/8', 'multicast (RFC 4291)'),
];

/** Where networks without IPv4 reach it: the address inside decides (RFC 6052). */
const nat64 = named('64:ff9b::/96', 'NAT64').network;
/** The only part of IPv6 that is given out to the public; what is reserved today is not dialled either. */
const globalV6 = named('2000::/3', 'global').network;

const nameOf = (bits: Bits): string | null => {
  if (holds(nat64, bits)) return nameOf({ version: 4, value: bits.value & 0xffff_ffffn });
  const special = specialNetworks.find(({ network }) => holds(network, bits));
  if (special) return special.name;
  return bits.version === 4 || holds(globalV6, bits) ? null : 'reserved (RFC 4291)';
};

/** What the address is set aside for, or null when it is a public one. A text that is no address is not public. */
export const describeSpecialAddress = (address: string): string | null => {
  const bits = readAddress(address);
  return bits ? nameOf(bits) : 'not an address';
};
