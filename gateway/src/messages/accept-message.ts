// From a checked request to a stored message, and to its answer. Nothing is answered before the store has it; unless the
// caller wants to go on at once, the answer waits until the provider has accepted the message.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { Company } from '../companies/directory.ts';
import { type RequestOrigin, toRequestRow } from '../monitoring/request-row.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { newUuid } from '../platform/ids.ts';
import type { CompanyTemplates } from '../templates/template.ts';
import {
  type AcceptedMessage,
  type AcceptOptions,
  checkMaySend,
  replayOrRefuse,
  replayWithFiles,
  sendersOf,
  templatesFor,
} from './accepting.ts';
import { joinNotices, noticeOf, queuedStatus, sendAnswer } from './answer-send.ts';
import { targetsOf } from './content/message-target.ts';
import { resolveFiles } from './content/resolve-files.ts';
import {
  fallbackInCase,
  fallbackNotice,
  keepFallback,
  standingFor,
  useFallback,
} from './content/use-fallback.ts';
import { findTraitsOf, recordRouted } from './route-messages.ts';
import {
  addressOf,
  type ContactValues,
  meaningOf,
  type PreparedMessage,
  prepareMessage,
  type SendCommand,
  wantsContact,
} from './send-command.ts';
import { fingerprintOf, readIdempotencyKey } from './storing/idempotency.ts';
import { type SendOrder, storeOrder } from './storing/store-offered.ts';
import { windowClosedError } from './window-closed.ts';

/** The meaning of a command with its defaults filled in: a request that leaves a default out is the same message. */
const wholeMeaningOf = (command: SendCommand, { sender, routed, onUnknown }: PreparedMessage): object => ({
  ...meaningOf(command),
  // A repetition may find that another sender of its route has taken over.
  provider: (routed?.first ?? sender).provider.name,
  onUnknown,
});

const valuesFor = async (
  { findContactValues }: AcceptOptions,
  company: Company,
  command: SendCommand,
  templates: CompanyTemplates | undefined,
): Promise<ContactValues | undefined> =>
  wantsContact(command, templates)
    ? (await findContactValues(company.id, [addressOf(command)])).get(addressOf(command))
    : undefined;

interface Gathered {
  readonly templates: CompanyTemplates | undefined;
  readonly prepareWith: (resolved?: MessageContent) => PreparedMessage;
}

/** Gathers everything but the files, which `prepareWith` takes. */
const gather = async (options: AcceptOptions, company: Company, command: SendCommand): Promise<Gathered> => {
  const templates = await templatesFor(options, company, [command]);
  const contact = await valuesFor(options, company, command, templates);
  const targets = await targetsOf(options.findTargets, company.id, [command]);
  const senders = await sendersOf(options, company);
  const traits = (await findTraitsOf(options, company, senders, [command]))?.get(addressOf(command));
  return {
    templates,
    prepareWith: (resolved) =>
      prepareMessage(command, senders, options, contact, targets, resolved, templates, traits),
  };
};

/** Prepares the message with its files, and with the template that replaces it if the window closes before its turn. */
const prepare = async (
  options: AcceptOptions,
  company: Company,
  command: SendCommand,
  { templates, prepareWith }: Gathered,
): Promise<PreparedMessage> => {
  const prepared = prepareWith(await resolveFiles(options, company.id, command, templates));
  const fallback = fallbackInCase(command, prepared);
  if (!fallback) return prepared;
  const gathered = await gather(options, company, fallback);
  return keepFallback(prepared, await prepare(options, company, fallback, gathered));
};

interface Sending {
  readonly options: AcceptOptions;
  readonly company: Company;
  readonly incoming: IncomingRequest;
  readonly origin: RequestOrigin;
  readonly command: SendCommand;
  readonly mayWait: boolean;
  readonly key: string | null;
  /** The fingerprint of the command as the caller gave it, also while its fallback is sent. */
  readonly fingerprint: Buffer | null;
  /** Extra notice added to every answer. */
  readonly notice?: string | undefined;
}

/** Nothing of the text was stored, so the template is a message of its own, under the key of the same request. */
const sendFallback = async (
  sending: Sending,
  prepared: PreparedMessage,
  closedAt: Date | null,
): Promise<AcceptedMessage> => {
  const { options, company, command } = sending;
  const fallback = useFallback(command);
  if (!fallback) throw windowClosedError(closedAt, await options.suggestTemplates(prepared.sender, prepared));
  const notice = fallbackNotice(command.fallbackTemplate?.name ?? '');
  const template = await prepare(options, company, fallback, await gather(options, company, fallback));
  return await storePrepared({ ...sending, command: fallback, notice }, standingFor(template, prepared));
};

const storePrepared = async (sending: Sending, prepared: PreparedMessage): Promise<AcceptedMessage> => {
  const { options, company, incoming, origin, mayWait, key, fingerprint, notice } = sending;
  const id = newUuid();
  await recordRouted(options, [{ id, prepared }]);
  const answer = sendAnswer('queued', id, joinNotices(notice, noticeOf(prepared.sender)));
  const result = { status: queuedStatus, answer };
  const row = toRequestRow({ ...incoming, messageId: id, idempotencyKey: key }, company.id, origin, result);
  const order: SendOrder = { id, prepared, request: row, fingerprint, mayWait, notice };
  const {
    outcome,
    answer: waiting,
    isPending,
  } = (await options.passing?.passOn(order)) ?? (await storeOrder(options, order));
  if (outcome.kind === 'window_closed')
    return await sendFallback(sending, prepared, outcome.closed.get(id) ?? null);
  const replayed = replayOrRefuse(outcome);
  if (replayed) return replayed;
  const waited = await waiting;
  const made = { messageId: id, isReplayed: false };
  if (waited)
    return {
      ...made,
      status: waited.status,
      answer: waited.text,
      errorCode: waited.errorCode,
      isRecorded: true,
    };
  // A pending request whose outcome did not come in time is recorded by the entrance, like any other.
  return { ...made, ...result, errorCode: null, isRecorded: !isPending };
};

export const acceptMessage = async (
  options: AcceptOptions,
  company: Company,
  incoming: IncomingRequest,
  origin: RequestOrigin,
  command: SendCommand,
  mayWait: boolean,
): Promise<AcceptedMessage> => {
  checkMaySend(company);
  const key = readIdempotencyKey(incoming.idempotencyKey);
  return await options.keysInProgress.run(company.id, key, async () => {
    const gathered = await gather(options, company, command);
    const fingerprintWith = (prepared: PreparedMessage): Buffer =>
      fingerprintOf(wholeMeaningOf(command, prepared));
    const replayed = await replayWithFiles(options, company, key, [command], () =>
      fingerprintWith(gathered.prepareWith()),
    );
    if (replayed) return replayed;
    const prepared = await prepare(options, company, command, gathered);
    const fingerprint = key === null ? null : fingerprintWith(prepared);
    const sending: Sending = { options, company, incoming, origin, command, mayWait, key, fingerprint };
    return await storePrepared(sending, prepared);
  });
};
