import { expect, test } from 'vitest';
import { newUuid } from '../ids.ts';
import { splitForNotifications } from './notified-ids.ts';

const makeIds = (count: number): string[] => Array.from({ length: count }, () => newUuid());

test.each([0, 1, 199, 200, 201, 400, 1_001])(
  '%i ids are in notifications that PostgreSQL takes, in their order',
  (count) => {
    const ids = makeIds(count);
    const lists = splitForNotifications(ids);
    expect(lists.flat()).toEqual(ids);
    expect(lists).toHaveLength(Math.ceil(count / 200));
    const words = 'w'.repeat(300);
    expect(lists.every((list) => [words, ...list].join(' ').length < 8_000)).toBe(true);
  },
);
