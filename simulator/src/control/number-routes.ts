// Control: the simulated phone numbers and what can be done in their name.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BusinessNumber } from '../account/numbers.ts';
import { dialectNames, findDialect } from '../dialects/registry.ts';
import type { Simulator } from '../simulator.ts';
import { ControlFailure, type Fields, readFields } from './read-fields.ts';
import { readOwnSettings } from './read-settings.ts';
import { snakeKeys } from './snake-case.ts';

/** How the number is doing: for tests of health and of the doctor. */
const standingFields = {
  qualityRating: 'string?',
  messagingLimit: 'string?',
  status: 'string?',
  nameStatus: 'string?',
  tokenEnds: 'number?',
} as const;

const numberFields = {
  phoneNumberId: 'string',
  displayPhoneNumber: 'string',
  wabaId: 'string',
  accessToken: 'string',
  otherAccessTokens: 'strings?',
  appSecret: 'string',
  verifyToken: 'string',
  callbackUrl: 'string|null?',
  verifiedName: 'string?',
  ...standingFields,
  dialect: 'string?',
  settings: 'object?',
  verify: 'boolean?',
} as const;

const changeFields = {
  displayPhoneNumber: 'string?',
  wabaId: 'string?',
  accessToken: 'string?',
  otherAccessTokens: 'strings?',
  appSecret: 'string?',
  verifyToken: 'string?',
  callbackUrl: 'string|null?',
  verifiedName: 'string?',
  ...standingFields,
  settings: 'object?',
  verify: 'boolean?',
} as const;

export function numberRoutes(app: FastifyInstance, simulator: Simulator): void {
  const { numbers } = simulator;

  app.get('/numbers', () => ({ data: numbers.list().map((number) => present(simulator, number)) }));

  app.post('/numbers', async (request, reply) => {
    const { settings, verify, callbackUrl = null, ...input } = readFields(request.body, numberFields);
    checkNumber({ ...input, callbackUrl });
    const own = readOwnSettings(settings ?? {});
    if (verify) await requireVerified(simulator, callbackUrl, input.verifyToken);
    const number = simulator.registerNumber({ ...withStanding(input), callbackUrl, settings: own });
    return reply.code(201).send(present(simulator, number));
  });

  app.get('/numbers/:id', (request) => present(simulator, findNumber(simulator, request)));

  app.patch('/numbers/:id', async (request) => {
    const number = findNumber(simulator, request);
    const { settings, verify, ...changes } = readFields(request.body, changeFields);
    checkNumber({ phoneNumberId: number.phoneNumberId, ...changes });
    const own = readOwnSettings(settings ?? {});
    if (verify) {
      const { callbackUrl = number.callbackUrl, verifyToken = number.verifyToken } = changes;
      await requireVerified(simulator, callbackUrl, verifyToken);
    }
    numbers.edit(number.phoneNumberId, withStanding(changes));
    simulator.settings.changeOwn(number.phoneNumberId, own);
    return present(simulator, number);
  });

  app.delete('/numbers/:id', (request, reply) => {
    numbers.remove(findNumber(simulator, request).phoneNumberId);
    return reply.code(204).send();
  });

  app.post('/numbers/:id/verify', async (request) => {
    const number = findNumber(simulator, request);
    await requireVerified(simulator, numbers.callbackUrl(number), number.verifyToken);
    return { verified: true };
  });

  app.post('/numbers/:id/webhooks', (request, reply) => {
    const number = findNumber(simulator, request);
    const { field, value } = readFields(request.body, { field: 'string', value: 'object' });
    simulator.sendField(number, field, value);
    return reply.code(202).send({ queued: true });
  });

  app.post('/numbers/:id/marketing', (request, reply) => {
    const number = findNumber(simulator, request);
    const { waId, value } = readFields(request.body, { waId: 'string', value: 'string' });
    if (value !== 'stop' && value !== 'resume') {
      throw new ControlFailure(400, 'field_invalid', 'value must be stop or resume.');
    }
    simulator.setMarketing(number, waId.replace(/\D/g, ''), value);
    return reply.code(202).send({ queued: true });
  });
}

/** The fields of a number's standing, put together where the number keeps them. */
function withStanding<Input extends Partial<Fields<typeof standingFields>>>(input: Input) {
  const { qualityRating, messagingLimit, status, nameStatus, tokenEnds, ...rest } = input;
  const given = { qualityRating, messagingLimit, status, nameStatus, tokenEnds };
  const standing = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return Object.keys(standing).length > 0 ? { ...rest, standing } : rest;
}

export function findNumber({ numbers }: Simulator, request: FastifyRequest): BusinessNumber {
  const { id } = request.params as { id: string };
  const number = numbers.find(id);
  if (number) return number;
  throw new ControlFailure(404, 'number_unknown', `There is no number ${id}.`);
}

function checkNumber({ phoneNumberId, callbackUrl, dialect }: Partial<Fields<typeof numberFields>>): void {
  if (dialect !== undefined && !findDialect(dialect)) {
    throw new ControlFailure(400, 'field_invalid', `dialect is one of ${dialectNames.join(', ')}.`);
  }
  if (phoneNumberId !== undefined && !/^\d{1,32}$/.test(phoneNumberId)) {
    throw new ControlFailure(400, 'field_invalid', 'phone_number_id must be digits.');
  }
  const isUrl =
    typeof callbackUrl === 'string' && /^https?:\/\//.test(callbackUrl) && URL.canParse(callbackUrl);
  if (callbackUrl === undefined || callbackUrl === null || isUrl) return;
  throw new ControlFailure(400, 'field_invalid', 'callback_url must be an http or https URL.');
}

async function requireVerified(
  simulator: Simulator,
  callbackUrl: string | null,
  verifyToken: string,
): Promise<void> {
  if (callbackUrl === null) {
    throw new ControlFailure(409, 'callback_missing', 'The number has no callback URL.');
  }
  const verification = await simulator.verifyCallback(callbackUrl, verifyToken);
  if (verification.kind === 'verified') return;
  const message = `${callbackUrl} did not pass the handshake: ${verification.reason}.`;
  throw new ControlFailure(409, 'callback_not_verified', message);
}

function present(simulator: Simulator, number: BusinessNumber): object {
  const { digits: _digits, profile: _profile, standing, ...shown } = number;
  return {
    ...snakeKeys(shown),
    ...snakeKeys(standing),
    settings: snakeKeys(simulator.settings.own(number.phoneNumberId)),
  };
}
