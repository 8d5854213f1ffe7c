// The few types of n8n-workflow that this package uses, in the same names, so that moving to the real ones is a
// change of import. They are declared here because n8n-workflow brings 158 packages and a native addon into the
// repository, for types alone; at run time n8n itself provides everything.

export const NodeConnectionTypes = { Main: 'main' } as const;

type ExpressionOr<T> = T | `=${string}`;

export type IDataObject = Record<string, unknown>;

export interface Icon {
  light: `file:${string}.svg`;
  dark: `file:${string}.svg`;
}

export interface IHttpRequestOptions {
  url: string;
  baseURL?: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  qs?: IDataObject;
  body?: IDataObject | string | Buffer;
  json?: boolean;
  encoding?: 'arraybuffer';
  returnFullResponse?: boolean;
  ignoreHttpStatusErrors?: boolean;
}

/** A file that an item carries; the bytes may be elsewhere. */
export interface IBinaryData {
  mimeType: string;
  fileName?: string;
  data: string;
}

export interface INodeExecutionData {
  json: IDataObject;
  binary?: Record<string, IBinaryData>;
}

export interface IN8nHttpFullResponse {
  statusCode: number;
  headers?: IDataObject;
  body: unknown;
}

/** What a declarative node may ask of the one item that it is about to send. */
export interface IExecuteSingleFunctions {
  getNode(): { id: string };
  getItemIndex(): number;
  getInstanceId(): string;
  /** n8n's own type leaves out `undefined`, but an execution that is not stored has no id. */
  getExecutionId(): string | undefined;
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getCredentials(type: string): Promise<IDataObject>;
  evaluateExpression(expression: string, itemIndex: number): unknown;
  helpers: RequestHelpers & BinaryHelpers;
}

interface BinaryHelpers {
  /** Throws when the item carries no such file. */
  assertBinaryData(field: string): IBinaryData;
  getBinaryDataBuffer(field: string): Promise<Buffer>;
  prepareBinaryData(bytes: Buffer, fileName?: string, mimeType?: string): Promise<IBinaryData>;
}

/** A request on its way through n8n's declarative routing (DeclarativeRestApi.ResultOptions). */
export interface RoutedRequest {
  options: IHttpRequestOptions;
}

export interface IExecutePaginationFunctions extends IExecuteSingleFunctions {
  makeRoutingRequest(request: RoutedRequest): Promise<INodeExecutionData[]>;
}

export type PreSendAction = (
  this: IExecuteSingleFunctions,
  requestOptions: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

export type PaginationFunction = (
  this: IExecutePaginationFunctions,
  request: RoutedRequest,
) => Promise<INodeExecutionData[]>;

export type PostReceiveAction =
  | ((
      this: IExecuteSingleFunctions,
      items: INodeExecutionData[],
      response: IN8nHttpFullResponse,
    ) => Promise<INodeExecutionData[]>)
  | { type: 'rootProperty'; properties: { property: string } }
  | { type: 'set'; properties: { value: string } }
  | { type: 'setKeyValue'; properties: Record<string, string> };

export interface INodePropertyRouting {
  request?: Partial<IHttpRequestOptions>;
  send?: {
    type?: 'body' | 'query';
    property?: string;
    value?: string;
    paginate?: boolean;
    preSend?: PreSendAction[];
  };
  output?: { postReceive: PostReceiveAction[] };
  operations?: { pagination: PaginationFunction };
}

export interface INodePropertyOptions {
  name: string;
  value: string;
  action?: string;
  description?: string;
  routing?: INodePropertyRouting;
}

export interface INodePropertyCollection {
  name: string;
  displayName: string;
  values: INodeProperties[];
}

export interface INodeProperties {
  displayName: string;
  name: string;
  type:
    | 'string'
    | 'number'
    | 'boolean'
    | 'dateTime'
    | 'json'
    | 'options'
    | 'multiOptions'
    | 'collection'
    | 'fixedCollection'
    | 'resourceMapper';
  default:
    | string
    | number
    | boolean
    | string[]
    | Record<string, never>
    | { mappingMode: 'defineBelow'; value: null };
  description?: string;
  placeholder?: string;
  hint?: string;
  required?: boolean;
  noDataExpression?: boolean;
  typeOptions?: {
    password?: boolean;
    rows?: number;
    minValue?: number;
    multipleValues?: boolean;
    loadOptions?: { routing: INodePropertyRouting };
    loadOptionsMethod?: string;
    loadOptionsDependsOn?: string[];
    resourceMapper?: {
      resourceMapperMethod: string;
      mode: 'add';
      fieldWords?: { singular: string; plural: string };
      addAllFields?: boolean;
      supportAutoMap?: boolean;
    };
  };
  displayOptions?: { show?: Record<string, Array<string | boolean>> };
  options?: Array<INodePropertyOptions | INodeProperties | INodePropertyCollection>;
  routing?: INodePropertyRouting;
}

export interface IWebhookDescription {
  name: 'default';
  httpMethod: 'POST';
  responseMode: 'onReceived';
  responseData: 'noData';
  path: string;
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
  requestDefaults?: {
    baseURL: ExpressionOr<string>;
    headers?: Record<string, string>;
    ignoreHttpStatusErrors?: boolean;
  };
  webhooks?: IWebhookDescription[];
  properties: INodeProperties[];
}

interface RequestHelpers {
  httpRequestWithAuthentication(credential: string, request: IHttpRequestOptions): Promise<unknown>;
}

interface NodeFunctions {
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getCredentials(type: string): Promise<IDataObject>;
  /** Kept by n8n with the workflow, one object for each node. */
  getWorkflowStaticData(type: 'node'): IDataObject;
}

/** What the hooks of a trigger may ask when a workflow is switched on and off. */
export interface IHookFunctions extends NodeFunctions {
  getNodeWebhookUrl(name: 'default'): string | undefined;
  getWorkflow(): { name?: string };
  helpers: RequestHelpers;
}

/** What a trigger may ask of the request that has come in. */
export interface IWebhookFunctions extends NodeFunctions {
  getBodyData(): IDataObject;
  getHeaderData(): Record<string, string | string[] | undefined>;
  getRequestObject(): { rawBody: Buffer };
  getResponseObject(): { status(code: number): { json(body: unknown): unknown } };
  helpers: { returnJsonArray(items: IDataObject[]): INodeExecutionData[] };
}

export interface IWebhookResponseData {
  workflowData?: INodeExecutionData[][];
  noWebhookResponse?: boolean;
}

type Hook = (this: IHookFunctions) => Promise<boolean>;

/** What the editor asks while a node is being filled in. */
export interface ILoadOptionsFunctions {
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getCredentials(type: string): Promise<IDataObject>;
  helpers: RequestHelpers;
}

export interface ResourceMapperField {
  id: string;
  displayName: string;
  required: boolean;
  defaultMatch: boolean;
  canBeUsedToMatch: boolean;
  display: boolean;
  type: 'string';
}

export interface ResourceMapperFields {
  fields: ResourceMapperField[];
}

export interface INodeType {
  description: INodeTypeDescription;
  methods?: {
    loadOptions?: Record<string, (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>>;
    resourceMapping?: Record<string, (this: ILoadOptionsFunctions) => Promise<ResourceMapperFields>>;
  };
  webhookMethods?: { default: { checkExists: Hook; create: Hook; delete: Hook } };
  webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>;
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
  documentationUrl: string;
  icon: Icon;
  properties: INodeProperties[];
  authenticate: IAuthenticateGeneric;
  test: ICredentialTestRequest;
}
