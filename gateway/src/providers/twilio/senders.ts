// The numbers of the account as Twilio lists them: whether the credentials work, whether the number is on WhatsApp, and
// where its callbacks go.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import { askMilliseconds, parseObject } from '../exchange.ts';
import { type DoctorStep, doctorStep, type HealthPart, qualityOf, unreported } from '../health-part.ts';
import { secretsOf } from '../hide-secrets.ts';
import { ownFailure } from '../own-failure.ts';
import type { ConnectionTest, Failure, ProviderFields, RegisterCallback } from '../provider.ts';
import { callTwilio } from './call-twilio.ts';
import { digitsOf, isSandbox, twilioAddress, twilioFields } from './fields.ts';
import { twilioPlaybook } from './playbook.ts';
import { readStepAnswer, twilioFailure } from './read-answer.ts';
import { repetitionFragment } from './send.ts';

interface ListedSender {
  readonly sid: string;
  readonly status: string;
  readonly name: string | null;
  readonly quality: string | null;
  readonly callbackUrl: string | null;
}

type Found =
  | { readonly kind: 'found'; readonly sender: ListedSender }
  /** The credentials work; the account has no such number. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken'; readonly failure: Failure };

const readSender = (value: unknown): (ListedSender & { readonly address: string }) | null => {
  const raw = asFields(value);
  const sid = asText(raw?.sid);
  const address = asText(raw?.sender_id);
  if (!raw || !sid || !address) return null;
  return {
    sid,
    address,
    status: asText(raw.status) ?? '',
    name: asText(asFields(raw.profile)?.name),
    quality: asText(asFields(raw.properties)?.quality_rating),
    callbackUrl: asText(asFields(raw.webhook)?.callback_url),
  };
};

const findSender = async (http: OutgoingHttp, fields: ProviderFields): Promise<Found> => {
  const { result } = await callTwilio(http, fields, {
    method: 'GET',
    host: 'messaging',
    path: 'v2/Channels/Senders?Channel=whatsapp&PageSize=1000',
    timeoutMilliseconds: askMilliseconds,
  });
  const refusal = readStepAnswer(result);
  const { hideInFailure } = secretsOf(twilioFields, fields);
  if (refusal) return { kind: 'broken', failure: hideInFailure(refusal.failure) };
  const listed = result.kind === 'answered' ? parseObject(result.body)?.senders : null;
  if (!Array.isArray(listed)) {
    const failure = ownFailure(
      'unreadable_answer',
      'The answer was not one of Twilio.',
      'Twilio could not be reached at this address.',
      'Correct the base address of the sender.',
    );
    return { kind: 'broken', failure };
  }
  const address = twilioAddress(`+${digitsOf(fields)}`);
  const sender = listed.map(readSender).find((candidate) => candidate?.address === address);
  return sender ? { kind: 'found', sender } : { kind: 'missing' };
};

const failureOf = (code: string): Failure => {
  const rule = twilioPlaybook[code];
  return rule
    ? twilioFailure(code, rule.cause, rule)
    : ownFailure(code, code, 'Twilio refused it.', 'See the Twilio console.');
};

const offline = (status: string): Failure =>
  ownFailure(
    'sender_offline',
    status,
    'The number is not online at WhatsApp.',
    'See the state of the sender in the Twilio console.',
  );

export const testTwilioConnection = async (
  http: OutgoingHttp,
  fields: ProviderFields,
): Promise<ConnectionTest> => {
  const found = await findSender(http, fields);
  if (found.kind === 'broken') return found;
  const phoneNumber = `+${digitsOf(fields)}`;
  // The sandbox belongs to Twilio and is in no customer's list.
  if (found.kind === 'missing') {
    return isSandbox(fields)
      ? { kind: 'working', phoneNumber, name: null }
      : { kind: 'broken', failure: failureOf('63007') };
  }
  const { status, name } = found.sender;
  return status.startsWith('ONLINE')
    ? { kind: 'working', phoneNumber, name }
    : { kind: 'broken', failure: offline(status) };
};

const registrationRefused = (failure: Failure) => ({ kind: 'refused', failure }) as const;

export const registerTwilioCallback: RegisterCallback = async (http, fields, callbackUrl) => {
  const found = await findSender(http, fields);
  if (found.kind === 'broken') return registrationRefused(found.failure);
  if (found.kind === 'missing') return registrationRefused(failureOf('63007'));
  const url = `${callbackUrl}${repetitionFragment}`;
  const { result } = await callTwilio(http, fields, {
    method: 'POST',
    host: 'messaging',
    path: `v2/Channels/Senders/${encodeURIComponent(found.sender.sid)}`,
    body: { webhook: { callback_url: url, callback_method: 'POST' } },
    timeoutMilliseconds: askMilliseconds,
  });
  const refusal = readStepAnswer(result);
  return refusal
    ? registrationRefused(secretsOf(twilioFields, fields).hideInFailure(refusal.failure))
    : { kind: 'registered' };
};

const callbackStep = (found: string | null, expected: string): DoctorStep => {
  const title = 'Twilio calls this gateway';
  if (found?.split('#')[0] === expected) return doctorStep('callback', title, null);
  const failure = ownFailure(
    'callback_elsewhere',
    found ?? 'none',
    'Twilio sends incoming messages to another address, or to none.',
    `Put ${expected} into the sender’s webhook field in the Twilio console.`.replace('’', "'"),
  );
  return doctorStep('callback', title, failure);
};

export const twilioHealth: HealthPart = {
  async read(http, fields) {
    const found = await findSender(http, fields);
    if (found.kind === 'broken') return found;
    const sender = found.kind === 'found' ? found.sender : null;
    return {
      kind: 'read',
      health: {
        ...unreported,
        quality: qualityOf(sender?.quality ?? ''),
        name: sender?.name ?? null,
      },
    };
  },
  async examine(http, fields, callbackUrl) {
    const found = await findSender(http, fields);
    const credentials = 'Twilio accepts the account SID and the auth token';
    if (found.kind === 'broken') return [doctorStep('token', credentials, found.failure)];
    const token = doctorStep('token', credentials, null);
    const title = 'The number is a WhatsApp sender of the account';
    if (found.kind === 'missing') {
      if (!isSandbox(fields)) return [token, doctorStep('number', title, failureOf('63007'))];
      const skipped = { step: 'callback', title: 'The sandbox has settings of its own', failure: null };
      return [token, doctorStep('number', title, null), { ...skipped, state: 'skipped' }];
    }
    const { status, callbackUrl: reported } = found.sender;
    if (!status.startsWith('ONLINE')) return [token, doctorStep('number', title, offline(status))];
    return [token, doctorStep('number', title, null), callbackStep(reported, callbackUrl)];
  },
};
