// Runs a failed request again, as a new request that is linked to the old one. It goes through every check as if the
// customer's system had sent it again just now.

import { AppError } from '../platform/errors.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import type { RequestDetailRow } from './queries.ts';
import type { FindRequest } from './record-requests.ts';

export interface ReplayedRequest {
  /** UUID of the new request. */
  readonly id: string;
  readonly status: number;
  readonly answer: string;
}

/** Sends a recorded request through the server once more on behalf of a caller; the server passes this in. */
export type Replay = (request: RequestDetailRow, by: IncomingRequest) => Promise<ReplayedRequest>;

/** Requests that cannot be run through the server again, with any body. */
const refuseAny = (request: RequestDetailRow): AppError | null => {
  if (request.method === 'GET') {
    return new AppError('request_not_retryable', { detail: 'It only reads: simply read again.' });
  }
  if (/\/(?:retry|send-edited)\/?(?:\?|$)/.test(request.path)) {
    return new AppError('request_not_retryable', {
      detail: 'It was itself a retry: run the request that it names again.',
    });
  }
  return null;
};

const refuse = (request: RequestDetailRow): AppError | null => {
  if (request.status < 400) {
    return new AppError('request_not_failed', {
      detail: `It was answered with status ${request.status}; only a failed request can be run again.`,
    });
  }
  const refusal = refuseAny(request);
  if (refusal) return refusal;
  if (!request.body_is_whole) {
    return new AppError('request_not_retryable', {
      detail: 'Its body was too large to be kept whole, or held a secret that was removed.',
    });
  }
  return null;
};

export const retryRequest = async (
  findRequest: FindRequest,
  replay: Replay,
  companyId: string,
  requestId: string,
  by: IncomingRequest,
): Promise<ReplayedRequest> => {
  const request = await findRequest(companyId, requestId);
  if (!request) throw new AppError('request_not_found');
  const refusal = refuse(request);
  if (refusal) throw refusal;
  return await replay(request, by);
};

/** The same request with another body, also one that was accepted. It is new: the old Idempotency-Key does not go with it. */
export const sendEditedRequest = async (
  findRequest: FindRequest,
  replay: Replay,
  companyId: string,
  edited: { readonly requestId: string; readonly body: string },
  by: IncomingRequest,
): Promise<ReplayedRequest> => {
  const request = await findRequest(companyId, edited.requestId);
  if (!request) throw new AppError('request_not_found');
  const isCallback = request.path.startsWith('/callbacks/');
  const refusal = isCallback
    ? new AppError('request_not_retryable', { detail: 'Only the provider can sign a callback.' })
    : refuseAny(request);
  if (refusal) throw refusal;
  return await replay({ ...request, body: edited.body, idempotency_key: null }, by);
};
