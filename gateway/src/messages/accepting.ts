// Shared by accepting one message and accepting a batch: their options, who may send, and the answer to an idempotency key
// that was used before.

import type { Company } from '../companies/directory.ts';
import { filesOf } from '../media/outgoing/content-files.ts';
import { AppError, fieldProblem } from '../platform/errors.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import type { TemplateDirectory } from '../templates/directory.ts';
import type { CompanyTemplates } from '../templates/template.ts';
import type { FindTargets } from './content/message-target.ts';
import type { ResolveFiles } from './content/resolve-files.ts';
import { lacksTemplate, namesTemplate } from './content/use-template.ts';
import type { RoutingOptions } from './route-messages.ts';
import type { ContactValues, PrepareOptions, SendCommand } from './send-command.ts';
import type { KeysInProgress } from './storing/idempotency.ts';
import type { StoreOutcome } from './storing/message-store.ts';
import type { Passing } from './storing/pass-on.ts';
import type { OrderOptions } from './storing/store-offered.ts';
import { type SuggestTemplates, windowClosedError } from './window-closed.ts';

export interface AcceptedMessage {
  readonly status: number;
  /** The answer as JSON text: what the caller gets and what the request row keeps are the same bytes. */
  readonly answer: string;
  readonly errorCode: string | null;
  readonly isReplayed: boolean;
  /** The message that the request made or had made; null for a batch. */
  readonly messageId: string | null;
  /** The row of the request is written together with its messages or their outcome. */
  readonly isRecorded: boolean;
}

export interface AcceptOptions extends PrepareOptions, RoutingOptions, OrderOptions {
  readonly keysInProgress: KeysInProgress;
  readonly senders: SenderDirectory;
  /** Passes a send on to the process that owns its lane. Left out: all are stored here. */
  readonly passing?: Passing;
  /** Values for placeholders from the contacts among these people, by address. */
  readonly findContactValues: (
    companyId: string,
    addresses: readonly string[],
  ) => Promise<ReadonlyMap<string, ContactValues>>;
  /** The messages of a company that others quote or react to. */
  readonly findTargets: FindTargets;
  /** Approved templates that fit where free text may not be sent any more, best first. */
  readonly suggestTemplates: SuggestTemplates;
  /** The files that a content names. */
  readonly resolveFiles: ResolveFiles;
  readonly templates: TemplateSource;
}

/** The templates of companies, and a way to refresh them. */
export interface TemplateSource extends Pick<TemplateDirectory, 'peek' | 'find'> {
  /** Asks the provider, unless it was asked a moment ago. False: nothing can have changed. */
  renew(companyId: string): Promise<boolean>;
}

export const checkMaySend = (company: Company): void => {
  if (company.plan === 'trial' && company.trialEndsAt && company.trialEndsAt.getTime() <= Date.now()) {
    throw new AppError('trial_expired', {
      detail: `The free trial of ${company.name} ended on ${company.trialEndsAt.toISOString().slice(0, 10)}.`,
    });
  }
};

export const sendersOf = async (
  { senders }: Pick<AcceptOptions, 'senders'>,
  company: Company,
): Promise<readonly Sender[]> => senders.peek(company.id) ?? (await senders.find(company.id));

/** The answer to a key that was used before, or null when the request is new. */
export const replayOrRefuse = (outcome: StoreOutcome): AcceptedMessage | null => {
  switch (outcome.kind) {
    case 'stored':
      return null;
    case 'replayed':
      return {
        status: outcome.status,
        answer: outcome.answer,
        errorCode: null,
        isReplayed: true,
        messageId: outcome.messageId,
        isRecorded: false,
      };
    case 'key_reused':
      throw new AppError('idempotency_key_reused', {
        errors: [
          {
            code: 'idempotency_key_reused',
            parameter: 'Idempotency-Key',
            detail: 'This key was used for a message with another content.',
          },
        ],
      });
    case 'opted_out':
      throw optedOutError();
    case 'window_closed':
      throw windowClosedError([...outcome.closed.values()][0] ?? null);
  }
};

/**
 * Finds the answer that the key of a request with files had before. It does so before the files are fetched: they are
 * not fetched again for a repetition, and may have gone since. The sender of the first request is not known yet, so all
 * lanes of the company check for waiting messages.
 */
export const replayWithFiles = async (
  options: Pick<AcceptOptions, 'store' | 'senders' | 'dispatcher'>,
  company: Company,
  key: string | null,
  commands: readonly SendCommand[],
  fingerprint: () => Buffer,
): Promise<AcceptedMessage | null> => {
  if (key === null || !commands.some(({ content }) => filesOf(content).length > 0)) return null;
  const earlier = await options.store.findEarlier(company.id, key, fingerprint());
  if (earlier?.kind === 'replayed') await options.dispatcher.announce(await sendersOf(options, company));
  return earlier && replayOrRefuse(earlier);
};

export const optedOutError = (): AppError => {
  const detail =
    'The recipient has opted out. Send it only if it is "transactional"; a marketing template never is.';
  return fieldProblem('recipient_opted_out', { pointer: '/to' }, detail);
};

/** Reads templates only if a command names one; an unknown one may have been approved just now. */
export const templatesFor = async (
  { templates }: AcceptOptions,
  company: Company,
  commands: readonly SendCommand[],
): Promise<CompanyTemplates | undefined> => {
  const naming = commands.filter(namesTemplate);
  if (naming.length === 0) return undefined;
  const known = templates.peek(company.id) ?? (await templates.find(company.id));
  const isLacking = naming.some((command) => lacksTemplate(known, command));
  return isLacking && (await templates.renew(company.id)) ? await templates.find(company.id) : known;
};
