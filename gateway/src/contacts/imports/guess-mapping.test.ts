import { expect, it } from 'vitest';
import { guessMapping } from './guess-mapping.ts';

const guess = (headers: string[], rows: string[][] = [], fields: { name: string; label: string }[] = []) =>
  guessMapping(headers, rows, fields).join(' ');

it('finds the phone number by the headings that real files have, in English and Arabic', () => {
  const headings = [
    ...['Mobile No.', 'Cell', 'WhatsApp', 'Whats App No', 'PHONE #', 'Mobile Number', 'Tel.', 'Contact No'],
    ...['جوال', 'رقم الجوال', 'الجوّال', 'واتساب', 'رقم الواتس', 'المحمول', 'موبايل'],
  ];
  const missed = headings.filter((heading) => guess([heading, 'Name']) !== 'phone_number name');
  expect(missed.join(', ')).toBe('');
});

it('finds it by what stands in the column, also when some cells are wrong', () => {
  const rows = [
    ['Sara', '0501234567', '2026-11-16'],
    ['Omar', '+966 50 123 4568', '2026-11-17'],
    ['Huda', '', '2026-11-18'],
    ['Rana', '00966501234569', '2026-11-18'],
    ['Ziad', '(050) 123-4570', '2026-11-18'],
    ['Adel', 'none', '2026-11-18'],
    ['Mona', '0501234571', '2026-11-18'],
  ];
  expect(guess(['A', 'B', 'C'], rows)).toBe(' phone_number ');
});

it('does not take the number of an invoice for a phone number', () => {
  const rows = [
    ['INV-1', '+966501234567'],
    ['INV-2', '+966501234568'],
  ];
  expect(guess(['Number', 'Contact'], rows)).toBe(' phone_number');
});

it('gives no target twice, and knows own fields', () => {
  const fields = [{ name: 'branch', label: 'Branch' }];
  expect(guess(['Phone', 'Mobile', 'branch'], [], fields)).toBe('phone_number  field.branch');
});
