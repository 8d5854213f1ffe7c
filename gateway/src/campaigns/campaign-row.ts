// A campaign as its row has it.

import type { AutoPause, ExcludableProblem, PauseReason, SendingHours } from '@hudhud/contract/campaigns.ts';
import type { MessageContent } from '@hudhud/contract/content.ts';
import type { CampaignState } from '@hudhud/contract/states.ts';
import type { StoredAudience } from './audience/stored-audience.ts';

export interface CampaignKey {
  /** UUID. */
  readonly companyId: string;
  /** UUID. */
  readonly id: string;
}

export interface CampaignRow {
  readonly company_id: string;
  readonly id: string;
  readonly name: string;
  readonly state: CampaignState;
  readonly text: string;
  /** Null: a plain text, which is `text`. */
  readonly content: MessageContent | null;
  readonly sender_id: string | null;
  readonly audience: StoredAudience | null;
  readonly exclude: readonly ExcludableProblem[];
  readonly schedule_at: Date | null;
  readonly sending_hours: SendingHours | null;
  readonly messages_per_second: number | null;
  readonly auto_pause: AutoPause | null;
  readonly pause_reason: PauseReason | null;
  readonly owner_epoch: string | null;
  readonly freeze_after: string | null;
  readonly last_position: number;
  readonly duplicates: number;
  readonly produced_position: number;
  readonly judged_from: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly started_at: Date | null;
  readonly prepared_at: Date | null;
  readonly finished_at: Date | null;
  /** Its people are gone, its numbers are not. */
  readonly forgotten_at: Date | null;
}

export const keyOf = (row: CampaignRow): CampaignKey => ({ companyId: row.company_id, id: row.id });

/** The content for everybody, before it is filled. */
export const contentOf = ({ content, text }: CampaignRow): MessageContent =>
  content ?? { type: 'text', message: text };
