// Which addresses are not public. A customer's webhook URL must not lead into the network of the gateway's operator, so
// every address is compared with the registries of special addresses before it is dialled. Node's BlockList does the
// arithmetic; private-address-guard.ts decides when it is asked.

import { BlockList, isIP, SocketAddress } from 'node:net';

type Family = 'ipv4' | 'ipv6';

export interface Network {
  readonly address: string;
  readonly prefixBits: number;
  readonly family: Family;
}

const widthOf: Readonly<Record<Family, number>> = { ipv4: 32, ipv6: 128 };

const familyOf = (address: string): Family | null => {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
};

/** An address in the notation of sockets and resolvers; a zone (`%eth0`) does not change what it is. */
const readAddress = (text: string): SocketAddress | null => {
  const family = familyOf(text);
  return family && new SocketAddress({ address: text.replace(/%.*$/, ''), family });
};

const bitsOf = (groups: readonly string[], radix: number, width: number): string =>
  groups.map((group) => Number.parseInt(group, radix).toString(2).padStart(width, '0')).join('');

/** Every bit of an address as text; only for checking the settings of an operator. */
const writeBits = ({ address, family }: SocketAddress): string => {
  if (family === 'ipv4') return bitsOf(address.split('.'), 10, 8);
  // The canonical form may end in dotted IPv4.
  const hexadecimal = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (...[, a, b, c, d]) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [head = [], tail = []] = hexadecimal.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return bitsOf([...head, ...zeros, ...tail], 16, 16);
};

/** `10.0.0.0/8`, `fd00::/8` or a single address; null when it is neither, or has bits behind its prefix. */
export const readNetwork = (text: string): Network | null => {
  const [address = '', prefix, ...rest] = text.split('/');
  const read = address.includes('%') ? null : readAddress(address);
  if (!read || rest.length > 0) return null;
  const { family } = read;
  if (prefix === undefined) return { address, prefixBits: widthOf[family], family };
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > widthOf[family]) return null;
  const prefixBits = Number(prefix);
  return writeBits(read).includes('1', prefixBits) ? null : { address, prefixBits, family };
};

/**
 * One list per family: a BlockList with IPv4 rules also matches IPv6 addresses that map them, and an operator who allows
 * 127.0.0.0/8 has not allowed ::ffff:127.0.0.1.
 */
const createLists = (networks: readonly Network[]): Readonly<Record<Family, BlockList>> => {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, prefixBits, family } of networks)
    lists[family].addSubnet(address, prefixBits, family);
  return lists;
};

export interface NetworkList {
  holds(address: string): boolean;
}

export const createNetworkList = (networks: readonly Network[]): NetworkList => {
  const lists = createLists(networks);
  return {
    holds(text) {
      const address = readAddress(text);
      return address !== null && lists[address.family].check(address);
    },
  };
};

const network = (text: string): Network => {
  const read = readNetwork(text);
  if (!read) throw new Error(`${text} is not a network`);
  return read;
};

/** Where networks without IPv4 reach it; the IPv4 address at its end decides (RFC 6052). */
const nat64 = '64:ff9b::';
const nat64Bits = 96;

/** IANA's registries of special-purpose addresses; the first that holds an address names it. */
const specialNetworks: readonly (readonly [string, string])[] = [
  ['0.0.0.0/8', 'unspecified (RFC 1122)'],
  ['10.0.0.0/8', 'private (RFC 1918)'],
  ['100.64.0.0/10', 'shared by carriers (RFC 6598)'],
  ['127.0.0.0/8', 'loopback (RFC 1122)'],
  ['169.254.0.0/16', 'link-local (RFC 3927)'],
  ['172.16.0.0/12', 'private (RFC 1918)'],
  ['192.0.0.0/24', 'protocol assignments (RFC 6890)'],
  ['192.0.2.0/24', 'documentation (RFC 5737)'],
  ['192.88.99.0/24', '6to4 relays (RFC 7526)'],
  ['192.168.0.0/16', 'private (RFC 1918)'],
  ['198.18.0.0/15', 'benchmarking (RFC 2544)'],
  ['198.51.100.0/24', 'documentation (RFC 5737)'],
  ['203.0.113.0/24', 'documentation (RFC 5737)'],
  ['224.0.0.0/4', 'multicast (RFC 5771)'],
  ['255.255.255.255/32', 'broadcast (RFC 919)'],
  ['240.0.0.0/4', 'reserved (RFC 1112)'],
  ['::/128', 'unspecified (RFC 4291)'],
  ['::1/128', 'loopback (RFC 4291)'],
  ['::ffff:0:0/96', 'mapped IPv4 (RFC 4291)'],
  ['::/96', 'compatible IPv4 (RFC 4291)'],
  ['::ffff:0:0:0/96', 'translated IPv4 (RFC 2765)'],
  ['64:ff9b:1::/48', 'local translation (RFC 8215)'],
  ['100::/64', 'discard (RFC 6666)'],
  ['2001::/32', 'Teredo (RFC 4380)'],
  ['2001:2::/48', 'benchmarking (RFC 5180)'],
  ['2001:10::/28', 'ORCHID (RFC 4843)'],
  ['2001:20::/28', 'ORCHID (RFC 7343)'],
  ['2001::/23', 'protocol assignments (RFC 2928)'],
  ['2001:db8::/32', 'documentation (RFC 3849)'],
  ['2002::/16', '6to4 (RFC 3056)'],
  ['3fff::/20', 'documentation (RFC 9637)'],
  ['5f00::/16', 'segment routing (RFC 9602)'],
  ['fc00::/7', 'private (RFC 4193)'],
  ['fe80::/10', 'link-local (RFC 4291)'],
  ['fec0::/10', 'site-local (RFC 3879)'],
  ['ff00::/8', 'multicast (RFC 4291)'],
];

const behindNat64 = ({ address, prefixBits, family }: Network): Network[] =>
  family === 'ipv4' ? [{ address: nat64 + address, prefixBits: nat64Bits + prefixBits, family: 'ipv6' }] : [];

const special = specialNetworks.map(([text, name]) => {
  const named = network(text);
  return { name, lists: createLists([named, ...behindNat64(named)]) };
});

/** All that is given out to the public of either family; what IPv6 reserves today is not dialled either. */
const given = createLists([network('0.0.0.0/0'), network('2000::/3'), network(`${nat64}/${nat64Bits}`)]);

/** The purpose that the address is reserved for, or null when it is public. A text that is no address is not public. */
export const describeSpecialAddress = (text: string): string | null => {
  const address = readAddress(text);
  if (!address) return 'not an address';
  const found = special.find(({ lists }) => lists[address.family].check(address));
  if (found) return found.name;
  return given[address.family].check(address) ? null : 'reserved (RFC 4291)';
};
