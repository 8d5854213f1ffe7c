// The people of a campaign, one by one, as the outside sees them.

import Type, { type Static } from 'typebox';
import { recipientStates } from './campaigns.ts';
import { TextEnum } from './enums.ts';
import { Failure } from './failure.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { cursorQuery, pageOf } from './paging.ts';
import { refTo } from './ref-to.ts';
import { Time } from './time.ts';

export const Recipient = Type.Object(
  {
    position: Type.Integer({ description: 'The place in the order of sending.' }),
    phone_number: Type.String(),
    name: nullable(Type.String(), 'Name of the contact.'),
    contact_id: nullable(Id('contact', 'The contact.')),
    state: TextEnum(recipientStates),
    reason: nullable(Type.String(), 'Why it failed, is unconfirmed or was skipped.'),
    error: nullable(refTo(Failure), 'The same with its cause and what to do, while the message is kept.'),
    message_id: nullable(Id('message', 'The message.')),
    variables: Type.Record(Type.String(), Type.String(), { description: 'The values it was filled with.' }),
    sent_at: nullable(Time),
    delivered_at: nullable(Time),
    read_at: nullable(Time),
    failed_at: nullable(Time),
    replied_at: nullable(Time),
  },
  { $id: 'Recipient', description: 'One person of a campaign.' },
);
export type Recipient = Static<typeof Recipient>;
export const RecipientPage = pageOf(Recipient);

const recipientFilter = {
  state: Type.Optional(TextEnum(recipientStates)),
  reason: Type.Optional(Type.String({ maxLength: 200, description: 'Only with this reason.' })),
};

export const RecipientQuery = Type.Object(
  {
    ...cursorQuery,
    ...recipientFilter,
    phone_number: Type.Optional(Type.String({ maxLength: 60, description: 'Only this person.' })),
  },
  { additionalProperties: false },
);
export type RecipientQuery = Static<typeof RecipientQuery>;

export const RecipientExportQuery = Type.Object(recipientFilter, { additionalProperties: false });
export type RecipientExportQuery = Static<typeof RecipientExportQuery>;
