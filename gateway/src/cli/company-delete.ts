// `hudhud company delete`

import { deleteCompany } from '../companies/deletion/delete-company.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';
import { companyOption, noSuchCompany, readCompanyId } from './company-options.ts';

export const companyDelete: Command = {
  name: 'company delete',
  summary: 'Delete a company with everything it has. It cannot be undone.',
  options: {
    company: companyOption,
    name: {
      type: 'string',
      value: 'NAME',
      meaning: 'Its name as company list shows it, so that no other company is deleted by mistake.',
      isRequired: true,
    },
    json: jsonOption,
  },
  example: 'company delete --company co_01kagx5p9ne0ps4a2v7qk3m8dz --name "Al Noor Clinic"',
  async run(context) {
    const { values, print, remark, withStorage } = context;
    const companyId = readCompanyId(values.company);
    const outcome = await withStorage(({ database }) =>
      deleteCompany(database.pool, { companyId, name: String(values.name), actor: { kind: 'operator' } }),
    );
    if (outcome === 'company_not_found') return noSuchCompany(context);
    if (outcome === 'name_differs') {
      remark(`The company ${values.company} has another name. Nothing was deleted.`);
      return exitCodes.refused;
    }
    print(
      values.json
        ? JSON.stringify({ company_id: values.company, is_deleted: true })
        : 'The company is gone within 5 seconds. The gateway removes what it had in the next minutes, or when it next runs.',
    );
    return exitCodes.ok;
  },
};
