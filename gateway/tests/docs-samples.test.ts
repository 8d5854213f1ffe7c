// The samples of the guides, run: each sends a message, and each verifies a delivery that this gateway really signed, and
// refuses one that was changed. A language that is not on this machine is checked for its syntax only.

import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sendingEnvironment, useGateway } from './support/gateway.ts';
import { docsFolder } from './support/guides.ts';
import { takesIt } from './support/receivers/behaviours.ts';
import { type ReceivedRequest, startReceiver } from './support/receivers/receiver.ts';
import { type Ended, isInstalled, roughSyntaxProblems, run } from './support/run-sample.ts';

const gateway = await useGateway({
  environment: { ...sendingEnvironment, WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
});
const folder = await mkdtemp(join(tmpdir(), 'hudhud-samples-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const pathOf = (sample: string): string => join(docsFolder, 'samples', sample);
const codeOf = (sample: string): string => readFileSync(pathOf(sample), 'utf8');

/** A delivery as a receiver gets it. */
const receiver = await startReceiver(takesIt);
afterAll(() => receiver.close());
const company = await gateway.createCompany();
const { body: webhook } = await company.call<{ id: string; secret: string }>('POST', '/api/v1/webhooks', {
  body: { url: receiver.url },
});
await company.call('POST', `/api/v1/webhooks/${webhook.id}/test`);
const delivery = receiver.requests[0] as ReceivedRequest;

const senders = [
  ['send.sh', 'sh'],
  ['send.mjs', process.execPath],
  ['send.py', 'python3'],
  ['Send.java', 'java'],
  ['send.php', 'php'],
] as const;

describe('a sample that sends', () => {
  const runnable = senders.filter(([, command]) => command.startsWith('/') || isInstalled(command));

  it.each(runnable)(
    '%s sends one message, however often it is run',
    async (sample, command) => {
      const own = await gateway.createCompany();
      const env = { HUDHUD_URL: gateway.address, HUDHUD_TOKEN: own.token, HUDHUD_COMPANY_ID: own.id };
      for (const _time of [1, 2]) {
        const { code, output } = await run(command, [pathOf(sample)], { env });
        expect(code, output).toBe(0);
        expect(output).toMatch(/sent.*msg_/s);
      }
      const { body } = await own.get<{ data: { message: string }[] }>('/api/v1/messages');
      expect(body.data.map(({ message }) => message)).toEqual(['Your order 1042 is on its way.']);
    },
    60_000,
  );

  it.each(runnable.filter(([sample]) => sample !== 'send.sh'))(
    '%s reports a refusal',
    async (sample, command) => {
      const env = { HUDHUD_URL: gateway.address, HUDHUD_TOKEN: 'wrong', HUDHUD_COMPANY_ID: company.id };
      const { output } = await run(command, [pathOf(sample)], { env });
      expect(output).toContain('invalid_credentials');
    },
    60_000,
  );
});

interface Judge {
  readonly sample: string;
  readonly command: string;
  /** Prints `true` or `false`. The body comes in by standard input. */
  verify(headers: Readonly<Record<string, string>>, body: string): Promise<Ended>;
}

const facts = (headers: object): string => JSON.stringify({ secret: webhook.secret, headers });

const nodeJudge: Judge = {
  sample: 'verify.mjs',
  command: process.execPath,
  verify: (headers, body) =>
    run(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { readFileSync } from 'node:fs';
        import { verifyWebhook } from ${JSON.stringify(pathOf('verify.mjs'))};
        const { secret, headers } = JSON.parse(process.argv[1]);
        console.log(verifyWebhook(secret, headers, readFileSync(0)));`,
        facts(headers),
      ],
      { input: body },
    ),
};

const pythonJudge: Judge = {
  sample: 'verify.py',
  command: 'python3',
  verify: (headers, body) =>
    run(
      'python3',
      [
        '-B',
        '-c',
        `import json, sys; from verify import verify_webhook
facts = json.loads(sys.argv[1])
print(str(verify_webhook(facts["secret"], facts["headers"], sys.stdin.buffer.read())).lower())`,
        facts(headers),
      ],
      { input: body, env: { PYTHONPATH: join(docsFolder, 'samples') } },
    ),
};

const javaMain = `import java.util.Map;
public class Main {
    public static void main(String[] given) throws Exception {
        Map<String, String> headers = Map.of("webhook-id", given[1], "webhook-timestamp", given[2], "webhook-signature", given[3]);
        System.out.println(Verify.verify(given[0], headers, System.in.readAllBytes()));
    }
}`;

let compiled: Promise<Ended> | undefined;

const compileJava = async (): Promise<Ended> => {
  await copyFile(pathOf('Verify.java'), join(folder, 'Verify.java'));
  await writeFile(join(folder, 'Main.java'), javaMain);
  return run('javac', ['Verify.java', 'Main.java'], { cwd: folder });
};

const javaJudge: Judge = {
  sample: 'Verify.java',
  command: 'javac',
  async verify(headers, body) {
    compiled ??= compileJava();
    const compilation = await compiled;
    if (compilation.code !== 0) return compilation;
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const args = ['-cp', folder, 'Main', webhook.secret, ...names.map((name) => headers[name] ?? '')];
    return run('java', args, { input: body });
  },
};

const phpJudge: Judge = {
  sample: 'verify.php',
  command: 'php',
  verify: (headers, body) =>
    run(
      'php',
      [
        '-r',
        `require ${JSON.stringify(pathOf('verify.php'))};
        $facts = json_decode($argv[1], true);
        echo json_encode(verifyWebhook($facts['secret'], $facts['headers'], stream_get_contents(STDIN)));`,
        facts(headers),
      ],
      { input: body },
    ),
};

describe('a sample that verifies', () => {
  const judges = [nodeJudge, pythonJudge, javaJudge, phpJudge].filter(
    ({ command }) => command.startsWith('/') || isInstalled(command),
  );
  const headers = delivery.headers as Record<string, string>;
  const old = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 3_600) };
  const two = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };

  it.each(judges.map((judge) => [judge.sample, judge] as const))(
    '%s believes what this gateway signed, and nothing else',
    async (_sample, judge) => {
      const verify = async (given: Record<string, string>, body: string) =>
        (await judge.verify(given, body)).output.trim();
      expect(await verify(headers, delivery.body)).toBe('true');
      expect(await verify(two, delivery.body)).toBe('true');
      expect(await verify(headers, `${delivery.body} `)).toBe('false');
      expect(await verify(old, delivery.body)).toBe('false');
      expect(await verify({ ...headers, 'webhook-signature': 'v1,AAAA' }, delivery.body)).toBe('false');
      const { 'webhook-signature': _signature, ...unsigned } = headers;
      expect(await verify(unsigned, delivery.body)).toBe('false');
    },
    180_000,
  );
});

describe('a sample in a language that may not be here', () => {
  it.each(['send.php', 'verify.php', 'Send.cs', 'Verify.cs', 'Send.java', 'Verify.java'])(
    '%s has brackets that match and statements that end',
    (sample) => {
      expect(roughSyntaxProblems(codeOf(sample))).toEqual([]);
      expect(roughSyntaxProblems(`${codeOf(sample)} }`)).not.toEqual([]);
    },
  );

  it.each(['verify.php', 'Verify.cs'])('%s compares in constant time, over all that is signed', (sample) => {
    expect(codeOf(sample)).toMatch(/hash_equals|FixedTimeEquals/);
    expect(codeOf(sample)).toMatch(/\$id\.\$timestamp\.\$body|\{id\}\.\{timestamp\}\./);
    expect(codeOf(sample)).toMatch(/whsec_/);
  });
});
