// A small reading of n8n's declarative routing: turns the parameters of a node into the request that n8n would make
// for one item, with the credential's headers on it. Follows routing-node.ts of n8n-core 2.41, for what we use of it.

import type {
  ICredentialType,
  IExecuteSingleFunctions,
  IHttpRequestOptions,
  INodeProperties,
  INodePropertyCollection,
  INodePropertyOptions,
  INodePropertyRouting,
  INodeType,
  PreSendAction,
} from '../n8n-types';
import { resolveExpression, type Scope } from './expression';

type Parameters = Readonly<Record<string, unknown>>;

export interface Item {
  readonly parameters: Parameters;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly itemIndex?: number;
  readonly runIndex?: number;
  readonly nodeId?: string;
  readonly executionId?: string | undefined;
  readonly instanceId?: string;
  /** The part of an execution's data that n8n hands on when the execution is retried. Absent before n8n 2.15. */
  readonly resumeToken?: string | undefined;
  /** Files that the item carries, by their fields. */
  readonly binary?: Readonly<Record<string, { bytes: Buffer; mimeType: string; fileName?: string }>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

interface Draft {
  readonly request: IHttpRequestOptions & {
    headers: Record<string, string>;
    qs: Record<string, unknown>;
    body: Record<string, unknown>;
  };
  readonly preSend: PreSendAction[];
}

const isShown = (property: INodeProperties, parameters: Parameters): boolean =>
  Object.entries(property.displayOptions?.show ?? {}).every(([name, values]) =>
    values.includes(parameters[name] as string),
  );

/** n8n fills in the defaults of the shown parameters before it runs a node. */
function withDefaults(properties: INodeProperties[], given: Parameters): Parameters {
  const filled: Record<string, unknown> = { ...given };
  for (const property of properties) {
    if (isShown(property, filled)) filled[property.name] ??= property.default;
  }
  return filled;
}

function scopeOf(item: Item, credential: Parameters): Scope {
  const id = item.executionId ?? '__UNKNOWN__';
  const query = item.resumeToken ? `?signature=${item.resumeToken}` : '';
  return {
    $json: item.json ?? {},
    $itemIndex: item.itemIndex ?? 0,
    $runIndex: item.runIndex ?? 0,
    $execution: { id, resumeUrl: `http://127.0.0.1:5678/webhook-waiting/${id}${query}` },
    $credentials: credential,
  };
}

export function contextOf(
  item: Item,
  parameters: Parameters,
  scope: Scope,
  credential: Parameters,
): IExecuteSingleFunctions {
  const fileIn = (field: string) => {
    const file = item.binary?.[field];
    if (!file) throw new Error(`The item carries no file in ${field}.`);
    return file;
  };
  return {
    getCredentials: async () => ({ ...credential }),
    helpers: {
      assertBinaryData: (field) => ({ ...fileIn(field), data: '' }),
      getBinaryDataBuffer: async (field) => fileIn(field).bytes,
      prepareBinaryData: async (bytes, fileName, mimeType = '') => ({
        data: bytes.toString('base64'),
        mimeType,
        ...(fileName === undefined ? {} : { fileName }),
      }),
      httpRequestWithAuthentication: async (_type, request) => askWith(request, credential),
    },
    getNode: () => ({ id: item.nodeId ?? 'node-a' }),
    getItemIndex: () => item.itemIndex ?? 0,
    getInstanceId: () => item.instanceId ?? 'instance-a',
    getExecutionId: () => item.executionId,
    getNodeParameter: (name, fallback) => resolveExpression(parameters[name] ?? fallback, scope),
    evaluateExpression: (expression) => resolveExpression(`=${expression}`, scope),
  };
}

/** As n8n's helper does it when it is to answer with all of the response and throw for no status. */
async function askWith(request: IHttpRequestOptions, credential: Parameters): Promise<unknown> {
  const query = new URLSearchParams(request.qs as Record<string, string>).toString();
  const answer = await fetch(`${request.baseURL}${request.url}${query === '' ? '' : `?${query}`}`, {
    method: request.method ?? 'GET',
    headers: {
      ...request.headers,
      Authorization: `Bearer ${credential.apiToken}`,
      'X-Company-ID': String(credential.companyId),
    },
    ...(request.body ? { body: new Uint8Array(request.body as Buffer) } : {}),
  });
  return { statusCode: answer.status, body: await answer.json() };
}

/** A property with dots in its name is one inside another. */
function setAt(place: Record<string, unknown>, [first = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    place[first] = value;
    return;
  }
  place[first] ??= {};
  setAt(place[first] as Record<string, unknown>, rest, value);
}

function applyRouting(draft: Draft, routing: INodePropertyRouting, raw: unknown, scope: Scope): void {
  const value = resolveExpression(raw, scope);
  const inScope = { ...scope, $value: value };
  const { headers, ...request } = resolveExpression(
    routing.request ?? {},
    inScope,
  ) as Partial<IHttpRequestOptions>;
  Object.assign(draft.request, request);
  Object.assign(draft.request.headers, headers);
  const { send } = routing;
  if (send?.property) {
    const place = send.type === 'body' ? draft.request.body : draft.request.qs;
    const path = String(resolveExpression(send.property, inScope)).split('.');
    setAt(place, path, send.value ? resolveExpression(send.value, inScope) : value);
  }
  draft.preSend.push(...(send?.preSend ?? []));
}

function applyProperty(draft: Draft, property: INodeProperties, parameters: Parameters, scope: Scope): void {
  if (!isShown(property, parameters)) return;
  const value = parameters[property.name];
  if (property.routing) applyRouting(draft, property.routing, value, scope);
  if (property.type === 'options') {
    const chosen = ((property.options ?? []) as INodePropertyOptions[]).find(
      (option) => option.value === value,
    );
    if (chosen?.routing) applyRouting(draft, chosen.routing, undefined, scope);
  }
  if (property.type === 'fixedCollection') {
    for (const group of property.options as INodePropertyCollection[]) {
      const entries = ((value as Parameters)[group.name] ?? []) as Parameters[];
      for (const entry of entries) {
        const inEntry = { ...scope, $parent: resolveExpression(entry, scope) };
        for (const part of group.values) applyProperty(draft, part, entry, inEntry);
      }
    }
  }
  if (property.type === 'collection') {
    for (const option of property.options as INodeProperties[]) {
      if (option.name in (value as Parameters)) applyProperty(draft, option, value as Parameters, scope);
    }
  }
}

export async function requestOf(
  node: INodeType,
  item: Item,
  credential: Parameters,
): Promise<IHttpRequestOptions> {
  const { properties, requestDefaults } = node.description;
  const parameters = withDefaults(properties, item.parameters);
  const scope = scopeOf(item, credential);
  const defaults = resolveExpression(requestDefaults ?? {}, scope) as Partial<IHttpRequestOptions>;
  const draft: Draft = {
    request: { url: '', ...defaults, headers: { ...defaults.headers }, qs: {}, body: {} },
    preSend: [],
  };
  for (const property of properties) applyProperty(draft, property, parameters, scope);
  let request: IHttpRequestOptions = draft.request;
  for (const prepare of draft.preSend) {
    request = await prepare.call(contextOf(item, parameters, scope, credential), request);
  }
  return request;
}

/** Makes the request over the wire, with the credential's headers on it as n8n's "generic" authentication puts them. */
export async function perform(
  request: IHttpRequestOptions,
  type: ICredentialType,
  credential: Parameters,
): Promise<Answer> {
  const added = resolveExpression(type.authenticate.properties.headers, { $credentials: credential });
  const text = typeof request.body === 'string' ? request.body : JSON.stringify(request.body ?? {});
  const body = Object.keys(request.body ?? {}).length > 0 ? { body: text } : {};
  const answer = await fetch(`${request.baseURL}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { ...request.headers, ...(added as Record<string, string>) },
    ...body,
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  };
}

export async function testCredential(type: ICredentialType, credential: Parameters): Promise<Answer> {
  const request = resolveExpression(type.test.request, { $credentials: credential });
  return perform(request as IHttpRequestOptions, type, credential);
}
