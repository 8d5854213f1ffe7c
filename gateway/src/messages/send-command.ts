// What a caller asks for, in the gateway's own words, and what it takes to become a message: a sender, a filled text and a
// time.

import { isPlainText, type MessageContent } from '@hudhud/contract/content.ts';
import { listPlaceholders } from '@hudhud/contract/placeholders.ts';
import type { OnUnknown } from '../dispatch/entry.ts';
import { AppError } from '../platform/errors.ts';
import { personKey } from '../platform/person-key.ts';
import { chooseSender } from '../senders/choose-sender.ts';
import type { Sender } from '../senders/directory.ts';
import { checkCarried } from './content/check-carried.ts';
import { fillContent, type StoredContent, toStoredContent } from './content/fill-content.ts';
import { textsOf } from './content/map-texts.ts';
import { contextOf, type Targets } from './content/message-target.ts';

export interface SendCommand {
  /** E.164; empty when the person is named by `userId`. */
  readonly phoneNumber: string;
  /** WhatsApp's id of a person whose number is not known. */
  readonly userId?: string | undefined;
  readonly content: MessageContent;
  /** The message that it quotes: our id or the provider's. */
  readonly replyTo?: string | undefined;
  readonly provider?: string | undefined;
  readonly from?: string | undefined;
  readonly variables?: Readonly<Record<string, string>> | undefined;
  readonly reference?: string | undefined;
  readonly scheduleAt?: string | undefined;
  readonly onUnknown?: OnUnknown | undefined;
  readonly transactionalReason?: string | undefined;
}

/** A command that may become a message. */
export interface PreparedMessage extends StoredContent {
  readonly sender: Sender;
  readonly phoneNumber: string;
  readonly personKey: string;
  /** The provider's id of the message that it quotes or reacts to. */
  readonly contextId: string | null;
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

const readSchedule = (text: string | undefined, daysMax: number): Date | null => {
  if (text === undefined) return null;
  const time = Date.parse(text);
  const ahead = time - Date.now();
  if (Number.isNaN(time) || ahead < -lateMilliseconds || ahead > daysMax * dayMilliseconds) {
    const detail = `"schedule_at" must be a time in the next ${daysMax} days, such as ${new Date(Date.now() + hourMilliseconds).toISOString()}.`;
    throw new AppError('invalid_schedule', {
      detail,
      errors: [{ code: 'invalid_schedule', pointer: '/schedule_at', detail }],
    });
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

/** How the person is addressed: a number, or a user id where there is none. */
export const addressOf = ({ phoneNumber, userId }: SendCommand): string => userId ?? phoneNumber;

/** Whether something of the contact may be wanted: most texts need no query for it. */
export const wantsContact = ({ content, variables = {} }: SendCommand): boolean =>
  textsOf(content).some(
    (text) =>
      text.includes('{{') &&
      listPlaceholders(text).some(({ name }) => !(Object.hasOwn(variables, name) && variables[name])),
  );

/**
 * What a command asks for, in the words in which keys of the last two days remember it: a plain text as its `body`. Another
 * order or another name would make every repeated request look like a new one after an upgrade.
 */
export const meaningOf = ({ phoneNumber, content, ...rest }: SendCommand): object => ({
  phoneNumber,
  ...(content.type === 'text' && isPlainText(content)
    ? { body: content.message, type: content.type }
    : { content }),
  ...rest,
});

/** Refuses with pointers from the message on, wherever that stands in the body. */
export const prepareMessage = (
  command: SendCommand,
  senders: readonly Sender[],
  options: PrepareOptions,
  contact?: ContactValues,
  targets?: Targets,
): PreparedMessage => {
  const sender = chooseSender(senders, {
    ...(command.from !== undefined && { from: command.from }),
    ...(command.provider !== undefined && { provider: command.provider }),
  });
  const scheduleAt = readSchedule(command.scheduleAt, options.scheduleDaysMax);
  const content = fillContent(command.content, joinValues(command.variables ?? {}, contact));
  checkCarried(content, sender.provider);
  const begins = scheduleAt?.getTime() ?? Date.now();
  return {
    sender,
    phoneNumber: command.phoneNumber,
    personKey: personKey(addressOf(command)),
    ...toStoredContent(content),
    contextId: contextOf(command, sender, targets),
    reference: command.reference ?? null,
    onUnknown: command.onUnknown ?? 'hold',
    transactionalReason: command.transactionalReason ?? null,
    scheduleAt,
    expiresAt: new Date(begins + options.maxAgeHours * hourMilliseconds),
  };
};
