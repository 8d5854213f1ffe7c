// Guards the control of the simulator inside the gateway. Its control API was made for one owner; here many companies share
// it, so each may touch the numbers of its own simulated senders and nothing that is everybody's.

import { ControlFailure } from '@hudhud/simulator/control/read-fields.ts';
import type { FastifyRequest } from 'fastify';
import type { Company } from '../companies/directory.ts';
import type { Sender } from '../senders/directory.ts';

export interface SimulatorGuardOptions {
  /** Where the control API is, with a slash at the end. */
  readonly prefix: string;
  readonly authenticate: (request: FastifyRequest) => Company | null | Promise<Company | null>;
  readonly sendersOf: (companyId: string) => Promise<readonly Sender[]>;
}

type Named = Readonly<Record<string, unknown>>;

/** How a route names the one number it is about. */
type NumberOf = (request: FastifyRequest) => unknown;
const inPath =
  (name: string): NumberOf =>
  ({ params }) =>
    (params as Named)[name];
const inQuery: NumberOf = ({ query }) => (query as Named).phone_number_id;

/**
 * All routes that are not here are for `SIMULATOR_CONTROL=open` only: they are global, or show or change credentials.
 */
const ownNumberRoutes: Readonly<Record<string, NumberOf>> = {
  'GET conversations': inQuery,
  'GET conversations/stream': inQuery,
  'GET conversations/:id/:wa_id': inPath('id'),
  'GET ledger': inQuery,
  'GET ledger/pace': inQuery,
  'GET numbers/:id/media/:media_id': inPath('id'),
  'POST numbers/:id/inbound': inPath('id'),
  'POST numbers/:id/marketing': inPath('id'),
  'POST numbers/:id/verify': inPath('id'),
  'POST numbers/:id/webhooks': inPath('id'),
};
const openRoutes: readonly string[] = ['GET magic-numbers'];

/** The simulator also understands `phoneNumberId`: a second spelling could smuggle in another number than was checked. */
const plainParameter = /^[a-z_]+$/;

const checkNumber = async (
  { sendersOf }: SimulatorGuardOptions,
  company: Company,
  request: FastifyRequest,
  numberOf: NumberOf,
): Promise<void> => {
  const strange = Object.keys(request.query as Named).find((name) => !plainParameter.test(name));
  if (strange !== undefined) {
    throw new ControlFailure(
      400,
      'field_unknown',
      'Parameters are written in small letters and underscores.',
    );
  }
  const number = numberOf(request);
  if (number === undefined) {
    throw new ControlFailure(400, 'field_missing', 'phone_number_id is missing: name one of your numbers.');
  }
  const senders = await sendersOf(company.id);
  if (senders.some((sender) => sender.isSimulated && sender.account === number)) return;
  throw new ControlFailure(404, 'number_unknown', 'The company has no such simulated number.');
};

/** An `onRequest` hook: no body is read before the caller is known. */
export const createSimulatorGuard =
  (options: SimulatorGuardOptions) =>
  async (request: FastifyRequest): Promise<void> => {
    const url = request.routeOptions.url ?? '';
    if (!url.startsWith(options.prefix)) return;
    const company = await options.authenticate(request);
    if (!company) {
      throw new ControlFailure(401, 'invalid_credentials', 'The company id or token is wrong or missing.');
    }
    if (company.plan === 'suspended') {
      throw new ControlFailure(403, 'company_suspended', 'The company is suspended.');
    }
    // Fastify answers HEAD wherever there is GET.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = `${method} ${url.slice(options.prefix.length)}`;
    if (openRoutes.includes(route)) return;
    const numberOf = Object.hasOwn(ownNumberRoutes, route) ? ownNumberRoutes[route] : undefined;
    if (!numberOf) {
      const message =
        'This concerns every company of the gateway; it is open only with SIMULATOR_CONTROL=open.';
      throw new ControlFailure(403, 'control_closed', message);
    }
    await checkNumber(options, company, request, numberOf);
  };
