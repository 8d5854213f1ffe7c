// The company a request was authenticated for. Routes behind the API's entrance always have one.

import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import type { Company } from './directory.ts';

export const companyOf = (incoming: IncomingRequest): Company => {
  if (!incoming.company) throw new Error('a route behind the entrance was reached without a company');
  return incoming.company as Company;
};
