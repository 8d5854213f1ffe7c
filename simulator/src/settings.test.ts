import { describe, expect, it } from 'vitest';
import { createSettings, defaultSettings, isBehaviourSetting } from './settings.ts';

describe('settings', () => {
  it('of a number are its own where it has some, the general ones elsewhere', () => {
    const settings = createSettings({ sentDelayMs: 1 });
    settings.changeOwn('7', { readDelayMs: 9 });
    expect(settings.of('7')).toMatchObject({ sentDelayMs: 1, readDelayMs: 9 });
    expect(settings.of('8').readDelayMs).toBe(defaultSettings.readDelayMs);
    settings.change({ sentDelayMs: 2, readDelayMs: 3 });
    expect(settings.of('7')).toMatchObject({ sentDelayMs: 2, readDelayMs: 9 });
    settings.changeOwn('7', { sentDelayMs: 5 });
    expect(settings.own('7')).toEqual({ sentDelayMs: 5, readDelayMs: 9 });
    expect(settings.of('7')).toMatchObject({ sentDelayMs: 5, readDelayMs: 9 });
  });

  it('go back to what they were at the start, and numbers keep their own', () => {
    const settings = createSettings({ sentDelayMs: 1 });
    settings.change({ sentDelayMs: 2 });
    settings.changeOwn('7', { readDelayMs: 3 });
    settings.reset();
    expect(settings.of('7')).toMatchObject({ sentDelayMs: 1, readDelayMs: 3 });
    settings.setOwn('7', {});
    expect(settings.of('7').readDelayMs).toBe(defaultSettings.readDelayMs);
  });

  it('let a newcomer in: no window, limits as Meta has them', () => {
    expect(defaultSettings).toMatchObject({
      windowEnforced: false,
      throughputPerSecond: 80,
      pairIntervalMs: 6_000,
      pairBurst: 45,
      webhookBatchMax: 1_000,
      webhookRetryForMs: 604_800_000,
    });
  });

  it('about webhooks are not for single numbers', () => {
    expect(isBehaviourSetting('sentDelayMs')).toBe(true);
    expect(isBehaviourSetting('webhookTimeoutMs')).toBe(false);
    expect(isBehaviourSetting('toString')).toBe(false);
  });
});
