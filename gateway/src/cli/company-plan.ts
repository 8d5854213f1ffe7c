// `hudhud company plan`

import { companyPlans } from '@hudhud/contract/companies.ts';
import { setPlan } from '../companies/set-plan.ts';
import { type Command, exitCodes, jsonOption, UsageError } from './command.ts';
import { companyOption, noSuchCompany, readCompanyId } from './company-options.ts';

const daysMax = 3_650;

const readPlan = (value: unknown) => {
  const plan = companyPlans.find((known) => known === value);
  if (!plan) throw new UsageError(`--plan must be one of: ${companyPlans.join(', ')}.`);
  return plan;
};

const readDays = (value: unknown, byDefault: number): number => {
  if (value === undefined) return byDefault;
  const days = Number(value);
  if (!/^\d+$/.test(String(value)) || days > daysMax) {
    throw new UsageError(`--days must be a whole number from 0 to ${daysMax}.`);
  }
  return days;
};

export const companyPlan: Command = {
  name: 'company plan',
  summary: 'Put a company on another plan: active, trial or suspended.',
  options: {
    company: companyOption,
    plan: { type: 'string', value: 'PLAN', meaning: 'active, trial or suspended.', isRequired: true },
    days: { type: 'string', value: 'DAYS', meaning: 'Length of the trial from now on. Default: TRIAL_DAYS.' },
    json: jsonOption,
  },
  example: 'company plan --company co_01kagx5p9ne0ps4a2v7qk3m8dz --plan active',
  async run(context) {
    const { values, config, print, withStorage } = context;
    const companyId = readCompanyId(values.company);
    const plan = readPlan(values.plan);
    const trialDays = readDays(values.days, config.trialDays);
    if (values.days !== undefined && plan !== 'trial') throw new UsageError('--days goes with --plan trial.');
    const endsAt = await withStorage(({ database }) =>
      setPlan(database.pool, { companyId, plan, trialDays }),
    );
    if (endsAt === undefined) return noSuchCompany(context);
    const trialEndsAt = endsAt?.toISOString() ?? null;
    if (values.json) {
      print(JSON.stringify({ company_id: values.company, plan, trial_ends_at: trialEndsAt }));
      return exitCodes.ok;
    }
    print(
      `The company is ${plan}${trialEndsAt ? ` until ${trialEndsAt}` : ''}. It takes effect within 5 seconds.`,
    );
    return exitCodes.ok;
  },
};
