// Finds out why a sender does not work: the provider's own checks first, then whether its callbacks arrive. Names the step
// that fails and what to do.

import type { Failure } from '@hudhud/contract/failure.ts';
import type pg from 'pg';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import { dayMilliseconds, hourMilliseconds } from '../platform/time.ts';
import type { DoctorStep } from '../providers/health-part.ts';
import type { ConnectionTest, Provider } from '../providers/provider.ts';
import { callbackPath } from './callback-path.ts';
import type { Sender } from './directory.ts';
import { findReceivedMessage } from './health/queries.ts';
import { findSender } from './queries.ts';
import { notRegistered } from './register-callback.ts';

export const hasReceivedMessage = async (
  pool: pg.Pool,
  { companyId, id }: Sender,
  since: Date,
): Promise<boolean> => (await findReceivedMessage(pool, { companyId, senderId: id }, since)) !== null;

/** A provider without checks of its own has this one. */
const connectionStep = (test: ConnectionTest): DoctorStep => ({
  step: 'connection',
  title: 'The provider takes the credentials',
  ...(test.kind === 'working'
    ? { state: 'working', failure: null }
    : { state: 'broken', failure: test.failure }),
});

const actions: Readonly<Record<string, string>> = {
  [notRegistered]: 'Paste the callback address at the provider, or let the gateway register it once more.',
  callback_refused: "Compare the sender's app secret with the one at the provider, and enter it again.",
  callback_number_unknown:
    'Add a sender for this number, or give the callback address of the right sender to the provider.',
  invalid_json: 'Something between the provider and this gateway changes the body; let it through unchanged.',
};

const isOver = (code: string, at: Date, received: Date | null): boolean => {
  const age = Date.now() - at.getTime();
  // It is noted every minute while it lasts, and good callbacks for the sender's own number say nothing of it.
  if (code === 'callback_number_unknown') return age > hourMilliseconds;
  return age > dayMilliseconds || (received !== null && received > at);
};

/** The last callback that could not be used, unless a good one came after it. */
const signatureStep = async (pool: pg.Pool, sender: Sender): Promise<DoctorStep> => {
  const row = await findSender(pool, sender.companyId, sender.id);
  const at = row?.callback_problem_at ?? null;
  const step = { step: 'signature', title: 'Callbacks that arrive can be used' } as const;
  const working = { ...step, state: 'working', failure: null } as const;
  if (at === null || !row?.callback_problem) return working;
  const { code, detail } = JSON.parse(row.callback_problem) as { code: string; detail: string };
  if (isOver(code, at, row.last_callback_at)) return working;
  const failure: Failure = {
    code,
    title: 'A callback could not be used',
    detail: `at ${at.toISOString()}`,
    cause: detail,
    action: actions[code] ?? 'See the Event Monitor.',
  };
  return { ...step, state: 'broken', failure };
};

const letRegister =
  'Let the gateway register the address: the page of the sender has a button for it. Or paste it at the provider.';

/** Where a program can register the address at the provider, it need not be pasted. */
const offerRegistration = ({ registerCallback }: Provider, step: DoctorStep): DoctorStep =>
  registerCallback && step.step === 'callback' && step.state === 'broken' && step.failure
    ? { ...step, failure: { ...step.failure, action: letRegister } }
    : step;

export const examineSender = async (
  pool: pg.Pool,
  http: OutgoingHttp,
  sender: Sender,
  publicUrl: string,
  test: ConnectionTest,
): Promise<readonly DoctorStep[]> => {
  const { health } = sender.provider;
  const path = callbackPath({ ...sender, provider: sender.provider.name });
  const callbackUrl = sender.isSimulated ? '' : `${publicUrl}${path}`;
  const examined = health ? await health.examine(http, sender.fields, callbackUrl) : [connectionStep(test)];
  const steps = examined.map((step) => offerRegistration(sender.provider, step));
  if (steps.some(({ state }) => state === 'broken')) return steps;
  return [...steps, await signatureStep(pool, sender)];
};
