import { describe, expect, it } from 'vitest';
import { emptyDraft, toSendBody } from './draft.ts';

describe('a draft', () => {
  it('becomes the shortest body that says it', () => {
    const draft = { ...emptyDraft, to: '+966 50 123 4567', message: 'Hello' };
    expect(toSendBody(draft, 'Asia/Riyadh')).toEqual({ to: '+966501234567', message: 'Hello' });
  });

  it('takes the time on the clock of the company', () => {
    const draft = { ...emptyDraft, to: '+966501234567', message: 'Later', schedule: '2026-11-15T12:30' };
    expect(toSendBody(draft, 'Asia/Riyadh').schedule_at).toBe('2026-11-15T09:30:00.000Z');
  });

  it('carries the reason of a message that the person needs, and none otherwise', () => {
    const draft = { ...emptyDraft, to: '+966501234567', message: 'Your code is 4711', reason: ' a code ' };
    expect(toSendBody(draft, 'Asia/Riyadh')).not.toHaveProperty('transactional');
    expect(toSendBody({ ...draft, isTransactional: true }, 'Asia/Riyadh').transactional).toEqual({
      reason: 'a code',
    });
  });

  it('leaves behind the values of placeholders that are gone', () => {
    const variables = { name: 'Sara', old: 'x' };
    const draft = { ...emptyDraft, to: '+966501234567', message: 'Hi {{name}}', variables };
    expect(toSendBody(draft, 'Asia/Riyadh').variables).toEqual({ name: 'Sara' });
  });
});
