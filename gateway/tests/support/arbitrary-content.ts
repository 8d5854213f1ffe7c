// Random contents within the limits of WhatsApp, one arbitrary for each kind that can be sent.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { contentExamples } from '@hudhud/contract/content-examples.ts';
import fc from 'fast-check';

/** Counted as people count: an emoji is one character. Braces would be placeholders. */
export const text = (max: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('a', 'Z', '7', ' ', '\n', 'ä', 'ب', '😀', '"', '\\', '%', '&', '<'), {
      minLength: 1,
      maxLength: max,
      size: 'max',
    })
    .map((characters) => characters.join(''))
    .filter((value) => value.trim() !== '');

const id = (max: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[a-z0-9_-]{1,${max}}$`));
const url = id(60).map((path) => `https://example.com/${path}`);

type Shape = Record<string, fc.Arbitrary<unknown>>;
/** The named fields must be there; the others may be. */
const shaped = (shape: Shape, ...requiredKeys: string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(shape, { requiredKeys, noNullPrototype: true });

const header = text(60).map((line) => ({ text: line }));
const footer = text(60);

const kind = (type: string, shape: Shape, ...optional: string[]): fc.Arbitrary<MessageContent> =>
  shaped(
    { type: fc.constant(type), ...shape },
    'type',
    ...Object.keys(shape).filter((field) => !optional.includes(field)),
  ) as unknown as fc.Arbitrary<MessageContent>;

const buttons = fc
  .uniqueArray(fc.record({ id: id(256), title: text(20) }, { noNullPrototype: true }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ title }) => title,
  })
  .map((list) => list.map((button, index) => ({ ...button, id: `${index}${button.id}`.slice(0, 256) })));

const rows = (section: number, count: number) =>
  fc
    .array(shaped({ id: id(190), title: text(24), description: text(72) }, 'id', 'title'), {
      minLength: 1,
      maxLength: count,
    })
    .map((list) => list.map((row, index) => ({ ...row, id: `${section}.${index}.${row.id}` })));

const sections = fc
  .integer({ min: 1, max: 5 })
  .chain((count) =>
    fc.tuple(
      ...Array.from({ length: count }, (_, index) =>
        fc.record({ title: text(24), rows: rows(index, Math.floor(10 / count)) }, { noNullPrototype: true }),
      ),
    ),
  );

const card = shaped(
  {
    name: shaped({ formatted: text(512), first: text(512), last: text(512) }, 'formatted', 'first'),
    phones: fc.array(shaped({ number: fc.constant('+966501234568'), type: id(20) }, 'number'), {
      minLength: 1,
    }),
    emails: fc.array(shaped({ email: fc.constant('a@example.com'), type: id(20) }, 'email'), {
      minLength: 1,
    }),
    organization: fc.record({ company: text(512), title: text(512) }, { noNullPrototype: true }),
    urls: fc.array(shaped({ url, type: id(20) }, 'url'), { minLength: 1 }),
    birthday: fc.constantFrom('1980-02-01', '2004-02-29'),
  },
  'name',
);

const emojis = ['👍', '❤️', '🇸🇦', '👩‍⚕️', '1️⃣', ''];

export const arbitraryContents: Readonly<
  Record<
    Exclude<keyof typeof contentExamples, 'interactive' | 'template' | 'otp'>,
    fc.Arbitrary<MessageContent>
  >
> = {
  text: kind('text', { message: text(4_096), preview_url: fc.boolean() }),
  location: kind('location', {
    location: shaped(
      {
        latitude: fc.double({ min: -90, max: 90, noNaN: true }).map((degrees) => degrees + 0),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }).map((degrees) => degrees + 0),
        name: text(512),
        address: text(512),
      },
      'latitude',
      'longitude',
    ),
  }),
  contacts: kind('contacts', { contacts: fc.array(card, { minLength: 1, maxLength: 5 }) }),
  reaction: kind('reaction', {
    reaction: fc.record(
      {
        message_id: fc.constant(contentExamples.reaction.reaction.message_id),
        emoji: fc.constantFrom(...emojis),
      },
      { noNullPrototype: true },
    ),
  }),
  buttons: kind('buttons', { message: text(1_024), buttons, header, footer }, 'header', 'footer'),
  list: kind(
    'list',
    {
      message: text(4_096),
      list: fc.record({ button: text(20), sections }, { noNullPrototype: true }),
      header,
      footer,
    },
    'header',
    'footer',
  ),
  link: kind(
    'link',
    {
      message: text(1_024),
      link: fc.record({ title: text(20), url }, { noNullPrototype: true }),
      header,
      footer,
    },
    'header',
    'footer',
  ),
  location_request: kind('location_request', { message: text(1_024) }),
  flow: kind(
    'flow',
    {
      message: text(1_024),
      flow: shaped(
        {
          id: id(20),
          button: text(30),
          token: id(200),
          screen: id(20),
          data: fc.constant({ title: '{{not}} a placeholder', count: 2 }),
        },
        'id',
        'button',
        'token',
        'screen',
      ),
      header,
      footer,
    },
    'header',
    'footer',
  ),
  product: kind(
    'product',
    {
      message: text(1_024),
      product: fc.record({ catalog_id: id(64), product_id: id(256) }, { noNullPrototype: true }),
      footer,
    },
    'message',
    'footer',
  ),
  products: kind(
    'products',
    {
      message: text(1_024),
      products: fc.record(
        {
          catalog_id: id(64),
          header: text(60),
          sections: fc.array(
            fc.record(
              { title: text(24), product_ids: fc.array(id(256), { minLength: 1, maxLength: 6 }) },
              { noNullPrototype: true },
            ),
            { minLength: 1, maxLength: 5 },
          ),
        },
        { noNullPrototype: true },
      ),
      footer,
    },
    'footer',
  ),
  catalog: kind(
    'catalog',
    {
      message: text(1_024),
      catalog: fc.record({ thumbnail_product_id: id(256) }, { noNullPrototype: true }),
      footer,
    },
    'footer',
  ),
};
