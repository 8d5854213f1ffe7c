// Templates, put together: what is known of them, and what they learn from callbacks.

import type pg from 'pg';
import { cancelRecategorised } from '../messages/opt-outs/cancel-recategorised.ts';
import type { Log } from '../platform/log.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import { findProvider, providerNames } from '../providers/registry.ts';
import type { SenderDirectory } from '../senders/directory.ts';
import { createTemplateDirectory, type TemplateDirectory } from '../templates/directory.ts';
import type { TemplateTurn } from '../templates/record-changes.ts';
import { createRenewal } from '../templates/renewal.ts';
import { createTemplateSync, type TemplateSync } from '../templates/syncing/sync-templates.ts';
import { createTemplateListener, type TemplateListener } from '../templates/template-listener.ts';

export interface TemplateParts {
  readonly directory: TemplateDirectory;
  readonly sync: TemplateSync;
  readonly listener: TemplateListener;
  readonly renew: (companyId: string) => Promise<boolean>;
}

interface Options {
  readonly pool: pg.Pool;
  readonly senders: SenderDirectory;
  readonly http: OutgoingHttp;
  readonly log: Log;
  readonly onEmitted: (companyIds: readonly string[]) => void;
}

const providersWithTemplates = providerNames.filter((name) => findProvider(name)?.templates !== undefined);

export const createTemplateParts = ({ pool, senders, http, log, onEmitted }: Options): TemplateParts => {
  const directory = createTemplateDirectory(pool);
  const onChanged = async (turns: readonly TemplateTurn[]): Promise<void> => {
    for (const { before, after } of turns) {
      if (before === null || before.category === after.category || after.category !== 'marketing') continue;
      if ((await cancelRecategorised(pool, after.company_id, after.name)) > 0) onEmitted([after.company_id]);
    }
  };
  const sync = createTemplateSync({
    pool,
    senders,
    directory,
    http,
    providers: providersWithTemplates,
    onEmitted,
    onChanged,
    log,
  });
  return {
    directory,
    sync,
    listener: createTemplateListener({ pool, directory, onEmitted, onChanged, wantSync: sync.want }),
    renew: createRenewal(sync),
  };
};
