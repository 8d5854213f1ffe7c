// Vonage's Messages API: requests with a token that the application signs, callbacks with one that Vonage signs.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { jsonAnswer } from '../../message/answer-format.ts';
import type { Dialect } from '../dialect.ts';
import { vonageCallbacks } from './callbacks.ts';
import { knowsVonageCode, writeRefusal } from './errors.ts';
import { newMessageUuid } from './ids.ts';
import { vonageRoutes } from './routes.ts';

const accountKey = 'abcd1234';

const firstNumber: Dialect['firstNumber'] = {
  phoneNumberId: '15550783885',
  displayPhoneNumber: '+1 555 078 3885',
  wabaId: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab',
  // No application has signed anything yet; the account's key and secret work as they do at Vonage.
  accessToken: '',
  otherAccessTokens: [`${accountKey}:simulator-secret`],
  appSecret: 'simulator-signature-secret',
  verifyToken: accountKey,
  verifiedName: 'Simulated Business',
};

/** In one line, as a form keeps it. */
const newPrivateKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .trim()
    .replaceAll('\n', ' ');

export const vonage: Dialect = {
  name: 'vonage',
  title: 'Vonage',
  newMessageId: newMessageUuid,
  answers: {
    accepted: ({ id }) => jsonAnswer(202, { message_uuid: id }),
    refused: writeRefusal,
    read: () => ({ status: 200, contentType: '', body: '' }),
  },
  callbacks: vonageCallbacks,
  knowsCode: knowsVonageCode,
  account: {
    credentials: (fields) => ({
      wabaId: fields.application_id ?? '',
      accessToken: fields.private_key ?? '',
      appSecret: fields.signature_secret ?? '',
      verifyToken: fields.api_key || accountKey,
    }),
    newFields: (phoneNumber) => ({
      number: phoneNumber.replace(/\D/g, ''),
      application_id: randomUUID(),
      private_key: newPrivateKey(),
      signature_secret: randomBytes(24).toString('base64url'),
      api_key: randomBytes(4).toString('hex'),
    }),
  },
  routes: vonageRoutes,
  firstNumber,
  example: (address) => `curl ${address}/v1/messages -u '${accountKey}:simulator-secret' \\
    -H 'Content-Type: application/json' -d '{"channel":"whatsapp","from":"15550783885","to":"966501234567",
      "message_type":"text","text":"Hello","client_ref":"mine-1"}'`,
};
