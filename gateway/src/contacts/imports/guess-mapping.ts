// Guesses the columns of a file by their headings in English and Arabic, or by their cells.

import { readPhoneNumber } from '../../platform/read-phone-number.ts';
import { foldText } from '../fold-text.ts';

const headings: Readonly<Record<string, readonly string[]>> = {
  phone_number: [
    'phone',
    'phone number',
    'telephone',
    'tel',
    'mobile',
    'mobile number',
    'mobile phone',
    'mob',
    'cell',
    'cell phone',
    'cellphone',
    'cell number',
    'handphone',
    'phone 1',
    'phone 1 value',
    'primary phone',
    'whatsapp',
    'whatsapp number',
    'whats app',
    'wa number',
    'number',
    'contact number',
    'msisdn',
    'هاتف',
    'الهاتف',
    'رقم الهاتف',
    'هاتف محمول',
    'جوال',
    'الجوال',
    'رقم الجوال',
    'موبايل',
    'الموبايل',
    'رقم الموبايل',
    'رقم',
    'الرقم',
    'تلفون',
    'التليفون',
    'واتساب',
    'رقم الواتساب',
    'رقم الواتس',
    'واتس',
    'واتس اب',
    'الواتساب',
    'محمول',
    'المحمول',
    'رقم المحمول',
    'خلوي',
    'رقم الخلوي',
    'رقم الاتصال',
  ],
  name: [
    'name',
    'full name',
    'contact name',
    'customer',
    'customer name',
    'client',
    'client name',
    'display name',
    'اسم',
    'الاسم',
    'الاسم الكامل',
    'اسم العميل',
    'العميل',
    'اسم الزبون',
    'اسم المريض',
    'اسم الطالب',
  ],
  language: ['language', 'lang', 'locale', 'لغة', 'اللغة'],
  notes: ['note', 'notes', 'comment', 'comments', 'remarks', 'ملاحظة', 'ملاحظات', 'الملاحظات'],
  tags: ['tag', 'tags', 'label', 'labels', 'group', 'groups', 'وسم', 'وسوم', 'الوسوم', 'تصنيف', 'مجموعة'],
};

/** "Mobile No." and "Phone #" count like "Mobile" and "Phone". */
const plainHeading = (heading: string): string => foldText(heading).replace(/ (?:no|nr|num|number)$/u, '');

const targetByHeading = new Map(
  Object.entries(headings).flatMap(([target, list]) =>
    list.map((heading) => [plainHeading(heading), target]),
  ),
);

/** Local numbers count too: whose they are is asked later. Nine digits, because a date has eight. */
const looksLikeNumber = (cell: string): boolean => {
  const digits = cell.replace(/[^\p{Nd}]/gu, '').length;
  if (digits >= 9 && digits <= 15 && /^[+\p{Nd}\s().-]+$/u.test(cell)) return true;
  return digits >= 7 && readPhoneNumber(cell, { country: 'SA', isInternational: true }).kind === 'read';
};

/** The share of phone numbers among cells that hold anything, between 0 and 1; null when none does. */
const numberShare = (rows: readonly (readonly string[])[], column: number): number | null => {
  const cells = rows.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '');
  return cells.length === 0 ? null : cells.filter(looksLikeNumber).length / cells.length;
};

/** A few cells of a real list are always wrong. */
const mostly = 0.8;

/** A heading names things; a row of data has a phone number in it. */
export const seemsHeader = (cells: readonly string[]): boolean => !cells.some(looksLikeNumber);

export interface KnownField {
  readonly name: string;
  readonly label: string;
}

/** For each column its target or null. No target is given twice. */
export const guessMapping = (
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  fields: readonly KnownField[],
): (string | null)[] => {
  const taken = new Set<string>();
  const take = (target: string | null): string | null => {
    if (target === null || taken.has(target)) return null;
    taken.add(target);
    return target;
  };
  const shares = headers.map((_header, column) => numberShare(rows, column));
  const byHeading = headers.map((header, column) => {
    const folded = foldText(header);
    const own = fields.find(({ name, label }) => foldText(name) === folded || foldText(label) === folded);
    const target = targetByHeading.get(plainHeading(header)) ?? (own ? `field.${own.name}` : null);
    // "Number" may be the number of an invoice.
    if (target === 'phone_number' && shares[column] === 0) return null;
    return take(target);
  });
  if (taken.has('phone_number')) return byHeading;
  // No heading says it: the first column that holds little else than numbers.
  const found = headers.findIndex(
    (_header, column) => byHeading[column] === null && (shares[column] ?? 0) >= mostly,
  );
  return byHeading.map((target, column) => (column === found ? 'phone_number' : target));
};
