// A draft as its reader will see it: with the placeholders that have values filled, and files shown from this computer before
// they are uploaded.

import { fillText, listPlaceholders, type Placeholder } from '@hudhud/contract/placeholders.ts';
import { contentFromApi } from '../chat/content-from-api.ts';
import type { ShownContent, ShownFile } from '../chat/shown-content.ts';
import { toPreview } from '../template/template-values.ts';
import { type ContentDraft, type FileDraft, hasFile, headerKinds, isFileType } from './content-draft.ts';
import { toContent } from './to-content.ts';

type Values = Readonly<Record<string, string>>;

export function previewContent(draft: ContentDraft, values: Values): ShownContent {
  const shown = contentFromApi(fillDeep(readable(draft), values) as Record<string, unknown>);
  const file = fileOf(draft);
  return {
    ...shown,
    ...(file && shown.file && { file: withBytes(shown.file, file) }),
    ...(shown.carousel && { carousel: shown.carousel.map((card, index) => withSlide(card, draft, index)) }),
    ...(draft.type === 'location' && !isPlace(draft) && { place: undefined }),
    // Bubbles of what is not written yet would only be noise.
    actions: shown.actions.filter((action) => !('title' in action) || action.title !== ''),
  };
}

/** For a template the reader sees its own words, which a request does not contain. */
function readable(draft: ContentDraft): unknown {
  const { template, values } = draft.template;
  return draft.type === 'template' && template
    ? { type: 'template', template: { rendered: toPreview(template, values) } }
    : toContent(draft);
}

function fileOf(draft: ContentDraft): FileDraft | null {
  if (isFileType(draft.type)) return draft.media;
  const { kind, media } = draft.header;
  return kind !== 'none' && kind !== 'text' && headerKinds(draft.type).includes(kind) ? media : null;
}

const isPlace = ({ location: { latitude, longitude } }: ContentDraft): boolean =>
  latitude.trim() !== '' &&
  longitude.trim() !== '' &&
  Number.isFinite(Number(latitude)) &&
  Number.isFinite(Number(longitude));

function withSlide(card: ShownContent, { carousel }: ContentDraft, index: number): ShownContent {
  const media = carousel.cards[index]?.media;
  return card.file && media ? { ...card, file: withBytes(card.file, media) } : card;
}

function withBytes(shown: ShownFile, draft: FileDraft): ShownFile {
  const { file, stored } = draft;
  if (!hasFile(draft)) return { ...shown, place: { kind: 'none', reason: 'unknown' } };
  return {
    ...shown,
    ...(file && { place: { kind: 'page', blob: file } }),
    filename: shown.filename ?? stored?.filename ?? file?.name,
    bytes: stored?.bytes ?? file?.size,
    mimeType: stored?.mime_type ?? file?.type,
  };
}

/** Ids of files hold no placeholders, so every text may be filled. */
function fillDeep(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fillText(value, values).text;
  if (Array.isArray(value)) return value.map((item) => fillDeep(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillDeep(part, values)]));
}

/** The placeholders of every text of it. A provider's own object is sent as it is. */
export function placeholdersOf(draft: ContentDraft): readonly Placeholder[] {
  if (draft.type === 'interactive') return [];
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(toContent(draft));
  return listPlaceholders(texts.join('\n'));
}
