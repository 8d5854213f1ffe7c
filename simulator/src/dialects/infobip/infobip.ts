// Infobip: an id of the caller's choice, batches of reports, refusals inside a 200.
import { randomBytes } from 'node:crypto';
import { jsonAnswer } from '../../message/answer-format.ts';
import type { Dialect } from '../dialect.ts';
import { infobipCallbacks } from './callbacks.ts';
import { knowsInfobipCode, pending, writeRefusal } from './errors.ts';
import { infobipRoutes } from './routes.ts';
import { rememberTaken } from './taken-ids.ts';

const firstNumber: Dialect['firstNumber'] = {
  phoneNumberId: '15550783884',
  displayPhoneNumber: '+1 555 078 3884',
  wabaId: 'infobip-15550783884',
  accessToken: 'simulator-key',
  appSecret: 'simulator-callback-secret',
  verifyToken: 'basic hudhud',
  verifiedName: 'Simulated Business',
};

const proofOf = (fields: Readonly<Record<string, string>>): string => {
  const header = (fields.callback_header || 'x-hudhud-proof').toLowerCase();
  switch (fields.callback_proof) {
    case 'header':
      return `header ${header}`;
    case 'hmac':
      return `hmac ${header} ${fields.hmac_algorithm || 'HMAC_SHA_256'} ${fields.hmac_encoding || 'hex'}`;
    default:
      return `basic ${fields.callback_username || 'hudhud'}`;
  }
};

export const infobip: Dialect = {
  name: 'infobip',
  title: 'Infobip',
  answers: {
    accepted({ id, number, message }) {
      rememberTaken(number, id);
      const body = { to: message.waId, messageCount: 1, messageId: id, status: pending };
      return jsonAnswer(200, body);
    },
    refused: writeRefusal,
    read: () => ({ status: 204, contentType: '', body: '' }),
  },
  callbacks: infobipCallbacks,
  knowsCode: knowsInfobipCode,
  account: {
    credentials: (fields) => ({
      wabaId: `infobip-${fields.sender?.replace(/\D/g, '') ?? ''}`,
      accessToken: fields.api_key ?? '',
      appSecret: fields.callback_secret ?? '',
      verifyToken: proofOf(fields),
    }),
    newFields: (phoneNumber) => ({
      sender: phoneNumber.replace(/\D/g, ''),
      api_key: randomBytes(24).toString('base64url'),
      callback_secret: randomBytes(24).toString('base64url'),
    }),
  },
  routes: infobipRoutes,
  firstNumber,
  example: (address) => `curl ${address}/whatsapp/1/message/text \\
    -H 'Authorization: App ${firstNumber.accessToken}' -H 'Content-Type: application/json' \\
    -d '{"from":"15550783884","to":"966501234567","messageId":"mine-1","content":{"text":"Hello"}}'`,
};
