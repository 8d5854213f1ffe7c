// One round of a running campaign: judges how it goes, produces its next messages, and ends it when everybody is through.

import type { PauseReason } from '@hudhud/contract/campaigns.ts';
import type pg from 'pg';
import type { Company, CompanyDirectory } from '../../companies/directory.ts';
import type { LaneKey } from '../../dispatch/lane-key.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { hourMilliseconds } from '../../platform/time.ts';
import type { Sender, SenderDirectory } from '../../senders/directory.ts';
import type { KnownTemplate } from '../../templates/template.ts';
import { type CampaignRow, contentOf, keyOf } from '../campaign-row.ts';
import {
  companyTemplates,
  findCampaignTemplate,
  type TemplateSource,
  templateOf,
  whyPaused,
} from '../campaign-template.ts';
import { emitCampaignEvent } from '../events.ts';
import { sumStates } from '../numbers/queries.ts';
import { type Counts, noCounts, toNumbers } from '../present.ts';
import { changeState } from '../queries.ts';
import { isOpen } from '../sending-hours.ts';
import { pause } from '../steer.ts';
import { allowance } from './allowance.ts';
import { fillRecipient } from './fill-recipient.ts';
import { judgeFailures } from './judge-failures.ts';
import { findWaiting, produce } from './queries.ts';

export interface ProduceOptions {
  readonly pool: pg.Pool;
  readonly writers: pg.Pool;
  readonly epoch: string;
  readonly companies: CompanyDirectory;
  readonly senders: SenderDirectory;
  readonly templates: TemplateSource;
  readonly maxAgeHours: number;
  readonly pokeLanes: (lanes: readonly LaneKey[]) => void;
  readonly onEmitted: (companyIds: readonly string[]) => void;
}

/** Up to when, by the steady clock, the campaign has used up its own limit. */
export interface Tempo {
  producedAt: number;
}

const rowsPerStatement = 500;
/** A campaign that falls behind its pace catches up for this long at most: a limit is a limit. */
const savedMilliseconds = 1_000;

const complete = async (options: ProduceOptions, row: CampaignRow): Promise<void> => {
  const isDone = await inTransaction(options.pool, async (client) => {
    const completed = await changeState(client, keyOf(row), ['running'], 'completed');
    if (completed) await emitCampaignEvent(client, 'campaign_completed', completed);
    return completed !== null;
  });
  if (isDone) options.onEmitted([row.company_id]);
};

/** Pauses the campaign for an obstacle that is no failure of its own, until a person has removed it. */
const pauseUnlessAble = async (
  options: ProduceOptions,
  row: CampaignRow,
  company: Company | null,
  sender: Sender | undefined,
): Promise<boolean> => {
  const key = keyOf(row);
  if (!sender) {
    await pause(options, key, { kind: 'sender_missing', detail: 'Its sender is gone.' });
    return false;
  }
  const isTrialOver =
    company?.plan === 'suspended' ||
    (company?.plan === 'trial' &&
      company.trialEndsAt !== null &&
      company.trialEndsAt.getTime() <= Date.now());
  if (company && !isTrialOver) return true;
  if (company) await pause(options, key, { kind: 'trial_expired', detail: 'The company may not send.' });
  return false;
};

const produceSome = async (
  options: ProduceOptions,
  row: CampaignRow,
  sender: Sender,
  template: KnownTemplate | null,
  count: number,
): Promise<void> => {
  const key = keyOf(row);
  let after = row.produced_position;
  for (let left = count; left > 0; ) {
    const waiting = await findWaiting(options.pool, key, after, Math.min(left, rowsPerStatement));
    if (waiting.length === 0) return;
    const expiresAt = Date.now() + options.maxAgeHours * hourMilliseconds;
    const message = { key, sender, content: contentOf(row), template, expiresAt };
    const produced = await produce(options.writers, {
      key,
      epoch: options.epoch,
      after,
      messages: waiting.map((recipient) => fillRecipient(message, recipient)),
    });
    if (!produced) return;
    if (produced.queued > 0) options.pokeLanes([{ companyId: key.companyId, senderId: sender.id }]);
    after = waiting.at(-1)?.position ?? after;
    left -= waiting.length;
  }
};

const roomFor = (row: CampaignRow, sender: Sender, counts: Counts, tempo: Tempo): number => {
  const now = performance.now();
  const limit = row.messages_per_second;
  tempo.producedAt = Math.max(tempo.producedAt, now - savedMilliseconds);
  const room = allowance({
    queued: counts.queued,
    senderPerSecond: sender.messagesPerSecond,
    limitPerSecond: limit,
    elapsedSeconds: (now - tempo.producedAt) / 1000,
  });
  // By as much time as they take, not to now: the rest of a second counts for the next round.
  if (limit !== null) tempo.producedAt += (room / limit) * 1000;
  return room;
};

/** The template of a campaign by template, or why it has to wait for a person; null: it sends something else. */
const templateFor = async (
  { templates }: ProduceOptions,
  row: CampaignRow,
  sender: Sender,
): Promise<KnownTemplate | PauseReason | null> => {
  const given = templateOf(row);
  if (!given) return null;
  const known = await companyTemplates(templates, row.company_id);
  return whyPaused(known, sender, given) ?? findCampaignTemplate(known, sender, given);
};

export const produceMessages = async (
  options: ProduceOptions,
  row: CampaignRow,
  tempo: Tempo,
): Promise<void> => {
  const { companies, senders } = options;
  const numbers = toNumbers(await sumStates(options.pool, row.company_id, [row.id])).get(row.id);
  const counts = numbers?.counts ?? noCounts();
  if (counts.waiting + counts.queued === 0) {
    await complete(options, row);
    return;
  }
  const own = senders.peek(row.company_id) ?? (await senders.find(row.company_id));
  const sender = own.find(({ id }) => id === row.sender_id);
  const template = sender && (await templateFor(options, row, sender));
  if (template && 'kind' in template) {
    await pause(options, keyOf(row), template);
    return;
  }
  // A pause holds back queued messages too; without waiting recipients nothing else is left to check.
  if (counts.waiting === 0) return;
  const company = companies.peek(row.company_id) ?? (await companies.find(row.company_id));
  if (!(await pauseUnlessAble(options, row, company, sender)) || !sender) return;
  const verdict = await judgeFailures(options.pool, row);
  if (verdict) {
    await pause(options, keyOf(row), verdict);
    return;
  }
  if (sender.state === 'suspended') return;
  if (!isOpen(row.sending_hours, company?.timezone ?? 'UTC', new Date())) return;
  await produceSome(options, row, sender, template ?? null, roomFor(row, sender, counts, tempo));
};
