// `hudhud user list`

import { listAllUsers } from '../users/accounts/manage-users.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';

export const userList: Command = {
  name: 'user list',
  summary: 'List the users of the dashboard.',
  options: { json: jsonOption },
  async run({ values, print, remark, withStorage }) {
    const users = await withStorage(({ database }) => listAllUsers(database.pool));
    if (values.json) {
      print(JSON.stringify(users));
      return exitCodes.ok;
    }
    if (users.length === 0)
      remark('There is no user yet. The first one to sign up in the dashboard is the operator.');
    for (const user of users) {
      const remarks = [
        `${user.companies} companies`,
        ...(user.is_operator ? ['operator'] : []),
        ...(user.is_email_verified ? [] : ['address not proven']),
      ].join(', ');
      print(`${user.id}  ${user.email}  ${user.name}  (${remarks})`);
    }
    return exitCodes.ok;
  },
};
