// `hudhud simulator`

import { dialectNames, findDialect } from '@hudhud/simulator/dialects/registry.ts';
import { runSimulator } from '@hudhud/simulator/run-simulator.ts';
import { type Command, exitCodes, UsageError } from './command.ts';

export const simulatorRun: Command = {
  name: 'simulator',
  summary: 'Run the local WhatsApp alone, for anyone who builds on the Cloud API or another provider.',
  options: {
    port: {
      type: 'string',
      value: 'PORT',
      meaning: 'The port to listen on; 0 takes any free port.',
      default: '4010',
    },
    host: { type: 'string', value: 'ADDRESS', meaning: 'The address to listen on.', default: '127.0.0.1' },
    dialect: {
      type: 'string',
      value: 'NAME',
      meaning: `The provider that it speaks like: ${dialectNames.join(', ')}.`,
      default: dialectNames[0] ?? '',
    },
    'callback-url': { type: 'string', value: 'URL', meaning: 'Where webhooks of the first number go.' },
    'ledger-file': { type: 'string', value: 'PATH', meaning: 'Append every message received to this file.' },
  },
  example: 'simulator --port 4010 --dialect twilio',
  async run({ values, print }) {
    if (!findDialect(String(values.dialect))) {
      throw new UsageError(`--dialect must be one of: ${dialectNames.join(', ')}.`);
    }
    const words = Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [`--${name}`, value] : [],
    );
    await runSimulator(words, print);
    return exitCodes.ok;
  },
};
