// A message of each kind that a provider declares, with what the core would put beside it: files as the provider wants
// them, and a template of the other side with its values.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { MessageContent } from '@hudhud/contract/content.ts';
import { contentExamples } from '@hudhud/contract/content-examples.ts';
import type { OutgoingFile, StoredFile } from '../media-part.ts';
import type { ContentKind, OutgoingMessage } from '../provider.ts';
import type { FilledComponent, FilledTemplate, ListedTemplate } from '../template-part.ts';
import type { Running } from './provider-bench.ts';

export type ExampleMessage = Pick<OutgoingMessage, 'content' | 'files' | 'template'>;

const mediaId = 'med_example';

/** The smallest files that their kinds can be told by. */
const samples = {
  image: { mimeType: 'image/png', filename: 'picture.png', base64: 'iVBORw0KGgo=' },
  video: { mimeType: 'video/mp4', filename: 'film.mp4', base64: 'AAAAGGZ0eXBtcDQyAAAAAG1wNDJpc29t' },
  audio: { mimeType: 'audio/ogg', filename: 'voice.ogg', base64: 'T2dnUwACAAAAAAAAAAA=' },
  document: { mimeType: 'application/pdf', filename: 'invoice.pdf', base64: 'JVBERi0xLjQKJSVFT0YK' },
  sticker: { mimeType: 'image/webp', filename: 'sticker.webp', base64: 'UklGRhoAAABXRUJQVlA4TA0AAAA=' },
} as const;

export type SampleKind = keyof typeof samples;

const isSampleKind = (kind: string): kind is SampleKind => Object.hasOwn(samples, kind);

export const sampleFile = (kind: SampleKind): StoredFile => {
  const { mimeType, filename, base64 } = samples[kind];
  const bytes = Buffer.from(base64, 'base64');
  return {
    mimeType,
    filename,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: async () => Readable.from([bytes], { objectMode: false }),
  };
};

/** The file as this provider is to name it. */
const outgoingFile = async ({ bench, http }: Running, kind: SampleKind): Promise<OutgoingFile> => {
  const { media } = bench.provider;
  if (!media) throw new Error('a provider that declares files has a part for them');
  const file = sampleFile(kind);
  const { mimeType, filename, bytes } = file;
  if (media.outgoing.kind === 'link') {
    return { mimeType, filename, bytes, kind: 'link', url: `https://gateway.example/files/1/${filename}` };
  }
  const { outcome } = await media.outgoing.upload(http, bench.fields, file);
  if (outcome.kind !== 'uploaded') throw new Error(`the ${kind} was not uploaded: ${outcome.failure.detail}`);
  return { mimeType, filename, bytes, kind: 'uploaded', reference: outcome.reference };
};

const variablesIn = (text: unknown): string[] => [
  ...new Set([...String(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '')),
];

/** Filled with one text for each variable of its body. */
export const fillTemplate = ({ reference, name, language, components }: ListedTemplate): FilledTemplate => {
  const names = variablesIn(components.find(({ type }) => type === 'BODY')?.text);
  const values = Object.fromEntries(names.map((variable) => [variable, `value ${variable}`]));
  const parameters = names.map((variable) => ({ type: 'text', text: `value ${variable}` }));
  const filled: FilledComponent[] = names.length > 0 ? [{ type: 'body', parameters }] : [];
  return { reference, name, language, components: filled, values };
};

const exampleTemplate = async ({ bench, http }: Running): Promise<FilledTemplate> => {
  const listed = await bench.provider.templates?.list(http, bench.fields);
  const found =
    listed?.kind === 'listed' &&
    listed.templates.find(({ name, status }) => name === 'order_update' && status === 'APPROVED');
  if (!found) throw new Error('the other side has no approved template order_update');
  return fillTemplate(found);
};

export const exampleMessage = async (running: Running, kind: ContentKind): Promise<ExampleMessage> => {
  const known: MessageContent | undefined = (contentExamples as Record<string, MessageContent>)[kind];
  if (kind === 'template') {
    const template = await exampleTemplate(running);
    const { name, language, values } = template;
    return { content: { type: 'template', template: { name, language, variables: values } }, template };
  }
  if (isSampleKind(kind)) {
    const content: MessageContent = { type: kind, media: { id: mediaId } };
    return { content, files: new Map([[mediaId, await outgoingFile(running, kind)]]) };
  }
  if (kind === 'carousel') {
    const header = { type: 'image', media: { id: mediaId } } as const;
    const card = { header, message: 'A card', link: { title: 'Open', url: 'https://example.com/1' } };
    const content: MessageContent = {
      type: 'carousel',
      message: 'Choose',
      carousel: { cards: [card, card] },
    };
    return { content, files: new Map([[mediaId, await outgoingFile(running, 'image')]]) };
  }
  if (!known) throw new Error(`there is no example of the kind ${kind}; add one`);
  return { content: known };
};
