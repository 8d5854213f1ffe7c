// The webhook side of a message's story, from a gateway that really sends and really delivers.

import type { Timeline, TimelineEntry } from '@hudhud/contract/timeline.ts';
import type { CreatedWebhook, Webhook } from '@hudhud/contract/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { storyDeliveriesText, storyValues } from '../src/messages/timeline/queries.ts';
import { fromPublicId, newUuid } from '../src/platform/ids.ts';
import type { TestCompany } from './support/gateway.ts';
import { fails, isGone, takesIt } from './support/receivers/behaviours.ts';
import { type Behaviour, useReceiver } from './support/receivers/receiver.ts';
import { useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';
import { createWebhook } from './support/webhook-calls.ts';

type EntryOf<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>;

const stage = await useSendingStage({ WEBHOOK_ALLOWED_NETWORKS: 'loopback' });
const { database } = stage;

const addWebhook = async (
  company: TestCompany,
  behaviour: Behaviour,
  fields: object = {},
): Promise<{ webhook: CreatedWebhook; origin: string; host: string }> => {
  const receiver = await useReceiver(behaviour);
  const { origin, host } = new URL(receiver.url);
  const webhook = await createWebhook(company, { url: `${receiver.url}?key=hush`, ...fields });
  return { webhook, origin, host };
};

/** The story, once it fits. */
const readUntil = (
  company: TestCompany,
  messageId: string,
  fits: (entries: readonly TimelineEntry[]) => boolean,
): Promise<Timeline> =>
  waitUntil('the timeline is complete', async () => {
    const { body } = await company.get<Timeline>(`/api/v1/messages/${messageId}/timeline`);
    return fits(body.entries) && body;
  });

const deliveriesIn = (entries: readonly TimelineEntry[]): EntryOf<'delivery'>[] =>
  entries.filter((entry) => entry.kind === 'delivery');
const hooksIn = (entries: readonly TimelineEntry[]): EntryOf<'call'>[] =>
  entries.filter((entry) => entry.kind === 'call').filter(({ call_kind }) => call_kind === 'webhook');

const send = async (company: TestCompany): Promise<string> => (await company.send()).body.message_id;

describe('the story of a message with a webhook', () => {
  it('shows what the webhook was sent, after what happened, and how it answered', async () => {
    const company = await stage.createSendingCompany();
    const { webhook, origin, host } = await addWebhook(company, takesIt);
    const id = await send(company);
    const { entries, is_complete } = await readUntil(
      company,
      id,
      (found) => deliveriesIn(found).filter(({ state }) => state === 'delivered').length === 3,
    );
    expect(is_complete).toBe(true);
    expect(JSON.stringify(entries)).not.toContain('hush');
    const words = ['sent', 'delivered', 'read'] as const;
    expect(deliveriesIn(entries).map(({ title }) => title)).toEqual(
      words.map((word) => `Tell ${origin} of "${word}": done, 1 attempt`),
    );
    expect(hooksIn(entries).map(({ title }) => title)).toEqual(
      words.map(() => `Told ${origin}: answered 200`),
    );
    for (const [index, word] of words.entries()) {
      const delivery = deliveriesIn(entries)[index];
      const happened = entries.findIndex((entry) => entry.kind === 'status' && entry.status === word);
      const call = entries.findIndex(
        (entry) => entry.kind === 'call' && entry.delivery_id === delivery?.delivery_id,
      );
      expect(happened).toBeGreaterThan(0);
      const position = entries.indexOf(delivery as TimelineEntry);
      expect(position).toBeGreaterThan(happened);
      expect(call).toBeGreaterThan(position);
    }
    expect(deliveriesIn(entries)[1]).toEqual({
      kind: 'delivery',
      at: expect.any(String),
      title: expect.any(String),
      delivery_id: expect.stringMatching(/^dlv_/),
      webhook_id: webhook.id,
      webhook_host: host,
      event_id: expect.stringMatching(/^evt_/),
      event: 'message_status',
      status: 'delivered',
      state: 'delivered',
      attempts_made: 1,
      next_attempt_at: null,
      answer_status: 200,
      error_class: null,
    });
    expect(hooksIn(entries)[0]).toMatchObject({
      call_id: expect.stringMatching(/^call_/),
      sender_id: null,
      webhook_id: webhook.id,
      attempt: 1,
      status: 200,
      outcome: 'sent',
      failure: null,
      next_attempt_at: null,
    });
  });

  it('says when a webhook that failed is tried again', async () => {
    const company = await stage.createSendingCompany();
    const { origin } = await addWebhook(company, fails, { statuses: ['sent'] });
    const { entries } = await readUntil(
      company,
      await send(company),
      (found) => deliveriesIn(found)[0]?.attempts_made === 1,
    );
    const [delivery] = deliveriesIn(entries);
    const [call] = hooksIn(entries);
    expect(delivery).toMatchObject({ state: 'waiting', answer_status: 500, error_class: 'status' });
    expect(delivery?.next_attempt_at).toEqual(expect.any(String));
    expect(delivery?.title).toBe(`Tell ${origin} of "sent": next attempt at ${delivery?.next_attempt_at}`);
    expect(call?.next_attempt_at).toBe(delivery?.next_attempt_at);
    expect(call).toMatchObject({
      outcome: 'retry',
      title: `Told ${origin}: answered 500 (The receiver answered with an error); again at ${delivery?.next_attempt_at}`,
    });
  });

  it('says that a webhook is disabled, and that it was not notified afterwards', async () => {
    const company = await stage.createSendingCompany();
    const { webhook, origin } = await addWebhook(company, isGone);
    const first = await readUntil(
      company,
      await send(company),
      (found) => deliveriesIn(found)[0]?.state === 'failed',
    );
    expect(deliveriesIn(first.entries)[0]?.title).toBe(`Tell ${origin} of "sent": failed after 1 attempt`);
    expect(hooksIn(first.entries)[0]?.title).toBe(
      `Told ${origin}: answered 410 (The receiver is gone); the webhook is disabled`,
    );
    const { body } = await company.get<Webhook>(`/api/v1/webhooks/${webhook.id}`);
    expect(body.state).toBe('disabled');
    const next = await readUntil(company, await send(company), (found) => deliveriesIn(found).length === 3);
    expect(deliveriesIn(next.entries).map(({ title }) => title)).toEqual(
      ['sent', 'delivered', 'read'].map(
        (word) => `Tell ${origin} of "${word}": skipped, because the webhook was disabled or deleted`,
      ),
    );
    expect(hooksIn(next.entries)).toEqual([]);
  });

  it('says that a webhook is paused', async () => {
    const company = await stage.createSendingCompany();
    const { webhook, origin } = await addWebhook(company, takesIt, { statuses: ['read'] });
    await company.call('POST', `/api/v1/webhooks/${webhook.id}/pause`);
    const { entries } = await readUntil(
      company,
      await send(company),
      (found) => deliveriesIn(found).length === 1,
    );
    expect(deliveriesIn(entries)[0]).toMatchObject({
      title: `Tell ${origin} of "read": waits until the webhook is resumed`,
      state: 'waiting',
    });
  });

  it('shows nothing of the webhooks of another company', async () => {
    const [company, other] = [await stage.createSendingCompany(), await stage.createSendingCompany()];
    const id = await send(company);
    await company.waitFor(id, 'read');
    const [deliveryId, eventId] = [newUuid(), newUuid()];
    await database.query(
      `insert into deliveries (company_id, id, endpoint_id, event_id, event_type, message_id, state)
       values ($1, $2, $3, $4, 'message_status', $5, 'delivered')`,
      [other.uuid, deliveryId, newUuid(), eventId, fromPublicId('message', id)],
    );
    const { body } = await company.get<Timeline>(`/api/v1/messages/${id}/timeline`);
    expect(deliveriesIn(body.entries)).toEqual([]);
  });
});

describe('a long story', () => {
  it('breaks off after 500 entries, deliveries among them, and outlives webhook and event', async () => {
    const company = await stage.createSendingCompany();
    const id = await send(company);
    await company.waitFor(id, 'read');
    await database.query(
      `insert into deliveries (company_id, id, endpoint_id, event_id, event_type, message_id, state, attempt)
       select $1, uuidv7(), gen_random_uuid(), gen_random_uuid(), 'message_status', $2, 'failed', 10
       from generate_series(1, 600)`,
      [company.uuid, fromPublicId('message', id)],
    );
    const { body } = await company.get<Timeline>(`/api/v1/messages/${id}/timeline`);
    expect(body).toMatchObject({ is_complete: false, entries: { length: 500 } });
    expect(body.entries.at(-1)).toMatchObject({
      title: 'Tell a webhook that is gone of "message_status": failed after 10 attempts',
      webhook_host: null,
      status: null,
    });
  });
});

describe('the deliveries of a message', () => {
  it.each(['before', 'after'])('are found by their index, %s the tables were analysed', async (when) => {
    const company = await stage.createCompany();
    const messageId = newUuid();
    for (const message of ['gen_random_uuid()', `'${messageId}'::uuid`]) {
      await database.query(
        `with made as (
           insert into events (company_id, id, type, at, message_id, attempt, status)
           select $1, uuidv7(), 'message_status', now(), ${message}, 1, 'sent' from generate_series(1, $2)
           returning id, message_id
         )
         insert into deliveries (company_id, id, endpoint_id, event_id, event_type, message_id, state)
         select $1, id, $3, id, 'message_status', message_id, 'delivered' from made`,
        [company.uuid, message.startsWith('gen') ? 4_000 : 3, newUuid()],
      );
    }
    if (when === 'after') await database.query('analyze deliveries, events');
    const values = storyValues({ companyId: company.uuid, messageId, changedAt: new Date() }, 501);
    const text = storyDeliveriesText.replace(/\$(\d)/g, (_, number) => `'${values[Number(number) - 1]}'`);
    const rows = await database.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using deliveries_\d{8}_company_id_message_id_idx/);
    expect(plan).toMatch(/Index Scan using events_\d{8}_pkey/);
    // The scans of the empty partitions have met nothing of another message.
    expect(plan).not.toContain('Rows Removed by Filter');
    expect(await database.query(text)).toHaveLength(3);
  });
});
