// The samples of headers with a file. A caller names a file that it has uploaded here; the provider wants it uploaded to
// itself and gives a handle for it.

import { AppError, fieldProblem } from '../platform/errors.ts';
import { isJsonObject, type JsonObject } from '../platform/json.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { StoredFile } from '../providers/media-part.ts';
import type { TemplateComponent, TemplatePart } from '../providers/template-part.ts';
import type { Sender } from '../senders/directory.ts';

/** A file of the company by its public id; null: there is none. */
export type OpenFile = (companyId: string, mediaId: string) => Promise<StoredFile | null>;

export interface SampleOptions {
  readonly http: OutgoingHttp;
  readonly openFile: OpenFile;
}

const sampleOf = ({ example }: JsonObject): string | null =>
  isJsonObject(example) && typeof example.media === 'string' ? example.media : null;

const upload = async (
  { http, openFile }: SampleOptions,
  { sender, part }: { readonly sender: Sender; readonly part: TemplatePart },
  mediaId: string,
  pointer: string,
): Promise<JsonObject> => {
  if (!part.uploadSample) {
    const detail = `${sender.provider.title} takes no samples from here.`;
    throw fieldProblem('templates_not_carried', { pointer }, detail);
  }
  const file = await openFile(sender.companyId, mediaId);
  if (!file) {
    throw fieldProblem('media_not_found', { pointer }, `There is no file ${mediaId.slice(0, 64)}.`);
  }
  const uploaded = await part.uploadSample(http, sender.fields, file);
  if (uploaded.kind === 'uploaded') return { header_handle: [uploaded.handle] };
  const { failure } = uploaded;
  throw new AppError('template_refused', {
    detail: `${failure.title}: ${failure.detail}`,
    errors: [{ code: 'template_refused', pointer, detail: failure.detail }],
    providerError: failure,
  });
};

/** The same components with handles in place of our files, those of a carousel's cards too. */
export const uploadSamples = async (
  options: SampleOptions,
  desk: { readonly sender: Sender; readonly part: TemplatePart },
  components: readonly TemplateComponent[],
  pointer = '/components',
): Promise<TemplateComponent[]> => {
  const done: TemplateComponent[] = [];
  for (const [index, component] of components.entries()) {
    const at = `${pointer}/${index}`;
    const mediaId = sampleOf(component);
    if (mediaId !== null) {
      const example = await upload(options, desk, mediaId, `${at}/example/media`);
      done.push({ ...component, example });
    } else if (Array.isArray(component.cards)) {
      const cards: JsonObject[] = [];
      for (const [place, card] of component.cards.filter(isJsonObject).entries()) {
        const parts = Array.isArray(card.components) ? (card.components as TemplateComponent[]) : [];
        const own = await uploadSamples(options, desk, parts, `${at}/cards/${place}/components`);
        cards.push({ ...card, components: own });
      }
      done.push({ ...component, cards });
    } else done.push(component);
  }
  return done;
};
