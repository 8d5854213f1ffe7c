// Templates, and one-time codes, which become one.

import Type, { type Static } from 'typebox';
import { Document, headerFiles } from '../content-files.ts';
import { contentKind } from '../content-kind.ts';
import { OneTimeCode, templateContent } from '../template-content.ts';
import { Place } from './places.ts';

const templates = templateContent(Document, Place);
/** A template as a caller names it; a message keeps more of it. */
export const TemplateRequest = Type.Object(templates.request.properties, {
  ...templates.request,
  $id: 'TemplateRequest',
});
export type TemplateRequest = Static<typeof TemplateRequest>;

export const template = contentKind(
  'template',
  { template: templates.stored },
  {
    title: 'Template',
    summary: 'An approved template',
    example: {
      template: { name: 'order_update', language: 'en_US', variables: { '1': 'Sara', '2': '1042' } },
    },
    requestFields: { template: TemplateRequest },
    isForMany: false,
    hasFallback: false,
    // It has variables of its own.
    isVerbatim: true,
    line: ({ template: { rendered } }) => rendered?.body,
    detail: ({ template: { name } }) => name,
    files: ({ template: { header, cards = [] } }) => [
      ...headerFiles(header, '/template'),
      ...cards.flatMap((card, index) => headerFiles(card.header, `/template/cards/${index}`)),
    ],
  },
);

export const otp = contentKind(
  'otp',
  { otp: OneTimeCode },
  {
    title: 'One-time code',
    summary: 'A one-time code',
    example: { otp: { code: '482913' } },
    isForMany: false,
    hasFallback: false,
  },
);
