// Made from contract/ by `npm run docs`: the types of campaign-events, as the API has them. Do not edit.

import type { CampaignEventCounts, CampaignState, PauseReason } from './campaigns.ts';
import type { EventEnvelope } from './event-envelope.ts';

/** A person wants no more messages. Sending to them is refused from now on. */
export interface ContactOptedOutEvent extends EventEnvelope {
  readonly event: 'contact_opted_out';
  readonly data: ConsentEventData;
}

/** A person wants messages. */
export interface ContactOptedInEvent extends EventEnvelope {
  readonly event: 'contact_opted_in';
  readonly data: ConsentEventData;
}

/** A campaign knows all its recipients and begins to send. */
export interface CampaignStartedEvent extends EventEnvelope {
  readonly event: 'campaign_started';
  readonly data: CampaignEventData;
}

/** A campaign was paused, or paused itself. */
export interface CampaignPausedEvent extends EventEnvelope {
  readonly event: 'campaign_paused';
  readonly data: CampaignEventData & {
    /** Who or what paused it, and why. */
    readonly pause_reason: PauseReason | null;
  };
}

/** The campaign is over: everybody was sent to, failed or was skipped. */
export interface CampaignCompletedEvent extends EventEnvelope {
  readonly event: 'campaign_completed';
  readonly data: CampaignEventData;
}

export interface ConsentEventData {
  /** When it happened, to the millisecond, with the company's UTC offset. */
  readonly occurred_at: string;
  /** Null when the person was erased since. */
  readonly contact_id: string | null;
  /** Whose consent it is, digits only. Empty when the number is not known, or the person was erased since. */
  readonly contact_phone: string;
  /** Where it comes from: `stop_word`, `start_word`, `whatsapp`, `api`, `dashboard`, or a text of your own. */
  readonly source: string;
  /** The message that says so, when one does. */
  readonly message_id: string | null;
}

export interface CampaignEventData {
  /** When it happened, to the millisecond, with the company's UTC offset. */
  readonly occurred_at: string;
  /** The campaign. */
  readonly campaign_id: string;
  /** Its name. */
  readonly name: string;
  readonly state: CampaignState;
  /** Its recipients. */
  readonly total: number;
  /** Recipients by state. They add up to `total`. */
  readonly counts: CampaignEventCounts;
  /** Recipients who wrote back within 72 hours. */
  readonly replied: number;
}
