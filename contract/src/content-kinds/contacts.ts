// Cards of people.

import Type, { type TSchema } from 'typebox';
import { counted, optionalText, strict, text, webAddress } from '../content-fields.ts';
import { contentKind } from '../content-kind.ts';
import { contentLimits } from '../content-limits.ts';

const { name: nameMax } = contentLimits;

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

export const contacts = contentKind(
  'contacts',
  { contacts: Type.Array(ContactCard, { minItems: 1, maxItems: contentLimits.contacts, ...counted }) },
  {
    title: 'Contact',
    summary: 'A contact card',
    example: {
      contacts: [
        {
          name: { formatted: 'Dr. Sami Haddad', first: 'Sami', last: 'Haddad', prefix: 'Dr.' },
          phones: [{ number: '+966501234568', type: 'work' }],
          organization: { company: 'Al Noor Clinic' },
        },
      ],
    },
    detail: ({ contacts }) => contacts.map(({ name }) => name.formatted).join(', '),
  },
);
