// A template in a message: what a caller says of it, and what a message keeps of it once its variables are filled. The two
// schemas it shares with other kinds are passed in, because the list of all kinds imports this one.

import Type, { type Static, type TSchema } from 'typebox';
import { TextEnum } from './enums.ts';
import { nullable } from './nullable.ts';

const strict = { additionalProperties: false } as const;
const headerMax = 60;
const nameMax = 512;
const valueMax = 1_024;
const urlMax = 2_000;
const buttonsMax = 10;
const cardsMax = 10;
/** Entries of maps and lists that the provider bounds more narrowly. */
const partsMax = 100;
export const otpCharactersMax = 15;

const textCodes = { minLength: 'text_empty', maxLength: 'text_too_long' };
const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description, 'x-error-codes': textCodes });

const Name = Type.String({
  minLength: 1,
  maxLength: nameMax,
  description: 'Name of the template.',
  examples: ['order_update'],
  'x-error-codes': textCodes,
});
const Language = Type.Optional(
  Type.String({
    minLength: 2,
    maxLength: 16,
    description: "For example ar or en_US. Left out: the contact's language, then the template's only one.",
    examples: ['en_US'],
  }),
);

const Value = Type.String({ maxLength: valueMax, 'x-error-codes': { maxLength: 'text_too_long' } });
const Variables = Type.Union(
  [
    Type.Record(Type.String({ maxLength: 64 }), Value, { maxProperties: partsMax }),
    Type.Array(Value, { maxItems: partsMax }),
  ],
  {
    description:
      'Values of the variables by name; of numbered ones by number, or as a list. What is left out is taken from the contact.',
    examples: [{ name: 'Sara', date: 'Tuesday' }],
  },
);

const ButtonValue = Type.Object(
  {
    index: Type.Integer({ minimum: 0, maximum: buttonsMax - 1, description: 'Which button, from 0.' }),
    value: Type.Optional(
      text(
        urlMax,
        'The end of an address, the code to copy, what comes back when it is pressed, or the token of a flow.',
      ),
    ),
    data: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: partsMax,
        description: 'For the first screen of a flow, or the sections of a product list.',
      }),
    ),
  },
  strict,
);

const Product = Type.Object(
  {
    catalog_id: text(64, 'The catalogue, by the id the provider gave it.'),
    product_id: text(256, 'The product, by your own id in the catalogue.'),
  },
  strict,
);

const RenderedButton = Type.Object(
  {
    type: Type.String({ description: 'quick_reply, url, phone_number, copy_code, otp, flow, catalog, ...' }),
    text: Type.String(),
    value: Type.Optional(Type.String({ description: 'The whole address, the number or the code.' })),
  },
  strict,
);

const headerOf = <Media extends TSchema, Place extends TSchema>(media: Media, place: Place) =>
  Type.Object(
    {
      text: Type.Optional(text(headerMax, 'For a header with a variable.')),
      media: Type.Optional(media),
      location: Type.Optional(place),
      product: Type.Optional(Product),
    },
    {
      ...strict,
      minProperties: 1,
      maxProperties: 1,
      description: 'Only for a template whose header has a variable, a file, a place or a product.',
    },
  );

/** `media`: a file. `place`: a location. */
export const templateContent = <Media extends TSchema, Place extends TSchema>(media: Media, place: Place) => {
  const parts = {
    header: Type.Optional(headerOf(media, place)),
    variables: Type.Optional(Variables),
    buttons: Type.Optional(
      Type.Array(ButtonValue, {
        maxItems: buttonsMax,
        description: 'Only for buttons with a variable part.',
      }),
    ),
  };
  const request = {
    name: Name,
    language: Language,
    ...parts,
    cards: Type.Optional(
      Type.Array(Type.Object(parts, strict), { maxItems: cardsMax, description: 'Of a carousel.' }),
    ),
    offer_expires_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'Of a limited-time offer: when it ends.' }),
    ),
    components: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown(), { maxProperties: partsMax }), {
        maxItems: partsMax,
        description: "The provider's own parts, instead of the fields above.",
      }),
    ),
  };
  const RenderedHeader = Type.Object(
    {
      type: Type.String({ description: 'text, image, video, document, location, product, ...' }),
      text: Type.Optional(Type.String()),
      media: Type.Optional(media),
      location: Type.Optional(place),
    },
    strict,
  );
  const renderedParts = {
    header: nullable(RenderedHeader),
    body: Type.String(),
    buttons: Type.Array(RenderedButton, { maxItems: buttonsMax }),
  };
  const Rendered = Type.Object(
    {
      ...renderedParts,
      footer: nullable(Type.String()),
      offer: Type.Optional(Type.String({ description: 'The title of a limited-time offer.' })),
      cards: Type.Optional(Type.Array(Type.Object(renderedParts, strict), { maxItems: cardsMax })),
    },
    { ...strict, description: 'What the person sees.' },
  );
  return {
    request: Type.Object(request, {
      ...strict,
      description: 'A template and the values of its variables.',
    }),
    stored: Type.Object(
      {
        ...request,
        reference: Type.Optional(Type.String({ description: "The provider's own id of the template." })),
        category: Type.Optional(
          Type.String({ description: "The provider's category when the message was accepted." }),
        ),
        rendered: Type.Optional(Rendered),
        instead_of: Type.Optional(
          Type.Object(
            {
              type: Type.String({ description: 'What was to be sent.' }),
              message: Type.String({ description: 'Its text.' }),
              at: Type.String({ format: 'date-time', description: 'When the template took its place.' }),
            },
            { ...strict, description: 'The window was closed, so it was sent as a `fallback_template`.' },
          ),
        ),
      },
      strict,
    ),
  };
};

export const OneTimeCode = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: otpCharactersMax,
      pattern: '^\\S+$',
      description: 'The code, without spaces.',
      examples: ['482913'],
      'x-error-codes': { minLength: 'text_empty', maxLength: 'text_too_long' },
    }),
    template: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: nameMax,
        description:
          'Name of an authentication template. Left out: the one in the template settings, else the only one there is.',
        examples: ['login_code'],
      }),
    ),
    language: Language,
  },
  {
    ...strict,
    description: 'A one-time code. It is worth nothing after ten minutes, and is not sent later.',
  },
);
export type OneTimeCode = Static<typeof OneTimeCode>;

export const templateCategories = ['marketing', 'utility', 'authentication'] as const;
export const TemplateCategory = TextEnum(templateCategories, {
  description: 'What the message is for. WhatsApp decides, and decides consent and price with it.',
});
