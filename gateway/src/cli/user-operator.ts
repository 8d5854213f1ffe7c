// `hudhud user operator`

import { setOperator } from '../users/accounts/manage-users.ts';
import { type Command, exitCodes } from './command.ts';
import { emailOption, noSuchUser } from './user-options.ts';

export const userOperator: Command = {
  name: 'user operator',
  summary: 'Make a user an operator, who sees the names and plans of all companies.',
  options: {
    email: emailOption,
    remove: { type: 'boolean', meaning: 'Make the user no longer an operator.' },
  },
  example: 'user operator --email layla@example.com',
  async run(context) {
    const { values, print, withStorage } = context;
    const isOperator = values.remove !== true;
    const isDone = await withStorage(({ database }) =>
      setOperator(database.pool, String(values.email), isOperator),
    );
    if (!isDone) return noSuchUser(context);
    print(`${values.email} is ${isOperator ? 'an' : 'no longer an'} operator of this gateway.`);
    return exitCodes.ok;
  },
};
