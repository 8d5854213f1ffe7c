// Contents that a person answers by pressing: buttons, lists, links, forms and cards; and the provider's own object for
// kinds that we have no fields for yet.

import Type from 'typebox';
import { body, counted, fillableAddress, optionalText, strict, text, textBeside } from '../content-fields.ts';
import { AnyHeader, exampleFile, headerFiles, headerMedia, TextHeader } from '../content-files.ts';
import { contentKind } from '../content-kind.ts';
import { contentLimits } from '../content-limits.ts';
import { checkHeader, checkRepeated, checkTitles, checkTotal } from '../content-rules.ts';

const {
  caption: captionMax,
  buttonTitle: buttonTitleMax,
  listTitle: listTitleMax,
  id: idMax,
} = contentLimits;

const footer = optionalText(contentLimits.footer, 'A small line under the text.');

const Button = Type.Object(
  {
    id: text(contentLimits.buttonId, 'Comes back when the person presses it.'),
    title: text(buttonTitleMax, 'What the person sees; no two may be alike.'),
  },
  strict,
);
const Buttons = Type.Array(Button, { minItems: 1, maxItems: contentLimits.buttons, ...counted });

export const buttons = contentKind(
  'buttons',
  { message: body(captionMax), buttons: Buttons, header: AnyHeader, footer },
  {
    title: 'Buttons',
    summary: 'Up to three buttons',
    example: {
      message: 'Does Tuesday at 10:00 suit you?',
      buttons: [
        { id: 'yes', title: 'Yes' },
        { id: 'no', title: 'Another day' },
      ],
      header: { text: 'Appointment' },
      footer: 'Al Noor Clinic',
    },
    files: ({ header }) => headerFiles(header),
    check: ({ header, buttons }) => [
      ...checkHeader(header),
      ...checkRepeated(buttons.map(({ title }, index) => [title, `/buttons/${index}/title`])),
      ...checkRepeated(buttons.map(({ id }, index) => [id, `/buttons/${index}/id`])),
    ],
  },
);

const ListSection = Type.Object(
  {
    title: optionalText(listTitleMax, 'Needed when there are several sections.'),
    rows: Type.Array(
      Type.Object(
        {
          id: text(contentLimits.listId, 'Comes back when the person chooses it.'),
          title: text(listTitleMax, 'What the person sees.'),
          description: optionalText(contentLimits.listDescription, 'A second line.'),
        },
        strict,
      ),
      {
        minItems: 1,
        maxItems: contentLimits.listRows,
        description: 'At most 10 in all sections together.',
        ...counted,
      },
    ),
  },
  strict,
);

export const list = contentKind(
  'list',
  {
    message: body(contentLimits.text),
    list: Type.Object(
      {
        button: text(buttonTitleMax, 'What opens the list.'),
        sections: Type.Array(ListSection, { minItems: 1, maxItems: contentLimits.listSections, ...counted }),
      },
      strict,
    ),
    header: TextHeader,
    footer,
  },
  {
    title: 'List',
    summary: 'A list to choose from',
    example: {
      message: 'Choose a time.',
      list: {
        button: 'Times',
        sections: [
          {
            title: 'Morning',
            rows: [
              { id: 't9', title: '09:00', description: 'Dr. Haddad' },
              { id: 't10', title: '10:00' },
            ],
          },
        ],
      },
    },
    check({ list: { sections } }) {
      const at = '/list/sections';
      const ids = sections.flatMap(({ rows }, index) =>
        rows.map(({ id }, row): [string, string] => [id, `${at}/${index}/rows/${row}/id`]),
      );
      return [
        ...checkTitles(sections, at),
        ...checkTotal(ids.length, contentLimits.listRows, 'rows', at),
        ...checkRepeated(ids),
      ];
    },
  },
);

const Link = Type.Object(
  { title: text(buttonTitleMax, 'What the button says.'), url: fillableAddress('The page it opens.') },
  strict,
);

export const link = contentKind(
  'link',
  { message: body(captionMax), link: Link, header: AnyHeader, footer },
  {
    title: 'Link',
    summary: 'A button that opens a page',
    example: {
      message: 'Your invoice is ready.',
      link: { title: 'Open', url: 'https://example.com/invoices/1042' },
    },
    files: ({ header }) => headerFiles(header),
    check({ header, link: { url } }) {
      if (/^https?:\/\/\S+$/.test(url)) return checkHeader(header);
      const detail = '"url" must begin with https:// or http:// and hold no white space.';
      return [...checkHeader(header), { code: 'invalid_value', pointer: '/link/url', detail }];
    },
  },
);

export const flow = contentKind(
  'flow',
  {
    message: body(captionMax),
    flow: Type.Object(
      {
        id: text(idMax, 'The flow.'),
        button: text(contentLimits.flowButton, 'What opens it.'),
        screen: optionalText(idMax, 'The first screen.'),
        data: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            maxProperties: contentLimits.parts,
            description: 'For that screen.',
          }),
        ),
        token: optionalText(idMax, 'Comes back with the answer.'),
      },
      strict,
    ),
    header: AnyHeader,
    footer,
  },
  {
    title: 'Form',
    summary: 'A form (WhatsApp Flow)',
    example: {
      message: 'Book an appointment.',
      flow: { id: '1042000000000000', button: 'Book now', screen: 'WELCOME', token: 'booking-1042' },
    },
    files: ({ header }) => headerFiles(header),
    check({ header, flow: { screen, data } }) {
      if (data === undefined || screen !== undefined) return checkHeader(header);
      const detail = '"screen" is required with "data": it is the screen that gets them.';
      return [...checkHeader(header), { code: 'missing_field', pointer: '/flow/screen', detail }];
    },
  },
);

const Card = Type.Object(
  {
    message: textBeside(contentLimits.cardText, 'The text on the card.'),
    header: headerMedia,
    link: Type.Optional(Link),
    buttons: Type.Optional(Buttons),
  },
  strict,
);

export const carousel = contentKind(
  'carousel',
  {
    message: body(captionMax),
    carousel: Type.Object(
      {
        cards: Type.Array(Card, {
          minItems: contentLimits.cardsMin,
          maxItems: contentLimits.cards,
          ...counted,
        }),
      },
      strict,
    ),
  },
  {
    title: 'Cards',
    summary: 'Cards to push sideways',
    example: {
      message: 'New this week.',
      carousel: {
        cards: [
          {
            header: { type: 'image', media: exampleFile },
            message: 'Running shoes',
            link: { title: 'Open', url: 'https://example.com/shoes/42' },
          },
          {
            header: { type: 'image', media: exampleFile },
            message: 'Walking shoes',
            link: { title: 'Open', url: 'https://example.com/shoes/43' },
          },
        ],
      },
    },
    files: ({ carousel: { cards } }) =>
      cards.flatMap(({ header }, index) => headerFiles(header, `/carousel/cards/${index}`)),
    check: ({ carousel: { cards } }) =>
      cards.flatMap(({ link, buttons }, index) => {
        if ((link === undefined) !== (buttons === undefined)) return [];
        const detail = 'A card has "link" or "buttons", one of both.';
        return [{ code: 'invalid_value', pointer: `/carousel/cards/${index}`, detail }];
      }),
  },
);

export const interactive = contentKind(
  'interactive',
  {
    interactive: Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: contentLimits.parts,
      description: "The provider's own object, sent as it is: it works with that provider only.",
    }),
  },
  {
    title: 'Interactive message',
    summary: "The provider's own object",
    example: {
      interactive: {
        type: 'location_request_message',
        body: { text: 'Where shall we deliver to?' },
        action: { name: 'send_location' },
      },
    },
    isForMany: false,
    isVerbatim: true,
  },
);
