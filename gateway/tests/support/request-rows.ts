// The rows of the Event Monitor, which are written right behind the answer and so are waited for.

import type { RequestDetail, RequestSummary } from '@hudhud/contract/requests.ts';
import type { TestCompany } from './gateway.ts';
import type { Answer } from './http-client.ts';
import { waitUntil } from './wait-until.ts';

/** The id of the request row behind an answer; only where the caller did not choose an id of its own. */
export const requestIdOf = (answer: Answer): string => answer.headers['x-request-id'] ?? '';

export const waitForRequest = async (company: Pick<TestCompany, 'get'>, id: string): Promise<RequestDetail> =>
  await waitUntil(`the request ${id} was recorded`, async () => {
    const found = await company.get<RequestDetail>(`/api/v1/requests/${id}`);
    return found.status === 200 && found.body;
  });

/** Waits until the list holds a request that fits. */
export const waitForRequestLike = async (
  company: TestCompany,
  query: string,
  fits: (request: RequestSummary) => boolean = () => true,
): Promise<RequestSummary> =>
  await waitUntil(`a request like ${query} was recorded`, async () => {
    const page = await company.get<{ data: RequestSummary[] }>(`/api/v1/requests?${query}`);
    return page.body.data.find(fits);
  });
