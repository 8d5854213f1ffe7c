// Files of incoming messages: fetched at once, sent with an address that works, and gone with the person.

import { createHash } from 'node:crypto';
import type { EventFeed } from '@hudhud/contract/events.ts';
import type { Media } from '@hudhud/contract/media.ts';
import type { Message } from '@hudhud/contract/messages.ts';
import type { Timeline } from '@hudhud/contract/timeline.ts';
import { describe, expect, it } from 'vitest';
import { fromPublicId, newUuid, toPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { sampleFiles } from './support/sample-files.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();

/** The simulator knows a number once something was sent from it. */
const createCompany = async (): Promise<SendingCompany> => {
  const made = await stage.createSendingCompany();
  await made.send({ to: '+966501000099' });
  return made;
};
const company = await createCompany();

const write = async (
  from: string,
  type: string,
  part: object,
  to: SendingCompany = company,
): Promise<void> => {
  const answer = await stage.call('POST', `/simulator/control/numbers/${to.account}/inbound`, {
    body: { from, type, [type]: part },
  });
  expect(answer.status).toBe(202);
};

const mediaOf = (
  from: string,
  state = 'stored',
  by: SendingCompany = company,
): Promise<Media & { message: Message }> =>
  waitUntil(`a file of ${from} is ${state}`, async () => {
    const { body } = await by.get<{ data: Message[] }>('/api/v1/messages?direction=in&limit=200');
    const message = body.data.find(({ phone_number }) => phone_number === `+${from}`);
    const id = (message?.content as { media?: { id: string } } | null)?.media?.id;
    if (!message || !id) return false;
    const found = (await by.get<Media>(`/api/v1/media/${id}`)).body;
    return found.state === state && { ...found, message };
  });

interface EmittedMedia {
  readonly id: string;
  readonly url: string;
  readonly state: string;
}

const eventAbout = (messageId: string, type = 'incoming_message') =>
  waitUntil('the event is in the feed', async () => {
    const { body } = await company.get<EventFeed>(`/api/v1/events?types=${type}&limit=200`);
    return body.data
      .map(({ data }) => data as { message_id?: string; media: EmittedMedia })
      .find((data) => data.message_id === messageId);
  });

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('a file that a person sends', () => {
  it('is fetched, shown with the message, and emitted with an address that works', async () => {
    await write('966501000001', 'image', {
      data: sampleFiles.jpeg.toString('base64'),
      mime_type: 'image/jpeg',
      caption: 'My car',
    });
    const media = await mediaOf('966501000001');
    expect(media).toMatchObject({
      direction: 'in',
      mime_type: 'image/jpeg',
      bytes: sampleFiles.jpeg.length,
      sha256: sha256(sampleFiles.jpeg),
      message_id: media.message.id,
      usable_for: ['image'],
    });
    expect(media.message.content).toEqual({ type: 'image', media: { id: media.id }, message: 'My car' });
    const emitted = await eventAbout(media.message.id);
    expect(emitted.media).toMatchObject({
      id: media.id,
      state: 'stored',
      sha256: sha256(sampleFiles.jpeg),
      voice: false,
      caption: 'My car',
    });
    const answer = await fetch(emitted.media.url);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await answer.arrayBuffer()).equals(sampleFiles.jpeg)).toBe(true);
    const stored = await eventAbout(media.message.id, 'media_stored');
    expect(stored.media).toMatchObject({ id: media.id, state: 'stored' });
  });

  it('shows the requests that fetched it in the story of its message', async () => {
    await write('966501000031', 'image', {
      data: sampleFiles.png.toString('base64'),
      mime_type: 'image/png',
    });
    const { message } = await mediaOf('966501000031');
    const { body } = await company.get<Timeline>(`/api/v1/messages/${message.id}/timeline`);
    const calls = body.entries.filter((entry) => entry.kind === 'call' && entry.call_kind === 'media');
    expect(calls).toMatchObject([
      { title: 'The file was fetched', status: 200, outcome: 'sent', attempt: 1 },
      { title: 'The file was fetched', status: 200, outcome: 'sent', attempt: 1 },
    ]);
  });

  it('keeps its name, and says when it was recorded', async () => {
    const data = sampleFiles.pdf.toString('base64');
    await write('966501000002', 'document', { data, mime_type: 'application/pdf', filename: 'referral.pdf' });
    expect((await mediaOf('966501000002')).filename).toBe('referral.pdf');
    await write('966501000003', 'audio', {
      data: sampleFiles.voice.toString('base64'),
      mime_type: 'audio/ogg; codecs=opus',
      voice: true,
    });
    const voice = await mediaOf('966501000003');
    expect(voice).toMatchObject({ voice: true, usable_for: ['audio', 'voice'] });
    expect(voice.message.content).toMatchObject({ type: 'audio', voice: true });
  });

  it('can be sent on by its id', async () => {
    await write('966501000004', 'image', {
      data: sampleFiles.png.toString('base64'),
      mime_type: 'image/png',
    });
    const { id } = await mediaOf('966501000004');
    const sent = await company.call('POST', '/api/v1/messages/send', {
      body: { to: '+966501000005', type: 'image', media: { id } },
    });
    expect(sent.status).toBe(200);
  });

  it('that the provider does not have any more says so', async () => {
    const id = newUuid();
    await stage.database.query(
      `insert into media (company_id, id, direction, state, message_id, sender_id, reference, due_at, expires_at)
       select $1, $2, 'in', 'fetching', $2, id, '404404404', now(), now() + interval '1 day' from senders where company_id = $1`,
      [company.uuid, id],
    );
    const path = `/api/v1/media/${toPublicId('media', id)}`;
    await expect.poll(async () => (await company.get<Media>(path)).body.state).toBe('gone');
    expectProblem(await company.get(`${path}/content`), 'media_gone');
  });

  it('whose bytes are not those that were announced is not taken, and tried again', async () => {
    await write('966501000006', 'image', {
      data: sampleFiles.png.toString('base64'),
      mime_type: 'image/png',
    });
    const { id: known } = await mediaOf('966501000006');
    const id = newUuid();
    await stage.database.query(
      `insert into media (company_id, id, direction, state, message_id, sender_id, reference, expected_sha256, due_at, expires_at)
       select company_id, $2, 'in', 'fetching', message_id, sender_id, reference, '\\x00', now(), expires_at from media
       where company_id = $1 and id = $3`,
      [company.uuid, id, fromPublicId('media', known)],
    );
    const failure = () =>
      stage.database.query<{ failure: string | null; state: string }>(
        'select failure, state from media where id = $1',
        [id],
      );
    await expect.poll(async () => (await failure())[0]?.failure ?? '').toContain('hash_differs');
    expect((await failure())[0]?.state).toBe('fetching');
  });

  it('that is reported twice is one file', async () => {
    const rows = await stage.database.query<{ message_id: string; files: number }>(
      'select message_id, count(*)::int as files from media where company_id = $1 and filename is not null group by 1',
      [company.uuid],
    );
    expect(rows.every(({ files }) => files === 1)).toBe(true);
  });
});

describe('an erasure', () => {
  it('takes the files of the person away, and those that went to them alone', async () => {
    const mine = await createCompany();
    const from = '966501000010';
    await write(from, 'image', { data: sampleFiles.png.toString('base64'), mime_type: 'image/png' }, mine);
    const theirs = await mediaOf(from, 'stored', mine);
    const headers = { 'content-type': 'application/octet-stream' };
    const uploaded = async (bytes: Buffer) =>
      (await mine.call<Media>('POST', '/api/v1/media', { body: bytes, headers })).body.id;
    const [report, picture] = [await uploaded(sampleFiles.pdf), await uploaded(sampleFiles.jpeg)];
    const send = (to: string, body: object) =>
      mine.call('POST', '/api/v1/messages/send', { body: { to, ...body } });
    await send(`+${from}`, { type: 'document', media: { id: report } });
    await send(`+${from}`, { type: 'image', media: { id: picture } });
    await send('+966501000011', { type: 'image', media: { id: picture } });
    const path = `/api/v1/contacts/by-phone/${encodeURIComponent(`+${from}`)}`;
    const contact = await mine.call<{ id: string }>('PUT', path, { body: { name: 'Sara' } });
    expect((await mine.call('POST', `/api/v1/contacts/${contact.body.id}/erase`)).status).toBe(202);
    for (const id of [theirs.id, report]) {
      await expect.poll(async () => (await mine.get(`/api/v1/media/${id}`)).status).toBe(404);
    }
    expect((await mine.get(`/api/v1/media/${picture}`)).status).toBe(200);
    const removals = await stage.database.query('select 1 from media_removals where object_key like $1', [
      `${mine.uuid}/%`,
    ]);
    expect(removals).toHaveLength(2);
  });
});

describe('POST /api/v1/messages/{id}/read', () => {
  const read = (id: string, body: object = {}) =>
    company.call('POST', `/api/v1/messages/${id}/read`, { body });

  it('marks an incoming message, and shows typing', async () => {
    await write('966501000020', 'text', { body: 'Hello?' });
    const message = await waitUntil('it is here', async () => {
      const { body } = await company.get<{ data: Message[] }>('/api/v1/messages?direction=in&limit=200');
      return body.data.find(({ phone_number }) => phone_number === '+966501000020');
    });
    expect(await read(message.id, { typing: true })).toMatchObject({
      status: 200,
      body: { message_id: message.id, status: 'read' },
    });
    expectProblem(await read(message.id, { typign: true }), 'unknown_field');
  });

  it('refuses a message of ours, and one that is not there', async () => {
    const { body } = await company.send({ to: '+966501000021' });
    expectProblem(await read(body.message_id), 'message_not_incoming');
    expectProblem(await read(toPublicId('message', newUuid())), 'message_not_found');
  });
});

describe('media_stored', () => {
  it('is delivered only to webhooks that name it', async () => {
    const mine = await createCompany();
    const make = async (events: string[]) =>
      (
        await mine.call<{ id: string }>('POST', '/api/v1/webhooks', {
          body: { url: 'https://example.invalid/hook', events },
        })
      ).body.id;
    const [all, some] = [await make([]), await make(['media_stored'])];
    for (const id of [all, some]) await mine.call('POST', `/api/v1/webhooks/${id}/pause`);
    await write('966501000030', 'image', {}, mine);
    await mediaOf('966501000030', 'stored', mine);
    const types = async (id: string) => {
      const { body } = await mine.get<{ data: { event: string }[] }>(`/api/v1/deliveries?webhook_id=${id}`);
      return body.data.map(({ event }) => event);
    };
    expect(await types(some)).toEqual(['media_stored']);
    expect(await types(all)).not.toContain('media_stored');
  });
});
