import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Answer, account } from '../../tests/start-simulator.ts';
import { useSimulator } from '../../tests/use-simulator.ts';

const running = useSimulator('/simulator');

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const authorization = `Bearer ${account.accessToken}`;

async function upload(bytes: Buffer<ArrayBuffer>, type: string, product = 'whatsapp') {
  const form = new FormData();
  form.set('messaging_product', product);
  form.set('file', new File([bytes], 'picture.png', { type }));
  const response = await fetch(`${running.address}/v24.0/${account.phoneNumberId}/media`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

it('uploads, describes, downloads, sends and deletes media', async () => {
  const { status, body } = await upload(png, 'image/png');
  expect(status).toBe(200);
  const described = await running.call('GET', `/v24.0/${body.id}?phone_number_id=${account.phoneNumberId}`);
  expect(described.body).toMatchObject({
    id: body.id,
    mime_type: 'image/png',
    file_size: String(png.length),
    sha256: createHash('sha256').update(png).digest('hex'),
    messaging_product: 'whatsapp',
  });
  const download = await fetch(described.body.url, { headers: { authorization } });
  expect(download.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await download.arrayBuffer())).toEqual(png);
  expect((await running.send('+966501234567', { type: 'image', image: { id: body.id } })).status).toBe(200);
  expect((await running.call('DELETE', `/v24.0/${body.id}`)).body).toEqual({ success: true });
  expect((await running.call('GET', `/v24.0/${body.id}`)).body.error).toMatchObject({
    code: 100,
    error_subcode: 33,
  });
  expect((await fetch(described.body.url, { headers: { authorization } })).status).toBe(404);
});

it('needs the token for a download, and an unchanged link', async () => {
  const { body } = await upload(png, 'image/png');
  const { url } = (await running.call('GET', `/${body.id}`)).body;
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url.replace(/hash=./, 'hash=x'), { headers: { authorization } })).status).toBe(404);
});

it('keeps media to the number that uploaded it', async () => {
  running.simulator.registerNumber({
    ...account,
    phoneNumberId: '88',
    accessToken: 'other',
    callbackUrl: null,
  });
  const { body } = await upload(png, 'image/png');
  expect((await running.call('GET', `/${body.id}`, undefined, 'other')).body.error.error_subcode).toBe(33);
  expect((await running.call('GET', `/${body.id}?phone_number_id=88`)).body.error.error_subcode).toBe(33);
});

it('refuses files WhatsApp does not carry, files that are too big, and forms without a file', async () => {
  expect(await upload(png, 'image/gif')).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  const sticker = Buffer.alloc(600 * 1024);
  expect(await upload(sticker, 'image/webp')).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  expect(await upload(png, 'image/png', 'telegram')).toMatchObject({ status: 400 });
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  const url = `${running.address}/${account.phoneNumberId}/media`;
  const noFile = await fetch(url, { method: 'POST', headers: { authorization }, body: form });
  expect(noFile.status).toBe(400);
  expect((await running.call('POST', `/${account.phoneNumberId}/media`, { file: 'x' })).status).toBe(400);
});
