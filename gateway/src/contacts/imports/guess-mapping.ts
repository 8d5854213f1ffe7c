// What the columns of a file seem to be, by their headings in English and Arabic, or by what stands in them.

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
    'cell',
    'cell phone',
    'whatsapp',
    'whatsapp number',
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

const targetByHeading = new Map(
  Object.entries(headings).flatMap(([target, list]) => list.map((heading) => [foldText(heading), target])),
);

const looksLikeNumber = (cell: string): boolean => {
  const digits = cell.replace(/[^\p{Nd}]/gu, '');
  return (
    digits.length >= 7 && readPhoneNumber(cell, { country: 'SA', isInternational: true }).kind === 'read'
  );
};

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
  const byHeading = headers.map((header) => {
    const folded = foldText(header);
    const own = fields.find(({ name, label }) => foldText(name) === folded || foldText(label) === folded);
    return take(targetByHeading.get(folded) ?? (own ? `field.${own.name}` : null));
  });
  if (taken.has('phone_number')) return byHeading;
  // No heading says it: the first column that holds nothing but numbers.
  const column = headers.findIndex(
    (_header, index) =>
      byHeading[index] === null && rows.length > 0 && rows.every((row) => looksLikeNumber(row[index] ?? '')),
  );
  return byHeading.map((target, index) => (index === column ? 'phone_number' : target));
};
