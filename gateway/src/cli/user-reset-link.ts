// `hudhud user reset-link`

import type { Config } from '../config/config.ts';
import { makeReset } from '../users/passwords/reset-password.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';
import { emailOption, noSuchUser } from './user-options.ts';

/** Longer than a mailed one: it is handed over by a person. */
const linkHours = 24;

const addressOf = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;

export const userResetLink: Command = {
  name: 'user reset-link',
  summary: 'Print a link with which a user sets a new password.',
  options: { email: emailOption, json: jsonOption },
  example: 'user reset-link --email layla@example.com',
  async run(context) {
    const { values, config, print, withStorage } = context;
    const made = await withStorage(({ database }) =>
      makeReset(database.pool, addressOf(config), String(values.email), {
        hours: linkHours,
        provesEmail: false,
      }),
    );
    if (!made) return noSuchUser(context);
    if (values.json) print(JSON.stringify({ link: made.link }));
    else {
      print(`  ${made.link}`);
      print(`The link works once, for ${linkHours} hours. Give it only to the user.`);
    }
    return exitCodes.ok;
  },
};
