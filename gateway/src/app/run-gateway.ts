// One life of the gateway process: read the settings, start, greet, wait for a signal, stop.

import { createCompany } from '../companies/create-company.ts';
import { listAllCompanies } from '../companies/list-companies.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { isDatabaseOutage } from '../platform/database/database.ts';
import { giveMemoryBack } from '../platform/give-memory-back.ts';
import { fromPublicId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { runsSimulator, withSimulatedSender } from '../simulator/runs-simulator.ts';
import { inviteFirstOwner } from '../users/invitations/invite-first-owner.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { greetAgain, greetFirstTime } from './greeting.ts';
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

/** For the company that was made without a person; on a gateway of many processes, people sign up instead. */
const ownerLinkOf = async (gateway: Gateway, config: Config, publicId: string): Promise<string | null> => {
  const companyId = fromPublicId('company', publicId);
  if (config.databaseUrl !== null || companyId === null) return null;
  const { pool } = gateway.storage.database;
  return await inviteFirstOwner(pool, config.publicUrl ?? gateway.address, companyId);
};

/** The first start of an embedded gateway makes a demo company, so that the first message is one paste away. */
const greet = async (gateway: Gateway, config: Config): Promise<string> => {
  const { address, storage } = gateway;
  const { secrets } = storage;
  const { pool } = storage.database;
  const [first] = await listAllCompanies(pool);
  if (first) return greetAgain(address, first, await ownerLinkOf(gateway, config, first.id));
  if (config.databaseUrl !== null) return greetAgain(address, null, null);
  const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const company = await createCompany(
    pool,
    secrets,
    { name: 'Demo company', timezone, plan: 'trial', trialDays: config.trialDays },
    withSimulatedSender(config, secrets),
  );
  const ownerLink = await ownerLinkOf(gateway, config, company.companyId);
  return greetFirstTime({ address, company, ownerLink, isSimulated: runsSimulator(config) });
};

export const runGateway = async (): Promise<number> => {
  const end = Promise.withResolvers<number>();
  onSignal(() => end.resolve(0));
  let gateway: Gateway;
  try {
    const config = readConfig();
    gateway = await startGateway({
      config,
      log: createLog(config.logLevel, undefined, isDatabaseOutage),
      say: complain,
      onLost(reason) {
        complain(reason);
        end.resolve(1);
      },
    });
    say(await greet(gateway, config));
    giveMemoryBack();
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
