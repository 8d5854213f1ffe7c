// Calls straight into the table, by the same way their texts take in the gateway.

import { callColumns, type NewCall, toCallRow } from '../../src/monitoring/calls/call-row.ts';
import { newUuid, toPublicId } from '../../src/platform/ids.ts';
import type { ProviderCall } from '../../src/providers/provider-call.ts';
import type { TestDatabase } from './database.ts';

export type CallChoices = Partial<Omit<NewCall, 'companyId' | 'exchange'> & ProviderCall>;

const places = callColumns.columns.map((_, index) => `$${index + 1}`).join(', ');

/** One call that was taken, with `choices` laid over it. Answers its public id. */
export const insertCall = async (
  database: TestDatabase,
  companyId: string,
  choices: CallChoices = {},
): Promise<string> => {
  const call: Omit<NewCall, 'exchange'> & ProviderCall = {
    companyId,
    id: newUuid(),
    kind: 'provider',
    senderId: null,
    messageId: null,
    attempt: 1,
    outcome: 'sent',
    failure: null,
    method: 'POST',
    url: 'https://graph.facebook.com/v25.0/1/messages',
    requestBody: '{"type":"text"}',
    status: 200,
    answerBody: '{"messages":[{"id":"wamid.1"}]}',
    milliseconds: 12.345,
    ...choices,
  };
  const row = toCallRow({ ...call, exchange: call });
  await database.query(
    `insert into calls (${callColumns.names}) values (${places})`,
    callColumns.columns.map(({ read }) => read(row)),
  );
  return toPublicId('call', call.id);
};
