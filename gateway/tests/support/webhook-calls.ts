// Common steps of whole-gateway tests with webhooks: makes one, and causes an event that it is notified of.

import type { CreatedWebhook } from '@hudhud/contract/webhooks.ts';
import { expect } from 'vitest';
import { newUuid, toPublicId } from '../../src/platform/ids.ts';
import type { TestDatabase } from './database.ts';
import type { TestCompany } from './gateway.ts';

export const createWebhook = async (company: TestCompany, fields: object): Promise<CreatedWebhook> => {
  const answer = await company.call<CreatedWebhook>('POST', '/api/v1/webhooks', { body: fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

/** Something that happened, as any room of the gateway would write it. */
export const writeEvent = async (database: TestDatabase, company: TestCompany): Promise<string> => {
  const id = newUuid();
  await database.query(
    `insert into events (company_id, id, type, at, data) values ($1, $2, 'sender_state', now(), '{"state":"connected"}')`,
    [company.uuid, id],
  );
  return toPublicId('event', id);
};
