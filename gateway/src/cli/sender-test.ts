// `hudhud sender test`

import { setTimeout as sleep } from 'node:timers/promises';
import type { DoctorStep } from '@hudhud/contract/senders.ts';
import type pg from 'pg';
import { createOutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { Sender } from '../senders/directory.ts';
import { hasReceivedMessage } from '../senders/doctor.ts';
import { loadSenders } from '../senders/load-senders.ts';
import { presentTest } from '../senders/present.ts';
import { registerCallback } from '../senders/register-callback.ts';
import { testSender } from '../senders/test-sender.ts';
import { type Command, type CommandContext, exitCodes, jsonOption, UsageError } from './command.ts';
import { companyOption, readCompanyId } from './company-options.ts';
import {
  noSuchSender,
  publicUrlOf,
  readSenderId,
  refuseUnregistered,
  registerOption,
  senderOption,
} from './sender-options.ts';

const waitSecondsMax = 600;
const lookMilliseconds = 1_000;

const readWait = (value: CommandContext['values'][string]): number => {
  const seconds = value === undefined ? 0 : Number(value);
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= waitSecondsMax) return seconds;
  throw new UsageError(`--wait must be a number of seconds up to ${waitSecondsMax}.`);
};

/** Also what `sender add` does, before it says that a sender works. */
export const runDoctor = async (pool: pg.Pool, sender: Sender, publicUrl: string, isRegistered: boolean) => {
  const http = createOutgoingHttp({ connections: 1 });
  try {
    // A refusal is kept with the sender, and the doctor shows it.
    if (isRegistered) await registerCallback(pool, http, sender, publicUrl);
    return presentTest(await testSender(pool, http, sender, publicUrl));
  } finally {
    await http.close();
  }
};

const marks = { working: 'ok', broken: 'BROKEN', skipped: 'skipped' } as const;

export const describeStep = ({ step, title, state, failure }: DoctorStep): string =>
  [
    `${marks[state].padEnd(8)}${step.padEnd(14)}${title}`,
    ...(failure ? [`${' '.repeat(22)}${failure.cause} ${failure.action} ${failure.detail}`.trimEnd()] : []),
  ].join('\n');

const waitForMessage = async (pool: pg.Pool, sender: Sender, seconds: number): Promise<boolean> => {
  const since = new Date();
  for (const giveUpAt = Date.now() + seconds * 1000; Date.now() < giveUpAt; ) {
    if (await hasReceivedMessage(pool, sender, since)) return true;
    await sleep(lookMilliseconds);
  }
  return false;
};

export const senderTest: Command = {
  name: 'sender test',
  summary: 'Check a sender step by step, and say which step fails and what to do.',
  options: {
    company: companyOption,
    sender: senderOption,
    'register-callback': registerOption,
    wait: {
      type: 'string',
      value: 'SECONDS',
      meaning: 'Then wait so long for a real message: write to the number with a phone.',
    },
    json: jsonOption,
  },
  async run(context) {
    const { values, print, remark, config, withStorage } = context;
    const companyId = readCompanyId(values.company);
    const senderId = readSenderId(values.sender);
    const wait = readWait(values.wait);
    return await withStorage(async ({ database: { pool }, secrets }) => {
      const sender = (await loadSenders(pool, secrets)(companyId)).find(({ id }) => id === senderId);
      if (!sender) return noSuchSender(context);
      if (sender.isSimulated) {
        remark('The sender is simulated: it works wherever the gateway runs its simulator.');
        return exitCodes.refused;
      }
      if (values['register-callback']) refuseUnregistered(sender.provider);
      const isRegistered = values['register-callback'] === true;
      const test = await runDoctor(pool, sender, publicUrlOf(config), isRegistered);
      const isBroken = !test.is_working || test.steps.some(({ state }) => state === 'broken');
      if (!values.json) {
        for (const step of test.steps) (step.state === 'broken' ? remark : print)(describeStep(step));
        if (test.is_working) print(`Working: ${test.name ?? ''} ${test.phone_number ?? ''}`.trimEnd());
        if (wait > 0 && !isBroken) print('Write to the number with a phone now.');
      }
      const received = wait > 0 && !isBroken ? await waitForMessage(pool, sender, wait) : null;
      if (values.json) print(JSON.stringify(received === null ? test : { ...test, has_heard: received }));
      else if (received !== null) {
        if (received) print('A message came in.');
        else remark('No message came in. Is the webhook field "messages" subscribed, and the app live?');
      }
      return isBroken || received === false ? exitCodes.refused : exitCodes.ok;
    });
  },
};
