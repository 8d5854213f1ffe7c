// The built node beside a gateway, for requests that are really made. The package is built once for a file; each test has
// a gateway of its own.

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { ICredentialType, IHttpRequestOptions, INodeType } from '../n8n-types';
import { type BuiltPackage, buildPackage } from './built-package';
import { type Answer, type Item, perform, requestOf } from './declarative-request';
import { companyId, FakeGateway, token } from './fake-gateway';

interface Parts {
  node: INodeType;
  credentialType: ICredentialType;
  gateway: FakeGateway;
  credential: { baseUrl: string; companyId: string; apiToken: string };
}

export interface NodeStage extends Readonly<Parts> {
  /** What n8n asks for the item. */
  request(item: Item): Promise<IHttpRequestOptions>;
  /** Asks it, and answers what the gateway says. */
  run(item: Item): Promise<Answer>;
}

/** Call it at the top of a test file; its parts are there in every test. */
export function useNodeStage(): NodeStage {
  let built: BuiltPackage | undefined;
  const parts = {} as Parts;
  const request = (item: Item) => requestOf(parts.node, item, parts.credential);
  const stage = Object.assign(parts, {
    request,
    run: async (item: Item) => perform(await request(item), parts.credentialType, parts.credential),
  });

  beforeAll(() => {
    built = buildPackage();
    parts.node = built.load('dist/nodes/Hudhud/Hudhud.node.js');
    parts.credentialType = built.load('dist/credentials/HudhudApi.credentials.js');
  });
  afterAll(() => built?.remove());
  beforeEach(async () => {
    parts.gateway = new FakeGateway();
    await parts.gateway.start();
    parts.credential = { baseUrl: parts.gateway.url, companyId, apiToken: token };
  });
  afterEach(() => parts.gateway.stop());
  return stage;
}
