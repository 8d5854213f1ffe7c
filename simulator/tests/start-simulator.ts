// A simulator over real HTTP on a free port with one number whose webhooks go to a real receiver. Delays are a few
// milliseconds and the speed limits are off unless a test asks for them.
import Fastify from 'fastify';
import { request } from 'undici';
import { createSimulator, type Simulator, type SimulatorOptions } from '../src/create-simulator.ts';
import { simulatorPlugin } from '../src/simulator-plugin.ts';
import { type Receiver, startReceiver } from './start-receiver.ts';

export const account = {
  phoneNumberId: '106540352242922',
  displayPhoneNumber: '+1 555 078 3881',
  wabaId: '102290129340398',
  accessToken: 'test-token',
  appSecret: 'test_app_secret',
  verifyToken: 'test-verify',
};

const quickSettings = {
  sentDelayMs: 5,
  deliveredDelayMs: 15,
  readDelayMs: 25,
  playedDelayMs: 35,
  autoReplyDelayMs: 5,
  templateReviewDelayMs: 5,
  slowAnswerMs: 120,
  throughputPerSecond: 0,
  pairIntervalMs: 0,
  webhookRetryFirstMs: 20,
};

/** Fields of answers that the tests read; a field that is not there fails its assertion. */
export interface AnswerItem {
  id: string;
  name: string;
  opaque: string;
  text: string;
  phone_number_id: string;
  reactions: object[];
  outcome: { kind: string };
}

export interface AnswerBody extends Omit<AnswerItem, 'name'> {
  access_token: string;
  attempts: AnswerItem[];
  category: string;
  components: AnswerItem[];
  contacts: object[];
  data: AnswerItem[];
  delivered: number;
  error: { code: number | string; error_subcode: number };
  ids: string[];
  messages: [AnswerItem, ...AnswerItem[]];
  mime_type: string;
  next_after: number;
  paging: { cursors: { after: string }; next?: string };
  reached: boolean;
  sent_delay_ms: number;
  settings: object;
  status: string;
  url: string;
  window_enforced: boolean;
}

export interface Answer {
  status: number;
  text: string;
  body: AnswerBody;
}

export interface Running {
  simulator: Simulator;
  receiver: Receiver;
  address: string;
  call(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
  /** Sends a text, or what is given, from the usual number. */
  send(to: string, more?: object): Promise<Answer>;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Waits until nothing more is to come. */
  settled(): Promise<void>;
  /** The same, and forgets the webhooks so far. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions = {}, prefix = ''): Promise<Running> {
  const receiver = await startReceiver(account.appSecret, account.verifyToken);
  const simulator = createSimulator({ ...options, settings: { ...quickSettings, ...options.settings } });
  simulator.registerNumber({ ...account, callbackUrl: receiver.url });
  const server = Fastify();
  await server.register(simulatorPlugin, { simulator, prefix });
  const address = (await server.listen({ port: 0, host: '127.0.0.1' })) + prefix;

  async function call(
    method: string,
    path: string,
    body?: unknown,
    token = account.accessToken,
  ): Promise<Answer> {
    const answer = await request(address + path, {
      method: method as 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      headersTimeout: 5_000,
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      text,
      body: JSON.parse(text.startsWith('{') ? text : 'null') as AnswerBody,
    };
  }

  async function settled(): Promise<void> {
    await receiver.waitUntil(() => simulator.schedule.size() === 0);
    await simulator.webhooks.idle();
  }

  return {
    simulator,
    receiver,
    address,
    settled,
    call,
    send: (to, more = { type: 'text', text: { body: 'Hello' } }) =>
      call('POST', `/v24.0/${account.phoneNumberId}/messages`, {
        messaging_product: 'whatsapp',
        to,
        ...more,
      }),
    control: (method, path, body) => call(method, `/control${path}`, body),
    async quiet() {
      await settled();
      receiver.posts.length = 0;
    },
    async close() {
      await server.close();
      await simulator.close();
      await receiver.close();
    },
  };
}
