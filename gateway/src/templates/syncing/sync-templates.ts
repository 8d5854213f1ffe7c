// Reads the templates of senders' accounts: every hour, when the provider says that something changed, and when a person
// asks. Senders that share an account are served by one reading.

import type pg from 'pg';
import type { Log } from '../../platform/log.ts';
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import type { Failure } from '../../providers/provider.ts';
import type { Sender, SenderDirectory } from '../../senders/directory.ts';
import type { TemplateDirectory } from '../directory.ts';
import type { TemplateTurn } from '../record-changes.ts';
import { accountOf } from '../template.ts';
import { addMissing, claimDue, noteResult, wantSync } from './queries.ts';
import { storeListed } from './store-listed.ts';

export interface SyncOptions {
  readonly pool: pg.Pool;
  readonly senders: SenderDirectory;
  readonly directory: TemplateDirectory;
  readonly http: OutgoingHttp;
  /** Names of the providers that have templates. */
  readonly providers: readonly string[];
  /** Companies with new events. */
  readonly onEmitted: (companyIds: readonly string[]) => void;
  /** Templates that are not as they were. */
  readonly onChanged: (turns: readonly TemplateTurn[]) => Promise<void>;
  readonly log: Log;
}

export type SyncOutcome =
  | {
      readonly kind: 'synced';
      readonly account: string;
      readonly templates: number;
      readonly changed: number;
    }
  | { readonly kind: 'failed'; readonly account: string; readonly failure: Failure };

const hourSeconds = 3_600;
const afterFailureSeconds = 600;
const heldSeconds = 300;
const syncsPerRound = 20;

/** Null: the sender has no account to read. */
const syncSender = async (options: SyncOptions, sender: Sender): Promise<SyncOutcome | null> => {
  const { pool, http, directory } = options;
  const { companyId, id: senderId, provider } = sender;
  const account = accountOf(sender);
  const note = (nextSeconds: number, failure: Failure | null) =>
    noteResult(pool, {
      companyId,
      senderId,
      account: account ?? '',
      nextSeconds,
      failure: failure && JSON.stringify(failure),
    });
  if (account === null || !provider.templates) {
    await note(hourSeconds, null);
    return null;
  }
  const listedAt = new Date();
  const listed = await provider.templates.list(http, sender.fields);
  if (listed.kind === 'broken') {
    await note(afterFailureSeconds, listed.failure);
    return { kind: 'failed', account, failure: listed.failure };
  }
  const key = { companyId, provider: provider.name, account };
  const turns = await storeListed(pool, key, listed.templates, listedAt);
  await note(hourSeconds, null);
  if (turns.length > 0) {
    directory.forget(companyId);
    options.onEmitted([companyId]);
    await options.onChanged(turns);
  }
  return { kind: 'synced', account, templates: listed.templates.length, changed: turns.length };
};

export interface TemplateSync {
  /** Reads what is due. */
  round(): Promise<void>;
  /** Reads all accounts of a company now. */
  syncCompany(companyId: string): Promise<SyncOutcome[]>;
  /** The provider says that something of an account has changed. */
  want(companyId: string, account: string): Promise<void>;
}

export const createTemplateSync = (options: SyncOptions): TemplateSync => {
  const { pool, senders, log } = options;

  const syncDue = async (companyId: string, senderId: string): Promise<void> => {
    const sender = (await senders.find(companyId)).find(({ id }) => id === senderId);
    if (!sender) return;
    const outcome = await syncSender(options, sender);
    if (outcome?.kind === 'failed')
      log.info(
        { sender: sender.publicId, code: outcome.failure.code },
        'the templates of a sender could not be read',
      );
  };

  return {
    async round() {
      await addMissing(pool, options.providers);
      for (const due of await claimDue(pool, syncsPerRound, heldSeconds)) {
        await syncDue(due.company_id, due.sender_id);
      }
    },
    async syncCompany(companyId) {
      await addMissing(pool, options.providers);
      const byAccount = new Map<string, Sender>();
      for (const sender of await senders.find(companyId)) {
        const account = accountOf(sender);
        const key = `${sender.provider.name} ${account}`;
        if (account !== null && !byAccount.has(key)) byAccount.set(key, sender);
      }
      const outcomes: SyncOutcome[] = [];
      for (const sender of byAccount.values()) {
        const outcome = await syncSender(options, sender);
        if (outcome) outcomes.push(outcome);
      }
      return outcomes;
    },
    want: (companyId, account) => wantSync(pool, companyId, account),
  };
};
