// Which types of the contract the client shows, and in which of its files. Every schema that one of them refers to must be
// here too.

import { CampaignStatistics } from '@hudhud/contract/campaign-statistics.ts';
import { Audience, Campaign, CampaignQuery, NewCampaign, StartCampaign } from '@hudhud/contract/campaigns.ts';
import { Me } from '@hudhud/contract/companies.ts';
import {
  Contact,
  ContactChange,
  ContactQuery,
  ContactUpsert,
  NewContact,
} from '@hudhud/contract/contacts.ts';
import { TemplateRequest } from '@hudhud/contract/content.ts';
import { errorCodes } from '@hudhud/contract/errors.ts';
import { EventFeed, eventSchemas } from '@hudhud/contract/events.ts';
import { Failure } from '@hudhud/contract/failure.ts';
import { Media, MediaLink, MediaQuery, MediaUsage } from '@hudhud/contract/media.ts';
import {
  BatchError,
  Message,
  MessageQuery,
  messageStatuses,
  SendAnswer,
  SendBatchAnswer,
  sendMessageBody,
} from '@hudhud/contract/messages.ts';
import { FieldError, Problem } from '@hudhud/contract/problem.ts';
import { ContactFilter } from '@hudhud/contract/segments.ts';
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
import type { Schema } from './render-type.ts';

export type TypeFile = Readonly<Record<string, Schema>>;

const eventTypeName = (event: string): string =>
  `${event.replace(/(^|_)(\w)/g, (_, _before, letter: string) => letter.toUpperCase())}Event`;

const events = Object.fromEntries(
  Object.entries(eventSchemas).map(([event, schema]) => [eventTypeName(event), schema as Schema]),
);

/** It has more to say than all others together, so it has a file of its own. */
const { IncomingMessageEvent = {}, ...otherEvents } = events;

const anyEvent: Schema = {
  $id: 'Event',
  description: 'Something that happened. Expect events and fields that are not here yet.',
  anyOf: Object.values(events),
};

const asSchema = (schema: object): Schema => schema as Schema;

export const publicTypes: Readonly<Record<string, TypeFile>> = {
  problem: {
    ErrorCode: { enum: errorCodes, description: 'The codes of docs/errors.md. More may come.' },
    Failure: asSchema(Failure),
    FieldError: asSchema(FieldError),
    Problem: asSchema(Problem),
  },
  messages: {
    MessageStatus: { enum: messageStatuses },
    TemplateRequest: asSchema(TemplateRequest),
    SendMessage: asSchema(sendMessageBody([])),
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
  'incoming-message': { IncomingMessageEvent },
  events: { ...otherEvents, HudhudEvent: anyEvent, EventFeed: asSchema(EventFeed) },
  webhooks: {
    NewWebhook: asSchema(NewWebhook),
    Webhook: asSchema(Webhook),
    CreatedWebhook: asSchema(CreatedWebhook),
  },
  company: { Me: asSchema(Me) },
  contacts: {
    NewContact: asSchema(NewContact),
    ContactUpsert: asSchema(ContactUpsert),
    ContactChange: asSchema(ContactChange),
    Contact: asSchema(Contact),
    ContactQuery: asSchema(ContactQuery),
    ContactFilter: asSchema(ContactFilter),
  },
  campaigns: {
    Audience: asSchema(Audience),
    NewCampaign: asSchema(NewCampaign),
    Campaign: asSchema(Campaign),
    CampaignQuery: asSchema(CampaignQuery),
    StartCampaign: asSchema(StartCampaign),
    CampaignStatistics: asSchema(CampaignStatistics),
  },
};
