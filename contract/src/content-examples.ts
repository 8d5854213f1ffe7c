// One message of each kind, as a caller would write it: the examples of the published API, of Postman and of the tests.

import { type ContentType, contentKinds, type MessageContent, type OwnKinds } from './content.ts';

/** Kinds whose example carries a file, which must be uploaded before. */
type WithFile = 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'carousel';

type Examples<Kind extends ContentType> = { readonly [Each in Kind]: OwnKinds[Each]['example'] };

const examplesOf = (hasFile: boolean): object =>
  Object.fromEntries(
    contentKinds()
      .filter(({ example, files }) => (files?.(example as MessageContent) ?? []).length > 0 === hasFile)
      .map(({ name, example }) => [name, example]),
  );

export const contentExamples = examplesOf(false) as Examples<Exclude<ContentType, WithFile>>;
export const mediaExamples = examplesOf(true) as Examples<WithFile>;
