// Many messages in one request: each is judged on its own, and those that are good are stored in one commit.

import { type ErrorCode, errorCatalogue } from '@hudhud/contract/errors.ts';
import type { BatchError, SendBatchAnswer } from '@hudhud/contract/messages.ts';
import type { FieldError } from '@hudhud/contract/problem.ts';
import type { Company } from '../companies/directory.ts';
import { type RequestOrigin, toRequestRow } from '../monitoring/request-row.ts';
import { AppError } from '../platform/errors.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { inSlices } from '../platform/in-slices.ts';
import type { CompanyTemplates } from '../templates/template.ts';
import {
  type AcceptedMessage,
  type AcceptOptions,
  checkMaySend,
  optedOutError,
  replayOrRefuse,
  replayWithFiles,
  sendersOf,
  templatesFor,
} from './accepting.ts';
import { queuedStatus } from './answer-send.ts';
import { targetsOf } from './content/message-target.ts';
import { resolveAllFiles } from './content/resolve-files.ts';
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
  meaningOf,
  type PreparedMessage,
  prepareMessage,
  type SendCommand,
  wantsContact,
} from './send-command.ts';
import { fingerprintOf, readIdempotencyKey } from './storing/idempotency.ts';
import { messagesPerSlice, offerMessage, storeOffered } from './storing/store-offered.ts';
import { windowClosedError } from './window-closed.ts';

/** One message of a batch as it was checked: what it asks for, or what is wrong with it. */
export type BatchItem = { readonly command: SendCommand } | { readonly errors: readonly FieldError[] };

type Result = SendBatchAnswer['results'][number];

const refused = (
  index: number,
  code: ErrorCode,
  detail: string,
  errors: readonly FieldError[] = [],
): Result => ({
  index,
  status: 'refused',
  error: { title: errorCatalogue[code].title, detail, code, errors: [...errors] } satisfies BatchError,
});

/** Pointers into one message become pointers into the body of the batch. */
export const within = (index: number, errors: readonly FieldError[]): FieldError[] =>
  errors.map((error) => ({ ...error, pointer: `/messages/${index}${error.pointer ?? ''}` }));

interface PlacedItem {
  /** Place in the request. */
  readonly index: number;
  readonly item: BatchItem;
}

interface Accepted {
  readonly id: string;
  readonly index: number;
  readonly command: SendCommand;
  readonly prepared: PreparedMessage;
}

interface Judged {
  readonly results: readonly Result[];
  readonly accepted: readonly Accepted[];
}

/** One query for all people whose contact a text asks for. */
const findValues = async (
  options: AcceptOptions,
  company: Company,
  commands: readonly SendCommand[],
  templates: CompanyTemplates | undefined,
) => {
  const wanting = commands.filter((command) => wantsContact(command, templates)).map(addressOf);
  return wanting.length === 0 ? null : await options.findContactValues(company.id, wanting);
};

const noticeOfFallback = ({ content, isFallback }: SendCommand): string | null =>
  isFallback && content.type === 'template' ? fallbackNotice(content.template.name) : null;

const judge = async (
  options: AcceptOptions,
  company: Company,
  items: readonly PlacedItem[],
): Promise<Judged> => {
  const senders = await sendersOf(options, company);
  const commands = items.flatMap(({ item }) => ('command' in item ? [item.command] : []));
  const templates = await templatesFor(options, company, commands);
  const contacts = await findValues(options, company, commands, templates);
  const targets = await targetsOf(options.findTargets, company.id, commands);
  const traits = await findTraitsOf(options, company, senders, commands);
  const files = await resolveAllFiles(options, company.id, commands, templates);
  const accepted: Accepted[] = [];
  const results = await inSlices(items, messagesPerSlice, ({ item, index }): Result => {
    if ('errors' in item) {
      const [first] = item.errors;
      return refused(index, first?.code ?? 'invalid_value', first?.detail ?? '', item.errors);
    }
    try {
      const contact = contacts?.get(addressOf(item.command));
      const resolved = files?.get(item.command);
      if (resolved instanceof AppError) throw resolved;
      const person = traits?.get(addressOf(item.command));
      const prepared = prepareMessage(
        item.command,
        senders,
        options,
        contact,
        targets,
        resolved,
        templates,
        person,
      );
      const id = newUuid();
      accepted.push({ id, index, command: item.command, prepared });
      const notice = noticeOfFallback(item.command);
      return {
        index,
        status: 'queued',
        message_id: toPublicId('message', id),
        ...(notice !== null && { notice }),
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refused(index, error.code, error.detail, error.errors && within(index, error.errors));
    }
  });
  return await keepFallbacks(options, company, { results, accepted });
};

const replaceResults = (results: readonly Result[], others: readonly Result[]): Result[] => {
  const byIndex = new Map(others.map((other) => [other.index, other]));
  return results.map((result) => byIndex.get(result.index) ?? result);
};

/** Keeps the templates of those that have one with them. A message whose template cannot be sent is refused. */
const keepFallbacks = async (options: AcceptOptions, company: Company, judged: Judged): Promise<Judged> => {
  const fallbacks = judged.accepted.flatMap(({ index, command, prepared }): PlacedItem[] => {
    const fallback = fallbackInCase(command, prepared);
    return fallback ? [{ index, item: { command: fallback } }] : [];
  });
  if (fallbacks.length === 0) return judged;
  const templates = await judge(options, company, fallbacks);
  const templateAt = new Map(templates.accepted.map(({ index, prepared }) => [index, prepared]));
  const refusals = templates.results.filter(({ status }) => status === 'refused');
  const refusedAt = new Set(refusals.map(({ index }) => index));
  return {
    results: replaceResults(judged.results, refusals),
    accepted: judged.accepted
      .filter(({ index }) => !refusedAt.has(index))
      .map((one) => {
        const template = templateAt.get(one.index);
        return template ? { ...one, prepared: keepFallback(one.prepared, template) } : one;
      }),
  };
};

/**
 * People who have opted out, or whose window is closed, are known when the batch is stored; it is stored again without
 * them.
 */
const withoutRefused = ({ results, accepted }: Judged, errors: ReadonlyMap<string, AppError>): Judged => {
  const gone = new Map(accepted.map(({ id, index }) => [index, errors.get(id)]));
  return {
    accepted: accepted.filter(({ id }) => !errors.has(id)),
    results: results.map((result, index) => {
      const error = gone.get(index);
      return error
        ? refused(index, error.code, error.detail, error.errors && within(index, error.errors))
        : result;
    }),
  };
};

/** The texts outside the window become the templates that stand in for them, or are refused. */
const withFallbacks = async (
  { options, company }: BatchContext,
  judged: Judged,
  closed: ReadonlyMap<string, Date | null>,
): Promise<Judged> => {
  const refusals = new Map<string, AppError>();
  const fallbacks: PlacedItem[] = [];
  for (const { id, index, command, prepared } of judged.accepted) {
    const closedAt = closed.get(id);
    if (closedAt === undefined) continue;
    const fallback = useFallback(command);
    if (fallback) fallbacks.push({ index, item: { command: fallback } });
    else
      refusals.set(
        id,
        windowClosedError(closedAt, await options.suggestTemplates(prepared.sender, prepared)),
      );
  }
  const rest = withoutRefused(judged, refusals);
  if (fallbacks.length === 0) return rest;
  const replaced = await judge(options, company, fallbacks);
  const textAt = new Map(judged.accepted.map(({ index, prepared }) => [index, prepared]));
  const standing = replaced.accepted.map((one) => ({
    ...one,
    prepared: standingFor(one.prepared, textAt.get(one.index) ?? one.prepared),
  }));
  return {
    accepted: [...rest.accepted.filter(({ id }) => !closed.has(id)), ...standing],
    results: replaceResults(rest.results, replaced.results),
  };
};

const fingerprintOfBatch = (items: readonly BatchItem[]): Buffer =>
  fingerprintOf({
    batch: JSON.stringify(items.map((item) => ('command' in item ? meaningOf(item.command) : null))),
  });

const answerOf = ({ results, accepted }: Judged): string =>
  JSON.stringify({
    accepted: accepted.length,
    refused: results.length - accepted.length,
    results: [...results],
  } satisfies SendBatchAnswer);

interface BatchContext {
  readonly options: AcceptOptions;
  readonly company: Company;
  readonly incoming: IncomingRequest;
  readonly origin: RequestOrigin;
  readonly key: string | null;
  readonly fingerprint: Buffer | null;
}

const storeJudged = async (context: BatchContext, judged: Judged): Promise<AcceptedMessage> => {
  const { options, company, incoming, origin, key, fingerprint } = context;
  const result = { status: queuedStatus, answer: answerOf(judged) };
  await recordRouted(options, judged.accepted);
  const offered = await inSlices(judged.accepted, messagesPerSlice, ({ id, prepared }) =>
    offerMessage(options.dispatcher, prepared, id, { requestId: incoming.id }),
  );
  const [first, ...rest] = offered.map(({ message }) => message);
  const made = { ...result, errorCode: null, isReplayed: false, messageId: null };
  // No message of it is valid: nothing is stored, and the request is recorded like any other that made no message.
  if (!first) return { ...made, isRecorded: false };
  const row = toRequestRow({ ...incoming, idempotencyKey: key }, company.id, origin, result);
  const outcome = await storeOffered(
    options.store,
    { request: row, fingerprint, messages: [first, ...rest] },
    offered.map(({ offer }) => offer),
  );
  if (outcome.kind === 'opted_out') {
    const refusals = new Map([...outcome.messageIds].map((id) => [id, optedOutError()]));
    return await storeJudged(context, withoutRefused(judged, refusals));
  }
  if (outcome.kind === 'window_closed')
    return await storeJudged(context, await withFallbacks(context, judged, outcome.closed));
  const replayed = replayOrRefuse(outcome);
  if (replayed) return replayed;
  return { ...made, isRecorded: true };
};

export const acceptBatch = async (
  options: AcceptOptions,
  company: Company,
  incoming: IncomingRequest,
  origin: RequestOrigin,
  items: readonly BatchItem[],
): Promise<AcceptedMessage> => {
  checkMaySend(company);
  const key = readIdempotencyKey(incoming.idempotencyKey);
  return await options.keysInProgress.run(company.id, key, async () => {
    const commands = items.flatMap((item) => ('command' in item ? [item.command] : []));
    const replayed = await replayWithFiles(options, company, key, commands, () => fingerprintOfBatch(items));
    if (replayed) return replayed;
    const placed = items.map((item, index) => ({ index, item }));
    const judged = await judge(options, company, placed);
    const fingerprint = key === null ? null : fingerprintOfBatch(items);
    return await storeJudged({ options, company, incoming, origin, key, fingerprint }, judged);
  });
};
