// The beginning of a list that was just chosen. The gateway keeps lists to itself, so the preview and the picker of
// placeholders go by what this browser remembers.

import type { ContactImport } from '@hudhud/contract/imports.ts';

export interface ListStart {
  readonly phone_number: string;
  readonly values: Readonly<Record<string, string>>;
}

const keyOf = (campaignId: string): string => `hudhud.campaign-list.${campaignId}`;

export function rememberListStart(campaignId: string, start: ListStart | null): void {
  if (start) sessionStorage.setItem(keyOf(campaignId), JSON.stringify(start));
  else sessionStorage.removeItem(keyOf(campaignId));
}

export function readListStart(campaignId: string): ListStart | null {
  const kept = sessionStorage.getItem(keyOf(campaignId));
  return kept === null ? null : (JSON.parse(kept) as ListStart);
}

/** The first line of a file, with its columns named as the gateway names them. */
export function startOfFile(
  { headers, mapping, rows }: ContactImport['preview'],
  phoneColumn: string,
): ListStart | null {
  const [row] = rows;
  const phoneIndex = headers.indexOf(phoneColumn);
  if (!row || phoneIndex < 0) return null;
  const values: Record<string, string> = {};
  headers.forEach((heading, index) => {
    const name = mapping[index]?.replace(/^field\./, '') ?? heading.trim().replaceAll(/\s+/g, '_');
    if (index !== phoneIndex && name !== '' && name !== 'phone_number')
      values[name] = row[index]?.trim() ?? '';
  });
  return { phone_number: row[phoneIndex] ?? '', values };
}
