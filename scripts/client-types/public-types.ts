// Which types of the contract the client shows, and in which of its files. Every schema that one of them refers to must be
// here too.

import { CampaignStatistics } from '@hudhud/contract/campaign-statistics.ts';
import {
  Audience,
  Campaign,
  CampaignQuery,
  NewCampaign,
  PauseReason,
  RecipientCounts,
  recipientStates,
  StartCampaign,
} from '@hudhud/contract/campaigns.ts';
import { Me } from '@hudhud/contract/companies.ts';
import {
  Contact,
  ContactChange,
  ContactQuery,
  ContactUpsert,
  NewContact,
} from '@hudhud/contract/contacts.ts';
import { contentKinds, TemplateRequest } from '@hudhud/contract/content.ts';
import { errorCodes } from '@hudhud/contract/errors.ts';
import { EventFeed, eventSchemas } from '@hudhud/contract/events.ts';
import { Failure } from '@hudhud/contract/failure.ts';
import { Media, MediaLink, MediaQuery, MediaUsage } from '@hudhud/contract/media.ts';
import {
  BatchError,
  Message,
  MessageQuery,
  SendAnswer,
  SendBatchAnswer,
  sendMessageBody,
} from '@hudhud/contract/messages.ts';
import { FieldError, Problem } from '@hudhud/contract/problem.ts';
import { ContactFilter } from '@hudhud/contract/segments.ts';
import { campaignStates, messageStatuses } from '@hudhud/contract/states.ts';
import {
  NewTemplate,
  Template,
  TemplateChangeEntry,
  TemplateEdit,
  TemplateField,
  TemplateQuery,
  TemplateSyncResult,
} from '@hudhud/contract/templates.ts';
import { Timeline, TimelineEntry } from '@hudhud/contract/timeline.ts';
import { CreatedWebhook, NewWebhook, Webhook } from '@hudhud/contract/webhooks.ts';
import { type Schema, sharedBy } from './render-type.ts';

export type TypeFile = Readonly<Record<string, Schema>>;

const asTypeName = (name: string): string =>
  name.replace(/(^|_)(\w)/g, (_, _before, letter: string) => letter.toUpperCase());

const events = Object.fromEntries(
  Object.entries(eventSchemas).map(([event, schema]) => [`${asTypeName(event)}Event`, schema as Schema]),
);

/** The events by file; `account-events` has those that no other file names. An incoming message has a file of its own. */
const { IncomingMessageEvent = {}, ...otherEvents } = events;
const messageEvents = [
  'MessageEditedEvent',
  'MessageDeletedEvent',
  'AppMessageEvent',
  'CallEvent',
  'MessageStatusEvent',
  'WindowClosingEvent',
  'MediaStoredEvent',
];
const campaignEvents = [
  'ContactOptedOutEvent',
  'ContactOptedInEvent',
  'CampaignStartedEvent',
  'CampaignPausedEvent',
  'CampaignCompletedEvent',
];

const eventsNamed = (names: readonly string[]): TypeFile =>
  Object.fromEntries(
    names.map((name) => {
      const schema = otherEvents[name];
      if (!schema) throw new Error(`the contract has no ${name} any more`);
      return [name, schema];
    }),
  );

const accountEvents = Object.keys(otherEvents).filter(
  (name) => !messageEvents.includes(name) && !campaignEvents.includes(name),
);

const anyEvent: Schema = {
  $id: 'Event',
  description: 'Something that happened. Expect events and fields that are not here yet.',
  anyOf: Object.values(events),
};

const asSchema = (schema: object): Schema => schema as Schema;

/** Finds a part inside a schema that has a name of its own, because it is part of other schemas too. */
const partOf = (schema: object, ...path: readonly string[]): Schema => {
  let part: unknown = schema;
  for (const step of path) {
    const choices = (part as Schema).oneOf;
    const holder = choices ? choices.find(({ properties }) => properties?.[step]) : part;
    const { properties, items } = (holder ?? {}) as Schema;
    part = step === 'items' ? items : properties?.[step];
    if (part === undefined) throw new Error(`a type of the client has no part ${path.join('.')} any more`);
  }
  return part as Schema;
};

const sendBody = asSchema(sendMessageBody([]));

/** Contents that are sent to one person and to many in the same words. */
const contents: TypeFile = Object.fromEntries(
  contentKinds()
    .filter(({ isForMany }) => isForMany !== false)
    .map(({ name, schema }) => [`${asTypeName(name)}Content`, asSchema(schema)]),
);

const dataOf = (event: string): Schema => partOf(events[event] ?? {}, 'data');

/** Types that others extend with members of their own. */
const bases = {
  EventEnvelope: sharedBy(Object.values(events), 'What every event says besides its name and its data.'),
  ContactDetails: sharedBy([NewContact, ContactChange].map(asSchema), 'What is told of a person.'),
  WrittenMessageData: sharedBy(
    [dataOf('IncomingMessageEvent'), dataOf('AppMessageEvent')],
    'What a written message says, whether a person wrote it or somebody wrote to a person from the WhatsApp Business app.',
  ),
  ReplyAndFallback: {
    type: 'object',
    description: 'What may go with most contents.',
    properties: {
      reply_to: partOf(sendBody, 'reply_to'),
      fallback_template: partOf(sendBody, 'fallback_template'),
    },
  },
  PostalAddress: sharedBy(
    [
      partOf(sendBody, 'contacts', 'items', 'addresses', 'items'),
      partOf(dataOf('IncomingMessageEvent'), 'contacts', 'items', 'card', 'addresses', 'items'),
    ],
    'An address on the card of a contact.',
  ),
  CampaignEventData: dataOf('CampaignStartedEvent'),
  TemplateEventData: sharedBy(
    [dataOf('TemplateStatusEvent'), dataOf('TemplateQualityEvent')],
    'What is told of a template, whatever became of it.',
  ),
};

export const baseTypes: readonly string[] = [
  ...Object.keys(bases),
  ...Object.keys(contents),
  'ContactUpsert',
  'MediaToSend',
  'Webhook',
];

export const publicTypes: Readonly<Record<string, TypeFile>> = {
  problem: {
    ErrorCode: { enum: errorCodes, description: 'The codes of docs/errors.md. More may come.' },
    Failure: asSchema(Failure),
    FieldError: asSchema(FieldError),
    Problem: asSchema(Problem),
  },
  contents: {
    TemplateRequest: asSchema(TemplateRequest),
    TemplateHeader: partOf(TemplateRequest, 'header'),
    TemplateButton: partOf(TemplateRequest, 'buttons', 'items'),
    MediaToSend: partOf(sendBody, 'media'),
    DocumentToSend: partOf(TemplateRequest, 'header', 'media'),
    ContactToSend: partOf(sendBody, 'contacts', 'items'),
    ContactName: partOf(sendBody, 'contacts', 'items', 'name'),
    PostalAddress: bases.PostalAddress,
    ContactOrganization: partOf(sendBody, 'contacts', 'items', 'organization'),
    LocationToSend: partOf(sendBody, 'location'),
    HeaderToSend: partOf(sendBody, 'header'),
    ButtonToSend: partOf(sendBody, 'buttons', 'items'),
    LinkToSend: partOf(sendBody, 'link'),
    ListToSend: partOf(sendBody, 'list'),
    FlowToSend: partOf(sendBody, 'flow'),
    ProductToSend: partOf(sendBody, 'product'),
    ProductsToSend: partOf(sendBody, 'products'),
    CarouselCardToSend: partOf(sendBody, 'carousel', 'cards', 'items'),
    ...contents,
  },
  messages: {
    MessageStatus: { enum: messageStatuses },
    ReplyAndFallback: bases.ReplyAndFallback,
    SendMessage: sendBody,
    SendAnswer: asSchema(SendAnswer),
    BatchError: asSchema(BatchError),
    SendBatchAnswer: asSchema(SendBatchAnswer),
    Message: asSchema(Message),
    MessageQuery: asSchema(MessageQuery),
  },
  media: {
    Media: asSchema(Media),
    MediaQuery: asSchema(MediaQuery),
    MediaLink: asSchema(MediaLink),
    MediaUsage: asSchema(MediaUsage),
  },
  templates: {
    TemplateField: asSchema(TemplateField),
    Template: asSchema(Template),
    TemplateQuery: asSchema(TemplateQuery),
    TemplateChange: asSchema(TemplateChangeEntry),
    NewTemplate: asSchema(NewTemplate),
    TemplateEdit: asSchema(TemplateEdit),
    TemplateSyncResult: asSchema(TemplateSyncResult),
  },
  timeline: { TimelineEntry: asSchema(TimelineEntry), Timeline: asSchema(Timeline) },
  'event-envelope': { EventEnvelope: bases.EventEnvelope },
  'incoming-message': {
    IncomingMessageEvent,
    IncomingMessageData: partOf(IncomingMessageEvent, 'data'),
    WrittenMessageData: bases.WrittenMessageData,
    ReceivedFile: partOf(IncomingMessageEvent, 'data', 'media'),
    ReceivedContact: partOf(IncomingMessageEvent, 'data', 'contacts', 'items'),
    ReceivedReferral: partOf(IncomingMessageEvent, 'data', 'referral'),
    ReceivedSystem: partOf(IncomingMessageEvent, 'data', 'system'),
    ReceivedChoice: partOf(IncomingMessageEvent, 'data', 'choice'),
    ReceivedReference: partOf(IncomingMessageEvent, 'data', 'refers_to'),
    ReceivedCard: partOf(IncomingMessageEvent, 'data', 'contacts', 'items', 'card'),
  },
  'message-events': eventsNamed(messageEvents),
  'campaign-events': {
    ...eventsNamed(campaignEvents),
    ConsentEventData: dataOf('ContactOptedOutEvent'),
    CampaignEventData: bases.CampaignEventData,
  },
  'account-events': { ...eventsNamed(accountEvents), TemplateEventData: bases.TemplateEventData },
  events: { HudhudEvent: anyEvent, EventFeed: asSchema(EventFeed) },
  webhooks: {
    NewWebhook: asSchema(NewWebhook),
    Webhook: asSchema(Webhook),
    CreatedWebhook: asSchema(CreatedWebhook),
    WebhookHealth: partOf(Webhook, 'health'),
  },
  company: { Me: asSchema(Me) },
  contacts: {
    ContactDetails: bases.ContactDetails,
    NewContact: asSchema(NewContact),
    ContactUpsert: asSchema(ContactUpsert),
    ContactChange: asSchema(ContactChange),
    Contact: asSchema(Contact),
    ContactQuery: asSchema(ContactQuery),
    ContactFilter: asSchema(ContactFilter),
  },
  campaigns: {
    CampaignState: { enum: campaignStates },
    RecipientState: { enum: recipientStates },
    PauseReason: asSchema(PauseReason),
    CampaignEventCounts: asSchema(RecipientCounts),
    Audience: asSchema(Audience),
    NewCampaign: asSchema(NewCampaign),
    Campaign: asSchema(Campaign),
    CampaignQuery: asSchema(CampaignQuery),
    StartCampaign: asSchema(StartCampaign),
    CampaignStatistics: asSchema(CampaignStatistics),
  },
};
