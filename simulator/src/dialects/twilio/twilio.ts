// Twilio: forms instead of JSON, one callback per event, signed with the account's token over its address.
import { randomBytes } from 'node:crypto';
import type { Dialect } from '../dialect.ts';
import { twilioAnswers } from './answers.ts';
import { twilioCallbacks } from './callbacks.ts';
import { knowsTwilioCode } from './errors.ts';
import { newMessageSid, newSid } from './ids.ts';
import { twilioRoutes } from './routes.ts';

const firstNumber: Dialect['firstNumber'] = {
  phoneNumberId: '15550783883',
  displayPhoneNumber: '+1 555 078 3883',
  wabaId: 'AC00000000000000000000000000000000',
  accessToken: 'simulator-auth-token',
  appSecret: 'simulator-auth-token',
  verifyToken: '',
  verifiedName: 'Simulated Business',
};

export const twilio: Dialect = {
  name: 'twilio',
  title: 'Twilio',
  newMessageId: newMessageSid,
  answers: twilioAnswers,
  callbacks: twilioCallbacks,
  knowsCode: knowsTwilioCode,
  account: {
    credentials: ({ account_sid = '', auth_token = '', api_key_sid = '', api_key_secret = '' }) => ({
      wabaId: account_sid,
      accessToken: auth_token,
      otherAccessTokens: api_key_sid === '' ? [] : [`${api_key_sid}:${api_key_secret}`],
      // Callbacks are always signed with the account's own token.
      appSecret: auth_token,
      verifyToken: '',
    }),
    newFields: (phoneNumber) => ({
      account_sid: newSid('AC'),
      auth_token: randomBytes(16).toString('hex'),
      phone_number: phoneNumber,
    }),
  },
  routes: twilioRoutes,
  firstNumber,
  example: (address) =>
    `curl ${address}/2010-04-01/Accounts/${firstNumber.wabaId}/Messages.json \\
    -u '${firstNumber.wabaId}:${firstNumber.accessToken}' --data-urlencode 'From=whatsapp:+15550783883' \\
    --data-urlencode 'To=whatsapp:+966501234567' --data-urlencode 'Body=Hello'`,
};
