// WhatsApp as a process of its own that no lane ever kills: what it wrote into its ledger is what people got,
// regardless of what the gateways say. A company's sender is connected to it like any real number.

import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { snakeKeys } from '@hudhud/simulator/control/snake-case.ts';
import { findDialect } from '@hudhud/simulator/dialects/registry.ts';
import type { LedgerEntry } from '@hudhud/simulator/ledger/ledger-entry.ts';
import { refusesRepetition } from '../../../src/providers/correlate.ts';
import { findProvider } from '../../../src/providers/registry.ts';
import { callJson } from './call-json.ts';
import { type Credentials, credentialHeaders } from './send-once.ts';
import type { Stage } from './stage.ts';
import { waitUntil } from './wait-until.ts';

export interface WitnessedSender {
  readonly id: string;
  readonly phoneNumberId: string;
  /** Without the gateway's address in front. */
  readonly callbackPath: string;
}

export interface CallbackFigures {
  callbacksTaken: number;
  callbacksGivenUp: number;
  /** On their way, or to be repeated. */
  callbacksLeft: number;
}

interface WebhookCounts {
  readonly waiting: number;
  readonly retrying: number;
  readonly in_flight: number;
  readonly delivered: number;
  readonly dropped: number;
}

export interface Witness {
  /** A second message under the same id is not taken, so that the gateway repeats what had no answer. */
  readonly refusesRepetition: boolean;
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
  /** A person sends a file; answers the provider's id of the message. */
  writeFile(sender: WitnessedSender, from: string, type: string, file: object): Promise<string>;
  /** Holds statuses back, or releases them all at once. */
  holdCallbacks(isHeld: boolean): Promise<void>;
  /**
   * Restarts a gateway. A provider that tries a callback only a few times holds the others back meanwhile: on a slow
   * machine all its tries would fall into restarts, and it never retries a callback that it has given up.
   */
  whileAway(restart: () => Promise<void>): Promise<void>;
  /** How many callbacks were taken, and how many were given up. */
  callbackFigures(): Promise<CallbackFigures>;
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

const handshakesMax = 6;
/** A gateway that has just started on a busy machine may be too late for its first handshakes. */
const untilShakenHands = async (connect: () => Promise<unknown>, tries = 1): Promise<void> => {
  await connect().catch(async (error: Error) => {
    if (tries === handshakesMax || !error.message.includes('TimeoutError')) throw error;
    await untilShakenHands(connect, tries + 1);
  });
};

/** Far more than the machine sends. */
const highRate = 5_000;

/** Bytes behind the last end of a line are still being written. */
const readEntries = async (file: string): Promise<LedgerEntry[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LedgerEntry);

/** A provider that tries a callback only a few times must try long enough for a gateway to come back. */
const fewTries = { webhook_retry_first_ms: 1_000, webhook_retry_max_ms: 16_000 };

const requireBoth = (name: string) => {
  const provider = findProvider(name);
  const dialect = findDialect(name);
  if (!provider || !dialect) throw new Error(`there is no provider ${name} with a dialect`);
  return { provider, dialect };
};

/** The fields of a new sender at the provider, and the same number as the simulator registers it. */
const newNumber = ({ provider, dialect }: ReturnType<typeof requireBoth>, address: string) => {
  const phoneNumber = `+1555${randomInt(2_000_000, 9_999_999)}`;
  const fields = { ...dialect.account.newFields(phoneNumber), base_url: `${address}/${dialect.name}` };
  const account = provider.accountOf(fields) ?? '';
  return {
    fields,
    account,
    registration: {
      ...snakeKeys(dialect.account.credentials(fields)),
      dialect: dialect.name,
      phone_number_id: account,
      display_phone_number: phoneNumber,
    },
    hasHandshake: provider.callbacks.handshake !== undefined,
  };
};

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

export const openWitness = async (stage: Stage, provider = 'meta_cloud'): Promise<Witness> => {
  const both = requireBoth(provider);
  const ledgerFile = `${await stage.makeFolder()}/ledger.jsonl`;
  const address = await start(stage, ledgerFile);
  const control = `${address}/control`;
  const triesFewTimes = both.dialect.callbacks.updatesMax === 1;
  await callJson('PATCH', `${control}/settings`, { ...settings, ...(triesFewTimes && fewTries) });
  const holdCallbacks = async (isHeld: boolean): Promise<void> => {
    await callJson('PATCH', `${control}/settings`, { webhooks_held: isHeld });
  };

  return {
    refusesRepetition: refusesRepetition(both.provider),
    async connect(gateway, credentials, messagesPerSecond = highRate) {
      const number = newNumber(both, address);
      const sender = await callJson<{ id: string; callback_url: string }>(
        'POST',
        `${gateway}/api/v1/senders`,
        {
          name: 'Witnessed',
          provider,
          fields: number.fields,
          messages_per_second: messagesPerSecond,
          is_default: true,
        },
        credentialHeaders(credentials),
      );
      const callbackPath = new URL(sender.callback_url).pathname;
      const registration = {
        ...number.registration,
        callback_url: `${gateway}${callbackPath}`,
        verify: number.hasHandshake,
      };
      await untilShakenHands(() => callJson('POST', `${control}/numbers`, registration));
      return { id: sender.id, phoneNumberId: number.account, callbackPath };
    },
    async redirect({ phoneNumberId, callbackPath }, gateway) {
      await callJson('PATCH', `${control}/numbers/${phoneNumberId}`, {
        callback_url: `${gateway}${callbackPath}`,
      });
    },
    async addFault(fault) {
      await callJson('POST', `${control}/faults`, fault);
    },
    async clearFaults() {
      await callJson('DELETE', `${control}/faults`);
    },
    async writeFile({ phoneNumberId }, from, type, file) {
      const body = { from, type, [type]: file };
      const path = `${control}/numbers/${phoneNumberId}/inbound`;
      const { ids } = await callJson<{ ids: string[] }>('POST', path, body);
      return ids[0] ?? '';
    },
    holdCallbacks,
    async whileAway(restart) {
      if (!triesFewTimes) return restart();
      // At the same moment, so that the kill also hits callbacks on their way.
      await Promise.all([holdCallbacks(true), restart()]);
      await holdCallbacks(false);
    },
    async callbackFigures() {
      const url = `${control}/webhooks`;
      const counts = await callJson<WebhookCounts>('GET', url);
      return {
        callbacksTaken: counts.delivered,
        callbacksGivenUp: counts.dropped,
        callbacksLeft: counts.waiting + counts.retrying + counts.in_flight,
      };
    },
    readLedger: () => readEntries(ledgerFile),
  };
};
