// Entries for the tests of lanes: one that may go, with choices laid over it.

import { newUuid } from '../../platform/ids.ts';
import type { Failure } from '../../providers/provider.ts';
import type { Entry } from '../entry.ts';

export const makeEntry = (choices: Partial<Entry> = {}): Entry => ({
  companyId: '01900000-0000-7000-8000-000000000001',
  id: newUuid(),
  phoneNumber: '+966501234567',
  personKey: choices.phoneNumber ?? '+966501234567',
  body: 'Hello',
  type: 'text',
  content: null,
  contextId: null,
  priority: 0,
  onUnknown: 'hold',
  expiresAt: Number.POSITIVE_INFINITY,
  isForeign: false,
  request: null,
  attempt: 0,
  clientId: null,
  isStored: true,
  isWithdrawn: false,
  isEvicted: false,
  ...choices,
});

/** The nth person of a test. */
export const person = (index: number): string => `+9665${String(index).padStart(8, '0')}`;

export const someFailure: Failure = {
  code: '131000',
  title: 'Something went wrong',
  detail: 'Something went wrong.',
  cause: 'Something went wrong at the provider.',
  action: 'Nothing: it is tried again by itself.',
};
