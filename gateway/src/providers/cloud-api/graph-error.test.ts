import { describe, expect, test } from 'vitest';
import { readErrorAnswer, readGraphError } from './graph-error.ts';

const answer = (error: unknown): string => JSON.stringify({ error });

describe('an error of the Graph API', () => {
  test('is read as Meta documents it', () => {
    const error = {
      message: '(#130429) Rate limit hit',
      type: 'OAuthException',
      code: 130429,
      error_data: {
        messaging_product: 'whatsapp',
        details: 'Cloud API message throughput has been reached.',
      },
      error_subcode: 2494055,
      fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
    };
    expect(readErrorAnswer(answer(error))).toEqual({
      code: 130429,
      subcode: 2494055,
      title: '(#130429) Rate limit hit',
      detail: 'Cloud API message throughput has been reached.',
    });
  });

  test.each([
    ['error_data is a text', { code: 1, message: 'm', error_data: 'the detail' }, 'the detail'],
    ['the reason is for the user', { code: 1, message: 'm', error_user_msg: 'the reason' }, 'the reason'],
    ['error_data is odd', { code: 1, message: 'm', error_data: [1] }, 'm'],
    ['there is only a message', { code: 1, message: 'm' }, 'm'],
    ['there is only a code', { code: 1 }, 'Error 1'],
  ])('has a detail when %s', (_when, error, detail) => {
    expect(readGraphError(error)?.detail).toBe(detail);
  });

  test('is read when its code is a text', () => {
    expect(readGraphError({ code: '190', message: 'm' })?.code).toBe(190);
  });

  test.each([null, '', true, [], {}, 1.5, -1, 'abc', 1e300, undefined])(
    'is none with the code %j: nothing is taken for code 0, which suspends',
    (code) => {
      expect(readGraphError({ code, message: 'm' })).toBeNull();
    },
  );

  test.each(['', 'null', '[]', '"x"', '<html>', '{"error":"text"}', '{"error":[{"code":1}]}', '{"code":1}'])(
    'is none in the answer %s',
    (body) => {
      expect(readErrorAnswer(body)).toBeNull();
    },
  );
});
