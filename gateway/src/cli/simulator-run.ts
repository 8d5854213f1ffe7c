// `hudhud simulator`

import { runSimulator } from '@hudhud/simulator/run-simulator.ts';
import { type Command, exitCodes } from './command.ts';

export const simulatorRun: Command = {
  name: 'simulator',
  summary: 'Run the local WhatsApp alone, for anyone who builds on the Cloud API.',
  options: {
    port: {
      type: 'string',
      value: 'PORT',
      meaning: 'Where to listen; 0 takes any free port.',
      default: '4010',
    },
    host: { type: 'string', value: 'ADDRESS', meaning: 'The address to listen on.', default: '127.0.0.1' },
    'callback-url': { type: 'string', value: 'URL', meaning: 'Where webhooks of the first number go.' },
    'ledger-file': { type: 'string', value: 'PATH', meaning: 'Append every message received to this file.' },
  },
  example: 'simulator --port 4010',
  async run({ values, print }) {
    const words = Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [`--${name}`, value] : [],
    );
    await runSimulator(words, print);
    return exitCodes.ok;
  },
};
