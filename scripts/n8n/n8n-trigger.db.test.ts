import { describe, expect } from 'vitest';
import { takesIt } from '../../gateway/tests/support/receivers/behaviours.ts';
import { type ReceivedRequest, startReceiver } from '../../gateway/tests/support/receivers/receiver.ts';
import type { SendingCompany } from '../../gateway/tests/support/sending-stage.ts';
import { waitUntil } from '../../gateway/tests/support/wait-until.ts';
import { useN8nStage } from './n8n-stage.ts';

const { engine, inN8n, newCompany, writeTo } = await useN8nStage();

const send = { resource: 'message', operation: 'send', to: '+966501234567', message: 'Hello' };

const receive = () => startReceiver(takesIt);

describe('the trigger, called by n8n against a gateway', () => {
  const parameters = { events: ['incoming_message'] };

  /** A company, a place that stands for n8n's address, and a call of the trigger with both. */
  const beginTask = async () => {
    const { company, credential } = await newCompany();
    const n8n = await receive();
    return {
      company,
      credential,
      n8n,
      task: { credential, parameters, webhookBaseUrl: new URL(n8n.url).origin },
    };
  };

  const webhooksOf = async (company: SendingCompany) =>
    (await company.get<{ data: { url: string; events: string[]; statuses: string[] }[] }>('/api/v1/webhooks'))
      .body.data;

  inN8n('subscribes, starts a workflow with a signed message, and unsubscribes', async () => {
    const { company, credential, n8n, task } = await beginTask();
    expect((await engine().hook({ hookName: 'checkExists', ...task })).answer).toBe(false);
    const { staticData } = await engine().hook({ hookName: 'create', ...task });
    expect(await webhooksOf(company)).toMatchObject([{ events: ['incoming_message'], statuses: [] }]);
    expect((await engine().hook({ hookName: 'checkExists', ...task, staticData })).answer).toBe(true);

    await writeTo(company, 'ciao');
    const { headers, body } = await waitUntil('the message came', () => n8n.requests[0]);
    const outcome = await engine().webhook({ parameters, staticData, headers, body });
    expect(outcome.items).toMatchObject([
      { event: 'incoming_message', data: { sender_phone: '966501234567', message_body: 'ciao' } },
    ]);

    const reply = {
      ...send,
      to: '=+{{ $json.data.sender_phone }}',
      message: '=You said {{ $json.data.message_body }}',
    };
    const items = outcome.items ?? [];
    expect((await engine().run({ credential, parameters: reply, items })).status).toBe('success');
    expect((await company.ledger()).map((entry) => entry.body.text.body)).toEqual(['You said ciao']);

    const gone = await engine().hook({ hookName: 'delete', ...task, staticData });
    expect(gone.answer).toBe(true);
    expect(await webhooksOf(company)).toEqual([]);
    await n8n.close();
  });

  inN8n('refuses what is not signed, changed on the way, or old', async () => {
    const { company, n8n, task } = await beginTask();
    const { staticData } = await engine().hook({ hookName: 'create', ...task });
    await writeTo(company, 'ciao');
    const { headers, body } = await waitUntil('the message came', () => n8n.requests[0]);
    const old = String(Number(headers['webhook-timestamp']) - 301);
    const forged: Pick<ReceivedRequest, 'headers' | 'body'>[] = [
      { headers: {}, body },
      { headers, body: body.replace('ciao', 'Ciao') },
      { headers: { ...headers, 'webhook-timestamp': old }, body },
      { headers: { ...headers, 'webhook-id': 'evt_other' }, body },
    ];
    for (const one of forged) {
      const outcome = await engine().webhook({
        parameters,
        staticData,
        headers: one.headers,
        body: one.body,
      });
      expect(outcome).toMatchObject({ items: null, noWebhookResponse: true, refused: { code: 401 } });
    }
    await n8n.close();
  });

  inN8n('listens at the test and the production address at once', async () => {
    const { company, n8n, task } = await beginTask();
    const { staticData: production } = await engine().hook({ hookName: 'create', ...task });
    const { staticData: both } = await engine().hook({
      hookName: 'create',
      ...task,
      isTest: true,
      staticData: production,
    });
    expect((await webhooksOf(company)).map(({ url }) => new URL(url).pathname.split('/')[1]).sort()).toEqual([
      'webhook',
      'webhook-test',
    ]);
    await writeTo(company, 'twice');
    await waitUntil('both came', () => n8n.requests.length === 2);
    for (const { headers, body } of n8n.requests) {
      expect((await engine().webhook({ parameters, staticData: both, headers, body })).items).toHaveLength(1);
    }
    const { staticData: left } = await engine().hook({
      hookName: 'delete',
      ...task,
      isTest: true,
      staticData: both,
    });
    expect(await webhooksOf(company)).toHaveLength(1);
    expect((await engine().hook({ hookName: 'checkExists', ...task, staticData: left })).answer).toBe(true);
    await n8n.close();
  });

  inN8n('lets the gateway filter the statuses, and subscribes anew when the filter changes', async () => {
    const { company, credential, n8n, task } = await beginTask();
    const failed = { events: ['message_status'], statuses: ['failed'] };
    const { staticData } = await engine().hook({ hookName: 'create', ...task, parameters: failed });
    expect(await webhooksOf(company)).toMatchObject([{ events: ['message_status'], statuses: ['failed'] }]);
    const read = { events: ['message_status'], statuses: ['read'] };
    expect(
      (await engine().hook({ hookName: 'checkExists', ...task, parameters: read, staticData })).answer,
    ).toBe(false);
    const changed = await engine().hook({ hookName: 'create', ...task, parameters: read, staticData });
    expect(await webhooksOf(company)).toMatchObject([{ statuses: ['read'] }]);

    await engine().run({ credential, parameters: send });
    const { headers, body } = await waitUntil('the status came', () => n8n.requests[0]);
    const outcome = await engine().webhook({
      parameters: read,
      staticData: changed.staticData,
      headers,
      body,
    });
    expect(outcome.items).toMatchObject([{ event: 'message_status', data: { status: 'read' } }]);
    expect(n8n.requests).toHaveLength(1);
    await n8n.close();
  });

  inN8n('answers a test from the dashboard well, and starts nothing', async () => {
    const { company, n8n, task } = await beginTask();
    const { staticData } = await engine().hook({ hookName: 'create', ...task });
    const { body: page } = await company.get<{ data: { id: string }[] }>('/api/v1/webhooks');
    await company.call('POST', `/api/v1/webhooks/${page.data[0]?.id}/test`);
    const { headers, body } = await waitUntil('the test came', () => n8n.requests[0]);
    const outcome = await engine().webhook({ parameters, staticData, headers, body });
    expect(outcome).toMatchObject({ items: null, noWebhookResponse: false });
    expect(outcome.refused).toBeUndefined();
    await n8n.close();
  });

  inN8n('says so when the credential is wrong', async () => {
    const { credential } = await newCompany();
    const task = {
      credential: { ...credential, apiToken: 'wrong' },
      parameters,
      webhookBaseUrl: 'http://127.0.0.1:9',
    };
    await expect(engine().hook({ hookName: 'create', ...task })).rejects.toThrow(/credentials|authori/i);
  });
});
