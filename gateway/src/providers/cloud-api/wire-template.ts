// A filled template in the form of the Cloud API, with the provider's id of each file.

import { mapParameters } from '../map-parameters.ts';
import type { OutgoingFile } from '../media-part.ts';
import type { FilledComponent, FilledTemplate } from '../template-part.ts';

type FilesById = ReadonlyMap<string, OutgoingFile> | undefined;

const toFile = (part: Readonly<Record<string, unknown>>, kind: string, files: FilesById): object => {
  const { media, filename, ...rest } = part;
  // The provider's own components name its own files.
  if (typeof media !== 'string') return part;
  const file = files?.get(media);
  if (!file) throw new Error('a template reached its provider without its file');
  return {
    ...rest,
    // A document without a name is shown as "Untitled"; a picture or a video with one is refused.
    ...(kind === 'document' && { filename: filename ?? file.filename }),
    ...(file.kind === 'uploaded' ? { id: file.reference } : { link: file.url }),
  };
};

const fileKinds = new Set(['image', 'video', 'document', 'gif']);

const toParameter = (parameter: Readonly<Record<string, unknown>>, files: FilesById): object => {
  const kind = String(parameter.type);
  const part = parameter[kind];
  return fileKinds.has(kind) && typeof part === 'object' && part !== null
    ? { ...parameter, [kind]: toFile(part as Record<string, unknown>, kind, files) }
    : parameter;
};

const toComponent = (component: FilledComponent, files: FilesById): object =>
  mapParameters(component, (parameter) => toParameter(parameter, files));

/** A template without variables has no components at all. */
export const toWireTemplate = ({ name, language, components }: FilledTemplate, files: FilesById): object => ({
  type: 'template',
  template: {
    name,
    language: { code: language },
    ...(components.length > 0 && { components: components.map((part) => toComponent(part, files)) }),
  },
});
