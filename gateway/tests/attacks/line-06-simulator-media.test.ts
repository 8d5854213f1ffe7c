// Issue 14, line 6: the simulator takes no body from a caller that may not send one.

import { once } from 'node:events';
import { expect, it } from 'vitest';
import { useApiGateway } from '../support/gateway.ts';
import { openRawRequest, rawHead } from '../support/raw-request.ts';

const gateway = await useApiGateway();

const chunked = { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' };

it.each([
  ['an upload', '/simulator/v24.0/123/media', chunked, 401],
  ['an upload without a version', '/simulator/123/media', chunked, 401],
  ['a message', '/simulator/v24.0/123/messages', { ...chunked, 'content-type': 'application/json' }, 401],
  ['a path that is not there', '/simulator/v24.0/1/2/3/4', chunked, 404],
])('%s without a token is refused before its body has arrived', async (_name, path, headers, status) => {
  const request = await openRawRequest(gateway.address);
  request.write(`${rawHead('POST', path, headers)}5\r\n--x\r\n\r\n`);
  expect(await request.status()).toBe(status);
  request.breakOff();
});

it('12 uploads with a wrong token are all refused while their first megabyte is on its way', async () => {
  const part = 'x'.repeat(1_048_576);
  const uploads = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const upload = await openRawRequest(gateway.address);
      const headers = { ...chunked, authorization: 'Bearer wrong' };
      upload.write(rawHead('POST', '/simulator/v24.0/123/media', headers));
      // No faster than it is taken: what waits to be written would lie in the memory of this very process.
      for (let count = 0; count < 8 && upload.received === ''; count += 1) {
        const isTaken = upload.socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
        if (!isTaken) await Promise.race([once(upload.socket, 'drain').catch(() => null), upload.status()]);
      }
      return upload;
    }),
  );
  for (const upload of uploads) expect(await upload.status()).toBe(401);
  for (const upload of uploads) upload.breakOff();
});
