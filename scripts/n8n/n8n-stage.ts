// Shared by the tests in n8n's engine: a gateway that sends to its simulator, and n8n's engine with our package in it.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { type SendingCompany, useSendingStage } from '../../gateway/tests/support/sending-stage.ts';
import { ensureTools } from './ensure-installed.ts';
import { type Credential, type N8nEngine, startN8nEngine } from './n8n-engine.ts';
import { packNode } from './pack-node.ts';

export interface N8nStage {
  /** Where n8n's tools are installed. */
  readonly toolsFolder: string;
  /** A folder that is gone afterwards. */
  readonly folder: string;
  /** From the first test on. */
  engine(): N8nEngine;
  /** A test that needs n8n. */
  inN8n(name: string, test: () => Promise<void> | void): void;
  newCompany(): Promise<{ readonly company: SendingCompany; readonly credential: Credential }>;
  /** A person writes to the company's number. */
  writeTo(company: SendingCompany, text: string): Promise<unknown>;
}

const startTimeoutMs = 60_000;
const testTimeoutMs = 60_000;

/** Call it at the top of a test file: the file's end stops everything. */
export const useN8nStage = async (): Promise<N8nStage> => {
  const gateway = await useSendingStage({ WEBHOOK_ALLOWED_NETWORKS: 'loopback' });
  const tools = await ensureTools((line) => process.stderr.write(`${line}\n`));
  const toolsFolder = 'folder' in tools ? tools.folder : '';
  const folder = mkdtempSync(path.join(tmpdir(), 'hudhud-n8n-'));
  let engine: N8nEngine | undefined;
  beforeAll(async () => {
    const built = path.join(folder, 'package');
    mkdirSync(built);
    packNode(built);
    if (toolsFolder) engine = await startN8nEngine(toolsFolder, built);
  }, startTimeoutMs);
  afterAll(async () => {
    await engine?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    toolsFolder,
    folder,
    engine() {
      if (!engine) throw new Error("n8n's engine is not running yet.");
      return engine;
    },
    inN8n(name, test) {
      it(name, { timeout: testTimeoutMs }, async ({ skip }) => {
        // Without a registry there is no n8n to test with. That is said, and the tests that need none go on.
        if ('unreachable' in tools) skip(tools.unreachable);
        await test();
      });
    },
    async newCompany() {
      const company = await gateway.createSendingCompany();
      // The simulator knows a number from its first use on.
      await company.call('POST', `/api/v1/senders/${company.sender.id}/test`);
      return {
        company,
        credential: { baseUrl: gateway.address, companyId: company.id, apiToken: company.token },
      };
    },
    writeTo: (company, text) =>
      gateway.call('POST', `/simulator/control/numbers/${company.account}/inbound`, {
        body: { from: '966501234567', name: 'Sara', type: 'text', text },
      }),
  };
};
