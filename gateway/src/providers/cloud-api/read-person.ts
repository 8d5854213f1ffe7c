// The Cloud API's names for people: numbers as digits, user ids that are scoped to the business, usernames.

import type { CallbackPerson } from '../callback.ts';
import type { Fields } from '../read-values.ts';
import { asFields, asText } from './graph-error.ts';

/** A country, a dot and up to 128 letters and digits; ids of a group have ENT between. */
const userIdForm = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;
const numberForm = /^\d{5,20}$/;
const usernameForm = /^@?[A-Za-z0-9._]{1,64}$/;

export const readUserId = (value: unknown): string | null => {
  const text = asText(value);
  return text !== null && userIdForm.test(text) ? text : null;
};

export const readNumber = (value: unknown): string | null => {
  const text = asText(value);
  return text !== null && numberForm.test(text) ? text : null;
};

/** With its @, whether or not it came with one. */
export const readUsername = (value: unknown): string | null => {
  const text = asText(value);
  return text !== null && usernameForm.test(text) ? `@${text.replace('@', '')}` : null;
};

const changes = new Set(['user_changed_number', 'customer_changed_number', 'user_changed_user_id']);

/** The writer's new name according to a system message. Null for any other message. */
export const readMovedTo = (message: Fields): CallbackPerson | null => {
  const system = message.type === 'system' ? asFields(message.system) : null;
  if (!system || !changes.has(asText(system.type) ?? '')) return null;
  const person = {
    number: readNumber(system.wa_id ?? system.new_wa_id),
    userId: readUserId(system.user_id),
    parentUserId: readUserId(system.parent_user_id),
  };
  return person.number === null && person.userId === null && person.parentUserId === null ? null : person;
};
