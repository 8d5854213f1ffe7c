// The filter of Webhook Logs as a caller writes it, with public ids, turned into what the table knows.

import type * as Contract from '@hudhud/contract/calls.ts';
import { readId } from '../../platform/http/read-id.ts';
import type { CallFilter } from './queries.ts';

export const readCallFilter = (query: Contract.CallFilter): CallFilter => ({
  ...(query.kind !== undefined && { kind: query.kind }),
  ...(query.outcome !== undefined && { outcome: query.outcome }),
  ...(query.attempt !== undefined && { attempt: query.attempt }),
  ...(query.sender_id !== undefined && { senderId: readId('sender', query.sender_id) }),
  ...(query.message_id !== undefined && { messageId: readId('message', query.message_id) }),
  ...(query.webhook_id !== undefined && { endpointId: readId('endpoint', query.webhook_id) }),
  ...(query.delivery_id !== undefined && { deliveryId: readId('delivery', query.delivery_id) }),
  ...(query.text !== undefined && { text: query.text }),
});
