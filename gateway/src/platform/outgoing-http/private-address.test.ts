// Every kind of address that must not be dialled. Node's BlockList does the arithmetic; here it is held against a second
// one, written out in big integers.

import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNetworkList, describeSpecialAddress, readNetwork } from './private-address.ts';

/** First and last address of each, so that a wrong prefix shows. */
const special: readonly (readonly [string, string, string])[] = [
  ['0.0.0.0', '0.255.255.255', 'unspecified'],
  ['10.0.0.0', '10.255.255.255', 'private'],
  ['100.64.0.0', '100.127.255.255', 'shared by carriers'],
  ['127.0.0.0', '127.255.255.255', 'loopback'],
  ['169.254.0.0', '169.254.255.255', 'link-local'],
  ['172.16.0.0', '172.31.255.255', 'private'],
  ['192.0.0.0', '192.0.0.255', 'protocol assignments'],
  ['192.0.2.0', '192.0.2.255', 'documentation'],
  ['192.88.99.0', '192.88.99.255', '6to4 relays'],
  ['192.168.0.0', '192.168.255.255', 'private'],
  ['198.18.0.0', '198.19.255.255', 'benchmarking'],
  ['198.51.100.0', '198.51.100.255', 'documentation'],
  ['203.0.113.0', '203.0.113.255', 'documentation'],
  ['224.0.0.0', '239.255.255.255', 'multicast'],
  ['240.0.0.0', '255.255.255.254', 'reserved'],
  ['255.255.255.255', '255.255.255.255', 'broadcast'],
  ['::', '::', 'unspecified'],
  ['::1', '::1', 'loopback'],
  ['::2', '::ffff:ffff', 'compatible IPv4'],
  ['::ffff:0:0', '::ffff:ffff:ffff', 'mapped IPv4'],
  ['::ffff:0:0:0', '::ffff:0:ffff:ffff', 'translated IPv4'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', 'local translation'],
  ['100::', '100::ffff:ffff:ffff:ffff', 'discard'],
  ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', 'Teredo'],
  ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff', 'benchmarking'],
  ['2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff', 'ORCHID'],
  ['2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff', 'ORCHID'],
  ['2001:30::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'protocol assignments'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '6to4'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['4000::', '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'segment routing'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'link-local'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'site-local'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
];

describe('an address is set aside', () => {
  test.each(special)('%s to %s: %s', (first, last, name) => {
    expect(describeSpecialAddress(first)).toMatch(new RegExp(`^${name} \\(RFC \\d+\\)$`));
    expect(describeSpecialAddress(last)).toMatch(new RegExp(`^${name} \\(RFC \\d+\\)$`));
  });

  test.each([
    ['the cloud metadata address', '169.254.169.254', 'link-local'],
    ['the same of Amazon, over IPv6', 'fd00:ec2::254', 'private'],
    ['loopback, mapped', '::ffff:127.0.0.1', 'mapped'],
    ['loopback, mapped, in hexadecimal', '::ffff:7f00:1', 'mapped'],
    ['a public address, mapped', '::ffff:1.1.1.1', 'mapped'],
    ['a public address, compatible', '::1.1.1.1', 'compatible'],
    ['a private address behind NAT64', '64:ff9b::10.0.0.1', 'private'],
    ['loopback behind NAT64', '64:ff9b::7f00:1', 'loopback'],
    ['link-local with a zone', 'fe80::1%eth0', 'link-local'],
    ['loopback, written out', '0:0:0:0:0:0:0:1', 'loopback'],
    ['a private address inside 6to4', '2002:a00:1::', '6to4'],
  ])('%s', (_name, address, expected) => {
    expect(describeSpecialAddress(address)).toMatch(expected);
  });

  test.each([
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '1.2.3',
    '1.2.3.4.5',
    '::g',
    '[::1]',
    ' 1.1.1.1',
  ])('as far as we know, because it is no address: "%s"', (text) => {
    expect(describeSpecialAddress(text)).toBe('not an address');
  });
});

describe('an address is public', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:200::',
    '2001:4860:4860::8888',
    '2003::1',
    '3ffe:ffff::1',
    '64:ff9b::1.1.1.1',
  ])('%s', (address) => {
    expect(describeSpecialAddress(address)).toBeNull();
  });
});

describe('a network', () => {
  test.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/0x8',
    '10.0.0.1/8',
    '10.0.0/8',
    'fd00::/129',
    'fe80::%eth0/64',
    'example.com',
  ])('is not "%s"', (text) => {
    expect(readNetwork(text)).toBeNull();
  });

  test.each([
    ['10.0.0.0/8', 8, 'ipv4'],
    ['127.0.0.1', 32, 'ipv4'],
    ['fd00::/8', 8, 'ipv6'],
    ['::ffff:1.2.3.0/120', 120, 'ipv6'],
    ['1:2:3:4:5:6:7:0/112', 112, 'ipv6'],
    ['::1', 128, 'ipv6'],
    ['::/0', 0, 'ipv6'],
  ])('is "%s"', (text, prefixBits, family) => {
    expect(readNetwork(text)).toEqual({ address: text.split('/')[0], prefixBits, family });
  });

  test('of one family holds nothing of the other, not even where IPv6 maps IPv4', () => {
    const lists = ['0.0.0.0/0', '::/0', '127.0.0.0/8'].map(listOf);
    expect(lists.map((list) => list.holds('127.0.0.1'))).toEqual([true, false, true]);
    expect(lists.map((list) => list.holds('::1'))).toEqual([false, true, false]);
    expect(lists.map((list) => list.holds('::ffff:127.0.0.1'))).toEqual([false, true, false]);
  });

  test('holds what is no address never', () => {
    for (const text of ['', 'localhost', '127.1', '[::1]'])
      expect(listOf('0.0.0.0/0').holds(text)).toBe(false);
  });

  test('holds exactly the addresses that share the bits of its prefix', () => {
    const pair = fc.oneof(
      fc.tuple(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 })),
      fc.tuple(fc.ipV6(), fc.ipV6(), fc.integer({ min: 0, max: 128 })),
    );
    fc.assert(
      fc.property(pair, ([base, address, prefixBits]) => {
        const family = isIPv6(base) ? ('ipv6' as const) : ('ipv4' as const);
        const list = createNetworkList([{ address: base, prefixBits, family }]);
        const prefixOf = (text: string): bigint => toBits(text) >> BigInt(widthOf(base) - prefixBits);
        for (const one of [base, address]) {
          expect(list.holds(one), `${one} in ${base}/${prefixBits}`).toBe(prefixOf(one) === prefixOf(base));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('is refused exactly when it has bits behind its prefix', () => {
    const base = fc.oneof(
      fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
      fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })),
    );
    fc.assert(
      fc.property(base, ([address, prefixBits]) => {
        const isRound = toBits(address) % (1n << BigInt(widthOf(address) - prefixBits)) === 0n;
        expect(readNetwork(`${address}/${prefixBits}`) !== null).toBe(isRound);
      }),
      { numRuns: 2_000 },
    );
  });
});

const listOf = (text: string) => createNetworkList([readNetwork(text)].filter((one) => one !== null));

const widthOf = (address: string): number => (isIPv6(address) ? 128 : 32);

const v4Bits = (text: string): bigint =>
  text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);

const groupsOf = (text: string): bigint[] =>
  (text === '' ? [] : text.split(':')).flatMap((group) =>
    group.includes('.') ? [v4Bits(group) >> 16n, v4Bits(group) & 0xffffn] : [BigInt(`0x${group}`)],
  );

const toBits = (text: string): bigint => {
  if (!isIPv6(text)) return v4Bits(text);
  const [head = [], tail = []] = text.split('::').map(groupsOf);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0n);
  return [...head, ...zeros, ...tail].reduce((value, group) => (value << 16n) | group, 0n);
};

const isBetween = (address: string, first: string, last: string): boolean =>
  isIPv6(address) === isIPv6(first) && toBits(first) <= toBits(address) && toBits(address) <= toBits(last);

describe('a random address', () => {
  const isSpecial = (address: string): boolean =>
    special.some(([first, last]) => isBetween(address, first, last));
  const isGlobal = (address: string): boolean =>
    isBetween(address, '2000::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff');

  test('of IPv4 is public exactly when no listed range holds it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(describeSpecialAddress(address) === null).toBe(!isSpecial(address));
      }),
      { numRuns: 2_000 },
    );
  });

  test('of IPv6 is public exactly when it is global unicast and no listed range holds it', () => {
    const global = fc
      .tuple(fc.integer({ min: 0x2000, max: 0x3fff }), fc.ipV6())
      .map(([group, rest]) =>
        rest.startsWith('::') ? rest : rest.replace(/^[0-9a-f]+/i, group.toString(16)),
      );
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), global), (address) => {
        fc.pre(!/^0*64:ff9b:/i.test(address));
        const isPublic = isGlobal(address) && !isSpecial(address);
        expect(describeSpecialAddress(address) === null, address).toBe(isPublic);
      }),
      { numRuns: 2_000 },
    );
  });

  test('behind NAT64 is judged as the IPv4 address that it is', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(describeSpecialAddress(`64:ff9b::${address}`)).toBe(describeSpecialAddress(address));
      }),
    );
  });
});
