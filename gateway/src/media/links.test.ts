import { describe, expect, it } from 'vitest';
import { newUuid } from '../platform/ids.ts';
import { deriveSecrets } from '../platform/secrets.ts';
import { createMediaLinks, type SignedLink } from './links.ts';

const secrets = deriveSecrets('a secret key that only this test knows');
let now = 1_795_000_000_000;
const links = createMediaLinks(
  secrets,
  () => 'https://hudhud.example.com',
  () => now,
);
const file = { companyId: newUuid(), id: newUuid(), filename: 'فاتورة 1/2.pdf' };

const read = (url: string): SignedLink => {
  const { pathname, searchParams } = new URL(url);
  const [, , id = '', filename = ''] = pathname.split('/');
  const part = (name: string): string => searchParams.get(name) ?? '';
  return {
    id,
    filename: decodeURIComponent(filename),
    company: part('company'),
    expires: part('expires'),
    signature: part('signature'),
  };
};

describe('a signed link', () => {
  it('is read back as what it was made for, until its time is over', () => {
    const { url, expiresAt } = links.make(file, 60);
    expect(links.read(read(url))).toEqual(file);
    now = expiresAt.getTime() - 1;
    expect(links.read(read(url))).toEqual(file);
    now = expiresAt.getTime();
    expect(links.read(read(url))).toBeNull();
  });

  it('holds for nothing else', () => {
    const link = read(links.make(file, 60).url);
    const other = read(links.make({ ...file, id: newUuid(), companyId: newUuid(), filename: 'x' }, 60).url);
    for (const name of Object.keys(link) as (keyof SignedLink)[]) {
      if (name === 'expires') continue;
      expect(links.read({ ...link, [name]: other[name] }), name).toBeNull();
    }
    expect(links.read({ ...link, expires: String(Number(link.expires) + 1) })).toBeNull();
    expect(links.read({ ...link, expires: '9'.repeat(20) })).toBeNull();
    const elsewhere = createMediaLinks(
      deriveSecrets('another secret key, of another gateway'),
      () => '',
      () => now,
    );
    expect(elsewhere.read(link)).toBeNull();
  });
});
