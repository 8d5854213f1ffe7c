// Shared by the commands about users.

import { type CommandContext, type CommandOption, type ExitCode, exitCodes } from './command.ts';

export const emailOption: CommandOption = {
  type: 'string',
  value: 'EMAIL',
  meaning: 'E-mail address of the user.',
  isRequired: true,
};

export const noSuchUser = ({ values, remark }: CommandContext): ExitCode => {
  remark(`There is no user ${values.email}. See: user list`);
  return exitCodes.notFound;
};
