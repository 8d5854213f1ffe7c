// `hudhud token set`

import { tokenCharactersMin } from '@hudhud/contract/token-rules.ts';
import { setToken } from '../companies/set-token.ts';
import { type Command, type CommandContext, exitCodes, jsonOption, UsageError } from './command.ts';
import { companyOption, noSuchCompany, readCompanyId } from './company-options.ts';

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const graceDaysMax = 30;

/** A span of time such as 90s, 30m, 24h or 7d, in seconds. */
export const readSpan = (span: string): number => {
  const [, amount, unit = ''] = /^(\d{1,7})([smhd]?)$/.exec(span) ?? [];
  const seconds = Number(amount) * (unitSeconds[unit || 's'] ?? Number.NaN);
  if (!(seconds <= graceDaysMax * 86_400)) {
    throw new UsageError(`--grace must be a time such as 30m, 24h or 7d, at most ${graceDaysMax}d.`);
  }
  return seconds;
};

const readChosenToken = async ({ values, readInput }: CommandContext): Promise<string | undefined> => {
  if (typeof values.token !== 'string') return undefined;
  return values.token === '-' ? (await readInput()).trim() : values.token;
};

export const tokenSet: Command = {
  name: 'token set',
  summary: "Replace a company's security token by a new or a chosen one.",
  options: {
    company: companyOption,
    token: {
      type: 'string',
      value: 'TOKEN',
      meaning: `A token of your own, at least ${tokenCharactersMin} characters; - reads it from standard input. Left out: a new one is made.`,
    },
    grace: {
      type: 'string',
      value: 'TIME',
      meaning: 'How long the old token keeps working: 30m, 24h, 7d. Default: it stops at once.',
      default: '0s',
    },
    json: jsonOption,
  },
  example: 'token set --company co_01kagx5p9ne0ps4a2v7qk3m8dz --grace 24h',
  async run(context) {
    const { values, print, remark, withStorage } = context;
    const companyId = readCompanyId(values.company);
    const graceSeconds = readSpan(String(values.grace));
    const chosenToken = await readChosenToken(context);
    const outcome = await withStorage(({ database, secrets }) =>
      setToken(database.pool, secrets, {
        companyId,
        graceSeconds,
        ...(chosenToken !== undefined && { chosenToken }),
      }),
    );
    switch (outcome.kind) {
      case 'company_not_found':
        return noSuchCompany(context);
      case 'too_weak':
        remark(outcome.reason);
        return exitCodes.refused;
      case 'changed':
        break;
    }
    if (values.json) {
      print(JSON.stringify({ company_id: values.company, token: outcome.token }));
      return exitCodes.ok;
    }
    print(`  Token  ${outcome.token}`);
    print('The token is shown only this once. It works within 5 seconds.');
    if (graceSeconds > 0) print(`The old token works until ${outcome.oldEndsAt.toISOString()}.`);
    return exitCodes.ok;
  },
};
