// The parts of an incoming message besides its text. Every part is there only when the message has it.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { mediaStates } from './media.ts';
import { nullable } from './nullable.ts';
import { ProviderError } from './status-details.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

const Media = Type.Object(
  {
    id: Type.String({
      description: 'The id of the file here; of one that is not kept, the id at the provider.',
    }),
    url: text('Where it is read without credentials, for a week. It waits while the file is being fetched.'),
    state: Type.Optional(
      TextEnum(mediaStates, {
        description:
          '`fetching`: on its way, `url` waits for it. `stored`: it is here. `too_big`, `gone`, `blocked`: it could not be had.',
      }),
    ),
    mime_type: text('For example image/jpeg.'),
    bytes: Type.Optional(Type.Integer({ description: 'Its size, once it is known.' })),
    filename: text('The name the person gave it.'),
    caption: text('The text under it.'),
    sha256: text(
      'Checksum of the file: hexadecimal once it is stored, before that as the provider writes it.',
    ),
    voice: Type.Optional(Type.Boolean({ description: 'Recorded with the microphone button.' })),
    is_voice: Type.Optional(Type.Boolean({ description: 'The same, under its older name.' })),
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

const kindOfEntry = text('HOME, WORK, MOBILE, ...');

/** In the words of a send request, with what only an incoming card has: WhatsApp ids, the vCard and its origin. */
const WholeCard = Type.Object(
  {
    name: Type.Object({
      formatted: Type.String({ description: 'The whole name, as it is shown.' }),
      first: text('First name.'),
      middle: text('Middle name.'),
      last: text('Family name.'),
      prefix: text('Dr., for example.'),
      suffix: text('Jr., for example.'),
    }),
    phones: Type.Array(
      Type.Object({
        number: Type.String({ description: 'Phone number as written on the card.' }),
        type: kindOfEntry,
        wa_id: text('The number at WhatsApp, digits only, when the person on the card has WhatsApp.'),
      }),
    ),
    emails: Type.Array(Type.Object({ email: Type.String(), type: kindOfEntry })),
    addresses: Type.Array(
      Type.Object({
        street: text('Street and number.'),
        city: text('City.'),
        state: text('State or province.'),
        zip: text('Postal code.'),
        country: text('Country.'),
        country_code: text('Two letters.'),
        type: kindOfEntry,
      }),
    ),
    organization: Type.Optional(
      Type.Object({
        company: text('Where the person works.'),
        department: text('In which part of it.'),
        title: text('As what.'),
      }),
    ),
    urls: Type.Array(Type.Object({ url: Type.String(), type: kindOfEntry })),
    birthday: text('As written on the card.'),
    vcard: text('The card as a vCard.'),
    origin: text('`contact_request`: the person answered your question for their number. Else `other`.'),
  },
  { description: 'All of the card, in the words of a send request.' },
);

const ContactCard = Type.Object(
  {
    name: Type.String({ description: 'The name as written on the card.' }),
    phones: Type.Array(Type.String(), { description: 'Phone numbers as written on the card.' }),
    emails: Type.Array(Type.String()),
    organization: text('Where the person works.'),
    card: WholeCard,
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
    name: text('Of a form: which kind it is, in the words of the provider.'),
    fields: Type.Optional(Type.Unknown({ description: 'What was filled in.' })),
  },
  { description: 'What the person chose.' },
);

const Reaction = Type.Object(
  { emoji: nullable(Type.String(), 'Null: the reaction was taken back.') },
  { description: 'A reaction to the message that `refers_to` names.' },
);

const RefersTo = Type.Object(
  {
    kind: TextEnum(['reply', 'reaction', 'edit', 'deletion']),
    message_id: Type.Optional(Id('message', 'The id of that message here, when it is known.')),
    provider_message_id: Type.String({ description: "The provider's id of that message." }),
    from: text('Who wrote that message, digits only, where the provider says so.'),
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
  {
    catalog_id: text('The catalogue.'),
    items: Type.Array(OrderItem),
    text: text('What the person wrote with the order.'),
  },
  { description: 'Products that the person orders.' },
);

const Product = Type.Object(
  { catalog_id: text('The catalogue.'), product_id: text('The product.') },
  { description: 'The product that the person asks about.' },
);

const Referral = Type.Object(
  {
    source_type: text('ad or post.'),
    source_id: text('Its id.'),
    source_url: text('Its address.'),
    headline: text('Its headline.'),
    body: text('Its text.'),
    click_id: text('Ties the message to the click, for measuring.'),
    media_type: text('image or video.'),
    image_url: text('Its picture.'),
    video_url: text('Its video.'),
    thumbnail_url: text('A small picture of its video.'),
    welcome_text: text('What the person was greeted with.'),
    more: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'What else the provider says of it, in the words of the provider.',
      }),
    ),
  },
  { description: 'The advertisement or post that the person came from.' },
);

const System = Type.Object(
  {
    kind: Type.String({
      description: 'What happened, in the words of the provider.',
      examples: ['user_changed_number'],
    }),
    new_phone: text('The number of the person from now on, digits only.'),
    new_id: text('The id that WhatsApp gives the person for your business from now on.'),
    new_parent_id: text('The id that your group of businesses shares from now on.'),
    identity: Type.Optional(
      Type.Object(
        {
          hash: text('Changes with the identity.'),
          acknowledged: Type.Optional(Type.Boolean()),
          created_at: text('When it changed.'),
        },
        { description: 'The new identity of the person, where the identity check is on.' },
      ),
    ),
  },
  { description: 'What WhatsApp tells about the person; it is not from them.' },
);

const Unsupported = Type.Object(
  {
    kind: text('What it was, where the provider says so: poll, for example.'),
    errors: Type.Array(ProviderError, { description: 'Why it did not come.' }),
  },
  { description: 'A message that the provider cannot pass on.' },
);

const CallPermission = Type.Object(
  {
    response: text('accept or reject.'),
    is_permanent: Type.Optional(Type.Boolean({ description: 'Given until it is taken back.' })),
    expires_at: text('Until when, UTC.'),
    source: text('user_action or automatic.'),
  },
  { description: 'Whether the person lets you call them.' },
);

const PaymentMethod = Type.Record(Type.String(), Type.Unknown(), {
  description: 'How the person chose to pay, in the words of the provider.',
});

export const IncomingDetails = Type.Object({
  media: Type.Optional(Media),
  location: Type.Optional(Location),
  contacts: Type.Optional(Type.Array(ContactCard)),
  choice: Type.Optional(Choice),
  reaction: Type.Optional(Reaction),
  refers_to: Type.Optional(RefersTo),
  order: Type.Optional(Order),
  product: Type.Optional(Product),
  referral: Type.Optional(Referral),
  system: Type.Optional(System),
  unsupported: Type.Optional(Unsupported),
  call_permission: Type.Optional(CallPermission),
  payment_method: Type.Optional(PaymentMethod),
  sender_parent_id: text('The id of the person that your group of businesses shares.'),
  is_forwarded: Type.Optional(Type.Boolean({ description: 'The person passed it on from somebody else.' })),
  is_frequently_forwarded: Type.Optional(
    Type.Boolean({ description: 'It was passed on more than five times.' }),
  ),
  group_id: text("The provider's id of the group it was written in."),
  raw_type: text('Of a message of a type that this gateway does not know: its type at the provider.'),
  unknown: Type.Optional(
    Type.Unknown({
      description:
        'What a message of a type that this gateway does not know holds, exactly as the provider sent it.',
    }),
  ),
});
export type IncomingDetails = Static<typeof IncomingDetails>;
