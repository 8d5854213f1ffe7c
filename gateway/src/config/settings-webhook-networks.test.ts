import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (text: string) => readConfig({ WEBHOOK_ALLOWED_NETWORKS: text }).webhookAllowedNetworks;

test.each([
  ['10.20.0.0/16', ['10.20.0.0/16']],
  ['10.20.0.0/16, fd00::/8 ,192.168.1.7,loopback', ['10.20.0.0/16', 'fd00::/8', '192.168.1.7', 'loopback']],
  ['none', []],
  ['', null],
])('the networks "%s" are read', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each(['10.20.0.0/33', '10.20.0.1/16', 'erp.example.com', 'loopback,', 'none,loopback'])(
  'the networks "%s" stop the start',
  (text) => {
    expect(() => read(text)).toThrow(/WEBHOOK_ALLOWED_NETWORKS may hold networks/);
  },
);
