// `npm run test:n8n`: a real n8n with our package in it, against a real gateway and its simulator. Too large for every run
// of the tests: n8n alone is 2.2 GB. N8N_E2E_DIR names a folder where it may be kept.

import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createExpectations } from './checks/expectations.ts';
import { freePort } from './checks/free-port.ts';
import { stopTogether } from './checks/run-process.ts';
import { ensureN8n } from './n8n/ensure-n8n.ts';
import { faultsOfNode, type NodeDescription, readExamples } from './n8n/example-workflows.ts';
import { type N8nServer, startN8n } from './n8n/n8n-server.ts';
import { type GatewayForN8n, startGatewayForN8n } from './n8n/test-gateway.ts';
import { echoWorkflow, sendWorkflow } from './n8n/test-workflows.ts';

const person = '966501234567';
const { expectThat, conclude } = createExpectations();

async function until<Value>(
  look: () => Promise<Value | undefined | false>,
  seconds = 20,
): Promise<Value | undefined> {
  for (const giveUpAt = performance.now() + seconds * 1000; performance.now() < giveUpAt; await sleep(200)) {
    const found = await look();
    if (found) return found;
  }
  return undefined;
}

interface World {
  readonly n8n: N8nServer;
  readonly gateway: GatewayForN8n;
  /** The provider's name for the company's number. */
  readonly account: string;
}

interface Execution {
  readonly id: string;
  readonly status: string;
  readonly finished: boolean;
}

const textsSent = async ({ gateway, account }: World): Promise<string[]> => {
  const query = new URLSearchParams({ phone_number_id: account, limit: '1000' });
  const { data } = await gateway.call<{ data: { body: { text: { body: string } } }[] }>(
    'GET',
    `/simulator/control/ledger?${query}`,
  );
  return data.map(({ body }) => body.text.body);
};

const webhookPaths = async ({ gateway }: World): Promise<string[]> => {
  const { data } = await gateway.call<{ data: { url: string }[] }>('GET', '/api/v1/webhooks');
  return data.map(({ url }) => new URL(url).pathname.split('/')[1] ?? '').sort();
};

const writeIn = ({ gateway, account }: World, text: string): Promise<unknown> =>
  gateway.call('POST', `/simulator/control/numbers/${account}/inbound`, { from: person, type: 'text', text });

async function checkCredential({ n8n, gateway }: World): Promise<string> {
  const data = { baseUrl: gateway.address, companyId: gateway.companyId, apiToken: gateway.token };
  const credential = { name: 'Hudhud', type: 'hudhudApi', data };
  const { id } = await n8n.call<{ id: string }>('POST', '/credentials', credential);
  const test = (changes: object) =>
    n8n.call<{ status: string; message: string }>('POST', '/credentials/test', {
      credentials: { ...credential, id, data: { ...data, ...changes } },
    });
  const good = await test({});
  expectThat('the right credential passes its test', good.status === 'OK', good.message);
  const bad = await test({ apiToken: 'a-wrong-token-of-many-characters' });
  expectThat('a wrong credential fails its test', bad.status === 'Error', bad.message);
  return id;
}

async function checkSend(world: World, credentialId: string): Promise<void> {
  const { n8n } = world;
  const { id } = await n8n.call<{ id: string }>('POST', '/workflows', sendWorkflow(credentialId));
  const { executionId } = await n8n.call<{ executionId: string }>('POST', `/workflows/${id}/run`, {
    triggerToStartFrom: { name: 'Manual' },
  });
  const done = await until(async () => {
    const execution = await n8n.call<Execution>('GET', `/executions/${executionId}`);
    return ['success', 'error', 'crashed'].includes(execution.status) && execution;
  });
  expectThat('a workflow that sends ends well', done?.status === 'success', done?.status ?? 'not in time');
  const texts = await textsSent(world);
  expectThat(
    'its message is sent once',
    texts.filter((text) => text === 'Sum 2').length === 1,
    texts.join(', '),
  );
}

async function checkExamples({ n8n }: World): Promise<void> {
  for (const { file, workflow } of readExamples()) {
    const asked = workflow.nodes.map(({ type, typeVersion }) => ({ name: type, version: typeVersion }));
    const types = await n8n.call<NodeDescription[]>('POST', '/node-types', { nodeInfos: asked });
    const faults = workflow.nodes.flatMap((node) => faultsOfNode(node, types));
    expectThat(`n8n knows every node and parameter of ${file}`, faults.length === 0, faults.join('; '));
    const saved = await n8n.call<{ nodes: unknown[] }>('POST', '/workflows', workflow);
    expectThat(`${file} can be imported`, saved.nodes.length === workflow.nodes.length);
  }
}

async function checkTrigger(world: World, credentialId: string): Promise<void> {
  const { n8n } = world;
  const workflow = await n8n.call<{ id: string; versionId: string }>(
    'POST',
    '/workflows',
    echoWorkflow(credentialId),
  );
  await n8n.call('POST', `/workflows/${workflow.id}/activate`, { versionId: workflow.versionId });
  const isThere = await until(async () => (await webhookPaths(world)).join() === 'webhook');
  expectThat('activation registers a webhook', isThere === true);

  await n8n.call('POST', `/workflows/${workflow.id}/run`, { triggerToStartFrom: { name: 'Hudhud Trigger' } });
  const both = await until(async () => (await webhookPaths(world)).join() === 'webhook,webhook-test');
  expectThat('a test listens beside it', both === true, (await webhookPaths(world)).join());
  await writeIn(world, 'ciao');
  const replies = await until(async () => {
    const texts = await textsSent(world);
    return texts.filter((text) => text === 'You said ciao').length === 2 && texts;
  });
  expectThat('both addresses get the message, and both workflows answer it', replies !== undefined);
  const one = await until(async () => (await webhookPaths(world)).join() === 'webhook');
  expectThat('the test takes its webhook back', one === true, (await webhookPaths(world)).join());

  await writeIn(world, 'again');
  const again = await until(async () => (await textsSent(world)).includes('You said again'));
  expectThat('an incoming message starts the workflow, which answers', again === true);
  const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
  const { results } = await n8n.call<{ results: Execution[] }>('GET', `/executions?filter=${filter}`);
  const isAllWell = results.length >= 2 && results.every(({ status }) => status === 'success');
  expectThat('its executions end well', isAllWell, results.map(({ status }) => status).join(', '));

  const forged = await fetch(`${n8n.address}/webhook/5f0c9d1e-0000-4000-8000-000000000004/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      event: 'incoming_message',
      data: { sender_phone: person, message_body: 'forged' },
    }),
  });
  expectThat('a request without a signature is refused', forged.status === 401, String(forged.status));

  await n8n.call('POST', `/workflows/${workflow.id}/deactivate`, {});
  const isGone = await until(async () => (await webhookPaths(world)).length === 0);
  expectThat('deactivation removes the webhook', isGone === true, (await webhookPaths(world)).join());
}

async function main(n8nFolder: string, folder: string): Promise<void> {
  const startedAt = performance.now();
  const stops: (() => Promise<void>)[] = [];
  try {
    const gateway = await startGatewayForN8n(path.join(folder, 'data'), await freePort());
    stops.push(gateway.stop);
    const userFolder = path.join(folder, 'n8n');
    mkdirSync(userFolder);
    const ports = { port: await freePort(), brokerPort: await freePort() };
    const n8n = await startN8n({ folder: n8nFolder, userFolder, ...ports });
    stops.push(n8n.stop);
    const { data } = await gateway.call<{ data: [{ id: string; account: string }] }>(
      'GET',
      '/api/v1/senders',
    );
    // The simulator knows a number from its first use on.
    await gateway.call('POST', `/api/v1/senders/${data[0].id}/test`);
    const world = { n8n, gateway, account: data[0].account };
    const credentialId = await checkCredential(world);
    await checkSend(world, credentialId);
    await checkTrigger(world, credentialId);
    await checkExamples(world);
  } catch (error) {
    expectThat('everything ran', false, error instanceof Error ? error.message : String(error));
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
  console.log(`It took ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

stopTogether();
const installed = await ensureN8n((line) => console.log(line));
if ('unreachable' in installed) {
  expectThat('n8n can be installed', false, installed.unreachable);
} else {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hudhud-n8n-'));
  // As root, the embedded PostgreSQL runs as another user, who has to reach its files.
  chmodSync(folder, 0o755);
  await main(installed.folder, folder);
  rmSync(folder, { recursive: true, force: true });
}
conclude('The n8n package works in n8n.');
