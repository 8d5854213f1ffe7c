// The simulator alone, as a function: what `node simulator/src/main.ts` runs and what another command line can offer.
// One number is registered from the start, so the curl line that is printed works as it stands.
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import type { NumberInput } from './account/numbers.ts';
import { createSimulator } from './create-simulator.ts';
import { simulatorPlugin } from './simulator-plugin.ts';

const help = `A local WhatsApp that speaks the Cloud API.

  node simulator/src/main.ts [--port 4010] [--host 127.0.0.1] [--callback-url URL] [--ledger-file PATH]

  --port          where to listen; 0 takes any free port (4010)
  --host          0.0.0.0 lets other machines in; the control API has no password (127.0.0.1)
  --callback-url  where webhooks of the first number go
  --ledger-file   appends every message received to this file
  --help          this text
`;

const firstNumber: NumberInput = {
  phoneNumberId: '106540352242922',
  displayPhoneNumber: '+1 555 078 3881',
  wabaId: '102290129340398',
  accessToken: 'simulator-token',
  appSecret: 'simulator-app-secret',
  verifyToken: 'simulator-verify-token',
  callbackUrl: null,
  verifiedName: 'Simulated Business',
};

/** Resolves once it listens (or has said its help); it stops on SIGINT and SIGTERM. */
export async function runSimulator(args: string[], say: (text: string) => void): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      'callback-url': { type: 'string' },
      'ledger-file': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(help);

  const ledgerFile = values['ledger-file'];
  const simulator = createSimulator(ledgerFile === undefined ? {} : { ledgerFile });
  simulator.registerNumber({ ...firstNumber, callbackUrl: values['callback-url'] ?? null });
  const server = Fastify();
  await server.register(simulatorPlugin, { simulator });
  const address = await server.listen({ port: Number(values.port), host: values.host });
  simulator.setPublicUrl(address);
  say(welcome(address));

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void server.close().then(() => simulator.close());
    });
  }
}

function welcome(address: string): string {
  return `The simulator listens on ${address}

Send a message:

  curl ${address}/v24.0/${firstNumber.phoneNumberId}/messages \\
    -H 'Authorization: Bearer ${firstNumber.accessToken}' -H 'Content-Type: application/json' \\
    -d '{"messaging_product":"whatsapp","to":"+966501234567","type":"text","text":{"body":"Hello"}}'

See it on the phone:

  curl ${address}/control/conversations/${firstNumber.phoneNumberId}/966501234567
`;
}
