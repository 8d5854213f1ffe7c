// What a caller asks for, in the gateway's own words, and what it takes to become a message: a sender, a filled text and a
// time.

import { textCharactersMax } from '@hudhud/contract/messages.ts';
import { listPlaceholders } from '@hudhud/contract/placeholders.ts';
import type { OnUnknown } from '../dispatch/entry.ts';
import { AppError } from '../platform/errors.ts';
import { chooseSender } from '../senders/choose-sender.ts';
import type { Sender } from '../senders/directory.ts';
import { fillPlaceholders } from './fill-placeholders.ts';

export interface SendCommand {
  readonly phoneNumber: string;
  readonly body: string;
  readonly type: string;
  readonly provider?: string | undefined;
  readonly from?: string | undefined;
  readonly variables?: Readonly<Record<string, string>> | undefined;
  readonly reference?: string | undefined;
  readonly scheduleAt?: string | undefined;
  readonly onUnknown?: OnUnknown | undefined;
  readonly transactionalReason?: string | undefined;
}

/** A command that may become a message. */
export interface PreparedMessage {
  readonly sender: Sender;
  readonly phoneNumber: string;
  readonly body: string;
  readonly type: string;
  readonly reference: string | null;
  readonly onUnknown: OnUnknown;
  readonly transactionalReason: string | null;
  readonly scheduleAt: Date | null;
  readonly expiresAt: Date;
}

export interface PrepareOptions {
  readonly scheduleDaysMax: number;
  readonly maxAgeHours: number;
}

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;
/** A time that has just passed means now: the caller's clock may be a little fast or its request slow. */
const lateMilliseconds = 60_000;

const refuse = (code: 'invalid_schedule' | 'text_too_long' | 'text_empty', pointer: string, detail: string) =>
  new AppError(code, { detail, errors: [{ code, pointer, detail }] });

const readSchedule = (text: string | undefined, daysMax: number): Date | null => {
  if (text === undefined) return null;
  const time = Date.parse(text);
  const ahead = time - Date.now();
  if (Number.isNaN(time) || ahead < -lateMilliseconds || ahead > daysMax * dayMilliseconds) {
    throw refuse(
      'invalid_schedule',
      '/schedule_at',
      `"schedule_at" must be a time in the next ${daysMax} days, such as ${new Date(Date.now() + hourMilliseconds).toISOString()}.`,
    );
  }
  return ahead <= 0 ? null : new Date(time);
};

/** Values by name; those of the request come before those of the contact, unless they are empty. */
export type ContactValues = Readonly<Record<string, string>>;

const joinValues = (variables: ContactValues, contact: ContactValues | undefined): ContactValues => {
  if (!contact) return variables;
  const given = Object.entries(variables).filter(
    ([name, value]) => value !== '' || !Object.hasOwn(contact, name),
  );
  return { ...contact, ...Object.fromEntries(given) };
};

/** Whether something of the contact may be wanted: most texts need no query for it. */
export const wantsContact = ({ body, variables = {} }: SendCommand): boolean =>
  body.includes('{{') &&
  listPlaceholders(body).some(({ name }) => !(Object.hasOwn(variables, name) && variables[name]));

const fillText = (command: SendCommand, contact: ContactValues | undefined): string => {
  const text = fillPlaceholders(command.body, joinValues(command.variables ?? {}, contact));
  // Characters as people and the schema count them: an emoji is one. Most texts need no counting.
  const characters = text.length > textCharactersMax ? [...text].length : text.length;
  if (characters > textCharactersMax) {
    const detail = `The text has ${characters} characters once its placeholders are filled; ${textCharactersMax} are allowed.`;
    throw refuse('text_too_long', '/message', detail);
  }
  if (text.trim() === '')
    throw refuse('text_empty', '/message', 'Nothing is left of the text once its placeholders are filled.');
  return text;
};

/** Refuses with pointers from the message on, wherever that stands in the body. */
export const prepareMessage = (
  command: SendCommand,
  senders: readonly Sender[],
  options: PrepareOptions,
  contact?: ContactValues,
): PreparedMessage => {
  const sender = chooseSender(senders, {
    ...(command.from !== undefined && { from: command.from }),
    ...(command.provider !== undefined && { provider: command.provider }),
  });
  const scheduleAt = readSchedule(command.scheduleAt, options.scheduleDaysMax);
  const begins = scheduleAt?.getTime() ?? Date.now();
  return {
    sender,
    phoneNumber: command.phoneNumber,
    body: fillText(command, contact),
    type: command.type,
    reference: command.reference ?? null,
    onUnknown: command.onUnknown ?? 'hold',
    transactionalReason: command.transactionalReason ?? null,
    scheduleAt,
    expiresAt: new Date(begins + options.maxAgeHours * hourMilliseconds),
  };
};
