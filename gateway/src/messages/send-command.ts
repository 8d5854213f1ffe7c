// A request to send in the gateway's own terms, and its preparation into a message: sender, filled text and time.

import { isPlainText, type MessageContent, type TemplateRequest } from '@hudhud/contract/content.ts';
import { listPlaceholders } from '@hudhud/contract/placeholders.ts';
import type { OnUnknown } from '../dispatch/entry.ts';
import { fieldProblem } from '../platform/errors.ts';
import { personKey } from '../platform/person-key.ts';
import { dayMilliseconds, hourMilliseconds } from '../platform/time.ts';
import { chooseSender } from '../senders/choose-sender.ts';
import type { Sender } from '../senders/directory.ts';
import { chooseByRoute, type PersonTraits, type RouteChoice } from '../senders/routing/route.ts';
import type { CompanyTemplates } from '../templates/template.ts';
import { checkCarried } from './content/check-carried.ts';
import { fillContent, type StoredContent, toStoredContent } from './content/fill-content.ts';
import { textsOf } from './content/map-texts.ts';
import { contextOf, type Targets } from './content/message-target.ts';
import { templateWantsContact, useTemplate } from './content/use-template.ts';

export interface SendCommand {
  /** E.164; empty when the person is named by `userId`. */
  readonly phoneNumber: string;
  /** WhatsApp's id of a person whose number is not known. */
  readonly userId?: string | undefined;
  readonly content: MessageContent;
  /** The template to send instead where a text may not be sent any more. */
  readonly fallbackTemplate?: TemplateRequest | undefined;
  /** The content is that template. */
  readonly isFallback?: boolean | undefined;
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
  /** The route that chose it; null when none did. */
  readonly routed: RouteChoice | null;
  readonly phoneNumber: string;
  readonly personKey: string;
  /** The provider's id of the message that it quotes or reacts to. */
  readonly contextId: string | null;
  readonly reference: string | null;
  readonly onUnknown: OnUnknown;
  readonly transactionalReason: string | null;
  readonly scheduleAt: Date | null;
  readonly expiresAt: Date;
  /** It is free text, and its sender has the window checked before the provider is asked. */
  readonly checksWindow: boolean;
}

export interface PrepareOptions {
  readonly scheduleDaysMax: number;
  readonly maxAgeHours: number;
}

/** A time that has just passed means now: the caller's clock may be a little fast or its request slow. */
const lateMilliseconds = 60_000;

const readSchedule = (text: string | undefined, daysMax: number): Date | null => {
  if (text === undefined) return null;
  const time = Date.parse(text);
  const ahead = time - Date.now();
  if (Number.isNaN(time) || ahead < -lateMilliseconds || ahead > daysMax * dayMilliseconds) {
    const detail = `"schedule_at" must be a time in the next ${daysMax} days, such as ${new Date(Date.now() + hourMilliseconds).toISOString()}.`;
    throw fieldProblem('invalid_schedule', { pointer: '/schedule_at' }, detail);
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
export const wantsContact = (command: SendCommand, templates?: CompanyTemplates): boolean =>
  templateWantsContact(command, templates) || hasOpenPlaceholder(command);

const hasOpenPlaceholder = ({ content, variables = {} }: SendCommand): boolean =>
  textsOf(content).some(
    (text) =>
      text.includes('{{') &&
      listPlaceholders(text).some(({ name }) => !(Object.hasOwn(variables, name) && variables[name])),
  );

/**
 * The meaning of a command, in the form that idempotency keys of the last two days were made from: a plain text as its
 * `body`. Another order or name would make every repeated request look like a new one after an upgrade.
 */
export const meaningOf = ({
  phoneNumber,
  content,
  isFallback: _isFallback,
  ...rest
}: SendCommand): object => ({
  phoneNumber,
  ...(content.type === 'text' && isPlainText(content)
    ? { body: content.message, type: content.type }
    : { content }),
  ...rest,
});

const wishOf = ({ from, provider }: SendCommand) => ({
  ...(from !== undefined && { from }),
  ...(provider !== undefined && { provider }),
});

/** A command that names a sender or a provider has chosen for itself. */
export const isRoutable = ({ from, provider }: SendCommand): boolean =>
  from === undefined && provider === undefined;

const routeOf = (
  command: SendCommand,
  senders: readonly Sender[],
  traits: PersonTraits | undefined,
): RouteChoice | null =>
  isRoutable(command)
    ? chooseByRoute(senders, { phoneNumber: command.phoneNumber, traits }, command.content.type)
    : null;
/** A code that comes later opens nothing any more, and a second one confuses. */
const otpLifeMilliseconds = 600_000;

const refuseRepetition = ({ content, onUnknown }: SendCommand): void => {
  if (content.type !== 'otp' || onUnknown !== 'retry') return;
  const detail = 'A one-time code is never sent twice; "on_unknown" must be hold or fail.';
  throw fieldProblem('invalid_value', { pointer: '/on_unknown' }, detail);
};

/**
 * The provider's category decides: what it calls marketing is never transactional, even if the caller says so, and a
 * code is asked for by the person it goes to.
 */
const transactionalReasonOf = (
  { transactionalReason = null }: { readonly transactionalReason?: string | null | undefined },
  category: string | null,
): string | null => {
  if (category === 'marketing') return null;
  return transactionalReason ?? (category === 'authentication' ? 'one-time code' : null);
};

/** Refuses with pointers from the message on, wherever that stands in the body. */
export const prepareMessage = (
  command: SendCommand,
  senders: readonly Sender[],
  options: PrepareOptions,
  contact?: ContactValues,
  targets?: Targets,
  /** The content with its files by id, where it has any. */
  resolved?: MessageContent,
  templates?: CompanyTemplates,
  traits?: PersonTraits,
): PreparedMessage => {
  refuseRepetition(command);
  const routed = routeOf(command, senders, traits);
  const sender = routed?.sender ?? chooseSender(senders, wishOf(command));
  const scheduleAt = readSchedule(command.scheduleAt, options.scheduleDaysMax);
  const values = joinValues(command.variables ?? {}, contact);
  const given = resolved ? { ...command, content: resolved } : command;
  const used = useTemplate(given, sender, templates, values);
  const content = fillContent(used.content, values);
  checkCarried(content, sender.provider);
  const begins = scheduleAt?.getTime() ?? Date.now();
  const life =
    used.category === 'authentication' ? otpLifeMilliseconds : options.maxAgeHours * hourMilliseconds;
  return {
    sender,
    routed,
    phoneNumber: command.phoneNumber,
    personKey: personKey(addressOf(command)),
    ...toStoredContent(content),
    contextId: contextOf(command, sender, targets),
    reference: command.reference ?? null,
    onUnknown: command.onUnknown ?? 'hold',
    transactionalReason: transactionalReasonOf(command, used.category),
    scheduleAt,
    checksWindow: sender.checksWindow === true && sender.provider.content[content.type]?.needsWindow === true,
    expiresAt: new Date(begins + life),
  };
};
