// n8n's own engine as the tests use it: one child process that answers tasks.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface Credential {
  readonly baseUrl: string;
  readonly companyId: string;
  readonly apiToken: string;
}

type Json = Readonly<Record<string, unknown>>;

export interface Loaded {
  readonly packageName: string;
  readonly nodes: ReadonlyArray<{
    readonly name: string;
    readonly iconUrl: { readonly light: string; readonly dark: string };
    readonly codex: { readonly categories: readonly string[] };
    readonly usableAsTool: boolean;
  }>;
  readonly credentials: ReadonlyArray<{ readonly name: string; readonly supportedNodes: readonly string[] }>;
}

export interface RunOutcome {
  readonly status: string;
  readonly items: readonly Json[];
  readonly error?: { readonly message: string; readonly description?: string; readonly httpCode?: string };
}

export interface HookTask {
  readonly hookName: 'checkExists' | 'create' | 'delete';
  readonly credential: Credential;
  readonly parameters: Json;
  readonly staticData?: Json;
  /** Where n8n would be reached. */
  readonly webhookBaseUrl: string;
  readonly isTest?: boolean;
}

export interface WebhookOutcome {
  readonly items: readonly Json[] | null;
  readonly noWebhookResponse: boolean;
  readonly refused?: { readonly code: number };
}

export interface N8nEngine {
  load(): Promise<Loaded>;
  /** Runs the action node once for each item. */
  run(task: {
    readonly credential: Credential;
    readonly parameters: Json;
    readonly items?: readonly Json[];
    /** Settings of the node, such as `retryOnFail`. */
    readonly settings?: Json;
  }): Promise<RunOutcome>;
  hook(task: HookTask): Promise<{ readonly answer: boolean; readonly staticData: Json }>;
  webhook(task: {
    readonly parameters: Json;
    readonly staticData: Json;
    readonly headers: Json;
    readonly body: string;
  }): Promise<WebhookOutcome>;
  stop(): Promise<void>;
}

interface Reply {
  readonly id: number;
  readonly output?: unknown;
  readonly error?: string;
}

const ask = (child: ChildProcess, id: number, task: string, input: unknown): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const listen = (reply: Reply): void => {
      if (reply.id !== id) return;
      child.off('message', listen);
      if (reply.error === undefined) resolve(reply.output);
      else reject(new Error(reply.error));
    };
    child.on('message', listen);
    child.send({ id, task, input });
  });

/** `toolsFolder` has n8n-core installed; `packageFolder` has our package.json and dist. */
export const startN8nEngine = async (toolsFolder: string, packageFolder: string): Promise<N8nEngine> => {
  const child = fork(path.join(import.meta.dirname, 'engine-process.mjs'), [toolsFolder, packageFolder], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`n8n's engine did not start:\n${said}`))),
  ]);
  let last = 0;
  const perform = <Output>(task: string, input: unknown): Promise<Output> => {
    last += 1;
    return ask(child, last, task, input) as Promise<Output>;
  };
  return {
    load: () => perform('load', {}),
    run: (task) => perform('run', { items: [{}], settings: {}, ...task }),
    hook: (task) => perform('hook', { isTest: false, ...task }),
    webhook: (task) => perform('webhook', task),
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
};
