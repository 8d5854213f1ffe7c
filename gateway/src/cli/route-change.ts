// `hudhud route add` and `hudhud route delete`: routes are saved together, so both read them first.

import type { Route, SaveRoutesBody } from '@hudhud/contract/routes.ts';
import { AppError } from '../platform/errors.ts';
import { fromPublicId } from '../platform/ids.ts';
import { listCompanyRoutes, saveRoutes } from '../senders/routing/save-routes.ts';
import { type Command, type CommandContext, type ExitCode, exitCodes, UsageError } from './command.ts';
import { companyOption, noSuchCompany, readCompanyId } from './company-options.ts';

type GivenRoutes = SaveRoutesBody['routes'];

const minutesMax = 1_440;

/** Changes the routes of the company that the command names, and says what is wrong with them. */
const changeRoutes = async (
  { values, remark, withStorage }: CommandContext,
  change: (routes: readonly Route[]) => GivenRoutes | null,
): Promise<ExitCode> => {
  const companyId = readCompanyId(values.company);
  return await withStorage(async ({ database: { pool } }) => {
    const known = await listCompanyRoutes(pool, companyId);
    if (!known) return noSuchCompany({ values, remark });
    const routes = change(known);
    if (!routes) {
      remark(`There is no route ${values.route}.`);
      return exitCodes.notFound;
    }
    try {
      await saveRoutes(pool, companyId, { routes });
      return exitCodes.ok;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      remark(error.detail);
      return exitCodes.refused;
    }
  });
};

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const readRoute = ({ values, lists }: CommandContext): GivenRoutes[number] => {
  const senders = [...(lists.sender ?? [])];
  const minutes = Number(values.after);
  if (senders.length === 0 || senders.some((id) => fromPublicId('sender', id) === null)) {
    throw new UsageError('--sender must be the id of a sender (snd_...); give it once for each, in order.');
  }
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > minutesMax) {
    throw new UsageError(`--after must be a number of minutes up to ${minutesMax}.`);
  }
  const [prefix, store, tag] = [textOf(values.country), textOf(values.store), textOf(values.tag)];
  if (prefix !== undefined && !/^\+?[1-9]\d{0,6}$/.test(prefix)) {
    throw new UsageError('--country must be the first digits of numbers, such as 966.');
  }
  return {
    name: String(values.name),
    senders,
    after_minutes: minutes,
    ...(prefix !== undefined && { country_prefix: prefix }),
    ...(store !== undefined && { store_id: store }),
    ...(tag !== undefined && { tag }),
  };
};

export const routeAdd: Command = {
  name: 'route add',
  summary: 'Add a route: which sender carries which messages, and which comes next while it cannot send.',
  options: {
    company: companyOption,
    name: { type: 'string', value: 'NAME', meaning: 'Name of the route.', isRequired: true },
    sender: {
      type: 'string',
      multiple: true,
      value: 'ID',
      meaning: 'A sender (snd_...); once for each, in order.',
    },
    after: {
      type: 'string',
      value: 'MINUTES',
      meaning: 'How long a sender has been suspended or failing before the next one takes over.',
      default: '5',
    },
    country: { type: 'string', value: 'DIGITS', meaning: 'Only numbers that begin with these digits.' },
    store: { type: 'string', value: 'ID', meaning: 'Only people of this store (store_...).' },
    tag: { type: 'string', value: 'TAG', meaning: 'Only people with this tag.' },
  },
  example:
    'route add --company co_01kagx5p9ne0ps4a2v7qk3m8dz --name All --sender snd_01kagx5p9ne0ps4a2v7qk3m8dz --sender snd_01kagx5p9ne0ps4a2v7qk3m8e0',
  run: (context) => {
    const route = readRoute(context);
    return changeRoutes(context, (routes) => [...routes, route]);
  },
};

export const routeDelete: Command = {
  name: 'route delete',
  summary: 'Delete a route; messages that it chose a sender for keep that sender.',
  options: {
    company: companyOption,
    route: { type: 'string', value: 'ID', meaning: 'The route (rte_...).', isRequired: true },
  },
  run: (context) =>
    changeRoutes(context, (routes) => {
      const left = routes.filter(({ id }) => id !== context.values.route);
      return left.length === routes.length ? null : left;
    }),
};
