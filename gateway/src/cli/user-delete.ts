// `hudhud user delete`

import { deleteUserByEmail } from '../users/accounts/delete-user.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';
import { orRefused } from './sender-options.ts';
import { emailOption, noSuchUser } from './user-options.ts';

export const userDelete: Command = {
  name: 'user delete',
  summary: 'Delete a user of the dashboard. This cannot be undone.',
  options: { email: emailOption, json: jsonOption },
  example: 'user delete --email layla@example.com',
  run: (context) =>
    orRefused(context.remark, async () => {
      const { values, print, withStorage } = context;
      const isDeleted = await withStorage(({ database }) =>
        deleteUserByEmail(database.pool, String(values.email)),
      );
      if (!isDeleted) return noSuchUser(context);
      print(
        values.json
          ? JSON.stringify({ email: values.email, is_deleted: true })
          : `${values.email} is deleted and signed out everywhere.`,
      );
      return exitCodes.ok;
    }),
};
