// `hudhud company list`

import { listAllCompanies } from '../companies/list-companies.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';

export const companyList: Command = {
  name: 'company list',
  summary: 'List the companies with their plans.',
  options: { json: jsonOption },
  async run({ values, print, remark, withStorage }) {
    const companies = await withStorage(({ database }) => listAllCompanies(database.pool));
    if (values.json) {
      print(JSON.stringify(companies));
      return exitCodes.ok;
    }
    if (companies.length === 0)
      remark('There is no company yet. Create one with: company create --name NAME');
    for (const company of companies) {
      const until = company.trial_ends_at ? ` until ${company.trial_ends_at.slice(0, 10)}` : '';
      print(
        `${company.id}  ${`${company.plan}${until}`.padEnd(23)}  ${company.timezone.padEnd(18)}  ${company.name}`,
      );
    }
    return exitCodes.ok;
  },
};
