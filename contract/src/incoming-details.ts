// What an incoming message holds besides its text. Every part is there only when the message has it.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

const Media = Type.Object(
  {
    id: Type.String({ description: "The provider's id of the file." }),
    mime_type: text('For example image/jpeg.'),
    filename: text('The name the person gave it.'),
    caption: text('The text under it.'),
    sha256: text('Checksum of the file, in base64.'),
    is_voice: Type.Optional(Type.Boolean({ description: 'Recorded with the microphone button.' })),
    is_animated: Type.Optional(Type.Boolean({ description: 'A sticker that moves.' })),
  },
  { description: 'The file of an image, audio, video, document or sticker message.' },
);

const Location = Type.Object(
  {
    latitude: Type.Number(),
    longitude: Type.Number(),
    name: text('Name of the place.'),
    address: text('Address of the place.'),
    url: text('A page about the place.'),
  },
  { description: 'A place.' },
);

const ContactCard = Type.Object(
  {
    name: Type.String({ description: 'The name as written on the card.' }),
    phones: Type.Array(Type.String(), { description: 'Phone numbers as written on the card.' }),
    emails: Type.Array(Type.String()),
    organization: text('Where the person works.'),
  },
  { description: 'A contact card.' },
);

const Choice = Type.Object(
  {
    kind: TextEnum(['button', 'list', 'form'], {
      description:
        'A button that was pressed, a row of a list that was chosen, or a form that was filled in.',
    }),
    id: text('The id that your message gave to the button or row.'),
    title: text('What the person saw.'),
    description: text('The second line of a row.'),
    fields: Type.Optional(Type.Unknown({ description: 'What was filled in.' })),
  },
  { description: 'What the person chose.' },
);

const Reaction = Type.Object(
  { emoji: Type.Union([Type.String(), Type.Null()], { description: 'Null: the reaction was taken back.' }) },
  { description: 'A reaction to the message that `refers_to` names.' },
);

const RefersTo = Type.Object(
  {
    kind: TextEnum(['reply', 'reaction', 'edit', 'deletion']),
    provider_message_id: Type.String({ description: "The provider's id of that message." }),
  },
  { description: 'The earlier message that this one answers, reacts to, changes or deletes.' },
);

const OrderItem = Type.Object({
  product_id: Type.String(),
  quantity: Type.Optional(Type.Number()),
  price: Type.Optional(Type.Number()),
  currency: Type.Optional(Type.String()),
});

const Order = Type.Object(
  { catalog_id: text('The catalogue.'), items: Type.Array(OrderItem) },
  { description: 'Products that the person orders.' },
);

const Referral = Type.Object(
  {
    source_type: text('ad or post.'),
    source_id: text('Its id.'),
    source_url: text('Its address.'),
    headline: text('Its headline.'),
    body: text('Its text.'),
    click_id: text('Ties the message to the click, for measuring.'),
  },
  { description: 'The advertisement or post that the person came from.' },
);

export const IncomingDetails = Type.Object({
  media: Type.Optional(Media),
  location: Type.Optional(Location),
  contacts: Type.Optional(Type.Array(ContactCard)),
  choice: Type.Optional(Choice),
  reaction: Type.Optional(Reaction),
  refers_to: Type.Optional(RefersTo),
  order: Type.Optional(Order),
  referral: Type.Optional(Referral),
  is_forwarded: Type.Optional(Type.Boolean({ description: 'The person passed it on from somebody else.' })),
  group_id: text("The provider's id of the group it was written in."),
  unknown: Type.Optional(
    Type.Unknown({
      description:
        'What a message of a type that this gateway does not know holds, exactly as the provider sent it.',
    }),
  ),
});
export type IncomingDetails = Static<typeof IncomingDetails>;
