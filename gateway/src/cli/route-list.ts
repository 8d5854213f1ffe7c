// `hudhud route list`

import type { Route } from '@hudhud/contract/routes.ts';
import { listCompanyRoutes } from '../senders/routing/save-routes.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';
import { companyOption, noSuchCompany, readCompanyId } from './company-options.ts';

const conditionsOf = ({ country_prefix: prefix, store_id: store, tag }: Route): string => {
  const words = [prefix && `+${prefix}`, store && `store ${store}`, tag && `tag ${tag}`].filter(Boolean);
  return words.length === 0 ? 'everybody' : words.join(', ');
};

export const routeList: Command = {
  name: 'route list',
  summary: 'List which senders carry which messages, in the order in which routes are tried.',
  options: { company: companyOption, json: jsonOption },
  async run(context) {
    const { values, print, remark, withStorage } = context;
    const companyId = readCompanyId(values.company);
    const routes = await withStorage(({ database }) => listCompanyRoutes(database.pool, companyId));
    if (routes === null) return noSuchCompany(context);
    if (values.json) {
      print(JSON.stringify(routes));
      return exitCodes.ok;
    }
    if (routes.length === 0) remark('The company has no routes: the default sender carries all messages.');
    for (const route of routes) {
      print(`${route.id}  ${route.name}: ${conditionsOf(route)}`);
      print(`    ${route.senders.join(' > ')}, the next after ${route.after_minutes} minutes`);
    }
    return exitCodes.ok;
  },
};
