// `hudhud user join`

import { memberRoles } from '@hudhud/contract/users.ts';
import { addMember } from '../users/members/add-member.ts';
import { type Command, exitCodes, UsageError } from './command.ts';
import { companyOption, noSuchCompany, readCompanyId } from './company-options.ts';
import { emailOption, noSuchUser } from './user-options.ts';

const readRole = (value: unknown) => {
  const role = memberRoles.find((known) => known === value);
  if (!role) throw new UsageError(`--role must be one of: ${memberRoles.join(', ')}.`);
  return role;
};

export const userJoin: Command = {
  name: 'user join',
  summary: 'Make a user a member of a company, without an invitation.',
  options: {
    email: emailOption,
    company: companyOption,
    role: { type: 'string', value: 'ROLE', meaning: `One of: ${memberRoles.join(', ')}.`, default: 'owner' },
  },
  example: 'user join --email layla@example.com --company co_01kagx5p9ne0ps4a2v7qk3m8dz',
  async run(context) {
    const { values, print, remark, withStorage } = context;
    const wish = {
      companyId: readCompanyId(values.company),
      email: String(values.email),
      role: readRole(values.role),
    };
    const outcome = await withStorage(({ database }) => addMember(database.pool, wish));
    switch (outcome) {
      case 'user_not_found':
        return noSuchUser(context);
      case 'company_not_found':
        return noSuchCompany(context);
      case 'already_member':
        remark(`${values.email} belongs to the company already.`);
        return exitCodes.refused;
      case 'added':
        print(`${values.email} now belongs to the company, with the role ${wish.role}.`);
        return exitCodes.ok;
    }
  },
};
