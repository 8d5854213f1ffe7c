// What a message holds, by kind. The same words go out and come in: a send request, a stored message and an event carry
// these fields. `message` is always the text that a person reads first: the text, the caption, the body of an interactive
// message. Limits are those of the Cloud API, the strictest that every provider of ours shares.

import Type, { type Static, type TSchema } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';

const textMax = 4_096;
const captionMax = 1_024;
const headerMax = 60;
const footerMax = 60;
const buttonTitleMax = 20;
const buttonIdMax = 256;
const buttonsMax = 3;
const contactsMax = 257;
const urlMax = 2_000;
const nameMax = 512;
const listSectionsMax = 10;
export const listRowsMax = 10;
const listTitleMax = 24;
const listDescriptionMax = 72;
const listIdMax = 200;
const flowButtonMax = 30;
const productSectionsMax = 10;
export const productsMax = 30;
const cardsMin = 2;
const cardsMax = 10;
const idMax = 256;
/** Of maps and lists that the provider bounds more narrowly: variables, parts of its own. */
const partsMax = 100;

const strict = { additionalProperties: false } as const;
const textCodes = { minLength: 'text_empty', pattern: 'text_empty', maxLength: 'text_too_long' };
const counted = { 'x-error-codes': { minItems: 'wrong_count', maxItems: 'wrong_count' } };
const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description, 'x-error-codes': textCodes });
const optionalText = (maxLength: number, description: string) => Type.Optional(text(maxLength, description));
const addressCodes = { 'x-error-codes': { maxLength: 'text_too_long' } };
const webAddress = (description: string) =>
  Type.String({ maxLength: urlMax, pattern: '^https?://\\S+$', description, ...addressCodes });
/** May hold placeholders, or be one; it is checked again once they are filled. */
const fillableAddress = (description: string) =>
  Type.String({ maxLength: urlMax, pattern: '^(https?://\\S|\\{\\{)', description, ...addressCodes });

/** A body that must be there: WhatsApp shows no interactive message without one. */
const body = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    description: 'The text that the person reads.',
    examples: ['Your appointment is on Sunday at 10:00.'],
    'x-error-codes': textCodes,
  });
const caption = Type.Optional(Type.String({ maxLength: captionMax, description: 'The text under it.' }));
const footer = optionalText(footerMax, 'A small line under the text.');

const mediaPlace = {
  id: Type.Optional(Id('media', 'A file that was uploaded.')),
  url: Type.Optional(webAddress('Where to fetch the file, once.')),
};
const onePlace = { ...strict, minProperties: 1, description: 'A file: `id` or `url`.' };
const Media = Type.Object({ ...mediaPlace }, { ...onePlace, maxProperties: 1 });
const Document = Type.Object(
  {
    ...mediaPlace,
    filename: optionalText(240, 'What the person sees. Left out: the name it was uploaded under.'),
  },
  onePlace,
);

export const headerText = Type.Object({ text: text(headerMax, 'A line above the text.') }, strict);
/** Another message: by our id, or by the one its provider gave it. */
export const messageReference = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 512,
    pattern: '^\\S+$',
    description: `${description} Our id (\`msg_...\`) or the provider's.`,
    'x-error-codes': { minLength: 'text_empty', maxLength: 'text_too_long' },
  });

const headerMedia = Type.Object(
  {
    type: TextEnum(['image', 'video', 'document'], { description: 'What the file is shown as.' }),
    media: Document,
  },
  strict,
);
const TextHeader = Type.Optional(headerText);
const AnyHeader = Type.Optional(
  Type.Union([headerText, headerMedia], { description: 'A line or a file above the text.' }),
);

const Button = Type.Object(
  {
    id: text(buttonIdMax, 'Comes back when the person presses it.'),
    title: text(buttonTitleMax, 'What the person sees; no two may be alike.'),
  },
  strict,
);
const Buttons = Type.Array(Button, { minItems: 1, maxItems: buttonsMax, ...counted });

const Link = Type.Object(
  { title: text(buttonTitleMax, 'What the button says.'), url: fillableAddress('The page it opens.') },
  strict,
);

const Place = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    name: optionalText(nameMax, 'Name of the place.'),
    address: optionalText(nameMax, 'Address of the place.'),
  },
  strict,
);

const kindOfEntry = optionalText(64, 'For example work or home.');
const list = <Item extends TSchema>(item: Item) =>
  Type.Optional(Type.Array(item, { maxItems: 50, ...counted }));

const ContactCard = Type.Object(
  {
    name: Type.Object(
      {
        formatted: text(nameMax, 'The whole name, as it is shown.'),
        first: optionalText(nameMax, 'First name.'),
        middle: optionalText(nameMax, 'Middle name.'),
        last: optionalText(nameMax, 'Family name.'),
        prefix: optionalText(64, 'Dr., for example.'),
        suffix: optionalText(64, 'Jr., for example.'),
      },
      strict,
    ),
    phones: list(Type.Object({ number: text(64, 'Phone number.'), type: kindOfEntry }, strict)),
    emails: list(Type.Object({ email: text(320, 'Address.'), type: kindOfEntry }, strict)),
    addresses: list(
      Type.Object(
        {
          street: optionalText(nameMax, 'Street and number.'),
          city: optionalText(nameMax, 'City.'),
          state: optionalText(nameMax, 'State or province.'),
          zip: optionalText(64, 'Postal code.'),
          country: optionalText(nameMax, 'Country.'),
          country_code: optionalText(2, 'Two letters.'),
          type: kindOfEntry,
        },
        strict,
      ),
    ),
    organization: Type.Optional(
      Type.Object(
        {
          company: optionalText(nameMax, 'Where the person works.'),
          department: optionalText(nameMax, 'In which part of it.'),
          title: optionalText(nameMax, 'As what.'),
        },
        strict,
      ),
    ),
    urls: list(Type.Object({ url: webAddress('A page.'), type: kindOfEntry }, strict)),
    birthday: Type.Optional(
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Year, month and day: 1980-02-01.' }),
    ),
  },
  strict,
);

const ListSection = Type.Object(
  {
    title: optionalText(listTitleMax, 'Needed when there are several sections.'),
    rows: Type.Array(
      Type.Object(
        {
          id: text(listIdMax, 'Comes back when the person chooses it.'),
          title: text(listTitleMax, 'What the person sees.'),
          description: optionalText(listDescriptionMax, 'A second line.'),
        },
        strict,
      ),
      { minItems: 1, maxItems: listRowsMax, description: 'At most 10 in all sections together.', ...counted },
    ),
  },
  strict,
);

const catalogId = text(64, 'The catalogue, by the id the provider gave it.');
const productId = text(idMax, 'The product, by your own id in the catalogue.');

const Card = Type.Object(
  {
    message: Type.Optional(Type.String({ maxLength: 160, description: 'The text on the card.' })),
    header: headerMedia,
    link: Type.Optional(Link),
    buttons: Type.Optional(Buttons),
  },
  strict,
);

/** Filled in before it is sent; numbered variables are named by their numbers, or given as a list. */
const TemplateVariables = Type.Union([
  Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: captionMax }), {
    maxProperties: partsMax,
  }),
  Type.Array(Type.String({ maxLength: captionMax }), { maxItems: partsMax }),
]);
const templateParts = {
  header: Type.Optional(
    Type.Object(
      {
        text: optionalText(headerMax, 'For a header with a variable.'),
        media: Type.Optional(Document),
        location: Type.Optional(Place),
      },
      { ...strict, minProperties: 1, maxProperties: 1 },
    ),
  ),
  variables: Type.Optional(TemplateVariables),
  buttons: Type.Optional(
    Type.Array(
      Type.Object(
        {
          index: Type.Integer({ minimum: 0, maximum: 9, description: 'Which button, from 0.' }),
          value: text(
            urlMax,
            'The end of an address, the code to copy, or what comes back when it is pressed.',
          ),
        },
        strict,
      ),
      { maxItems: 10 },
    ),
  ),
};
const Template = Type.Object(
  {
    name: text(nameMax, 'Name of the template.'),
    language: optionalText(16, 'For example ar or en_US.'),
    ...templateParts,
    cards: Type.Optional(Type.Array(Type.Object(templateParts, strict), { maxItems: cardsMax })),
    components: Type.Optional(
      Type.Array(Type.Unknown(), {
        maxItems: partsMax,
        description: "The provider's own parts, instead of the fields above.",
      }),
    ),
  },
  strict,
);

const kind = <Name extends string, Properties extends Record<string, TSchema>>(
  name: Name,
  properties: Properties,
) => Type.Object({ type: Type.Literal(name), ...properties }, strict);

/** One schema for each kind of content; a new kind is one entry. */
export const contentSchemas = {
  text: kind('text', {
    message: body(textMax),
    preview_url: Type.Optional(
      Type.Boolean({ description: 'Whether the first link is shown with a preview.' }),
    ),
  }),
  image: kind('image', { media: Media, message: caption }),
  video: kind('video', { media: Media, message: caption }),
  audio: kind('audio', {
    media: Media,
    voice: Type.Optional(Type.Boolean({ description: 'Shown as a voice message. OGG with Opus only.' })),
  }),
  document: kind('document', { media: Document, message: caption }),
  sticker: kind('sticker', { media: Media }),
  location: kind('location', { location: Place }),
  contacts: kind('contacts', {
    contacts: Type.Array(ContactCard, { minItems: 1, maxItems: contactsMax, ...counted }),
  }),
  reaction: kind('reaction', {
    reaction: Type.Object(
      {
        message_id: messageReference('The message it is about.'),
        emoji: Type.String({
          maxLength: 32,
          description: 'One emoji; empty takes the reaction back.',
          'x-error-codes': { maxLength: 'text_too_long' },
        }),
      },
      strict,
    ),
  }),
  buttons: kind('buttons', { message: body(captionMax), buttons: Buttons, header: AnyHeader, footer }),
  list: kind('list', {
    message: body(textMax),
    list: Type.Object(
      {
        button: text(buttonTitleMax, 'What opens the list.'),
        sections: Type.Array(ListSection, { minItems: 1, maxItems: listSectionsMax, ...counted }),
      },
      strict,
    ),
    header: TextHeader,
    footer,
  }),
  link: kind('link', { message: body(captionMax), link: Link, header: AnyHeader, footer }),
  location_request: kind('location_request', { message: body(captionMax) }),
  flow: kind('flow', {
    message: body(captionMax),
    flow: Type.Object(
      {
        id: text(idMax, 'The flow.'),
        button: text(flowButtonMax, 'What opens it.'),
        screen: optionalText(idMax, 'The first screen.'),
        data: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            maxProperties: partsMax,
            description: 'For that screen.',
          }),
        ),
        token: optionalText(idMax, 'Comes back with the answer.'),
      },
      strict,
    ),
    header: AnyHeader,
    footer,
  }),
  product: kind('product', {
    message: Type.Optional(body(captionMax)),
    product: Type.Object({ catalog_id: catalogId, product_id: productId }, strict),
    footer,
  }),
  products: kind('products', {
    message: body(captionMax),
    products: Type.Object(
      {
        catalog_id: catalogId,
        header: text(headerMax, 'The line above the text.'),
        sections: Type.Array(
          Type.Object(
            {
              title: optionalText(listTitleMax, 'Needed when there are several sections.'),
              product_ids: Type.Array(productId, {
                minItems: 1,
                maxItems: productsMax,
                description: 'At most 30 in all sections together.',
                ...counted,
              }),
            },
            strict,
          ),
          { minItems: 1, maxItems: productSectionsMax, ...counted },
        ),
      },
      strict,
    ),
    footer,
  }),
  catalog: kind('catalog', {
    message: body(captionMax),
    catalog: Type.Optional(Type.Object({ thumbnail_product_id: Type.Optional(productId) }, strict)),
    footer,
  }),
  carousel: kind('carousel', {
    message: body(captionMax),
    carousel: Type.Object({ cards: Type.Array(Card, { minItems: cardsMin, maxItems: cardsMax }) }, strict),
  }),
  interactive: kind('interactive', {
    interactive: Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: partsMax,
      description: "The provider's own object, sent as it is: it works with that provider only.",
    }),
  }),
  template: kind('template', { template: Template }),
} as const;

export type ContentType = keyof typeof contentSchemas;
export const contentTypes = Object.keys(contentSchemas) as readonly ContentType[];

export type ContentOf<Kind extends ContentType> = Static<(typeof contentSchemas)[Kind]>;
/** What a message holds; `type` says the kind. */
export type MessageContent = { [Kind in ContentType]: ContentOf<Kind> }[ContentType];

/** Told apart by `type` alone, so that an error is about the kind that was meant. */
export const MessageContent = Type.Unsafe<MessageContent>({
  $id: 'MessageContent',
  description: 'What a message holds; `type` says the kind.',
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: Object.values(contentSchemas),
});

/** A plain text is kept as `body` alone, without `content`. */
export const isPlainText = (content: MessageContent): boolean =>
  content.type === 'text' && content.preview_url === undefined;
