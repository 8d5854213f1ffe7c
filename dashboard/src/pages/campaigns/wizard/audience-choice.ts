// Who is to get the campaign while it is being chosen, and how that becomes the audience of the draft.

import type { Audience, Campaign } from '@hudhud/contract/campaigns.ts';
import type { ContactImport } from '@hudhud/contract/imports.ts';
import { type ListStart, startOfFile } from './list-start.ts';
import { readPasted } from './read-pasted.ts';

export const audienceKinds = ['everybody', 'segment', 'tags', 'phones', 'file'] as const;
export type AudienceKind = (typeof audienceKinds)[number];

/** As many as one request may hold; more come as a file. */
export const pastedMax = 10_000;

export interface AudienceChoice {
  readonly kind: AudienceKind;
  readonly segmentId: string | null;
  readonly tags: readonly string[];
  readonly pasted: string;
  readonly file: ContactImport | null;
  readonly phoneColumn: string | null;
  readonly country: string | null;
}

export type AudienceProblem =
  | 'segment_missing'
  | 'tags_missing'
  | 'phones_missing'
  | 'phones_too_many'
  | 'file_missing'
  | 'column_missing';

const empty: AudienceChoice = {
  kind: 'segment',
  segmentId: null,
  tags: [],
  pasted: '',
  file: null,
  phoneColumn: null,
  country: null,
};

const isEmpty = (filter: object | undefined): boolean => Object.keys(filter ?? {}).length === 0;

/** The draft's current choice. A list is kept by the gateway and cannot be shown again. */
export function choiceOf({ audience }: Pick<Campaign, 'audience'>): AudienceChoice {
  if (audience?.kind === 'segment') return { ...empty, segmentId: audience.segment_id ?? null };
  // An empty filter is everybody.
  if (audience?.kind === 'filter' && isEmpty(audience.filter)) return { ...empty, kind: 'everybody' };
  if (audience?.kind === 'tags') return { ...empty, kind: 'tags', tags: audience.tags ?? [] };
  if (audience?.kind === 'list') return { ...empty, kind: audience.file_name ? 'file' : 'phones' };
  return empty;
}

export const withFile = (choice: AudienceChoice, file: ContactImport): AudienceChoice => ({
  ...choice,
  file,
  phoneColumn: file.preview.headers[file.preview.mapping.indexOf('phone_number')] ?? null,
});

export function checkChoice(choice: AudienceChoice): AudienceProblem | null {
  switch (choice.kind) {
    case 'everybody':
      return null;
    case 'segment':
      return choice.segmentId === null ? 'segment_missing' : null;
    case 'tags':
      return choice.tags.length === 0 ? 'tags_missing' : null;
    case 'phones': {
      const { length } = readPasted(choice.pasted);
      if (length === 0) return 'phones_missing';
      return length > pastedMax ? 'phones_too_many' : null;
    }
    case 'file':
      if (choice.file === null) return 'file_missing';
      return choice.phoneColumn === null ? 'column_missing' : null;
  }
}

/** Only of a choice without a problem. */
export function toAudience(choice: AudienceChoice): Audience {
  switch (choice.kind) {
    case 'everybody':
      return { filter: {} };
    case 'segment':
      return { segment_id: choice.segmentId ?? '' };
    case 'tags':
      return { tags: [...choice.tags] };
    case 'phones':
      return { recipients: readPasted(choice.pasted) };
    case 'file':
      return {
        file: {
          upload_id: choice.file?.id ?? '',
          ...(choice.phoneColumn !== null && { phone_column: choice.phoneColumn }),
          ...(choice.country !== null && { default_country: choice.country }),
        },
      };
  }
}

/** The first of a list, for the preview. */
export function startOf(choice: AudienceChoice): ListStart | null {
  if (choice.kind === 'phones') {
    const [first] = readPasted(choice.pasted);
    return first ? { phone_number: first.phone_number, values: first.variables ?? {} } : null;
  }
  if (choice.kind !== 'file' || !choice.file) return null;
  return startOfFile(choice.file.preview, choice.phoneColumn ?? '');
}
