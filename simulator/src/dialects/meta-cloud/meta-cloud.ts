// WhatsApp's Cloud API at Meta: the language of the world itself, so nothing is translated. Its routes are in cloud/.
import { randomBytes, randomInt } from 'node:crypto';
import { cloudRoutes } from '../../cloud/cloud-routes.ts';
import { isKnownErrorCode } from '../../cloud/graph-error.ts';
import type { Dialect } from '../dialect.ts';
import { cloudAnswers } from './answers.ts';
import { cloudCallbacks } from './callbacks.ts';

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

const firstNumber: Dialect['firstNumber'] = {
  phoneNumberId: '106540352242922',
  displayPhoneNumber: '+1 555 078 3881',
  wabaId: '102290129340398',
  accessToken: 'simulator-token',
  appSecret: 'simulator-app-secret',
  verifyToken: 'simulator-verify-token',
  verifiedName: 'Simulated Business',
};

export const metaCloud: Dialect = {
  name: 'meta_cloud',
  title: 'WhatsApp Cloud API',
  answers: cloudAnswers,
  callbacks: cloudCallbacks,
  knowsCode: isKnownErrorCode,
  account: {
    credentials: (fields) => ({
      wabaId: fields.waba_id ?? '',
      accessToken: fields.access_token ?? '',
      appSecret: fields.app_secret ?? '',
      verifyToken: fields.verify_token ?? '',
    }),
    newFields: () => ({
      phone_number_id: `9${digits(14)}`,
      waba_id: `9${digits(14)}`,
      access_token: randomBytes(24).toString('base64url'),
      app_secret: randomBytes(16).toString('hex'),
      verify_token: randomBytes(16).toString('base64url'),
    }),
  },
  routes: cloudRoutes,
  firstNumber,
  example: (address) => `curl ${address}/v24.0/${firstNumber.phoneNumberId}/messages \\
    -H 'Authorization: Bearer ${firstNumber.accessToken}' -H 'Content-Type: application/json' \\
    -d '{"messaging_product":"whatsapp","to":"+966501234567","type":"text","text":{"body":"Hello"}}'`,
};
