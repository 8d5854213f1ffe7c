// Infobip's refusals, and which of them stands for which of Meta's. It numbers statuses and errors apart; a status is asked
// for by the fake's own code, 900000 and its number.
import type { GraphError } from '../../cloud/graph-error.ts';
import { jsonAnswer, type WrittenAnswer } from '../../message/answer-format.ts';

interface StatusWords {
  readonly groupId: number;
  readonly groupName: string;
  readonly id: number;
  readonly name: string;
  readonly description: string;
}

interface ErrorWords {
  readonly id: number;
  readonly name: string;
  readonly groupId: number;
  readonly groupName: string;
  readonly permanent: boolean;
  readonly description: string;
}

const statusBase = 900_000;

const rejections: Readonly<Record<number, string>> = {
  6: 'REJECTED_NETWORK',
  8: 'REJECTED_PREFIX_MISSING',
  10: 'REJECTED_DND',
  11: 'REJECTED_SOURCE',
  12: 'REJECTED_NOT_ENOUGH_CREDITS',
  13: 'REJECTED_SENDER',
  14: 'REJECTED_DESTINATION',
  17: 'REJECTED_PREPAID_PACKAGE_EXPIRED',
  18: 'REJECTED_DESTINATION_NOT_REGISTERED',
  19: 'REJECTED_ROUTE_NOT_AVAILABLE',
  20: 'REJECTED_FLOODING_FILTER',
  21: 'REJECTED_SYSTEM_ERROR',
  23: 'REJECTED_DUPLICATE_MESSAGE_ID',
  51: 'MISSING_TO',
  52: 'REJECTED_DESTINATION_INVALID',
};

/** Errors that pass by themselves. */
const passing = [7012, 7013, 7014, 7016, 7017, 7026, 7036, 7037, 7050, 7051];
const lasting = [
  7002, 7003, 7004, 7005, 7008, 7009, 7010, 7011, 7015, 7019, 7021, 7022, 7025, 7027, 7030, 7031, 7032, 7033,
  7034, 7081, 7083, 7201, 7280, 5492,
];

export const duplicateId = statusBase + 23;
const flooding = statusBase + 20;

/** Infobip's codes for Meta's refusals, at once or later. */
const fromMeta: Readonly<Record<number, number>> = {
  130429: 7017,
  131000: 7050,
  131016: 7050,
  131026: 7002,
  131031: 7005,
  131042: 7011,
  131045: 7021,
  131047: 7010,
  131048: 7016,
  131049: 7032,
  131050: 7033,
  131051: 7022,
  131053: 7015,
  131056: flooding,
  132000: 7008,
  132001: 7009,
  132007: 7027,
  132015: 7009,
  132016: 7009,
};
const contentRefused = 7027;

const isOwn = (code: number): boolean =>
  passing.includes(code) || lasting.includes(code) || Object.hasOwn(rejections, code - statusBase);

export const knowsInfobipCode = isOwn;

const infobipCode = (code: number): number => (isOwn(code) ? code : (fromMeta[code] ?? contentRefused));

const statusWords = (groupId: number, groupName: string, id: number, name: string): StatusWords => ({
  groupId,
  groupName,
  id,
  name,
  description: name.toLowerCase().replaceAll('_', ' '),
});

const noError: ErrorWords = {
  id: 0,
  name: 'NO_ERROR',
  groupId: 0,
  groupName: 'OK',
  permanent: false,
  description: 'No Error',
};

export const pending = statusWords(1, 'PENDING', 7, 'PENDING_ENROUTE');
export const delivered = {
  status: statusWords(3, 'DELIVERED', 5, 'DELIVERED_TO_HANDSET'),
  error: noError,
};

/** The `status` and `error` of a report about a message that failed. */
export function failureWords(given: number): { status: StatusWords; error: ErrorWords } {
  const code = infobipCode(given);
  const rejection = rejections[code - statusBase];
  if (rejection !== undefined) {
    return { status: statusWords(5, 'REJECTED', code - statusBase, rejection), error: noError };
  }
  const name = `EC_${code}`;
  const error: ErrorWords = {
    id: code,
    name,
    groupId: 1,
    groupName: 'HANDSET_ERRORS',
    permanent: !passing.includes(code),
    description: `Error ${code}`,
  };
  return { status: statusWords(2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED'), error };
}

const exception = (status: number, messageId: string, text: string): WrittenAnswer =>
  jsonAnswer(status, { requestError: { serviceException: { messageId, text } } });

export const unauthorized = exception(401, 'UNAUTHORIZED', 'Invalid login details');
export const notFound = exception(404, 'NOT_FOUND', 'Not found');
export const badRequest = (text: string): WrittenAnswer => exception(400, 'BAD_REQUEST', text);

/** Meta's codes for faults that are not in the request: the pace to one person, and Meta's own trouble. */
const refusedInside = new Set([131000, 131016, 131056]);

/** A wrong request gets an HTTP error; a refused message gets a status inside a 200. */
export function writeRefusal(error: GraphError): WrittenAnswer {
  if (error.code === 190) return unauthorized;
  if (error.code === 130429) return exception(429, 'TOO_MANY_REQUESTS', 'Too many requests');
  if (!isOwn(error.code) && !refusedInside.has(error.code)) return badRequest(error.details ?? error.message);
  const { status } = failureWords(error.code);
  const said =
    status.groupName === 'REJECTED' ? status : statusWords(5, 'REJECTED', 21, 'REJECTED_SYSTEM_ERROR');
  return jsonAnswer(200, { status: said });
}
