import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { describe, expect, it } from 'vitest';
import { checkSending, toSendingChange, toSendingValues } from './sending-values.ts';

const zone = 'Asia/Riyadh';
const now = new Date('2026-11-15T09:00:00.000Z');
const draft = {
  sender_id: null,
  schedule_at: null,
  sending_hours: null,
  messages_per_second: null,
  auto_pause: null,
} as unknown as Campaign;

describe('when and how fast a campaign is sent', () => {
  it('is untouched by opening and saving the form', () => {
    const set = {
      ...draft,
      sender_id: 'snd_01kagx5p9ne0ps4a2v7qk3m8dz',
      schedule_at: '2026-11-16T06:30:00.000Z',
      sending_hours: { from: '09:00', until: '12:00', days: [1, 7] },
      messages_per_second: 5,
      auto_pause: { failure_rate: 0.25, window: 20 },
    } as Campaign;
    expect(toSendingChange(toSendingValues(set, zone), zone)).toEqual({
      from: set.sender_id,
      schedule_at: set.schedule_at,
      sending_hours: set.sending_hours,
      messages_per_second: 5,
      auto_pause: set.auto_pause,
    });
  });

  it('is as soon as possible, around the clock and at full speed unless somebody says otherwise', () => {
    expect(toSendingChange(toSendingValues(draft, zone), zone)).toEqual({
      from: null,
      schedule_at: null,
      sending_hours: null,
      messages_per_second: null,
      auto_pause: null,
    });
  });

  it('is brought into its limits when the field was not left before saving', () => {
    const values = {
      ...toSendingValues(draft, zone),
      perSecond: 5_000,
      hasAutoPause: true,
      failurePercent: null,
      failureWindow: 3,
    };
    expect(toSendingChange(values, zone)).toMatchObject({
      messages_per_second: 1_000,
      auto_pause: { failure_rate: 0.3, window: 10 },
    });
  });

  it("takes the schedule in the company's zone", () => {
    const values = { ...toSendingValues(draft, zone), schedule: '2026-11-15T12:30' };
    expect(toSendingChange(values, zone).schedule_at).toBe('2026-11-15T09:30:00.000Z');
    expect(checkSending(values, zone, now)).toBeNull();
  });

  it('refuses a time that is over, hours without length, and no day at all', () => {
    const values = { ...toSendingValues(draft, zone), hasHours: true };
    expect(checkSending({ ...values, schedule: '2026-11-15T11:59' }, zone, now)).toBe('schedule');
    expect(checkSending({ ...values, hoursUntil: '09:00' }, zone, now)).toBe('hours');
    expect(checkSending({ ...values, hoursFrom: '' }, zone, now)).toBe('hours');
    expect(checkSending({ ...values, days: [] }, zone, now)).toBe('days');
    expect(checkSending(values, zone, now)).toBeNull();
  });
});
