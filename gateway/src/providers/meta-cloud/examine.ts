// The doctor for a number at Meta: each step rests on the one before, so the first broken one ends it.

import { randomBytes } from 'node:crypto';
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import type { DoctorStep } from '../health-part.ts';
import { ownFailure } from '../own-failure.ts';
import type { Failure, ProviderFields } from '../provider.ts';
import type { Fields } from '../read-values.ts';
import { askGraph, askToken, numberFields, readTokenEnd } from './ask-graph.ts';
import { field } from './fields.ts';

type Step = Omit<DoctorStep, 'step' | 'title'>;

const working: Step = { state: 'working', failure: null };

const broken = (code: string, cause: string, action: string, detail = ''): Step => ({
  state: 'broken',
  failure: ownFailure(code, detail, cause, action),
});

const skipped = (cause: string, action: string): Step => ({
  state: 'skipped',
  failure: ownFailure('not_checked', '', cause, action),
});

const brokenBy = (failure: Failure): Step => ({ state: 'broken', failure });

/** Results of earlier steps. */
interface Findings {
  token: Fields;
  number: Fields;
}

interface Examination {
  readonly http: OutgoingHttp;
  readonly fields: ProviderFields;
  readonly callbackUrl: string;
  readonly found: Findings;
}

const checkToken = async ({ http, fields, found }: Examination): Promise<Step> => {
  const answer = await askToken(http, fields);
  if (answer.kind === 'failed') return brokenBy(answer.failure);
  found.token = asFields(answer.body.data) ?? {};
  if (found.token.is_valid === false) {
    const endedAt = readTokenEnd(found.token);
    const cause = endedAt
      ? `The access token ended on ${endedAt.toISOString().slice(0, 10)}.`
      : 'Meta does not take the access token any more.';
    return broken('token_invalid', cause, 'Make a new token of a system user at Meta and enter it here.');
  }
  return working;
};

const neededScopes = ['whatsapp_business_messaging', 'whatsapp_business_management'];

const checkScopes = async ({ found }: Examination): Promise<Step> => {
  const { scopes } = found.token;
  if (!Array.isArray(scopes)) {
    return skipped('Meta did not say what the token may do.', 'Nothing, if messages go out.');
  }
  const missing = neededScopes.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return working;
  return broken(
    'scope_missing',
    `The access token lacks the permission ${missing.join(' and ')}.`,
    'Make a new token at Meta and tick both WhatsApp permissions.',
  );
};

const checkNumber = async ({ http, fields, found }: Examination): Promise<Step> => {
  const id = encodeURIComponent(field(fields, 'phone_number_id'));
  const answer = await askGraph(http, fields, `${id}?fields=${numberFields}`);
  if (answer.kind === 'failed') return brokenBy(answer.failure);
  found.number = answer.body;
  const status = asText(found.number.status) ?? 'CONNECTED';
  if (status === 'CONNECTED') return working;
  const action =
    status === 'PENDING' || status === 'DISCONNECTED'
      ? 'Register the number at Meta: WhatsApp > API set-up.'
      : 'Open the number in the WhatsApp manager at Meta; it says why.';
  return broken('number_not_connected', `The number is ${status} at Meta.`, action);
};

const checkSubscription = async ({ http, fields }: Examination): Promise<Step> => {
  const account = field(fields, 'waba_id');
  if (account === '') {
    return skipped(
      'Without the WhatsApp business account id Hudhud cannot ask whether your app is subscribed.',
      'Enter the id of the WhatsApp business account for this sender, and test again.',
    );
  }
  const answer = await askGraph(http, fields, `${encodeURIComponent(account)}/subscribed_apps`);
  if (answer.kind === 'failed') return brokenBy(answer.failure);
  const { data } = answer.body;
  if (Array.isArray(data) && data.length > 0) return working;
  return broken(
    'app_not_subscribed',
    'No app is subscribed to the WhatsApp business account, so Meta sends no callbacks.',
    'Subscribe your app: POST /{business account id}/subscribed_apps with the same token.',
  );
};

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');

const timeoutMilliseconds = 15_000;

/** Asks our own address as Meta does before it takes it. Null: it answered. */
const probe = async ({ http, fields, callbackUrl }: Examination): Promise<Step | null> => {
  const challenge = randomBytes(8).toString('hex');
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.challenge': challenge,
    'hub.verify_token': field(fields, 'verify_token'),
  });
  const result = await http.send({
    method: 'GET',
    url: `${callbackUrl}?${query}`,
    headers: {},
    body: null,
    timeoutMilliseconds,
    answerBytesMax: 4_096,
  });
  if (result.kind === 'answered' && result.status === 200 && result.body === challenge) return null;
  const detail = result.kind === 'answered' ? `HTTP ${result.status}` : result.detail;
  return broken(
    'callback_unreachable',
    `The callback address ${callbackUrl} does not answer as it should.`,
    'Meta needs a public https address: set PUBLIC_URL to it, and let the proxy pass /callbacks through.',
    detail,
  );
};

/** A number's own address goes before the account's, and that before the app's. */
const checkCallback = async (examination: Examination): Promise<Step> => {
  const { callbackUrl, found } = examination;
  const configured = asFields(found.number.webhook_configuration) ?? {};
  const calls =
    asText(configured.phone_number) ??
    asText(configured.whatsapp_business_account) ??
    asText(configured.application);
  if (calls === null) {
    return broken(
      'callback_not_set',
      'Meta has no callback address for this number.',
      `Enter ${callbackUrl} and the verify token at Meta: WhatsApp > Configuration > Webhook, and subscribe to "messages".`,
    );
  }
  // The simulator of this process knows the address by itself.
  if (callbackUrl === '') return working;
  if (pathOf(calls) !== pathOf(callbackUrl)) {
    return broken(
      'callback_elsewhere',
      `Meta calls ${calls}, which is not the address of this sender.`,
      `Enter ${callbackUrl} at Meta: WhatsApp > Configuration > Webhook.`,
    );
  }
  return (await probe(examination)) ?? working;
};

const steps: readonly (readonly [
  step: string,
  title: string,
  check: (examination: Examination) => Promise<Step>,
])[] = [
  ['token', 'The access token is valid', checkToken],
  ['scopes', 'The token may send and manage', checkScopes],
  ['number', 'The number is connected', checkNumber],
  ['subscription', 'The app is subscribed to the business account', checkSubscription],
  ['callback', 'Meta calls this gateway back', checkCallback],
];

export const examineMeta = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  callbackUrl: string,
): Promise<readonly DoctorStep[]> => {
  const examination: Examination = { http, fields, callbackUrl, found: { token: {}, number: {} } };
  const made: DoctorStep[] = [];
  for (const [step, title, check] of steps) {
    const result = await check(examination);
    made.push({ step, title, ...result });
    if (result.state === 'broken') break;
  }
  return made;
};
