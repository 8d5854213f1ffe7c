// One status of a message as it stands in a webhook: `sent`, `delivered`, `read`, `played` or `failed`, with pricing
// and contacts where Meta puts them and the sender's own mark in all of them.
import type { BusinessNumber } from '../account/numbers.ts';
import { type Person, userIdOf } from '../account/people.ts';
import { statusError } from '../cloud/graph-error.ts';
import type { Contact, Update } from '../webhook/updates.ts';
import type { CheckedMessage } from './check-message.ts';
import type { StatusStep } from './plan-statuses.ts';

export interface Acceptance {
  id: string;
  number: BusinessNumber;
  message: CheckedMessage;
  /** The statuses' delays count from here. */
  answeredAt: number;
  /** Where its statuses go, when not to the address of the number. */
  callbackUrl: string | null;
}

export function statusUpdate(
  { id, number, message, answeredAt, callbackUrl }: Acceptance,
  step: StatusStep,
  person: Person,
  withConversation: boolean,
): Update {
  const { waId, addressedBy, opaque, template } = message;
  const isFailed = step.status === 'failed';
  const isGroup = addressedBy === 'group';
  const timestamp = Math.floor((answeredAt + step.happenedAfterMs) / 1000);
  const category = template?.template.category.toLowerCase() ?? 'service';
  const status = {
    id,
    status: step.status,
    timestamp: String(timestamp),
    ...(!person.hidesPhone && { recipient_id: waId }),
    ...(isGroup && { recipient_type: 'group' }),
    ...(!isGroup && (!isFailed || addressedBy === 'user_id') && { recipient_user_id: userIdOf(waId) }),
    ...(opaque !== null && { biz_opaque_callback_data: opaque }),
    ...(step.errorCode !== null && { errors: [statusError(step.errorCode)] }),
    ...(step.isPriced &&
      withConversation && {
        conversation: {
          id: id.slice(-32).toLowerCase(),
          ...(step.status === 'sent' && { expiration_timestamp: String(timestamp + 86_400) }),
          origin: { type: category },
        },
      }),
    ...(step.isPriced && {
      pricing: { billable: template !== null, pricing_model: 'PMP', type: 'regular', category },
    }),
  };
  const showsName = step.status === 'delivered' || step.status === 'read';
  return {
    kind: 'status',
    number,
    status,
    callbackUrl,
    contact: isFailed || isGroup ? null : contactOf(person, showsName),
  };
}

export function contactOf(person: Person, showsUsername: boolean): Contact {
  const { name, username, waId, hidesPhone } = person;
  return {
    profile: { name, ...(showsUsername && username !== null && { username: `@${username}` }) },
    ...(!hidesPhone && { wa_id: waId }),
    user_id: userIdOf(waId),
  };
}
