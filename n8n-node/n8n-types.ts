// The few types of n8n-workflow that this package uses, in the same names, so that moving to the real ones is a
// change of import. They are declared here because n8n-workflow brings 158 packages and a native addon into the
// repository, for types alone; at run time n8n itself provides everything.

export const NodeConnectionTypes = { Main: 'main' } as const;

type ExpressionOr<T> = T | `=${string}`;

export interface Icon {
  light: `file:${string}.svg`;
  dark: `file:${string}.svg`;
}

export interface IHttpRequestOptions {
  url: string;
  baseURL?: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  qs?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** What a declarative node may ask of the one item that it is about to send. */
export interface IExecuteSingleFunctions {
  getNode(): { id: string };
  getItemIndex(): number;
  getInstanceId(): string;
  /** n8n's own type leaves out `undefined`, but an execution that is not stored has no id. */
  getExecutionId(): string | undefined;
  getNodeParameter(name: string, fallback?: unknown): unknown;
  evaluateExpression(expression: string, itemIndex: number): unknown;
}

export type PreSendAction = (
  this: IExecuteSingleFunctions,
  requestOptions: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

export interface INodePropertyRouting {
  request?: Partial<IHttpRequestOptions>;
  send?: {
    type?: 'body' | 'query';
    property?: string;
    value?: string;
    preSend?: PreSendAction[];
  };
}

export interface INodePropertyOptions {
  name: string;
  value: string;
  action?: string;
  description?: string;
  routing?: INodePropertyRouting;
}

export interface INodeProperties {
  displayName: string;
  name: string;
  type: 'string' | 'boolean' | 'options' | 'collection';
  default: string | boolean | Record<string, never>;
  description?: string;
  placeholder?: string;
  required?: boolean;
  noDataExpression?: boolean;
  typeOptions?: { password?: boolean; rows?: number };
  displayOptions?: { show?: Record<string, string[]> };
  options?: Array<INodePropertyOptions | INodeProperties>;
  routing?: INodePropertyRouting;
}

export interface INodeTypeDescription {
  displayName: string;
  name: string;
  icon: Icon;
  group: Array<'input' | 'output' | 'transform' | 'trigger'>;
  version: number;
  subtitle: string;
  description: string;
  defaults: { name: string };
  usableAsTool?: true;
  inputs: Array<typeof NodeConnectionTypes.Main>;
  outputs: Array<typeof NodeConnectionTypes.Main>;
  credentials: Array<{ name: string; required?: boolean }>;
  requestDefaults: { baseURL: ExpressionOr<string>; headers?: Record<string, string> };
  properties: INodeProperties[];
}

export interface INodeType {
  description: INodeTypeDescription;
}

export interface IAuthenticateGeneric {
  type: 'generic';
  properties: { headers: Record<string, string> };
}

export interface ICredentialTestRequest {
  request: { baseURL: string; url: string; method?: 'GET' };
}

export interface ICredentialType {
  name: string;
  displayName: string;
  icon: Icon;
  properties: INodeProperties[];
  authenticate: IAuthenticateGeneric;
  test: ICredentialTestRequest;
}
