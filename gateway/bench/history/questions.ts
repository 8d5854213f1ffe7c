// What people and systems ask of a history: every list with every filter, the story of a message, the feed, statistics and
// the overview. Each question is one call of the function that serves it.

import { readFeed } from '../../src/events/read-feed.ts';
import { countMessages, readMessagePage } from '../../src/messages/listing/list-messages.ts';
import { listMessages } from '../../src/messages/queries.ts';
import { findByProviderIds } from '../../src/messages/statuses/parked/queries.ts';
import { readTimeline } from '../../src/messages/timeline/read-timeline.ts';
import { countCalls, readCallPage } from '../../src/monitoring/calls/list-calls.ts';
import { countRequests, readRequestPage } from '../../src/monitoring/list-requests.ts';
import { listSendersNow, listWebhooksNow } from '../../src/monitoring/overview/queries.ts';
import { firstUuidAt, toPublicId } from '../../src/platform/ids.ts';
import { type PageQuery, toIdRange } from '../../src/platform/paging.ts';
import { dayMilliseconds } from '../../src/platform/time.ts';
import { readStatistics } from '../../src/statistics/read-statistics.ts';
import { countDeliveries, readDeliveryPage } from '../../src/webhooks/deliveries/list-deliveries.ts';
import { type Asked, daysAgo, exportRows, type Question, someone, stranger, timezone } from './asked.ts';
import { questionsOfPeople } from './questions-of-people.ts';

const middle = ({ days }: Asked): PageQuery => ({ limit: 50, until: daysAgo(days / 2) });

type MessageFilter = Parameters<typeof listMessages>[3];

const messages =
  (
    filter: MessageFilter,
    person: string | null = null,
    page: (asked: Asked) => PageQuery = () => ({}),
  ): Question =>
  (asked) =>
    listMessages(
      asked.database.pool,
      asked.companyId,
      toIdRange('messages', page(asked)),
      filter,
      person === null ? null : [person],
    );

type MessagePageQuery = Parameters<typeof readMessagePage>[2];

const messagePage =
  (query: MessagePageQuery): Question =>
  ({ database, companyId }) =>
    readMessagePage(database.pool, companyId, query);

const countedMessages =
  (query: Parameters<typeof countMessages>[2]): Question =>
  ({ database, companyId }) =>
    countMessages(database.pool, companyId, query);

const requests =
  (query: Parameters<typeof readRequestPage>[2]): Question =>
  ({ database, companyId }) =>
    readRequestPage(database.pool, companyId, query);

const calls =
  (queryOf: (asked: Asked) => Parameters<typeof readCallPage>[2]): Question =>
  (asked) =>
    readCallPage(asked.database.pool, asked.companyId, queryOf(asked));

const deliveries =
  (queryOf: (asked: Asked) => Parameters<typeof readDeliveryPage>[2]): Question =>
  (asked) =>
    readDeliveryPage(asked.database.pool, asked.companyId, queryOf(asked));

const feed =
  (ago: (asked: Asked) => number, types?: string): Question =>
  (asked) =>
    readFeed({ pool: asked.database.pool, describeIncoming: () => ({}) }, asked.companyId, {
      after: toPublicId('event', firstUuidAt(Date.now() - ago(asked) * dayMilliseconds)),
      ...(types !== undefined && { types }),
    });

const statistics =
  (query: Parameters<typeof readStatistics>[2]): Question =>
  ({ database, companyId }) =>
    readStatistics(database.pool, { id: companyId, timezone }, query);

const searchedDays = 30;
const lookUps = 50;

export const questions: Readonly<Record<string, Question>> = {
  'messages: all': messages({}),
  'messages: a page in the middle': messages({}, null, middle),
  'messages: queued': messages({ status: 'queued' }),
  'messages: sending': messages({ status: 'sending' }),
  'messages: sent': messages({ status: 'sent' }),
  'messages: read': messages({ status: 'read' }),
  'messages: failed': messages({ status: 'failed' }),
  'messages: played, of which there is none': messages({ status: 'played' }),
  'messages: incoming': messages({ direction: 'in' }),
  'messages: outgoing and queued': messages({ direction: 'out', status: 'queued' }),
  'messages: of one person': messages({}, someone),
  'messages: of one person, in the middle': messages({}, someone, middle),
  'messages: of one person, failed': messages({ status: 'failed' }, someone),
  'messages: of a person never seen': messages({}, stranger),
  'messages: by a text that none holds': messagePage({ text: 'no such words' }),
  'messages: by a text that all hold': messagePage({ text: 'your invoice' }),
  'messages: incoming, by a text that none holds': messagePage({ text: 'no such words', direction: 'in' }),
  'messages: of one person, by a text': messagePage({ text: 'no such words', phone_number: someone }),
  'messages: first page of a file': messagePage({ limit: exportRows }),
  'messages: failed, first page of a file': messagePage({ status: 'failed', limit: exportRows }),
  'messages: counted over a day': countedMessages({ since: daysAgo(1) }),
  'messages: counted over a month': countedMessages({ since: daysAgo(30) }),
  'messages: failed, counted over a month': countedMessages({ since: daysAgo(30), status: 'failed' }),
  'messages: of one person, counted over a month': countedMessages({
    since: daysAgo(30),
    phone_number: someone,
  }),
  'messages: by a text, counted over a month': countedMessages({ since: daysAgo(30), text: 'no such words' }),
  'message: its story': ({ database, companyId, messageId }) =>
    readTimeline(database.pool, companyId, messageId),
  'requests: all': requests({}),
  'requests: failed': requests({ outcome: 'failed' }),
  'requests: by a code that none has': requests({ code: 'window_closed' }),
  'requests: accepted': requests({ outcome: 'accepted' }),
  'requests: by a path that none has': requests({ path: '/api/v1/contacts' }),
  'requests: by a text that none holds': requests({ text: 'no such words' }),
  'requests: by a number that none holds': requests({ phone_number: stranger }),
  'requests: first page of a file': requests({ limit: exportRows }),
  'calls: all': calls(() => ({})),
  'calls: failed, of which there is none': calls(() => ({ outcome: 'failed' })),
  'calls: to webhooks, of which there is none': calls(() => ({ kind: 'webhook' })),
  'calls: of one message': calls(({ messageId }) => ({ message_id: toPublicId('message', messageId) })),
  'calls: of one webhook that has none': calls(({ messageId }) => ({
    webhook_id: toPublicId('webhook', messageId),
  })),
  'calls: by a text that none holds': calls(() => ({ text: 'no such words' })),
  'calls: of one sender': calls(({ companyId }) => ({ sender_id: toPublicId('sender', companyId) })),
  'calls: first page of a file': calls(() => ({ limit: exportRows })),
  'deliveries: all': deliveries(() => ({})),
  'deliveries: of one webhook': deliveries(({ companyId }) => ({
    webhook_id: toPublicId('webhook', companyId),
  })),
  'deliveries: of one message': deliveries(({ messageId }) => ({
    message_id: toPublicId('message', messageId),
  })),
  'deliveries: failed': deliveries(() => ({ state: 'failed' })),
  'deliveries: waiting, of which there is none': deliveries(() => ({ state: 'waiting' })),
  'deliveries: of an event that none carries': deliveries(() => ({ event: 'incoming_message' })),
  'deliveries: by a text that none holds': deliveries(() => ({ text: 'no such words' })),
  'deliveries: first page of a file': deliveries(() => ({ limit: exportRows })),
  'requests: counted over a month': ({ database, companyId }) =>
    countRequests(database.pool, companyId, { since: daysAgo(30) }),
  'calls: counted over a month': ({ database, companyId }) =>
    countCalls(database.pool, companyId, { since: daysAgo(30) }),
  'deliveries: counted over a month': ({ database, companyId }) =>
    countDeliveries(database.pool, companyId, { since: daysAgo(30) }),
  'requests: by a text, counted over a month': ({ database, companyId }) =>
    countRequests(database.pool, companyId, { since: daysAgo(30), text: 'no such words' }),
  'calls: by a text, counted over a month': ({ database, companyId }) =>
    countCalls(database.pool, companyId, { since: daysAgo(30), text: 'no such words' }),
  'deliveries: by a text, counted over a month': ({ database, companyId }) =>
    countDeliveries(database.pool, companyId, { since: daysAgo(30), text: 'no such words' }),
  'events: after the newest': feed(() => 0),
  'events: from the beginning': feed(({ days }) => days + 1),
  'events: of a type that none has': feed(({ days }) => days + 1, 'incoming_message'),
  'statistics: 30 days by status': statistics({}),
  'statistics: 180 days by all groups': statistics({
    since: daysAgo(180),
    group: 'status,sender,type,direction',
  }),
  'statistics: hours of a week': statistics({ since: daysAgo(7), by: 'hour' }),
  'overview: senders': ({ database, companyId }) =>
    listSendersNow(database.pool, companyId, { rowsMax: 50, countMax: 10_000 }),
  'overview: webhooks': ({ database, companyId }) =>
    listWebhooksNow(database.pool, companyId, { rowsMax: 50, countMax: 10_000 }),
  [`${lookUps} messages by the provider's id`]: ({ database, companyId }) =>
    findByProviderIds(
      database.writers,
      Array.from({ length: lookUps }, (_, index) => ({ companyId, providerMessageId: `wamid.${index}` })),
      firstUuidAt(Date.now() - searchedDays * dayMilliseconds),
    ),
  ...questionsOfPeople,
};
