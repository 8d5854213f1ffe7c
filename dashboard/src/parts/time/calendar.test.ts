import { expect, it } from 'vitest';
import { daysShown, moveMonth, readTyped, shownMoment, weekdayNames } from './calendar.ts';

it('reads what people type, and refuses days that do not exist', () => {
  expect(readTyped('2026-11-15T12:30')).toBe('2026-11-15T12:30');
  expect(readTyped(' 2026-1-5 9:05')).toBe('2026-01-05T09:05');
  expect(readTyped('15/11/2026, 12:30')).toBe('2026-11-15T12:30');
  expect(readTyped('5.1.2026')).toBe('2026-01-05T00:00');
  for (const wrong of ['', '2026-11', '31/02/2026', '2026-11-15T24:00', 'tomorrow', '15/11/26']) {
    expect(readTyped(wrong), wrong).toBeNull();
  }
});

it("shows a moment in the reader's language", () => {
  expect(shownMoment('2026-11-15T09:05', 'en')).toBe('15 Nov 2026, 09:05');
  expect(shownMoment('2026-11-15T09:05', 'ar')).toContain('نوفمبر');
  expect(shownMoment('', 'en')).toBe('');
});

it('names seven different days of the week, in letters where names are long', () => {
  expect(weekdayNames('en').join(' ')).toBe('Mon Tue Wed Thu Fri Sat Sun');
  expect(new Set(weekdayNames('ar')).size).toBe(7);
  expect(weekdayNames('ar').every((name) => name.length === 1)).toBe(true);
});

it('lays out a month in weeks', () => {
  const days = daysShown('2026-11', 'en');
  expect(days[0]).toBe('2026-10-26');
  expect(days).toHaveLength(42);
  expect(daysShown('2026-11', 'ar')[0]).toBe('2026-11-01');
  expect(moveMonth('2026-12', 1)).toBe('2027-01');
  expect(moveMonth('2026-01', -1)).toBe('2025-12');
});
