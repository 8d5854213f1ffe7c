// Shared by the commands about one company.

import { fromPublicId } from '../platform/ids.ts';
import { type CommandContext, type CommandOption, type ExitCode, exitCodes, UsageError } from './command.ts';

export const companyOption: CommandOption = {
  type: 'string',
  value: 'ID',
  meaning: 'Id of the company (co_...).',
  isRequired: true,
};

export const readCompanyId = (value: CommandContext['values'][string]): string => {
  const id = fromPublicId('company', String(value));
  if (id === null) {
    throw new UsageError('--company must be a company id such as co_01kagx5p9ne0ps4a2v7qk3m8dz.');
  }
  return id;
};

export const noSuchCompany = ({ values, remark }: Pick<CommandContext, 'values' | 'remark'>): ExitCode => {
  remark(`There is no company ${values.company}.`);
  return exitCodes.notFound;
};
