// Makes the Postman collection from the OpenAPI document. The converter does the requests and examples; what it leaves out
// (the second credential, variables, tests, an order that works, stable text) is put in here.

import converter from 'openapi-to-postmanv2';
import type { OpenApiDocument } from '../src/open-api/open-api-document.ts';
import { sampleValue } from '../src/open-api/sample-value.ts';
import {
  type Collection,
  type Folder,
  type Item,
  type Request,
  type SavedAnswer,
  script,
  type Variable,
} from './collection.ts';
import type { Step } from './journey.ts';
import { inOrder, type Operation, planStep, runnableOperations, variableOf } from './plan-step.ts';
import { checkLines } from './shape-check.ts';

/** Postman knows a collection again by this id, so that importing it anew replaces the old one. */
const collectionId = '5b0f3c1e-8f0e-4c57-9d6a-68756468756d';

const variables: readonly Variable[] = [
  {
    key: 'baseUrl',
    value: 'http://127.0.0.1:3000',
    description: 'The address of your gateway, without a slash at its end.',
  },
  { key: 'token', value: '', description: 'The security token of your company.' },
  { key: 'companyId', value: '', description: 'The id of your company: co_...' },
  { key: 'phoneNumber', value: '+966501234567', description: 'Who gets the messages.' },
  {
    key: 'failingNumber',
    value: '+15551000004',
    description: 'A number of the simulator that takes no message.',
  },
  {
    key: 'webhookUrl',
    // Empty: an example would be a real address, and get the messages of users who only try it.
    value: '',
    description: 'Where events are delivered to: an address of your own system.',
  },
];

/** New requests of the customer get the second credential too; `ask` is for scripts that need something beforehand. */
const beforeEveryRequest = [
  "pm.request.headers.upsert({ key: 'X-Company-ID', value: pm.variables.get('companyId') });",
];

const askFunction = [
  'const ask = (method, path, body, done) => pm.sendRequest({',
  "  url: pm.variables.get('baseUrl') + path,",
  '  method,',
  '  header: {',
  "    Authorization: 'Bearer ' + pm.variables.get('token'),",
  "    'X-Company-ID': pm.variables.get('companyId'),",
  "    'Content-Type': 'application/json',",
  '  },',
  "  body: { mode: 'raw', raw: JSON.stringify(body) },",
  '}, (error, answer) => { if (!error) done(answer); });',
];

/** The converter changes what it is given, so it gets a copy. */
const convert = (document: OpenApiDocument): Promise<Collection> => {
  const { promise, resolve, reject } = Promise.withResolvers<Collection>();
  const options = {
    folderStrategy: 'Tags',
    parametersResolution: 'Example',
    includeAuthInfoInExample: false,
  };
  converter.convertV2({ type: 'json', data: structuredClone(document) }, options, (error, conversion) => {
    const data = conversion?.output?.[0]?.data;
    if (error || !conversion.result || !data)
      reject(error ?? new Error(conversion.reason ?? 'Nothing came out.'));
    else resolve(data as Collection);
  });
  return promise;
};

const isFolder = (item: Item | Folder): item is Folder => 'item' in item;

const itemsIn = (items: readonly (Item | Folder)[]): Item[] =>
  items.flatMap((item) => (isFolder(item) ? itemsIn(item.item) : [item]));

const keyOf = (method: string, path: string): string => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`;

/** The document without what is no part of the collection, so that the converter need not do it. */
const onlyRunnable = (document: OpenApiDocument, operations: readonly Operation[]): OpenApiDocument => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { path, method, raw } of operations) {
    const successes = Object.entries(raw.responses).filter(([status]) => Number(status) < 300);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { ...raw, responses: Object.fromEntries(successes) },
    };
  }
  const { webhooks: _webhooks, ...rest } = document;
  return { ...rest, paths: paths as OpenApiDocument['paths'] };
};

/** The converter would make one up, another each time. */
const sampleParameter = (document: OpenApiDocument, operation: Operation, name: string): string => {
  const schema = operation.raw.parameters?.find((parameter) => parameter.name === name)?.schema ?? {};
  const sample = sampleValue(document.components.schemas, { type: 'object', properties: { [name]: schema } });
  return String((sample as Record<string, unknown>)[name] ?? '');
};

const describe = ({ raw }: Operation): string => raw.description ?? raw.summary ?? '';

const bodyOf = (step: Step, request: Request): Pick<Request, 'body'> => {
  if (step.file) return { body: { mode: 'raw', raw: step.file.text } };
  if (!request.body) return {};
  const raw = step.body === undefined ? request.body.raw : JSON.stringify(step.body, null, 2);
  return { body: { ...request.body, raw } };
};

const finishRequest = (document: OpenApiDocument, operation: Operation, request: Request): Request => {
  const step = planStep(document, operation);
  const isRequired = (key: string): boolean =>
    operation.raw.parameters?.some((parameter) => parameter.name === key && parameter.required === true) ??
    false;
  const [said, optional] = [
    (request.header ?? []).filter(({ key }) => key === 'Content-Type' || key === 'Accept'),
    (request.header ?? []).filter(({ key }) => key !== 'Content-Type' && key !== 'Accept'),
  ];
  const own = step.file ? said.filter(({ key }) => key !== 'Content-Type') : said;
  return {
    method: request.method,
    description: describe(operation),
    header: [
      { key: 'X-Company-ID', value: '{{companyId}}' },
      ...own,
      ...(step.file ? [{ key: 'Content-Type', value: step.file.contentType }] : []),
      ...optional.map((header) => ({ ...header, value: '', disabled: true })),
    ],
    ...bodyOf(step, request),
    url: {
      ...request.url,
      query: request.url.query.map((parameter) => ({
        ...parameter,
        disabled: !isRequired(parameter.key) && step.query?.[parameter.key] === undefined,
        value: step.query?.[parameter.key] ?? sampleParameter(document, operation, parameter.key),
      })),
      variable: request.url.variable.map(({ key }) => ({
        key,
        value: `{{${step.uses?.[key] ?? variableOf(operation.path, key)}}}`,
      })),
    },
  };
};

/** One for each form of the request that the reference shows: opening it in Postman fills in its body. */
const exampleAnswers = (operation: Operation, request: Request, answers: Item['response']): SavedAnswer[] => {
  const { examples = {} } = operation.raw.requestBody?.content['application/json'] ?? {};
  const [answer] = answers;
  if (!answer || !request.body || Object.keys(examples).length < 2) return [];
  return Object.values(examples as Record<string, { summary: string; value: unknown }>).map(
    ({ summary, value }) => ({
      ...answer,
      name: summary,
      originalRequest: { ...request, body: { mode: 'raw', raw: JSON.stringify(value, null, 2) } },
    }),
  );
};

const finishItem = (document: OpenApiDocument, operation: Operation, item: Item): Item => {
  const { prepare, keeps = {} } = planStep(document, operation);
  const request = item.request && finishRequest(document, operation, item.request);
  const answers = item.response.map(({ name, status, code, header, body }) => ({
    name,
    status,
    code,
    header,
    ...(body !== undefined && { body }),
  }));
  return {
    name: operation.raw.summary ?? operation.id,
    ...(request && { request }),
    response: [...answers, ...(request ? exampleAnswers(operation, request, answers) : [])],
    event: [
      ...(prepare ? [script('prerequest', [...askFunction, ...prepare])] : []),
      script('test', checkLines(document.components.schemas, operation.raw, keeps)),
    ],
  };
};

export const makeCollection = async (document: OpenApiDocument): Promise<Collection> => {
  const operations = runnableOperations(document);
  const converted = await convert(onlyRunnable(document, operations));
  const items = new Map(
    itemsIn(converted.item).map((item) => [
      keyOf(item.request.method, `/${item.request.url.path.join('/')}`),
      item,
    ]),
  );
  const tags = (document.tags ?? []).filter(({ name }) => operations.some(({ tag }) => tag === name));
  return {
    info: {
      _postman_id: collectionId,
      name: 'Hudhud',
      description:
        'Every request of the Hudhud API that a system can make, in an order that works. Fill in the variables baseUrl, token and companyId of this collection, then run it.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [script('prerequest', beforeEveryRequest)],
    variable: variables,
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: inOrder(
        name,
        operations.filter(({ tag }) => tag === name),
      ).flatMap((operation) => {
        const item = items.get(keyOf(operation.method, operation.path));
        return item ? [finishItem(document, operation, item)] : [];
      }),
    })),
  };
};
