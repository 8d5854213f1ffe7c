// The file of a message: one that is at the gateway, one that the gateway fetches, or one that the item carries, which is
// uploaded first.

import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from '../../n8n-types';
import { readRefusal } from './explain-refusal';

interface Answer {
  statusCode: number;
  body: unknown;
}

/** Newest first. */
interface Known {
  data: Array<{ id: string; filename: string | null }>;
}

export async function fileOf(item: IExecuteSingleFunctions, isDocument: boolean): Promise<IDataObject> {
  const name = isDocument ? String(item.getNodeParameter('filename', '') ?? '') : '';
  const filename = name === '' ? {} : { filename: name };
  switch (item.getNodeParameter('fileFrom', 'binary')) {
    case 'id':
      return { id: item.getNodeParameter('mediaId'), ...filename };
    case 'url':
      return { url: item.getNodeParameter('mediaUrl'), ...filename };
    default:
      return { id: await upload(item), ...filename };
  }
}

/**
 * The oldest file of these bytes that is at the gateway, or else an upload. A retry of the node finds what its first try uploaded,
 * so that it asks for the very same message and the gateway sees the retry.
 */
async function upload(item: IExecuteSingleFunctions): Promise<unknown> {
  const field = String(item.getNodeParameter('binaryField', 'data'));
  const { mimeType, fileName } = item.helpers.assertBinaryData(field);
  const bytes = await item.helpers.getBinaryDataBuffer(field);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = (await ask(item, { method: 'GET', qs: { direction: 'out', sha256, limit: 200 } })) as Known;
  const before = known.data.filter(({ filename }) => filename === (fileName ?? filename)).at(-1);
  if (before) return before.id;
  const stored = (await ask(item, {
    method: 'POST',
    qs: fileName ? { filename: fileName } : {},
    headers: { 'Content-Type': mimeType },
    body: bytes,
  })) as { id: unknown };
  return stored.id;
}

async function ask(
  item: IExecuteSingleFunctions,
  request: Pick<IHttpRequestOptions, 'method' | 'qs' | 'headers' | 'body'>,
): Promise<unknown> {
  const { baseUrl } = (await item.getCredentials('hudhudApi')) as { baseUrl: string };
  const answer = (await item.helpers.httpRequestWithAuthentication.call(item, 'hudhudApi', {
    ...request,
    baseURL: baseUrl.replace(/\/+$/, ''),
    url: '/api/v1/media',
    headers: { Accept: 'application/json', ...request.headers },
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  })) as Answer;
  if (answer.statusCode >= 400) throw readRefusal(answer.statusCode, answer.body);
  return typeof answer.body === 'string' ? JSON.parse(answer.body) : answer.body;
}
