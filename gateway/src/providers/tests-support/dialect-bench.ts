// The bench of a provider whose other side is the simulator in its dialect, with the simulator's ledger as the witness.

import type { Simulator } from '@hudhud/simulator/create-simulator.ts';
import type { ProviderFields } from '../provider.ts';
import type { ProviderBench } from './provider-bench.ts';
import { type DialectNumber, startDialect } from './start-dialect.ts';

export interface DialectBench extends ProviderBench {
  readonly simulator: Simulator;
}

type OwnParts = Pick<
  ProviderBench,
  'provider' | 'fieldsAt' | 'sign' | 'forgeries' | 'batch' | 'verdicts' | 'handshake'
>;

interface DialectBenchParts extends OwnParts {
  /** The sender's number, as the simulator knows it. */
  readonly number: DialectNumber;
  /** The field of the credentials with a value that is refused. */
  readonly wrongToken: ProviderFields;
}

const refusedPerson = '+15550131009';

/** All but the refused one meet their fate by the simulator's magic numbers. */
const people: ProviderBench['people'] = {
  arrives: '+966501234567',
  'is refused': refusedPerson,
  'meets a throttled sender': '+15550130429',
  'meets a throttled recipient': '+15550131056',
  'breaks untaken': '+15551000004',
  'breaks taken': '+15551000005',
  'is never answered': '+15551000003',
};

export const createDialectBench = async ({
  number,
  wrongToken,
  ...own
}: DialectBenchParts): Promise<DialectBench> => {
  const { simulator, url, callbacks, callbackUrl, close } = await startDialect(own.provider.name, number);
  simulator.faults.add({ name: 'answer_error', code: 131009, waId: refusedPerson.slice(1) });
  const fields = own.fieldsAt(url);
  return {
    ...own,
    simulator,
    fields,
    wrongTokenFields: { ...fields, ...wrongToken },
    people,
    taken: (opaque) => simulator.ledger.count({ opaque, outcome: 'accepted' }),
    callbacks,
    callbackUrl,
    withoutId: ({ body }, statusId) =>
      own.sign(Buffer.from(body.toString('utf8').replace(`"${statusId}"`, '{"not":"an id"}'))),
    close,
  };
};
