import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMessageIds, readMessageId } from './message-id.ts';

it('ids look like those of Meta', () => {
  const ids = createMessageIds('0123ABCD');
  expect(ids.next('out', '16505551234')).toBe('wamid.HBgLMTY1MDU1NTEyMzQVAgARGBIwMTIzQUJDRDAwMDAwMDAwMDEA');
});

it('ids are never the same', () => {
  const ids = createMessageIds();
  const made = Array.from({ length: 10_000 }, () => ids.next('out', '16505551234'));
  expect(new Set(made).size).toBe(10_000);
});

it('ids give back the person and the direction', () => {
  const ids = createMessageIds();
  fc.assert(
    fc.property(fc.constantFrom('in', 'out'), fc.stringMatching(/^[1-9]\d{6,14}$/), (direction, waId) => {
      expect(readMessageId(ids.next(direction, waId))).toEqual({ direction, waId });
    }),
  );
});

it('reads the ids that Meta publishes', () => {
  expect(readMessageId('wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBJDQjZCMzlEQUE4OTJBMTE4RTUA')).toEqual({
    direction: 'out',
    waId: '16503879439',
  });
});

it('anything else is not an id', () => {
  for (const text of ['', 'x', 'wamid.', 'wamid.AAAA', 'wamid.HBgL']) expect(readMessageId(text)).toBeNull();
});
