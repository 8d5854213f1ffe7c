import { expect, it } from 'vitest';
import { account, startSimulator } from '../../tests/start-simulator.ts';
import { useSimulator } from '../../tests/use-simulator.ts';

const person = '+966501234567';
const running = useSimulator();

it('people are there from the start, can be changed, added and removed', async () => {
  const { body } = await running.control('GET', '/people');
  expect(body.data.length).toBeGreaterThanOrEqual(5);
  const huda = await running.control('PUT', '/people/+966501234567', { name: 'Huda' });
  expect(huda.body).toMatchObject({ wa_id: '966501234567', name: 'Huda', hides_phone: false });
  expect((await running.control('PUT', '/people/abc', { name: 'x' })).status).toBe(400);
  expect((await running.control('PUT', '/people/966501234567', { shoes: 43 })).status).toBe(400);
  expect((await running.control('DELETE', '/people/966501234567')).status).toBe(204);
});

it('conversations show what went in and out, newest first', async () => {
  await running.send('+14155550132');
  await running.receiver.waitForStatuses(3);
  await running.control('POST', `/numbers/${account.phoneNumberId}/inbound`, {
    from: person,
    text: 'Hello?',
  });
  const list = await running.control('GET', `/conversations?phone_number_id=${account.phoneNumberId}`);
  expect(list.body.data).toMatchObject([
    { wa_id: '966501234567', newest: { direction: 'in', text: 'Hello?', status: 'received' } },
    { wa_id: '14155550132', name: 'Sheena Nelson', newest: { direction: 'out', status: 'read' } },
  ]);
  const one = await running.control('GET', `/conversations/${account.phoneNumberId}/14155550132`);
  expect(one.body).toMatchObject({
    person: { name: 'Sheena Nelson' },
    messages: [{ direction: 'out', content: { body: 'Hello' }, status: 'read', error_code: null }],
  });
  expect((await running.control('GET', '/conversations/1/14155550132')).status).toBe(404);
});

it('a live stream reports messages, ticks and typing, of the conversation that was asked for', async () => {
  const abort = new AbortController();
  const url = `${running.address}/control/conversations/stream?wa_id=966501234567`;
  const response = await fetch(url, { signal: abort.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => {});
  await running.send('+14155550132');
  await running.send(person);
  await running.receiver.waitUntil(() => text.includes('"status":"read"'));
  const kinds = [...text.matchAll(/^event: (\w+)$/gm)].map(([, kind]) => kind);
  expect(kinds).toEqual(['message', 'changed', 'changed', 'changed']);
  expect(text).not.toContain('14155550132');
  const first = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? '');
  expect(first).toMatchObject({
    phone_number_id: account.phoneNumberId,
    wa_id: '966501234567',
    message: { direction: 'out', status: 'accepted' },
  });
  abort.abort();
  await reading;
});

it('open streams and answers that wait do not keep the server from closing', async () => {
  const other = await startSimulator();
  const response = await fetch(`${other.address}/control/conversations/stream`);
  const silent = other.send('+15551000003').catch(() => 'cut');
  const slow = other.send('+15551000002').catch(() => 'cut');
  const waiting = other.control('GET', '/ledger/wait?count=99&timeout_ms=60000').catch(() => 'cut');
  await other.receiver.waitForStatuses(3);
  await other.close();
  expect(await Promise.all([silent, slow, waiting])).toEqual(['cut', 'cut', 'cut']);
  await expect(response.text()).rejects.toThrow();
});

it('files of a chat are shown with the message, and fetched as nothing that a browser would run', async () => {
  const inbound = `/numbers/${account.phoneNumberId}/inbound`;
  const data = Buffer.from('<script>alert(1)</script>').toString('base64');
  const document = { data, mime_type: 'text/html', filename: 'page.html' };
  const sent = await running.control('POST', inbound, { from: person, type: 'document', document });
  expect(sent.status).toBe(202);
  const chat = await running.control('GET', `/conversations/${account.phoneNumberId}/966501234567`);
  const { files, content } = chat.body.messages.at(-1) as unknown as {
    files: object[];
    content: { id: string };
  };
  expect(files).toEqual([{ id: content.id, mime_type: 'text/html', bytes: 25, filename: 'page.html' }]);
  const path = `/control/numbers/${account.phoneNumberId}/media/${content.id}`;
  const file = await fetch(`${running.address}${path}`);
  expect(await file.text()).toBe('<script>alert(1)</script>');
  expect(file.headers.get('content-disposition')).toBe('attachment');
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  expect(file.headers.get('content-security-policy')).toContain('sandbox');
  expect((await running.control('GET', `/numbers/${account.phoneNumberId}/media/1`)).status).toBe(404);
});

it('a message that the person changed or took back is changed on the phone, not shown twice', async () => {
  const inbound = `/numbers/${account.phoneNumberId}/inbound`;
  const write = async (body: object): Promise<string> =>
    String((await running.control('POST', inbound, { from: '+966507654321', ...body })).body.ids[0]);
  const shown = async () =>
    (await running.control('GET', `/conversations/${account.phoneNumberId}/966507654321`)).body.messages;
  const first = await write({ text: 'Tomorow' });
  const second = await write({ text: 'Oops' });
  const message = { type: 'text', text: { body: 'Tomorrow' } };
  await write({ type: 'edit', edit: { original_message_id: first, message } });
  await write({ type: 'revoke', revoke: { original_message_id: second } });
  expect(await shown()).toMatchObject([
    { id: first, text: 'Tomorrow', content: { body: 'Tomorrow' }, is_edited: true },
    { id: second, text: '', content: null, is_deleted: true },
  ]);
});
