// n8n leaves out a body that has nothing in it; the gateway asks for one, since a body that got lost is a mistake.

import type { IExecuteSingleFunctions, IHttpRequestOptions } from '../../n8n-types';

export async function keepEmptyBody(
  this: IExecuteSingleFunctions,
  request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
  return Object.keys(request.body ?? {}).length > 0 ? request : { ...request, body: '{}' };
}
