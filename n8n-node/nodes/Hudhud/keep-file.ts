// A downloaded file as a binary field of the item, under the name that the gateway gives it.

import type { IExecuteSingleFunctions, IN8nHttpFullResponse, INodeExecutionData } from '../../n8n-types';
import { readRefusal } from './explain-refusal';

const headerOf = ({ headers = {} }: IN8nHttpFullResponse, name: string): string =>
  String(headers[name] ?? '');

/** `filename*` is the whole name; `filename` only what fits into plain letters. */
export function fileNameIn(disposition: string): string | undefined {
  const whole = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (whole !== undefined) return decodeURIComponent(whole);
  return /filename="([^"]+)"/i.exec(disposition)?.[1];
}

export async function keepFile(
  this: IExecuteSingleFunctions,
  _items: INodeExecutionData[],
  response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
  const bytes = Buffer.isBuffer(response.body) ? response.body : Buffer.from(response.body as ArrayBuffer);
  if (response.statusCode >= 400) throw readRefusal(response.statusCode, bytes.toString('utf8'));
  const field = String(this.getNodeParameter('outputField', 'data') || 'data');
  const mimeType = headerOf(response, 'content-type').split(';')[0] || 'application/octet-stream';
  const name = fileNameIn(headerOf(response, 'content-disposition'));
  const binary = await this.helpers.prepareBinaryData(bytes, name, mimeType);
  const json = { media_id: this.getNodeParameter('mediaId'), mime_type: mimeType, bytes: bytes.length };
  return [
    { json: { ...json, ...(name === undefined ? {} : { filename: name }) }, binary: { [field]: binary } },
  ];
}
