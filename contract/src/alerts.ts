// Alerts: what went wrong and was resolved, who is notified of it and how.

import Type, { type Static } from 'typebox';
import { alertKinds, alertRuleKinds } from './alert-kinds.ts';
import { TextEnum, UniqueList } from './enums.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { cursorQuery, pageOf } from './paging.ts';
import { Time } from './time.ts';

export const alertChannels = ['mail', 'webhook', 'whatsapp'] as const;
export type AlertChannel = (typeof alertChannels)[number];

export const alertStates = ['open', 'resolved'] as const;
export type AlertState = (typeof alertStates)[number];

export const noticeStates = ['waiting', 'sent', 'failed', 'skipped'] as const;
export type NoticeState = (typeof noticeStates)[number];

const AlertNotice = Type.Object({
  channel: TextEnum(alertChannels),
  state: TextEnum(noticeStates, { description: 'Whether the notice went out.' }),
  due_at: nullable(Time, 'When it goes out, while it waits: quiet hours hold it back.'),
  reason: nullable(Type.String(), 'Why it waits, failed or was left out.'),
});
export type AlertNotice = Static<typeof AlertNotice>;

export const Alert = Type.Object(
  {
    id: Id('alert', 'The id of the alert.'),
    kind: TextEnum(alertKinds),
    state: TextEnum(alertStates),
    title: Type.String({ description: 'What happened, in English.' }),
    detail: Type.String({ description: 'More of it, and what to do, in English.' }),
    values: Type.Record(Type.String(), Type.Unknown(), { description: 'What the texts are made of.' }),
    subject: nullable(Type.String(), 'The id of what it is about; null: the company itself.'),
    opened_at: Time,
    resolved_at: nullable(Time, 'When it was over.'),
    is_read: Type.Boolean({ description: 'Whether the person who asks has read it.' }),
    notices: Type.Array(AlertNotice, { description: 'Who was told, by which way.' }),
  },
  { $id: 'Alert', description: 'Something that needs a person, or did.' },
);
export type Alert = Static<typeof Alert>;
export const AlertPage = pageOf(Alert);

export const AlertQuery = Type.Object(
  {
    ...cursorQuery,
    state: Type.Optional(TextEnum(alertStates, { description: 'Only open ones, or only resolved ones.' })),
  },
  { additionalProperties: false },
);
export type AlertQuery = Static<typeof AlertQuery>;

export const AlertSummary = Type.Object(
  {
    unread: Type.Integer({
      description: 'Alerts that the person has not read, counted up to 100. 0 for a token.',
    }),
    open: Type.Integer({ description: 'Alerts that are open, counted up to 100.' }),
  },
  { $id: 'AlertSummary', description: 'What the bell shows.' },
);
export type AlertSummary = Static<typeof AlertSummary>;

export const AlertsRead = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Id('alert', 'The id of an alert.'), {
        maxItems: 200,
        description: 'Those that were read. Left out: all of them.',
      }),
    ),
  },
  { additionalProperties: false, $id: 'AlertsRead', description: 'Which alerts were read.' },
);
export type AlertsRead = Static<typeof AlertsRead>;

const Channels = UniqueList(TextEnum(alertChannels), {
  maxItems: alertChannels.length,
  description: 'How owners are told, besides the bell. Empty: by the bell alone.',
});

const threshold = (description: string) => Type.Integer({ minimum: 1, maximum: 100, description });

export const AlertRule = Type.Object({
  kind: TextEnum(alertRuleKinds),
  is_on: Type.Boolean({ description: 'Whether such alerts are raised.' }),
  threshold: nullable(
    threshold('In per cent.'),
    'From how many per cent on, where the kind has such a bound.',
  ),
  channels: Channels,
});
export type AlertRule = Static<typeof AlertRule>;

const clock = (description: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description, examples: ['22:00'] });

export const QuietHours = Type.Object(
  {
    from: clock("When they begin, by the company's time zone."),
    until: clock('When they end, the next day where that is earlier.'),
  },
  { additionalProperties: false },
);
export type QuietHours = Static<typeof QuietHours>;

export const AlertWhatsApp = Type.Object(
  {
    to: Type.String({
      maxLength: 40,
      description: "The owner's number, in international format.",
      examples: ['+966501234567'],
    }),
    template: Type.Optional(
      nullable(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 512 }),
            language: Type.String({ minLength: 2, maxLength: 20, examples: ['en'] }),
          },
          { additionalProperties: false },
        ),
        'An approved template with one placeholder for the text, sent where the 24-hour window is closed.',
      ),
    ),
  },
  { additionalProperties: false },
);
export type AlertWhatsApp = Static<typeof AlertWhatsApp>;

export const AlertSettings = Type.Object(
  {
    rules: Type.Array(AlertRule, { description: 'One for every kind.' }),
    quiet_hours: nullable(QuietHours, 'Mails and WhatsApp messages wait until they end.'),
    whatsapp: nullable(AlertWhatsApp, 'Where WhatsApp messages go; null: nowhere.'),
    is_mail_set_up: Type.Boolean({ description: 'Whether this gateway can send mails.' }),
  },
  { $id: 'AlertSettings', description: 'Which alerts are raised, and who is told how.' },
);
export type AlertSettings = Static<typeof AlertSettings>;

export const AlertSettingsChange = Type.Object(
  {
    rules: Type.Optional(
      Type.Array(
        Type.Object(
          {
            kind: TextEnum(alertRuleKinds),
            is_on: Type.Optional(Type.Boolean()),
            threshold: Type.Optional(threshold('In per cent; only for kinds with such a bound.')),
            channels: Type.Optional(Channels),
          },
          { additionalProperties: false },
        ),
        { maxItems: alertRuleKinds.length, description: 'The rules that change.' },
      ),
    ),
    quiet_hours: Type.Optional(nullable(QuietHours, 'Null: none.')),
    whatsapp: Type.Optional(nullable(AlertWhatsApp, 'Null: nowhere.')),
  },
  { additionalProperties: false, $id: 'AlertSettingsChange', description: 'What is left out stays.' },
);
export type AlertSettingsChange = Static<typeof AlertSettingsChange>;

export const AlertTest = Type.Object(
  { channel: TextEnum(alertChannels, { description: 'Which way to try.', examples: ['webhook'] }) },
  { additionalProperties: false, $id: 'AlertTest', description: 'A test of one way to be told.' },
);
export type AlertTest = Static<typeof AlertTest>;
