// Which requests can be run again with any sense.

import type { RequestSummary } from '@hudhud/contract/requests.ts';

/** Reads change nothing when repeated, and a retry is repeated by retrying its original. */
export const isWorthRetrying = ({ status, method, path }: RequestSummary): boolean =>
  status >= 400 && method !== 'GET' && !path.endsWith('/retry');
