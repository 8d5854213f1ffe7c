// Numbers of messages, as the outside sees them: how many a company has, by day or hour and by what they are.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { messageDirections } from './messages.ts';
import { nullable } from './nullable.ts';
import { messageStatuses } from './states.ts';

export const statisticsPeriods = ['day', 'hour'] as const;
export type StatisticsPeriod = (typeof statisticsPeriods)[number];

export const statisticsGroups = ['status', 'sender', 'type', 'direction'] as const;
export type StatisticsGroup = (typeof statisticsGroups)[number];

/** Longer ranges would answer more rows than a person can look at. */
export const statisticsDaysMax: Readonly<Record<StatisticsPeriod, number>> = { day: 400, hour: 31 };

const anyGroup = `(${statisticsGroups.join('|')})`;

export const StatisticsQuery = Type.Object(
  {
    since: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Only messages accepted at or after the beginning of this day or hour. Left out: 30 days (by hour: 2 days) before `until`.',
      }),
    ),
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only messages accepted before the end of this day or hour. Left out: now.',
      }),
    ),
    by: Type.Optional(
      TextEnum(statisticsPeriods, {
        default: 'day',
        description: "One row per day or hour of the company's time zone.",
      }),
    ),
    group: Type.Optional(
      Type.String({
        pattern: `^${anyGroup}(,${anyGroup})*$`,
        default: 'status',
        description: `What to tell apart, separated by commas: ${statisticsGroups.join(', ')}.`,
        examples: ['status,sender'],
      }),
    ),
  },
  { additionalProperties: false },
);
export type StatisticsQuery = Static<typeof StatisticsQuery>;

const moment = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-15T00:00:00+03:00'] });

export const StatisticsRow = Type.Object({
  period: moment("When the day or hour begins, with the company's UTC offset."),
  status: Type.Optional(TextEnum(messageStatuses, { description: 'The status the messages have now.' })),
  sender_id: Type.Optional(nullable(Id('sender', 'The sender.'), 'Null: without a sender.')),
  type: Type.Optional(Type.String({ description: 'Kind of message.', examples: ['text'] })),
  direction: Type.Optional(TextEnum(messageDirections)),
  count: Type.Integer({ description: 'How many messages.' }),
});
export type StatisticsRow = Static<typeof StatisticsRow>;

export const Statistics = Type.Object(
  {
    since: moment('Where the first period begins.'),
    until: moment('Where the last period ends.'),
    by: TextEnum(statisticsPeriods),
    timezone: Type.String({ description: "The company's time zone.", examples: ['Asia/Riyadh'] }),
    total: Type.Integer({ description: 'The sum of all counts.' }),
    data: Type.Array(StatisticsRow, { description: 'Oldest period first. What has no message has no row.' }),
  },
  {
    $id: 'Statistics',
    description: 'How many messages were accepted or received, and the status they have now.',
  },
);
export type Statistics = Static<typeof Statistics>;
