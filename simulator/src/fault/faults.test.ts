import { describe, expect, it } from 'vitest';
import { createFaults } from './faults.ts';

const phoneNumberId = '1';
const waId = '966501112233';

describe('picking faults', () => {
  it('gives nothing when nothing was asked for', () => {
    expect(createFaults(Math.random).pick(phoneNumberId, waId)).toEqual({ answer: null, status: null });
  });

  it('stops after the count', () => {
    const faults = createFaults(Math.random);
    faults.add({ name: 'no_answer', count: 2 });
    const picked = [1, 2, 3].map(() => faults.pick(phoneNumberId, waId).answer?.kind ?? null);
    expect(picked).toEqual(['silent', 'silent', null]);
  });

  it('hits with the probability it was given', () => {
    const chances = [0.1, 0.6, 0.49, 0.5];
    const faults = createFaults(() => chances.shift() ?? 1);
    faults.add({ name: 'server_error', probability: 0.5 });
    const picked = [1, 2, 3, 4].map(() => faults.pick(phoneNumberId, waId).answer !== null);
    expect(picked).toEqual([true, false, true, false]);
  });

  it('takes the first rule of each stage and leaves the counts of the others', () => {
    const faults = createFaults(Math.random);
    faults.add({ name: 'server_error', count: 1 });
    const second = faults.add({ name: 'no_answer', count: 1 });
    faults.add({ name: 'missing_statuses' });
    expect(faults.pick(phoneNumberId, waId)).toMatchObject({
      answer: { kind: 'empty' },
      status: { kind: 'none' },
    });
    expect(second.hits).toBe(0);
  });

  it('forgets rules that are used up when there are too many', () => {
    const faults = createFaults(Math.random);
    for (let turn = 0; turn < 3_000; turn += 1) {
      faults.add({ name: 'no_answer', count: 1 });
      faults.pick(phoneNumberId, waId);
    }
    expect(faults.list().length).toBeLessThanOrEqual(1_000);
  });

  it('lets a magic number come before the rules', () => {
    const faults = createFaults(Math.random);
    faults.add({ name: 'server_error' });
    expect(faults.pick(phoneNumberId, '15550130429').answer).toEqual({ kind: 'refuse', code: 130429 });
  });
});
