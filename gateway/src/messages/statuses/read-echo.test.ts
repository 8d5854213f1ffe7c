import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../../platform/ids.ts';
import { readEcho } from './read-echo.ts';

const messageId = newUuid();
const publicId = toPublicId('message', messageId);

describe('readEcho', () => {
  it('reads the message and the attempt', () => {
    expect(readEcho(`${publicId}:1`)).toEqual({ messageId, attempt: 1 });
    expect(readEcho(`${publicId}:32767`)).toEqual({ messageId, attempt: 32_767 });
  });

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['an id alone', publicId],
    ['an attempt of zero', `${publicId}:0`],
    ['an attempt that no row can hold', `${publicId}:32768`],
    ['an attempt that is no number', `${publicId}:1e3`],
    ['an id of another kind', `${toPublicId('request', messageId)}:1`],
    ['an id that is cut off', `${publicId.slice(0, -1)}:1`],
    ['something behind it', `${publicId}:1:1`],
    ['a text of somebody else', 'order 4711:1'],
  ])('does not take %s for one of ours', (_name, echo) => {
    expect(readEcho(echo)).toBeNull();
  });
});
