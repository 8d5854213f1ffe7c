import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (text: string) => readConfig({ TRUST_PROXY: text }).trustProxy;

test.each([
  ['no', false],
  ['false', false],
  ['0', false],
  ['yes', 1],
  ['true', 1],
  ['1', 1],
  ['3', 3],
  ['10.20.0.0/16, fd00::/8,192.168.1.7,loopback', ['10.20.0.0/16', 'fd00::/8', '192.168.1.7', 'loopback']],
])('TRUST_PROXY "%s" is read', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each(['', 'maybe', '11', '-1', '10.20.0.0/33', 'proxy.example.com', 'loopback,'])(
  'TRUST_PROXY "%s" stops the start',
  (text) => {
    expect(() => read(text)).toThrow(/TRUST_PROXY must be no, yes, a number/);
  },
);
