import { describe, expect, it } from 'vitest';
import arabic from '../../i18n/failures.ar.json';
import { inWordsOf } from './use-failure-words.ts';

const failure = {
  code: '131026',
  title: '(#131026) Message undeliverable',
  detail: 'Message Undeliverable.',
  cause: 'The message cannot be delivered: the number is not on WhatsApp, or its app is too old.',
  action: 'Check the number with the person. Do not send again and again.',
};

describe('a failure in another language', () => {
  it('says what it means where the provider has its own title', () => {
    const shown = inWordsOf(arabic, failure);
    expect(shown.title).toBe(arabic[failure.cause as keyof typeof arabic]);
    expect(shown.title).toBe(shown.cause);
    expect(shown).toMatchObject({ code: failure.code, detail: failure.detail });
  });

  it('keeps words that the table does not have', () => {
    const newer = { ...failure, cause: 'A reason of a newer gateway.', action: 'Do it.' };
    expect(inWordsOf(arabic, newer)).toEqual(newer);
  });
});
