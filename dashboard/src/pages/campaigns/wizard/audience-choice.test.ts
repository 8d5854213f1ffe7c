import { describe, expect, it } from 'vitest';
import { checkChoice, choiceOf, startOf, toAudience } from './audience-choice.ts';

const nothing = choiceOf({ audience: null });

describe('choosing an audience', () => {
  it('begins with what the draft has', () => {
    expect(choiceOf({ audience: { kind: 'tags', tags: ['vip'] } })).toMatchObject({
      kind: 'tags',
      tags: ['vip'],
    });
    expect(choiceOf({ audience: { kind: 'list', listed: 3, file_name: 'a.csv' } }).kind).toBe('file');
    expect(choiceOf({ audience: { kind: 'list', listed: 3, file_name: null } }).kind).toBe('phones');
  });

  it('says what is missing', () => {
    expect(checkChoice(nothing)).toBe('segment_missing');
    expect(checkChoice({ ...nothing, kind: 'tags' })).toBe('tags_missing');
    expect(checkChoice({ ...nothing, kind: 'phones', pasted: ' \n ' })).toBe('phones_missing');
    expect(checkChoice({ ...nothing, kind: 'file' })).toBe('file_missing');
  });

  it('sends no more pasted people than one request may hold', () => {
    const pasted = Array.from({ length: 10_001 }, () => '+966501234567').join('\n');
    expect(checkChoice({ ...nothing, kind: 'phones', pasted })).toBe('phones_too_many');
  });

  it('becomes exactly one kind of audience', () => {
    const pasted = '+966501234567, Sara';
    expect(toAudience({ ...nothing, kind: 'tags', tags: ['vip'], pasted })).toEqual({ tags: ['vip'] });
    expect(toAudience({ ...nothing, kind: 'phones', tags: ['vip'], pasted })).toEqual({
      recipients: [{ phone_number: '+966501234567', variables: { name: 'Sara' } }],
    });
  });

  it('remembers the first of a pasted list', () => {
    expect(startOf({ ...nothing, kind: 'phones', pasted: '0501234567, Sara\n0507654321' })).toEqual({
      phone_number: '0501234567',
      values: { name: 'Sara' },
    });
    expect(startOf(nothing)).toBeNull();
  });
});
