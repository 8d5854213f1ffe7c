// Runs our n8n package in n8n's own engine, without n8n's server: loaded by its loader, its requests made by its routing,
// its hooks called with its contexts. It is a process of its own because n8n-core lives in another node_modules, and plain
// JavaScript because n8n's types do too. The first argument is the folder where n8n-core is installed, the second the
// package; tasks come as messages from the parent.

import { createRequire } from 'node:module';
import path from 'node:path';

const [toolsFolder, packageFolder] = process.argv.slice(2);
const load = createRequire(path.join(toolsFolder, 'package.json'));
load('reflect-metadata');
const { ExecutionLifecycleHooks, HookContext, PackageDirectoryLoader, WebhookContext, WorkflowExecute } =
  load('n8n-core');
const { Workflow } = load('n8n-workflow');

const loader = new PackageDirectoryLoader(packageFolder);
await loader.loadAll();

const packageName = loader.packageName;
const start = {
  description: {
    displayName: 'Start',
    name: 'start',
    group: ['input'],
    version: 1,
    defaults: { name: 'Start' },
    inputs: [],
    outputs: ['main'],
    properties: [{ displayName: 'Items', name: 'items', type: 'json', default: '[]' }],
  },
  async execute() {
    return [JSON.parse(this.getNodeParameter('items', 0)).map((json) => ({ json }))];
  },
};

const nodeTypes = {
  getByName: (name) => nodeTypes.getByNameAndVersion(name),
  getByNameAndVersion: (name) =>
    name === 'test.start' ? start : loader.nodeTypes[name.replace(`${packageName}.`, '')].type,
};

/** As n8n's own CredentialsHelper does it, with what the credential's class says. */
const credentialsHelper = (credential) => ({
  getParentTypes: () => [],
  isCredentialUsableByNode: () => true,
  preAuthentication: async () => undefined,
  getDecrypted: async () => credential,
  getCredentialsProperties: (type) => loader.credentialTypes[type].type.properties,
  async authenticate(credentials, type, request, workflow, node) {
    const { authenticate } = loader.credentialTypes[type].type;
    const resolved = Object.entries(authenticate.properties.headers).map(([name, value]) => [
      name,
      workflow.expression.getSimpleParameterValue(node, value, 'internal', { $credentials: credentials }),
    ]);
    return { ...request, headers: { ...request.headers, ...Object.fromEntries(resolved) } };
  },
});

const additionalDataFor = (credential, more = {}) => ({
  credentialsHelper: credentialsHelper(credential),
  executionId: '41',
  currentNodeParameters: undefined,
  webhookBaseUrl: 'http://127.0.0.1:1/webhook',
  webhookTestBaseUrl: 'http://127.0.0.1:1/webhook-test',
  webhookWaitingBaseUrl: 'http://127.0.0.1:1/webhook-waiting',
  formWaitingBaseUrl: 'http://127.0.0.1:1/form-waiting',
  instanceBaseUrl: 'http://127.0.0.1:1/',
  restApiUrl: 'http://127.0.0.1:1/rest',
  variables: {},
  ...more,
});

const nodeOf = (name, parameters, more = {}) => ({
  id: name,
  name,
  type: `${packageName}.${name}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
  credentials: { hudhudApi: { id: '1', name: 'Hudhud' } },
  ...more,
});

async function run({ credential, parameters, items, settings: nodeSettings }) {
  const nodes = [
    { ...nodeOf('start', { items: JSON.stringify(items) }), type: 'test.start', credentials: {} },
    nodeOf('hudhud', parameters, nodeSettings),
  ];
  const connections = { start: { main: [[{ node: 'hudhud', type: 'main', index: 0 }]] } };
  const settings = { executionOrder: 'v1' };
  const workflow = new Workflow({
    id: 'w',
    name: 'Test',
    nodes,
    connections,
    active: false,
    nodeTypes,
    settings,
  });
  const additionalData = additionalDataFor(credential);
  additionalData.hooks = new ExecutionLifecycleHooks('manual', additionalData.executionId, {
    id: 'w',
    nodes,
    connections,
  });
  const { data, status } = await new WorkflowExecute(additionalData, 'manual').run({
    workflow,
    startNode: workflow.getNode('start'),
  });
  const outcome = data.resultData.runData.hudhud?.[0];
  const error = outcome?.error ?? data.resultData.error;
  return {
    status,
    items: outcome?.data?.main[0]?.map(({ json }) => json) ?? [],
    error: error && { message: error.message, description: error.description, httpCode: error.httpCode },
  };
}

function triggerWorkflow({ parameters, staticData }) {
  const node = nodeOf('hudhudTrigger', parameters, { webhookId: 'b9c7b6f0-0000-4000-8000-000000000001' });
  const workflow = new Workflow({
    id: 'w',
    name: 'Echo',
    nodes: [node],
    connections: {},
    active: false,
    nodeTypes,
    staticData: staticData ?? {},
    settings: {},
  });
  return { workflow, node: workflow.getNode('hudhudTrigger') };
}

async function hook({ hookName, credential, parameters, staticData, webhookBaseUrl, isTest }) {
  const { workflow, node } = triggerWorkflow({ parameters, staticData });
  const type = nodeTypes.getByNameAndVersion(node.type);
  const additionalData = additionalDataFor(credential, {
    webhookBaseUrl: `${webhookBaseUrl}/webhook`,
    webhookTestBaseUrl: `${webhookBaseUrl}/webhook-test`,
  });
  const webhookData = { isTest, webhookDescription: type.description.webhooks[0] };
  const context = new HookContext(
    workflow,
    node,
    additionalData,
    isTest ? 'manual' : 'trigger',
    'activate',
    webhookData,
  );
  const answer = await type.webhookMethods.default[hookName].call(context);
  return { answer, staticData: workflow.staticData };
}

async function webhook({ parameters, staticData, headers, body }) {
  const { workflow, node } = triggerWorkflow({ parameters, staticData });
  const type = nodeTypes.getByNameAndVersion(node.type);
  let refused;
  const httpResponse = { status: (code) => ({ json: (json) => (refused = { code, json }) }) };
  const httpRequest = { headers, body: JSON.parse(body), rawBody: Buffer.from(body), params: {}, query: {} };
  const additionalData = additionalDataFor({}, { httpRequest, httpResponse });
  const webhookData = { webhookDescription: type.description.webhooks[0] };
  const context = new WebhookContext(workflow, node, additionalData, 'webhook', webhookData, [], null);
  const { workflowData, noWebhookResponse } = await type.webhook.call(context);
  return {
    items: workflowData?.[0].map(({ json }) => json) ?? null,
    noWebhookResponse: noWebhookResponse ?? false,
    refused,
  };
}

const describePackage = () => ({
  packageName,
  nodes: loader.types.nodes.map(({ name, iconUrl, codex, usableAsTool }) => ({
    name,
    iconUrl,
    codex,
    usableAsTool: usableAsTool ?? false,
  })),
  credentials: loader.types.credentials.map(({ name, supportedNodes }) => ({ name, supportedNodes })),
});

const tasks = { load: describePackage, run, hook, webhook };

process.on('message', async ({ id, task, input }) => {
  try {
    process.send({ id, output: await tasks[task](input) });
  } catch (error) {
    process.send({ id, error: `${error.message} ${error.description ?? ''}\n${error.stack}` });
  }
});
process.on('disconnect', () => process.exit(0));
process.send({ id: 0, output: null });
