import { describe, expect, it } from 'vitest';
import { sampleTemplate } from '../../parts/template/sample-template.ts';
import { type Draft, emptyDraft, toSendBody } from './draft.ts';

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

  it('says its type and quotes a message, but a reaction quotes nothing', () => {
    const draft: Draft = { ...emptyDraft, to: '+966501234567', reply_to: ' msg_1 ' };
    const location = { latitude: '24.7', longitude: '46.6', name: 'Clinic', address: '' };
    expect(toSendBody({ ...draft, type: 'location', location }, 'Asia/Riyadh')).toEqual({
      to: '+966501234567',
      type: 'location',
      location: { latitude: 24.7, longitude: 46.6, name: 'Clinic' },
      reply_to: 'msg_1',
    });
    const reaction = { message_id: 'msg_2', emoji: '👍' };
    expect(toSendBody({ ...draft, type: 'reaction', reaction }, 'Asia/Riyadh')).toEqual({
      to: '+966501234567',
      type: 'reaction',
      reaction,
    });
  });

  it('names the template with its values', () => {
    const template = { template: sampleTemplate, values: { '/variable/name': 'Sara' } };
    const draft: Draft = {
      ...emptyDraft,
      to: '+966501234567',
      message: 'Left behind',
      type: 'template',
      template,
    };
    expect(toSendBody(draft, 'Asia/Riyadh')).toEqual({
      to: '+966501234567',
      type: 'template',
      template: { name: 'visit_reminder', language: 'en', variables: { name: 'Sara' } },
    });
  });
});
