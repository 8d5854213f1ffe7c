// 360dialog: Meta's bodies and ids at another address, with a key per number, errors of its own beside Meta's, and a header
// of the business's choice as the only proof of a callback.

import { randomBytes } from 'node:crypto';
import type { CallbackFormat } from '../../webhook/callback-format.ts';
import type { Update } from '../../webhook/updates.ts';
import type { Dialect } from '../dialect.ts';
import { cloudAnswers } from '../meta-cloud/answers.ts';
import { cloudCallbacks } from '../meta-cloud/callbacks.ts';
import { isOwnCode, writeRefusal } from './errors.ts';
import { dialog360Routes } from './routes.ts';

// 360dialog's callbacks: Meta's envelope, with the headers that the business asked for. There is no signature.

/** The header in which a Hudhud sender expects its secret. */
const secretHeader = 'authorization';

const dialog360Callbacks: CallbackFormat = {
  ...cloudCallbacks,
  write: (updates, settings, publicUrl) =>
    cloudCallbacks.write(settings.opaqueReturned ? updates : updates.map(withoutOpaque), settings, publicUrl),
  headers: ({ number }) => ({
    'content-type': 'application/json',
    'user-agent': '360dialog',
    [secretHeader]: number.appSecret,
  }),
};

function withoutOpaque(update: Update): Update {
  if (update.kind !== 'status') return update;
  const { biz_opaque_callback_data: _opaque, ...status } = update.status as Record<string, unknown>;
  return { ...update, status };
}

const firstNumber: Dialect['firstNumber'] = {
  phoneNumberId: '15550783882',
  displayPhoneNumber: '+1 555 078 3882',
  wabaId: '102290129340399',
  accessToken: 'simulator-key',
  appSecret: 'simulator-callback-secret',
  verifyToken: '',
  verifiedName: 'Simulated Business',
};

export const dialog360: Dialect = {
  name: 'dialog360',
  title: '360dialog',
  answers: { ...cloudAnswers, refused: writeRefusal },
  callbacks: dialog360Callbacks,
  knowsCode: isOwnCode,
  account: {
    credentials: (fields) => ({
      wabaId: `360${fields.phone_number?.replace(/\D/g, '') ?? ''}`,
      accessToken: fields.api_key ?? '',
      appSecret: fields.callback_secret ?? '',
      verifyToken: '',
    }),
    newFields: (phoneNumber) => ({
      phone_number: phoneNumber,
      api_key: randomBytes(24).toString('base64url'),
      callback_secret: randomBytes(24).toString('base64url'),
    }),
  },
  routes: dialog360Routes,
  firstNumber,
  example: (address) => `curl ${address}/messages \\
    -H 'D360-API-KEY: ${firstNumber.accessToken}' -H 'Content-Type: application/json' \\
    -d '{"messaging_product":"whatsapp","to":"+966501234567","type":"text","text":{"body":"Hello"}}'`,
};
