// The gateway under measurement, in a process of its own: the real one, with companies that send through the simulator of
// another process as they would through a real provider.

import { startGateway } from '../../src/app/gateway.ts';
import { createCompany } from '../../src/companies/create-company.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { defaultProvider, findProvider } from '../../src/providers/registry.ts';
import { addSenderIn } from '../../src/senders/add-sender.ts';
import { callbackPath } from '../../src/senders/callback-path.ts';
import { newSimulatedNumber } from '../../src/simulator/simulator-number.ts';
import { sayHello } from '../say-hello.ts';
import type { BenchCompany } from './stage.ts';

const simulatorAddress = process.env.BENCH_SIMULATOR ?? '';
/** One company with one sender for each pace. */
const paces = JSON.parse(process.env.BENCH_PACES ?? '[]') as number[];
const providerName = process.env.BENCH_PROVIDER ?? defaultProvider;

const gateway = await startGateway({
  config: readConfig(),
  log: createLog('warn'),
  say: () => undefined,
});

const addCompany = async (messagesPerSecond: number): Promise<BenchCompany> => {
  const { secrets, database } = gateway.storage;
  const provider = findProvider(providerName);
  const number = newSimulatedNumber(providerName);
  if (!provider || !number) throw new Error(`there is no provider ${providerName} with a dialect`);
  const fields = { ...number.fields, base_url: `${simulatorAddress}/${provider.name}` };
  const sender = {
    name: 'Benchmark',
    provider,
    fields,
    isSimulated: false,
    storeId: null,
    phoneNumber: number.phoneNumber,
    messagesPerSecond,
    isDefault: true,
  };
  let callbackUrl = '';
  const created = await createCompany(
    database.pool,
    secrets,
    { name: 'Benchmark', timezone: 'UTC', plan: 'active', trialDays: 0 },
    async (client, companyId) => {
      const id = (await addSenderIn(client, secrets, { ...sender, companyId })) ?? '';
      callbackUrl = gateway.address + callbackPath({ provider: provider.name, companyId, id });
    },
  );
  const account = provider.accountOf(fields) ?? '';
  return {
    ...created,
    fields,
    account,
    provider: provider.name,
    phoneNumber: number.phoneNumber,
    callbackUrl,
  };
};

const companies: BenchCompany[] = [];
for (const pace of paces) companies.push(await addCompany(pace));
sayHello({ address: gateway.address, companies }, () => gateway.stop());
