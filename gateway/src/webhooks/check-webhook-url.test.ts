import { describe, expect, test } from 'vitest';
import { createAddressGuard } from '../platform/outgoing-http/private-address-guard.ts';
import { checkWebhookUrl } from './check-webhook-url.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'erp.example.com': ['93.184.215.14', '2606:2800:21f::1'],
  'inside.example.com': ['10.0.0.7'],
  'half.example.com': ['93.184.215.14', '10.0.0.7'],
};

const resolve = async (hostname: string): Promise<readonly string[]> => {
  const found = names[hostname];
  if (!found) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
  return found;
};

const check = (url: string, allowedNetworks: readonly string[] = []) =>
  checkWebhookUrl(url, createAddressGuard({ allowedNetworks, resolve }));

describe('a webhook URL may be saved when', () => {
  test.each([
    ['it is http', 'http://erp.example.com/'],
    ['it is https, with a port, a path and a query', 'https://erp.example.com:8443/hooks/1?key=a%20b'],
    ['its name does not resolve yet', 'https://not-yet.example.com/hook'],
    ['it is a public address', 'https://93.184.215.14/hook'],
    ['it is a public address of IPv6', 'https://[2606:2800:21f::1]/hook'],
    ['it has 2,000 characters', `https://erp.example.com/${'a'.repeat(2_000 - 24)}`],
    ['its host is in another script', 'https://مثال.إختبار/hook'],
  ])('%s', async (_name, url) => {
    expect(await check(url)).toBeNull();
  });

  test('the operator allows the network it leads into', async () => {
    expect(await check('http://10.0.0.7/hook', ['10.0.0.0/8'])).toBeNull();
    expect(await check('http://inside.example.com/hook', ['10.0.0.7'])).toBeNull();
    expect(await check('http://127.0.0.1:8080/hook', ['loopback'])).toBeNull();
    expect(await check('http://[::1]:8080/hook', ['loopback'])).toBeNull();
  });
});

describe('a webhook URL is malformed when', () => {
  test.each([
    ['it is empty', ''],
    ['it has no scheme', 'erp.example.com/hook'],
    ['it has another scheme', 'ftp://erp.example.com/'],
    ['it has a scheme that reads files', 'file:///etc/passwd'],
    ['it has a scheme that runs code', 'javascript:alert(1)'],
    ['it has no host', 'https://'],
    ['it lacks a slash', 'https:/erp.example.com/'],
    ['it carries a user name', 'https://user@erp.example.com/'],
    ['it carries a password', 'https://user:pass@erp.example.com/'],
    ['it carries a fragment', 'https://erp.example.com/#top'],
    ['it carries an empty fragment', 'https://erp.example.com/#'],
    ['it has white space in front', ' https://erp.example.com/'],
    ['it has a line break inside', 'https://erp.exa\nmple.com/'],
    ['its port is too large', 'https://erp.example.com:65536/'],
    ['its address is broken', 'https://[::1/'],
    ['its address has a number too many', 'http://1.2.3.4.5/'],
    ['its address has a zone', 'http://[fe80::1%25eth0]/'],
    ['it is too long', `https://erp.example.com/${'a'.repeat(2_000)}`],
  ])('%s', async (_name, url) => {
    expect(await check(url)).toEqual({ code: 'invalid_webhook_url', detail: expect.stringMatching(/\.$/) });
  });
});

describe('a webhook URL is blocked when it leads to', () => {
  test.each([
    ['a private address', 'http://10.0.0.1/'],
    ['loopback in decimal', 'http://2130706433/'],
    ['loopback in octal', 'http://0177.0.0.1/'],
    ['loopback in hexadecimal', 'http://0x7f000001/'],
    ['loopback in mixed numbers', 'http://0x7f.0.0.01/'],
    ['loopback in short', 'http://127.1/'],
    ['loopback in two parts', 'http://127.0x1/'],
    ['loopback with a trailing dot', 'http://127.0.0.1./'],
    ['loopback in digits of another script', 'http://１２７.０.０.１/'],
    ['loopback in percent-encoding', 'http://%31%32%37.0.0.1/'],
    ['loopback with full stops of another script', 'http://127。0。0。1/'],
    ['nowhere, in short', 'http://0/'],
    ['loopback of IPv6', 'http://[::1]/'],
    ['loopback of IPv6, written out', 'http://[0000:0:0:0:0:0:0:0001]/'],
    ['loopback, mapped', 'http://[::ffff:127.0.0.1]/'],
    ['loopback, mapped, in hexadecimal', 'http://[::ffff:7f00:1]/'],
    ['loopback, compatible', 'http://[::127.0.0.1]/'],
    ['loopback behind NAT64', 'http://[64:ff9b::127.0.0.1]/'],
    ['the metadata address of clouds', 'http://169.254.169.254/latest/meta-data/'],
    ['the same in decimal', 'http://2852039166/'],
    ['a name inside', 'http://inside.example.com/'],
    ['a name with one address inside', 'http://half.example.com/'],
  ])('%s', async (_name, url) => {
    expect(await check(url)).toEqual({
      code: 'webhook_url_blocked',
      detail: expect.stringMatching(/is not a public address: .*\.$/),
    });
  });

  test('a mapped address, although the network of the address inside is allowed', async () => {
    expect(await check('http://[::ffff:10.0.0.1]/', ['10.0.0.0/8'])).toMatchObject({
      code: 'webhook_url_blocked',
    });
  });
});

describe('the names of this machine', () => {
  test.each(['http://localhost/', 'http://LOCALHOST:9/'])(
    'are blocked by what the system says they lead to: %s',
    async (url) => {
      const guard = createAddressGuard({ allowedNetworks: [] });
      expect(await checkWebhookUrl(url, guard)).toMatchObject({ code: 'webhook_url_blocked' });
    },
  );
});
