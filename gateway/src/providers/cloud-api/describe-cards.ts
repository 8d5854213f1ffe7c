// Contact cards: the short form that events always had, and the whole card in the words of a send request.

import { type Fields, listOf, present } from '../read-values.ts';
import { asFields, asText } from './graph-error.ts';

/** Entries of a list on a card, without those that lack their main value. */
const entriesOf = <Entry extends object>(value: unknown, read: (entry: Fields) => Entry | null): Entry[] =>
  listOf(value).flatMap((entry) => read(entry) ?? []);

const readName = (name: Fields) => ({
  formatted: asText(name.formatted_name) ?? '',
  ...present({
    first: asText(name.first_name),
    middle: asText(name.middle_name),
    last: asText(name.last_name),
    prefix: asText(name.prefix),
    suffix: asText(name.suffix),
  }),
});

const readPhone = ({ phone, type, wa_id: waId }: Fields) => {
  const number = asText(phone) ?? asText(waId);
  return number === null ? null : { number, ...present({ type: asText(type), wa_id: asText(waId) }) };
};

const readAddress = (address: Fields) =>
  present({
    street: asText(address.street),
    city: asText(address.city),
    state: asText(address.state),
    zip: asText(address.zip),
    country: asText(address.country),
    country_code: asText(address.country_code),
    type: asText(address.type),
  });

const readOrganization = (organization: Fields | null) =>
  organization &&
  present({
    company: asText(organization.company),
    department: asText(organization.department),
    title: asText(organization.title),
  });

const readEmail = ({ email, type }: Fields) => {
  const found = asText(email);
  return found === null ? null : { email: found, ...present({ type: asText(type) }) };
};

const readUrl = ({ url, type }: Fields) => {
  const found = asText(url);
  return found === null ? null : { url: found, ...present({ type: asText(type) }) };
};

const readWholeCard = (card: Fields) => ({
  name: readName(asFields(card.name) ?? {}),
  phones: entriesOf(card.phones, readPhone),
  emails: entriesOf(card.emails, readEmail),
  addresses: entriesOf(card.addresses, readAddress),
  urls: entriesOf(card.urls, readUrl),
  ...present({
    organization: readOrganization(asFields(card.org)),
    birthday: asText(card.birthday),
    vcard: asText(card.vcard),
    origin: asText(card.origin),
  }),
});

export const readCard = (card: Fields) => {
  const whole = readWholeCard(card);
  return {
    name: whole.name.formatted,
    phones: listOf(card.phones).flatMap(({ phone }) => asText(phone) ?? []),
    emails: whole.emails.map(({ email }) => email),
    ...present({ organization: whole.organization?.company }),
    card: whole,
  };
};
