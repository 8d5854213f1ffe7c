// Contact cards, locations and reactions.

import {
  checkKeys,
  checkList,
  checkObject,
  checkOptionalText,
  checkText,
  invalid,
  type Json,
  missing,
  type Problem,
} from './check-value.ts';
import { isMessageId } from './message-id.ts';

const cardKeys = ['name', 'phones', 'emails', 'addresses', 'org', 'urls', 'birthday'];
const nameParts = ['first_name', 'last_name', 'middle_name', 'prefix', 'suffix'];

export function checkContactsMessage(value: unknown): Problem {
  return checkList(value, 'contacts', { min: 1, max: 257 }, (card, param) =>
    checkObject(card, param, checkCard),
  );
}

function checkCard(card: Json, param: string): Problem {
  return (
    checkKeys(card, param, cardKeys) ??
    checkObject(card.name, `${param}['name']`, checkName) ??
    checkOptionalList(card.phones, `${param}['phones']`, ['phone', 'type', 'wa_id']) ??
    checkOptionalList(card.emails, `${param}['emails']`, ['email', 'type']) ??
    checkOptionalList(card.urls, `${param}['urls']`, ['url', 'type']) ??
    checkOptionalList(card.addresses, `${param}['addresses']`, [
      'street',
      'city',
      'state',
      'zip',
      'country',
      'country_code',
      'type',
    ]) ??
    checkBirthday(card.birthday, `${param}['birthday']`)
  );
}

function checkName(name: Json, param: string): Problem {
  const given = nameParts.filter((part) => name[part] !== undefined);
  return (
    checkKeys(name, param, ['formatted_name', ...nameParts]) ??
    checkText(name.formatted_name, `${param}['formatted_name']`, { max: 1_024 }) ??
    (given.length > 0 ? null : missing(`${param}['first_name'] or another part of the name`))
  );
}

function checkOptionalList(value: unknown, param: string, keys: readonly string[]): Problem {
  if (value === undefined) return null;
  return checkList(value, param, { min: 0, max: 100 }, (member, memberParam) =>
    checkObject(member, memberParam, (object) => checkKeys(object, memberParam, keys)),
  );
}

function checkBirthday(value: unknown, param: string): Problem {
  if (value === undefined) return null;
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? null
    : invalid(param, 'must look like YYYY-MM-DD.');
}

export function checkLocationMessage(location: Json): Problem {
  return (
    checkKeys(location, 'location', ['latitude', 'longitude', 'name', 'address']) ??
    checkDegrees(location.latitude, "location['latitude']", 90) ??
    checkDegrees(location.longitude, "location['longitude']", 180) ??
    checkOptionalText(location.name, "location['name']", { max: 1_000 }) ??
    checkOptionalText(location.address, "location['address']", { max: 1_000 })
  );
}

function checkDegrees(value: unknown, param: string, max: number): Problem {
  if (value === undefined || value === '') return missing(param);
  const degrees = typeof value === 'string' ? Number(value) : value;
  return typeof degrees === 'number' && Math.abs(degrees) <= max
    ? null
    : invalid(param, `must be between -${max} and ${max}.`);
}

export function checkReactionMessage(reaction: Json, body: Json): Problem {
  if (body.context !== undefined) return invalid('context', 'is not allowed with a reaction.');
  const { message_id: messageId, emoji } = reaction;
  return (
    checkKeys(reaction, 'reaction', ['message_id', 'emoji']) ??
    checkText(messageId, "reaction['message_id']", { max: 512 }) ??
    (isMessageId(messageId as string) ? null : invalid("reaction['message_id']", 'is not a message id.')) ??
    (emoji === undefined ? missing("reaction['emoji']") : null) ??
    checkOptionalText(emoji, "reaction['emoji']", { max: 40 }) ??
    (emoji === '' ||
    /\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\u{fe0f}?\u{20e3}/u.test(emoji as string)
      ? null
      : invalid("reaction['emoji']", 'is not an emoji.'))
  );
}
