// The simulator alone, as a function: what `node simulator/src/main.ts` runs and what another command line can offer.
// One number is registered from the start, so the curl line that is printed works as it stands.
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import { createSimulator } from './create-simulator.ts';
import type { Dialect } from './dialects/dialect.ts';
import { dialectNames, dialects, findDialect } from './dialects/registry.ts';
import { simulatorPlugin } from './simulator-plugin.ts';

const help = `A local WhatsApp that speaks the Cloud API, or another provider's dialect.

  node simulator/src/main.ts [--port 4010] [--host 127.0.0.1] [--dialect NAME] [--callback-url URL]
                             [--ledger-file PATH]

  --port          where to listen; 0 takes any free port (4010)
  --host          0.0.0.0 lets other machines in; the control API has no password (127.0.0.1)
  --dialect       ${dialectNames.join(', ')} (${dialects[0].name})
  --callback-url  where webhooks of the first number go
  --ledger-file   appends every message received to this file
  --help          this text
`;

/** Resolves once it listens (or has said its help); it stops on SIGINT and SIGTERM. */
export async function runSimulator(args: string[], say: (text: string) => void): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      dialect: { type: 'string', default: dialects[0].name },
      'callback-url': { type: 'string' },
      'ledger-file': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(help);

  const dialect = findDialect(values.dialect);
  if (!dialect) throw new Error(`--dialect is one of ${dialectNames.join(', ')}`);
  const ledgerFile = values['ledger-file'];
  const simulator = createSimulator(ledgerFile === undefined ? {} : { ledgerFile });
  simulator.registerNumber({
    ...dialect.firstNumber,
    dialect: dialect.name,
    callbackUrl: values['callback-url'] ?? null,
  });
  const server = Fastify();
  await server.register(simulatorPlugin, { simulator, dialect: dialect.name });
  const address = await server.listen({ port: Number(values.port), host: values.host });
  simulator.setPublicUrl(address);
  say(welcome(address, dialect));

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void server.close().then(() => simulator.close());
    });
  }
}

function welcome(address: string, { title, firstNumber, example }: Dialect): string {
  return `The simulator listens on ${address} and speaks ${title}

Send a message:

  ${example(address)}

See it on the phone:

  curl ${address}/control/conversations/${firstNumber.phoneNumberId}/966501234567
`;
}
