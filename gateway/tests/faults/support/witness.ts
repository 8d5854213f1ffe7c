// WhatsApp as a process of its own that no lane ever kills: what it wrote into its ledger is what people got, whatever
// the gateways say. A company's sender is connected to it like any real number.

import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { LedgerEntry } from '@hudhud/simulator/ledger/ledger-entry.ts';
import { type Credentials, credentialHeaders } from './send-once.ts';
import type { Stage } from './stage.ts';
import { waitUntil } from './wait-until.ts';

export interface WitnessedSender {
  readonly id: string;
  readonly phoneNumberId: string;
  /** Without the gateway's address in front. */
  readonly callbackPath: string;
}

export interface Witness {
  /** Makes a sender for the company, through this gateway, to which the callbacks go from then on. */
  connect(gateway: string, credentials: Credentials, messagesPerSecond?: number): Promise<WitnessedSender>;
  /** Another gateway takes the callbacks. */
  redirect(sender: WitnessedSender, gateway: string): Promise<void>;
  addFault(fault: {
    name: string;
    probability?: number;
    count?: number;
    delay_ms?: number;
    code?: number;
  }): Promise<void>;
  clearFaults(): Promise<void>;
  /** Keeps statuses back, or lets them go all at once. */
  holdCallbacks(isHeld: boolean): Promise<void>;
  /** Everything that was ever received, oldest first, as the file on disk has it. */
  readLedger(): Promise<LedgerEntry[]>;
}

const mainFile = fileURLToPath(new URL('../../../../simulator/src/main.ts', import.meta.url));

/** Quick statuses, quick repeats of callbacks to a gateway that is away, and no limits but those of the sender. */
const settings = {
  throughput_per_second: 0,
  pair_interval_ms: 0,
  sent_delay_ms: 20,
  delivered_delay_ms: 60,
  read_delay_ms: 120,
  webhook_retry_first_ms: 200,
  webhook_retry_max_ms: 500,
  webhook_timeout_ms: 5_000,
};

/** Far more than the machine sends. */
const highRate = 5_000;

const call = async <Answer>(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const answer = await fetch(url, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`);
  return (text === '' ? null : JSON.parse(text)) as Answer;
};

/** What is behind the last end of a line is still being written. */
const readEntries = async (file: string): Promise<LedgerEntry[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LedgerEntry);

const newNumber = () => ({
  phone_number_id: `8${randomInt(1e12, 9e12)}`,
  access_token: `token-${randomInt(1e12)}`,
  app_secret: `secret-${randomInt(1e12)}`,
  verify_token: `verify-${randomInt(1e12)}`,
  waba_id: `7${randomInt(1e12, 9e12)}`,
});

const start = async (stage: Stage, ledgerFile: string): Promise<string> => {
  const child = spawn(process.execPath, [mainFile, '--port', '0', '--ledger-file', ledgerFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stage.adopt(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  return waitUntil('the simulator listens', () => /listens on (\S+)/.exec(output)?.[1], 60);
};

export const openWitness = async (stage: Stage): Promise<Witness> => {
  const ledgerFile = `${await stage.makeFolder()}/ledger.jsonl`;
  const address = await start(stage, ledgerFile);
  const control = `${address}/control`;
  await call('PATCH', `${control}/settings`, settings);

  return {
    async connect(gateway, credentials, messagesPerSecond = highRate) {
      const number = newNumber();
      const sender = await call<{ id: string; callback_url: string }>(
        'POST',
        `${gateway}/api/v1/senders`,
        {
          name: 'Witnessed',
          provider: 'meta_cloud',
          fields: { ...number, base_url: address },
          messages_per_second: messagesPerSecond,
          is_default: true,
        },
        credentialHeaders(credentials),
      );
      const callbackPath = new URL(sender.callback_url).pathname;
      await call('POST', `${control}/numbers`, {
        ...number,
        display_phone_number: `+1 555 ${randomInt(200, 999)} ${randomInt(1000, 9999)}`,
        callback_url: `${gateway}${callbackPath}`,
        verify: true,
      });
      return { id: sender.id, phoneNumberId: number.phone_number_id, callbackPath };
    },
    async redirect({ phoneNumberId, callbackPath }, gateway) {
      await call('PATCH', `${control}/numbers/${phoneNumberId}`, {
        callback_url: `${gateway}${callbackPath}`,
      });
    },
    async addFault(fault) {
      await call('POST', `${control}/faults`, fault);
    },
    async clearFaults() {
      await call('DELETE', `${control}/faults`);
    },
    async holdCallbacks(isHeld) {
      await call('PATCH', `${control}/settings`, { webhooks_held: isHeld });
    },
    readLedger: () => readEntries(ledgerFile),
  };
};
