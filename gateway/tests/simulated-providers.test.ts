// Simulated senders of other providers than the first: the real adapter, the real callbacks, and a phone to write from.

import type { Sender, SenderTest } from '@hudhud/contract/senders.ts';
import { describe, expect, it } from 'vitest';
import { sendingEnvironment, useGateway } from './support/gateway.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useGateway({ environment: { SIMULATOR: 'yes', ...sendingEnvironment } });

describe.each(['dialog360', 'twilio', 'infobip', 'vonage'])('a simulated sender of %s', async (provider) => {
  const company = await gateway.createCompany();
  const made = await company.call<Sender>('POST', '/api/v1/senders', {
    body: { name: 'Simulated', provider, fields: {}, is_simulated: true, is_default: true },
  });
  const sender = made.body;

  it('is made without credentials and works', async () => {
    expect(made.status).toBe(201);
    const tested = await company.call<SenderTest>('POST', `/api/v1/senders/${sender.id}/test`);
    expect(tested.body).toMatchObject({ is_working: true });
  });

  it('sends, and its statuses come back to the message', async () => {
    const sent = await company.call<{ message_id: string; status: string }>('POST', '/api/v1/messages/send', {
      body: { to: '+966501234567', message: 'Hello', provider },
    });
    expect(sent.body.status).toBe('sent');
    const status = async () =>
      (await company.get<{ status: string }>(`/api/v1/messages/${sent.body.message_id}`)).body.status;
    await expect.poll(status).toBe('read');
  });

  it('receives what the person of the phone writes', async () => {
    const text = `From the phone to ${provider}`;
    const path = `/simulator/control/numbers/${sender.account}/inbound`;
    const written = await company.call('POST', path, { body: { from: '966501234567', text } });
    expect(written.status).toBe(202);
    const texts = async () =>
      (await company.get<{ data: { message: string }[] }>('/api/v1/messages?direction=in')).body.data.map(
        ({ message }) => message,
      );
    await expect.poll(texts).toContain(text);
  });

  it('keeps the picture that the person sends', async () => {
    const bytes = Buffer.from(`the bytes of a picture by ${provider}`);
    const image = { data: bytes.toString('base64'), mime_type: 'image/png' };
    const path = `/simulator/control/numbers/${sender.account}/inbound`;
    const body = { from: '966501234568', type: 'image', image };
    expect((await company.call('POST', path, { body })).status).toBe(202);
    interface WithFile {
      phone_number: string;
      content: { media?: { id: string } } | null;
    }
    const mediaId = await waitUntil('the message names its file', async () => {
      const { data } = (await company.get<{ data: WithFile[] }>('/api/v1/messages?direction=in')).body;
      return data.find(({ phone_number }) => phone_number === '+966501234568')?.content?.media?.id;
    });
    const state = async () => (await company.get<{ state: string }>(`/api/v1/media/${mediaId}`)).body.state;
    await expect.poll(state).toBe('stored');
    const content = await company.get(`/api/v1/media/${mediaId}/content`);
    expect(content.text).toBe(bytes.toString());
  });
});
