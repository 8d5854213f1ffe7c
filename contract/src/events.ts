// The events that we emit, by webhook and by the pull feed: one shape per event. docs/events.md shows an example of
// each, and a test holds the two together. Receivers must expect further fields in `data`.

import Type, { type Static, type TProperties } from 'typebox';
import { alertKinds } from './alert-kinds.ts';
import { PauseReason, RecipientCounts } from './campaigns.ts';
import { TextEnum } from './enums.ts';
import { Failure } from './failure.ts';
import { Id } from './ids.ts';
import { IncomingDetails } from './incoming-details.ts';
import { nullable } from './nullable.ts';
import { senderQualities, senderStates } from './senders.ts';
import { campaignStates, messageStatuses } from './states.ts';
import { StatusDetails } from './status-details.ts';
import { Time } from './time.ts';

/** A moment with the company's numeric offset. */
const moment = (description: string) =>
  Type.String({
    format: 'date-time',
    pattern: '[+-]\\d{2}:\\d{2}$',
    description,
    examples: ['2026-11-15T12:30:00+03:00'],
  });

const digits = (description: string) =>
  Type.String({ pattern: '^\\d*$', description, examples: ['966501234567'] });

const occurred = {
  occurred_at: moment("When it happened, to the millisecond, with the company's UTC offset."),
};

const event = <Name extends string, Data extends TProperties>(name: Name, description: string, data: Data) =>
  Type.Object(
    {
      id: Id('event', 'The id of the event. It is the same in every attempt, so it tells duplicates apart.'),
      event: Type.Literal(name),
      timestamp: moment("When it happened, to the second, with the company's UTC offset."),
      data: Type.Object({ ...occurred, ...data }),
    },
    { description },
  );

const person = nullable(Type.String(), "The person's own name for themselves at WhatsApp.");

const messageData = {
  provider: nullable(Type.String(), 'Who carried it.'),
  provider_message_id: nullable(Type.String(), "The provider's own id of the message."),
  ...IncomingDetails.properties,
};

const incomingData = {
  sender_phone: digits('Who wrote, digits only. Empty when the person hides the number.'),
  sender_id: Type.String({
    description:
      'Who wrote: the id that WhatsApp gives the person for your business, else the digits of their number. Send to it as `recipient`.',
    examples: ['966501234567'],
  }),
  sender_username: nullable(Type.String(), 'The username the person chose, with its @.'),
  message_body: Type.String({ description: 'The text, or one readable line for what is not text.' }),
  message_type: Type.String({
    description: 'text, image, audio, video, document, sticker, location, contacts, button, interactive, ...',
    examples: ['text'],
  }),
  message_id: Id('message', 'The id of the message here.'),
  sender_name: person,
  received_by: nullable(Id('sender', 'Your number.'), 'Which of your senders received it.'),
  ...messageData,
};

const IncomingMessageEvent = event(
  'incoming_message',
  'A person wrote to one of your numbers.',
  incomingData,
);

const MessageEditedEvent = event(
  'message_edited',
  'A person changed a message. `refers_to` names it, `message_body` is the new text.',
  incomingData,
);

const MessageDeletedEvent = event(
  'message_deleted',
  'A person deleted a message for everyone. `refers_to` names it.',
  incomingData,
);

const AppMessageEvent = event(
  'app_message',
  'Somebody wrote to a person from the WhatsApp Business app with one of your numbers.',
  {
    recipient_phone: digits('Who gets it, digits only. Empty when the person hides the number.'),
    recipient_id: Type.String({
      description: 'Who gets it: the id that WhatsApp gives the person for your business, else the digits.',
      examples: ['966501234567'],
    }),
    message_body: Type.String({ description: 'The text, or one readable line for what is not text.' }),
    message_type: Type.String({ description: 'text, image, ...; edit or revoke for a change in the app.' }),
    message_id: Id('message', 'The id of the message here.'),
    sent_by: nullable(Id('sender', 'Your number.'), 'Which of your senders it was written from.'),
    ...messageData,
  },
);

const CallEvent = event('call', 'A call with one of your numbers begins or ends.', {
  call_id: Type.String({ description: "The provider's id of the call.", examples: ['wacid.HBgLMTIx'] }),
  stage: Type.String({ description: 'connect or terminate.', examples: ['connect'] }),
  direction: nullable(TextEnum(['incoming', 'outgoing']), 'Who called: the person, or you.'),
  person_phone: digits('The person, digits only. Empty when they hide their number.'),
  person_id: Type.String({
    description: 'The person: the id that WhatsApp gives them for your business, else the digits.',
    examples: ['966501234567'],
  }),
  sender_id: nullable(Id('sender', 'Your number.'), 'Which of your senders it is about.'),
  status: nullable(Type.String(), 'How it ended, in the words of the provider.'),
  started_at: nullable(Time, 'When it began, UTC.'),
  ended_at: nullable(Time, 'When it ended, UTC.'),
  duration_seconds: nullable(Type.Number(), 'How long it lasted.'),
  call: Type.Unknown({ description: 'All of it, as the provider sent it.' }),
});

const MessageStatusEvent = event('message_status', 'A message that you sent has a new status.', {
  message_id: Id('message', 'The id of the message.'),
  recipient_phone: digits('Who gets it, digits only. Empty when it was sent to a user id.'),
  recipient_id: Type.String({
    description: 'Who gets it: the user id it was sent to, else the digits of the number.',
    examples: ['966501234567'],
  }),
  status: TextEnum(messageStatuses),
  attempt: Type.Integer({ description: 'Which attempt to send it this is about; 0 before the first one.' }),
  sequence: Type.Integer({
    description: 'Puts the statuses of one message in order, however they arrive: the highest one counts.',
  }),
  error: nullable(Failure, 'Why it failed or waits, and what to do about it.'),
  reference: nullable(Type.String(), 'The `reference` you gave when sending.'),
  sender_id: nullable(Id('sender', 'Your number.'), 'Which of your senders sent it.'),
  provider_message_id: nullable(Type.String(), "The provider's own id of the message."),
  ...StatusDetails.properties,
});

const SenderStateEvent = event('sender_state', 'One of your senders starts or stops working.', {
  sender_id: Id('sender', 'The sender.'),
  state: TextEnum(senderStates),
  error: nullable(Failure, 'Why it does not work, and what to do about it.'),
});

const WindowClosingEvent = event(
  'window_closing',
  'Free text to this person ends in two hours. Told once, and only when a webhook names this event.',
  {
    sender_id: nullable(Id('sender', 'Your number.'), 'The sender that the person wrote to.'),
    contact_phone: digits('Who wrote, digits only. Empty when the person hides the number.'),
    contact_id: Type.String({
      description: 'Who wrote, as an address to send to: the digits of the number, else the user id.',
      examples: ['966501234567'],
    }),
    last_incoming_at: nullable(moment('When they last wrote.'), 'When they last wrote.'),
    closes_at: nullable(moment('When it closes.'), 'When the window closes.'),
  },
);

const SenderQualityEvent = event('sender_quality', 'The quality of a number changed at WhatsApp.', {
  sender_id: Id('sender', 'The sender.'),
  quality: nullable(TextEnum(senderQualities), 'What it is now.'),
  previous: nullable(TextEnum(senderQualities), 'What it was.'),
});

const peoplePerDay = (description: string) => nullable(Type.Integer(), description);

const SenderLimitEvent = event('sender_limit', 'How many people a number may write to first has changed.', {
  sender_id: Id('sender', 'The sender.'),
  is_unlimited: Type.Boolean({ description: 'There is no limit now.' }),
  people_per_day: peoplePerDay('People within 24 hours; null: no limit, or not known.'),
  previous: peoplePerDay('What it was; null: no limit, or not known.'),
});

const AccountAlertEvent = event('account_alert', 'Something about an account needs a person.', {
  sender_id: nullable(Id('sender', 'The sender.'), 'The sender it is about; null: the whole company.'),
  kind: Type.String({
    description:
      '`token_ends` (14 and 3 days before), `token_refused`, `restricted`, `name_declined`, `provider_alert`, `cost_drift`.',
    examples: ['token_ends'],
  }),
  detail: Type.String({ description: 'What happened, for people.' }),
  action: Type.String({ description: 'What to do about it.' }),
  ends_at: nullable(moment('When it ends.'), 'When the token or the restriction ends, where that is known.'),
});

const AlertEvent = event('alert', 'An alert was opened or resolved.', {
  alert_id: Id('alert', 'The alert.'),
  kind: TextEnum(alertKinds, { description: 'What it is about.' }),
  state: TextEnum(['open', 'resolved'], { description: 'Whether it begins or is over.' }),
  title: Type.String({ description: 'What happened, for people.' }),
  detail: Type.String({ description: 'More of it, and what to do.' }),
  subject: nullable(Type.String(), 'The id of the webhook, sender, campaign or token; null: the company.'),
});

const WebhookDisabledEvent = event('webhook_disabled', 'One of your webhooks was disabled.', {
  webhook_id: Id('webhook', 'The webhook.'),
  url: Type.String({ description: 'Its address.' }),
  reason: Type.String({ description: 'Why, for people.' }),
});

const ProviderNoticeEvent = event('provider_notice', 'The provider tells something else.', {
  sender_id: nullable(Id('sender', 'Your number.'), 'The sender it is about.'),
  topic: Type.String({ description: "What it is about, in the provider's words." }),
  notice: Type.Unknown({ description: 'All of it, as the provider sent it.' }),
});

const consentData = {
  contact_id: nullable(Id('contact', 'The contact.'), 'Null when the person was erased since.'),
  contact_phone: digits(
    'Whose consent it is, digits only. Empty when the number is not known, or the person was erased since.',
  ),
  source: Type.String({
    description:
      'Where it comes from: `stop_word`, `start_word`, `whatsapp`, `api`, `dashboard`, or a text of your own.',
    examples: ['stop_word'],
  }),
  message_id: nullable(Id('message', 'The message.'), 'The message that says so, when one does.'),
};

const ContactOptedOutEvent = event(
  'contact_opted_out',
  'A person wants no more messages. Sending to them is refused from now on.',
  consentData,
);

const ContactOptedInEvent = event('contact_opted_in', 'A person wants messages.', consentData);

const campaignData = {
  campaign_id: Id('campaign', 'The campaign.'),
  name: Type.String({ description: 'Its name.' }),
  state: TextEnum(campaignStates),
  total: Type.Integer({ description: 'Its recipients.' }),
  counts: RecipientCounts,
  replied: Type.Integer({ description: 'Recipients who wrote back within 72 hours.' }),
};

const CampaignStartedEvent = event(
  'campaign_started',
  'A campaign knows all its recipients and begins to send.',
  campaignData,
);

const CampaignPausedEvent = event('campaign_paused', 'A campaign was paused, or paused itself.', {
  ...campaignData,
  pause_reason: nullable(PauseReason, 'Who or what paused it, and why.'),
});

const CampaignCompletedEvent = event(
  'campaign_completed',
  'The campaign is over: everybody was sent to, failed or was skipped.',
  campaignData,
);

const templateData = {
  template_id: Id('template', 'The template.'),
  name: Type.String({ description: 'Its name.' }),
  language: Type.String({ description: 'Its language.' }),
};

const TemplateStatusEvent = event(
  'template_status',
  'A template was approved, rejected, paused, disabled or deleted. Only an approved one is sent.',
  {
    ...templateData,
    status: Type.String({ description: 'approved, pending, rejected, paused, disabled, deleted, ...' }),
    previous_status: Type.String({ description: 'What it was.' }),
    reason: nullable(Type.String(), 'Why, in the words of WhatsApp.'),
  },
);

const TemplateCategoryEvent = event(
  'template_category',
  'WhatsApp has changed the category of a template, or will. It decides consent and price.',
  {
    ...templateData,
    category: Type.String({ description: 'marketing, utility or authentication.' }),
    previous_category: Type.String({ description: 'What it was.' }),
    next_category: nullable(Type.String(), 'What it will be, when the change is only announced.'),
    next_category_at: nullable(Time, 'When that comes.'),
  },
);

const TemplateQualityEvent = event('template_quality', 'People rate a template better or worse.', {
  ...templateData,
  quality: nullable(Type.String(), 'green, yellow or red.'),
  previous_quality: nullable(Type.String(), 'What it was.'),
});

const MediaStoredEvent = event(
  'media_stored',
  'The file of an incoming message is here. Told only to webhooks that name this event.',
  {
    message_id: Id('message', 'The incoming message that brought it.'),
    sender_id: nullable(Id('sender', 'Your number.'), 'Which of your senders received it.'),
    media: IncomingDetails.properties.media,
  },
);

const TestEvent = event('test', 'You asked for a test of a webhook.', {
  message: Type.String({ description: 'A greeting.' }),
});

export const eventSchemas = {
  incoming_message: IncomingMessageEvent,
  message_edited: MessageEditedEvent,
  message_deleted: MessageDeletedEvent,
  app_message: AppMessageEvent,
  call: CallEvent,
  message_status: MessageStatusEvent,
  sender_state: SenderStateEvent,
  sender_quality: SenderQualityEvent,
  sender_limit: SenderLimitEvent,
  account_alert: AccountAlertEvent,
  alert: AlertEvent,
  window_closing: WindowClosingEvent,
  webhook_disabled: WebhookDisabledEvent,
  provider_notice: ProviderNoticeEvent,
  contact_opted_out: ContactOptedOutEvent,
  contact_opted_in: ContactOptedInEvent,
  campaign_started: CampaignStartedEvent,
  campaign_paused: CampaignPausedEvent,
  campaign_completed: CampaignCompletedEvent,
  template_status: TemplateStatusEvent,
  template_category: TemplateCategoryEvent,
  template_quality: TemplateQualityEvent,
  media_stored: MediaStoredEvent,
  test: TestEvent,
} as const;

export type EventType = keyof typeof eventSchemas;
export const eventTypes = Object.keys(eventSchemas) as EventType[];
export type EventPayload = { [Type in EventType]: Static<(typeof eventSchemas)[Type]> }[EventType];

/** How an event looks in a list: the parts that all have. Its `data` is described per event in docs/events.md. */
export const Event = Type.Object(
  {
    id: Id('event', 'The id of the event.'),
    event: TextEnum(eventTypes),
    timestamp: moment("When it happened, with the company's UTC offset."),
    data: Type.Unsafe<EventPayload['data']>({ type: 'object', additionalProperties: true }),
  },
  { $id: 'Event', description: 'Something that happened; the same text a webhook delivers.' },
);

const anyType = `(${eventTypes.join('|')})`;

const waitSecondsMax = 30;

export const EventQuery = Type.Object(
  {
    after: Type.Optional(
      Id(
        'event',
        'Only events after this one: `next_after` of the answer before. Left out: from the oldest kept.',
      ),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Events in one answer.' }),
    ),
    types: Type.Optional(
      Type.String({
        pattern: `^${anyType}(,${anyType})*$`,
        description: 'Only events of these types, separated by commas.',
        examples: ['incoming_message,message_status'],
      }),
    ),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: waitSecondsMax,
        default: 0,
        description: 'With `after`: how many seconds to wait for an event when there is none yet.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type EventQuery = Static<typeof EventQuery>;

export const EventFeed = Type.Object(
  {
    data: Type.Array(Type.Unsafe<EventPayload>({ $ref: 'Event#' }), { description: 'Oldest first.' }),
    next_after: Id('event', 'What to send as `after` next time. Keep it once you have handled `data`.'),
    has_more: Type.Boolean({ description: 'Whether more can be had at once.' }),
  },
  { $id: 'EventFeed', description: 'Events in the order in which they happened.' },
);
export type EventFeed = Static<typeof EventFeed>;
