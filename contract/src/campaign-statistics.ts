// The numbers of one campaign, as the outside sees them.

import Type, { type Static } from 'typebox';
import { RecipientCounts, recipientStates } from './campaigns.ts';
import { TextEnum } from './enums.ts';
import { Failure } from './failure.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { refTo } from './ref-to.ts';
import { Time } from './time.ts';

export const CampaignStatisticsQuery = Type.Object(
  { by: Type.Optional(TextEnum(['minute', 'hour'], { default: 'hour', description: 'For `over_time`.' })) },
  { additionalProperties: false },
);
export type CampaignStatisticsQuery = Static<typeof CampaignStatisticsQuery>;

const Rate = Type.Number({ description: 'Between 0 and 1.' });

const Percentiles = Type.Object(
  {
    count: Type.Integer(),
    p50: nullable(Type.Number()),
    p90: nullable(Type.Number()),
    p99: nullable(Type.Number()),
  },
  { description: 'Seconds, right to about 6 %.' },
);

export const CampaignStatistics = Type.Object(
  {
    total: Type.Integer(),
    counts: RecipientCounts,
    rates: Type.Object(
      { sent: Rate, delivered: Rate, read: Rate, failed: Rate, replied: Rate },
      {
        description:
          'Sent, delivered and read count everyone who reached at least that state. `sent` and `failed` are parts of all who were tried, the others of all who were sent to.',
      },
    ),
    replied: Type.Integer(),
    reasons: Type.Array(
      Type.Object({
        state: TextEnum(recipientStates),
        reason: Type.String(),
        count: Type.Integer(),
        error: nullable(refTo(Failure), 'One of them, while its message is kept.'),
      }),
      { description: 'Why people were not reached, the commonest first.' },
    ),
    over_time: Type.Array(
      Type.Object({
        at: Time,
        sent: Type.Integer(),
        delivered: Type.Integer(),
        read: Type.Integer(),
        failed: Type.Integer(),
        replied: Type.Integer(),
      }),
      { description: 'How many came so far in each minute or hour.' },
    ),
    stores: Type.Array(
      Type.Object({
        store_id: nullable(Id('store', 'The store.'), 'Null: people of no store.'),
        total: Type.Integer(),
        counts: RecipientCounts,
      }),
    ),
    seconds_to_delivered: Percentiles,
    seconds_to_read: Percentiles,
    pricing: Type.Array(Type.Object({ category: Type.String(), count: Type.Integer() }), {
      description: 'What the provider charges messages as.',
    }),
  },
  { $id: 'CampaignStatistics', description: 'What became of everybody. Kept with the statuses.' },
);
export type CampaignStatistics = Static<typeof CampaignStatistics>;
