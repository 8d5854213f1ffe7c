import { describe, expect, it } from 'vitest';
import { afterFailure, afterSuccess, type LaneHealth, newHealth } from '../lanes/health.ts';
import { createWrittenHealth } from './written-health.ts';

const of = (health: LaneHealth, webhookId = 'one') => ({ companyId: 'company', webhookId, health });

const failure = { at: 2, failure: '{}', askedUntil: null };

describe('the health of a webhook', () => {
  it('is written when it is first known', () => {
    expect(createWrittenHealth().due([of(newHealth)], 0)).toEqual([of(newHealth)]);
  });

  it('is not written for a success right after a success', () => {
    const health = createWrittenHealth();
    health.written([of(afterSuccess(newHealth, 1))], 1);
    expect(health.due([of(afterSuccess(newHealth, 2))], 2)).toEqual([]);
  });

  it('is written a second later', () => {
    const health = createWrittenHealth();
    health.written([of(afterSuccess(newHealth, 1))], 1);
    expect(health.due([of(afterSuccess(newHealth, 1_001))], 1_001)).toHaveLength(1);
  });

  it('is written at once for a failure, and for the success that ends it', () => {
    const health = createWrittenHealth();
    const working = afterSuccess(newHealth, 1);
    const failing = afterFailure(working, failure);
    health.written([of(working)], 1);
    expect(health.due([of(failing)], 2)).toEqual([of(failing)]);
    health.written([of(failing)], 2);
    expect(health.due([of(afterSuccess(failing, 3))], 3)).toHaveLength(1);
  });

  it('is written as long as it is not confirmed as written', () => {
    const health = createWrittenHealth();
    health.due([of(newHealth)], 1);
    expect(health.due([of(newHealth)], 2)).toHaveLength(1);
  });

  it('of one webhook says nothing about another', () => {
    const health = createWrittenHealth();
    health.written([of(newHealth, 'one')], 1);
    expect(health.due([of(newHealth, 'two')], 2)).toHaveLength(1);
  });
});
