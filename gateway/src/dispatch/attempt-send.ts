// One attempt to send one message: call the provider, record its answer. A lane makes its attempts by a carrier.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { Lease } from '../processes/lease.ts';
import type { CallbackPerson } from '../providers/callback.ts';
import { correlate, refusesRepetition } from '../providers/correlate.ts';
import type { OutgoingFile, PreparedFiles } from '../providers/media-part.ts';
import type { OutgoingMessage, ProviderCall, SendResult } from '../providers/provider.ts';
import type { FilledTemplate } from '../providers/template-part.ts';
import { callbackPath } from '../senders/callback-path.ts';
import type { Sender } from '../senders/directory.ts';
import { contentOf, refuseOutsideWindow, type WindowOptions } from './check-window.ts';
import type { Entry } from './entry.ts';
import { judgeOutcome } from './judge-outcome.ts';
import type { AttemptResult, Carrier } from './lane-parts.ts';
import { lookUp } from './look-up.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import type { UncertainMarks } from './uncertain-marks.ts';

/** Uploads the files of messages to a provider. Plain texts never come here. */
export interface MessageFiles {
  /** Whether they are at the provider, or their upload has a known failure; needs no query. */
  areReady(sender: Sender, content: MessageContent): boolean;
  /** Uploads them ahead of the attempt. Never throws. */
  warm(http: OutgoingHttp, sender: Sender, content: MessageContent): Promise<void>;
  prepare(http: OutgoingHttp, sender: Sender, content: MessageContent): Promise<PreparedFiles>;
  /** The provider has forgotten them. */
  forget(sender: Sender, files: ReadonlyMap<string, OutgoingFile>): Promise<void>;
}

export interface AttemptOptions extends WindowOptions {
  readonly http: OutgoingHttp;
  readonly outcomes: OutcomeWriter;
  readonly files?: MessageFiles | undefined;
  /** The gateway's public address. */
  readonly publicUrl: () => string;
  /** Called with other names under which the provider knows a person. */
  readonly onRecipient?: (known: KnownRecipient) => void;
  readonly log: Log;
}

export interface KnownRecipient {
  readonly companyId: string;
  /** The address that the message was sent to. */
  readonly address: string;
  readonly recipient: CallbackPerson;
}

const noCall: ProviderCall = {
  method: 'POST',
  url: '',
  requestBody: null,
  status: null,
  answerBody: null,
  milliseconds: 0,
};

/** A provider promises not to throw. If one does, it is unknown whether the message was sent. */
const brokenResult = (error: unknown): SendResult => ({
  outcome: {
    kind: 'unknown',
    failure: {
      code: 'internal_error',
      title: 'The gateway met a fault of its own',
      detail: error instanceof Error ? error.name : 'unknown',
      cause: 'Something broke while the message was being handed over.',
      action: 'Wait for its status, or send it again at the risk that it arrives twice.',
    },
  },
  call: noCall,
});

/** The sender may have another provider than when the message was accepted. No call is made. */
const uncarriedResult = (kind: string, title: string): SendResult => ({
  outcome: {
    kind: 'rejected',
    failure: {
      code: 'content_not_carried',
      title: `${title} carries no message of the type "${kind}"`,
      detail: '',
      cause: `The provider of the sender carries no message of the type "${kind}".`,
      action: 'Send it from another sender, or as a text.',
    },
  },
  call: noCall,
});

/** A template was filled when it was accepted: what the provider gets does not change while it waits. */
const templateOf = (content: MessageContent): { template?: FilledTemplate } => {
  if (content.type !== 'template') return {};
  const { name, language = '', reference = '', components = [], variables = {} } = content.template;
  return {
    template: {
      reference,
      name,
      language,
      components: components as unknown as FilledTemplate['components'],
      values: Array.isArray(variables) ? {} : (variables as Record<string, string>),
    },
  };
};

/** A provider whose statuses cannot be matched with a lost answer settles nothing later: the failure must not promise it. */
const withoutPromise = (result: SendResult, { title, correlation }: Sender['provider']): SendResult =>
  result.outcome.kind !== 'unknown' || correlation.kind !== 'none'
    ? result
    : {
        ...result,
        outcome: {
          ...result.outcome,
          failure: {
            ...result.outcome.failure,
            action: `Send it again at the risk that it arrives twice: ${title} tells no status that could settle it.`,
          },
        },
      };

interface Attempt {
  readonly http: OutgoingHttp;
  readonly sender: Sender;
  readonly message: OutgoingMessage;
}

const sendOnce = async ({ http, sender, message }: Attempt): Promise<SendResult> =>
  await lookUp(http, sender, message, await sender.provider.send(http, sender.fields, message));

/**
 * With its files, which are uploaded to the provider first. A provider that has forgotten a file has not accepted the
 * message, so it is sent again once, with the file uploaded again: also when the file was uploaded a moment ago, because
 * providers forget at any moment.
 */
const sendWithFiles = async (files: MessageFiles, attempt: Attempt, mayRenew = true): Promise<SendResult> => {
  const { http, sender, message } = attempt;
  const prepared = await files.prepare(http, sender, message.content);
  if (prepared.kind === 'failed') return { outcome: prepared.outcome, call: prepared.call ?? noCall };
  const result = await sendOnce({ ...attempt, message: { ...message, files: prepared.files } });
  const { outcome } = result;
  if (!mayRenew || outcome.kind !== 'rejected' || !outcome.areFilesUnknown) return result;
  await files.forget(sender, prepared.files);
  const again = await sendWithFiles(files, attempt, false);
  return { ...again, steps: [...(result.steps ?? []), result.call, ...(again.steps ?? [])] };
};

const toMessage = ({ publicUrl }: AttemptOptions, sender: Sender, entry: Entry): OutgoingMessage => {
  const { provider } = sender;
  const content = contentOf(entry);
  return {
    to: entry.phoneNumber || entry.personKey,
    content,
    body: entry.body,
    ...templateOf(content),
    contextProviderId: entry.contextId,
    ...correlate(provider.correlation, {
      echo: `${toPublicId('message', entry.id)}:${entry.attempt}`,
      clientId: entry.clientId,
      callbackUrl: () => `${publicUrl()}${callbackPath({ ...sender, provider: provider.name })}`,
    }),
  };
};

const sendNow = async (
  { http, files }: AttemptOptions,
  sender: Sender,
  message: OutgoingMessage,
  hasContent: boolean,
): Promise<SendResult> => {
  const { content } = message;
  if (!sender.provider.content[content.type]) return uncarriedResult(content.type, sender.provider.title);
  return files && hasContent
    ? await sendWithFiles(files, { http, sender, message })
    : await sendOnce({ http, sender, message });
};

export const attemptSend = async (
  options: AttemptOptions,
  sender: Sender,
  entry: Entry,
  ownerEpoch: string,
): Promise<AttemptResult> => {
  const { outcomes, onRecipient, log } = options;
  const callId = newUuid();
  const refused = await refuseOutsideWindow(options, sender, entry, ownerEpoch);
  const message = toMessage(options, sender, entry);
  const result =
    refused ??
    (await sendNow(options, sender, message, entry.content !== null).catch((error: unknown) => {
      log.error({ err: error, message_id: entry.id }, 'a provider broke its promise not to throw');
      return brokenResult(error);
    }));
  const { outcome } = result;
  if (outcome.kind === 'sent' && outcome.recipient) {
    onRecipient?.({ companyId: entry.companyId, address: message.to, recipient: outcome.recipient });
  }
  const context = {
    senderId: sender.id,
    ownerEpoch,
    callId,
    usedId: refusesRepetition(sender.provider) ? (message.clientId ?? null) : null,
    now: new Date(),
  };
  const { settlement, verdict } = judgeOutcome(withoutPromise(result, sender.provider), entry, context);
  entry.clientId = settlement.providerMessageId;
  const written = outcomes.write(settlement);
  written.catch((error: unknown) =>
    log.error({ err: error, message_id: entry.id, status: settlement.status }, 'an outcome was not written'),
  );
  return {
    verdict,
    // A refusal of our own says nothing against the provider.
    isAnswered: result.call.status !== null || outcome.kind === 'rejected',
    failure: outcome.kind === 'sent' ? null : outcome.failure,
    written,
  };
};

export interface CarrierOptions extends AttemptOptions {
  readonly uncertainMarks: Pick<UncertainMarks, 'forget'>;
  /** The outcome of a message that another process accepted is written. */
  readonly onForeignSettled: (messageId: string, isSent: boolean) => void;
  /** The outcome of a message will not be known soon. */
  readonly onHeldBack: (messageId: string) => void;
}

/** A sender as it is now: its credentials may have changed since its lane was opened. */
export interface CarriedSender {
  current(): Sender;
  /** Its provider has taken a message. */
  onTaken(): void;
}

/** The carrier of one sender under one lease. */
export const createCarrier = (options: CarrierOptions, sender: CarriedSender, lease: Lease): Carrier => {
  const { outcomes, files, publicUrl, log, uncertainMarks, onForeignSettled, onHeldBack } = options;
  const { onRecipient, findLastIncoming, useFallback } = options;
  const attemptOptions = {
    outcomes,
    files,
    publicUrl,
    log,
    ...(onRecipient && { onRecipient }),
    ...(findLastIncoming && { findLastIncoming }),
    ...(useFallback && { useFallback }),
  };
  const { journal } = lease;

  /**
   * Asked right before the first byte, because a request may wait for its connection. The call is recorded first and
   * the lease checked then: a process that was frozen in between has either recorded it in time or makes no call.
   */
  const mayStart = (): boolean => lease.isHeld();
  const httpOf = (onStart?: () => boolean): OutgoingHttp => ({
    ...options.http,
    send: (outgoing) => options.http.send({ ...outgoing, mayStart, ...(onStart && { onStart }) }),
  });
  const uploads = httpOf();

  return {
    mayContinue: mayStart,
    isPrepared: ({ content }) => !files || content === null || files.areReady(sender.current(), content),
    async prepare({ content }) {
      if (content !== null) await files?.warm(uploads, sender.current(), content);
    },
    async attempt(entry) {
      uncertainMarks.forget(entry.id);
      let place: number | null = null;
      const onStart = (): boolean => {
        if (journal) place ??= journal.begin(entry.id, entry.attempt);
        return journal === null || place !== null;
      };
      const withJournal = { ...attemptOptions, http: httpOf(onStart) };
      const result = await attemptSend(withJournal, sender.current(), entry, lease.epoch);
      if (result.isAnswered && result.failure === null) sender.onTaken();
      result.written.then(
        (isOurs) => {
          if (place !== null) journal?.end(place);
          if (isOurs) entry.request = null;
          if (entry.isForeign) onForeignSettled(entry.id, isOurs && result.failure === null);
          if (result.verdict.kind === 'suspended') onHeldBack(entry.id);
        },
        () => undefined,
      );
      return result;
    },
  };
};
