// From a checked request to a stored message. Nothing is answered before the store has it.

import type { SendAnswer } from '@hudhud/contract/messages.ts';
import type { Company } from '../companies/directory.ts';
import { type RequestOrigin, toRequestRow } from '../monitoring/request-row.ts';
import { AppError } from '../platform/errors.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { newUuid, timeOfUuid, toPublicId } from '../platform/ids.ts';
import { fingerprintOf, type KeysInProgress, readIdempotencyKey } from './idempotency.ts';
import type { MessageStore } from './message-store.ts';

/** What the caller asks for, in the gateway's own words. */
export interface SendCommand {
  readonly phoneNumber: string;
  readonly body: string;
  readonly type: string;
  readonly provider: string;
}

export interface AcceptedMessage {
  readonly status: number;
  /** The answer as JSON text: what the caller gets and what the request row keeps are the same bytes. */
  readonly answer: string;
  readonly isReplayed: boolean;
}

export interface AcceptOptions {
  readonly store: MessageStore;
  readonly keysInProgress: KeysInProgress;
}

const queuedStatus = 202;

const checkMaySend = (company: Company): void => {
  if (company.plan === 'trial' && company.trialEndsAt && company.trialEndsAt.getTime() <= Date.now()) {
    throw new AppError('trial_expired', {
      detail: `The free trial of ${company.name} ended on ${company.trialEndsAt.toISOString().slice(0, 10)}.`,
    });
  }
};

export const acceptMessage = async (
  { store, keysInProgress }: AcceptOptions,
  company: Company,
  incoming: IncomingRequest,
  origin: RequestOrigin,
  command: SendCommand,
): Promise<AcceptedMessage> => {
  checkMaySend(company);
  const key = readIdempotencyKey(incoming.idempotencyKey);
  const id = newUuid();
  const answer = JSON.stringify({
    status: 'queued',
    message_id: toPublicId('message', id),
    timestamp: timeOfUuid(id).toISOString(),
  } satisfies SendAnswer);
  const row = toRequestRow({ ...incoming, messageId: id, idempotencyKey: key }, company.id, origin, {
    status: queuedStatus,
    answer,
  });
  const outcome = await keysInProgress.run(company.id, key, () =>
    store.store({
      companyId: company.id,
      id,
      ...command,
      request: row,
      fingerprint: key === null ? null : fingerprintOf({ ...command }),
    }),
  );
  switch (outcome.kind) {
    case 'stored':
      incoming.messageId = id;
      incoming.isRecorded = true;
      return { status: queuedStatus, answer, isReplayed: false };
    case 'replayed':
      incoming.messageId = outcome.messageId;
      return { status: outcome.status, answer: outcome.answer, isReplayed: true };
    case 'key_reused':
      throw new AppError('idempotency_key_reused', {
        errors: [
          {
            code: 'idempotency_key_reused',
            parameter: 'Idempotency-Key',
            detail: 'This key was used for a message with another content.',
          },
        ],
      });
  }
};
