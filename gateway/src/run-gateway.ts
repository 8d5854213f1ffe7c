// One life of the gateway process: read the settings, start, greet, wait for a signal, stop.

import { createCompany } from './companies/create-company.ts';
import { listAllCompanies } from './companies/list-companies.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { greetAgain, greetFirstTime } from './greeting.ts';
import { createLog } from './platform/log.ts';
import { runsSimulator, withSimulatedSender } from './simulator-number.ts';
import { explainStartFailure } from './start-failure.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const onSignal = (work: () => void): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, work);
};

/** The first start of an embedded gateway makes a demo company, so that the first message is one paste away. */
const greet = async (gateway: Gateway, config: Config): Promise<string> => {
  const { secrets } = gateway.store;
  const { pool } = gateway.store.database;
  const [first] = await listAllCompanies(pool);
  if (first) return greetAgain(gateway.address, first);
  if (config.databaseUrl !== null) return greetAgain(gateway.address, null);
  const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const created = await createCompany(
    pool,
    secrets,
    { name: 'Demo company', timezone, plan: 'trial', trialDays: config.trialDays },
    withSimulatedSender(config, secrets),
  );
  return greetFirstTime(gateway.address, created, runsSimulator(config));
};

export const runGateway = async (): Promise<number> => {
  const end = Promise.withResolvers<number>();
  onSignal(() => end.resolve(0));
  let gateway: Gateway;
  try {
    const config = readConfig();
    gateway = await startGateway({
      config,
      log: createLog(config.logLevel),
      say: complain,
      onLost(reason) {
        complain(reason);
        end.resolve(1);
      },
    });
    say(await greet(gateway, config));
  } catch (error) {
    for (const line of explainStartFailure(error)) complain(line);
    return error instanceof ConfigError ? 2 : 1;
  }
  const exitCode = await end.promise;
  complain('Stopping: finishing what was accepted ...');
  await gateway.stop();
  complain('Stopped. Every accepted message is stored.');
  return exitCode;
};
