// `hudhud company create`

import { createCompany, findTimezone } from '../companies/create-company.ts';
import { withSimulatedSender } from '../simulator/runs-simulator.ts';
import { type Command, exitCodes, jsonOption, UsageError } from './command.ts';

const nameCharactersMax = 200;

const readName = (value: unknown): string => {
  const name = String(value).trim();
  if (name === '' || name.length > nameCharactersMax) {
    throw new UsageError(`--name must have 1 to ${nameCharactersMax} characters.`);
  }
  return name;
};

const readTimezone = (value: unknown): string => {
  const timezone = findTimezone(String(value));
  if (timezone === null)
    throw new UsageError(`--timezone must be an IANA name such as Asia/Riyadh, not ${value}.`);
  return timezone;
};

export const companyCreate: Command = {
  name: 'company create',
  summary: 'Create a company and print its id and token.',
  options: {
    name: { type: 'string', value: 'NAME', meaning: 'Name of the company.', isRequired: true },
    timezone: {
      type: 'string',
      value: 'ZONE',
      meaning: 'IANA time zone, such as Asia/Riyadh.',
      default: 'UTC',
    },
    json: jsonOption,
  },
  example: 'company create --name "Al Noor Clinic" --timezone Asia/Riyadh',
  async run({ values, config, print, withStorage }) {
    const name = readName(values.name);
    const timezone = readTimezone(values.timezone);
    const created = await withStorage(({ database, secrets }) =>
      createCompany(
        database.pool,
        secrets,
        { name, timezone, plan: 'trial', trialDays: config.trialDays },
        withSimulatedSender(config, secrets),
      ),
    );
    if (values.json) {
      print(JSON.stringify({ company_id: created.companyId, token: created.token }));
      return exitCodes.ok;
    }
    print(`Created ${name}, on a free trial of ${config.trialDays} days.`);
    print(`  Company ID  ${created.companyId}`);
    print(`  Token       ${created.token}`);
    print('The token is shown only this once.');
    return exitCodes.ok;
  },
};
