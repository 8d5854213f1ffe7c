// Stores a provider's callbacks about templates before they are answered. A callback that arrives twice, or late, changes
// nothing.

import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import type { CallbackTemplate } from '../providers/callback.ts';
import type { TemplateDirectory } from './directory.ts';
import { type AccountKey, lockAccount, type TemplateColumns, type TemplateRow } from './queries.ts';
import { recordTurns, type TemplateTurn } from './record-changes.ts';

export interface ReceivedTemplate {
  readonly companyId: string;
  readonly provider: string;
  readonly template: CallbackTemplate;
}

export interface TemplateListener {
  received(changes: readonly ReceivedTemplate[]): Promise<void>;
}

export interface ListenerOptions {
  readonly pool: pg.Pool;
  readonly directory: TemplateDirectory;
  readonly onEmitted: (companyIds: readonly string[]) => void;
  readonly onChanged: (turns: readonly TemplateTurn[]) => Promise<void>;
  /** Called to read from the provider what the callback leaves out. */
  readonly wantSync: (companyId: string, account: string) => Promise<void>;
}

/** Null: the callback is older than what is known. */
const turnOf = (row: TemplateRow, { change, at }: CallbackTemplate): TemplateColumns | null => {
  switch (change.kind) {
    case 'status':
      // Providers report times in whole seconds.
      if (at.getTime() + 1_000 <= row.status_at.getTime()) return null;
      return { ...row, status: change.status.toLowerCase(), status_at: at, reason: change.reason };
    case 'category':
      return {
        ...row,
        category: change.category.toLowerCase(),
        next_category: change.next?.category.toLowerCase() ?? null,
        next_category_at: change.next?.at ?? null,
      };
    case 'quality':
      return { ...row, quality: change.quality === 'UNKNOWN' ? null : change.quality.toLowerCase() };
    case 'content':
      return null;
  }
};

const keyOf = ({ companyId, provider, template }: ReceivedTemplate): AccountKey => ({
  companyId,
  provider,
  account: template.owner,
});

const apply = async (pool: pg.Pool, received: ReceivedTemplate): Promise<TemplateTurn[]> =>
  await inTransaction(pool, async (client) => {
    const { template } = received;
    const rows = await lockAccount(client, keyOf(received));
    const row = rows.find(({ name, language }) => name === template.name && language === template.language);
    const after = row && turnOf(row, template);
    if (!row || !after) return [];
    return await recordTurns(client, [{ before: row, after }], 'callback', template.at);
  });

export const createTemplateListener = (options: ListenerOptions): TemplateListener => ({
  async received(changes) {
    for (const one of changes) {
      const turns = await apply(options.pool, one);
      await options.wantSync(one.companyId, one.template.owner);
      if (turns.length === 0) continue;
      options.directory.forget(one.companyId);
      options.onEmitted([one.companyId]);
      await options.onChanged(turns);
    }
  },
});
