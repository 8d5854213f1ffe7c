import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { metaCloud } from '../providers/meta-cloud/meta-cloud.ts';
import type { Provider } from '../providers/provider.ts';
import { chooseSender } from './choose-sender.ts';
import type { Sender } from './directory.ts';
import { makeSender } from './tests-support/make-sender.ts';

const other: Provider = { ...metaCloud, name: 'other' };

const sender = (fields: Partial<Sender>): Sender => {
  const id = newUuid();
  const publicId = toPublicId('sender', id);
  return makeSender({ id, publicId, phoneNumber: null, isDefault: false, ...fields });
};

const oldest = sender({ phoneNumber: '+966501234567' });
const standard = sender({ isDefault: true });
const elsewhere = sender({ provider: other });
const senders = [oldest, standard, elsewhere];

describe('the sender of a message', () => {
  it('is the default when nothing is wished for', () => {
    expect(chooseSender(senders, {})).toBe(standard);
  });

  it('is the oldest when none is the default', () => {
    expect(chooseSender([oldest, elsewhere], {})).toBe(oldest);
  });

  it('is the one with the id or the phone number that was named', () => {
    expect(chooseSender(senders, { from: elsewhere.publicId })).toBe(elsewhere);
    expect(chooseSender(senders, { from: '+966 50 123 4567' })).toBe(oldest);
  });

  it('is the default when it is at the provider that was named, else the oldest there', () => {
    expect(chooseSender(senders, { provider: 'meta_cloud' })).toBe(standard);
    expect(chooseSender(senders, { provider: 'other' })).toBe(elsewhere);
    expect(chooseSender([oldest, sender({})], { provider: 'meta_cloud' })).toBe(oldest);
  });

  it('is missing when the company has none, or none at that provider', () => {
    expect(() => chooseSender([], {})).toThrow(expect.objectContaining({ code: 'sender_missing' }));
    expect(() => chooseSender([oldest], { provider: 'other' })).toThrow(
      expect.objectContaining({ code: 'sender_missing', detail: expect.stringContaining('other') }),
    );
  });

  it.each([
    ['somebody else', toPublicId('sender', newUuid())],
    ['an unknown number', '+442079460958'],
    ['nothing', ''],
    ['a UUID', oldest.id],
    ['a sender without a number, by no number', 'null'],
  ])('is unknown when %s is named', (_name, from) => {
    expect(() => chooseSender(senders, { from })).toThrow(
      expect.objectContaining({
        code: 'unknown_sender',
        errors: [expect.objectContaining({ pointer: '/from' })],
      }),
    );
  });

  it('is refused when the one that was named is at another provider than was named', () => {
    expect(() => chooseSender(senders, { from: oldest.publicId, provider: 'other' })).toThrow(
      expect.objectContaining({ code: 'unknown_sender' }),
    );
  });
});
