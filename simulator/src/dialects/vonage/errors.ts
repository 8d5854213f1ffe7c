// Vonage's errors, and which of them stands for which of Meta's. The same object comes in answers and in statuses.
import type { GraphError } from '../../cloud/graph-error.ts';
import { jsonAnswer, type WrittenAnswer } from '../../message/answer-format.ts';

const catalogue: Readonly<Record<number, readonly [status: number, detail: string]>> = {
  1000: [429, 'Throttled - You have exceeded the submission capacity allowed on this account.'],
  1010: [422, 'Missing params - The request is incomplete.'],
  1020: [422, 'Invalid params - The value of one or more parameters is invalid.'],
  1021: [422, 'Invalid tag - The value of one or more parameters is invalid.'],
  1022: [422, 'Invalid template - Invalid template or template parameters.'],
  1030: [500, 'Internal error - An error occurred processing this message.'],
  1040: [422, 'Invalid message - The message could not be processed.'],
  1050: [422, 'Number barred - The number you are trying to submit to is barred.'],
  1060: [403, 'Partner account barred - The account is barred.'],
  1070: [402, 'Partner quota exceeded - The account does not have sufficient credit.'],
  1100: [500, 'Communication failed.'],
  1140: [422, 'External account - The feature is not enabled.'],
  1160: [422, 'Non white-listed destination.'],
  1170: [422, 'Invalid or missing MSISDN param.'],
  1180: [422, 'Absent subscriber temporary.'],
  1190: [422, 'Absent subscriber permanent.'],
  1210: [422, 'Anti-spam rejection.'],
  1220: [422, 'Destination unreachable.'],
  1230: [422, 'Temporarily unavailable.'],
  1240: [422, 'Illegal number - The person has sent STOP.'],
  1241: [422, 'Too many messages to this number.'],
  1280: [422, 'Blocked.'],
  1282: [422, 'Blocked.'],
  1300: [422, 'Not part of the provider network.'],
  1310: [422, 'Not suitable device.'],
  1320: [422, 'Message already sent.'],
  1330: [422, 'Unknown.'],
  1331: [422, 'Provider temporarily unavailable.'],
  1340: [422, 'Outside of the allowed window.'],
  1360: [422, 'Expired before delivery.'],
  1380: [422, 'Invalid resource.'],
  1381: [422, 'Media too large.'],
  1382: [422, 'Unsupported media type.'],
  1400: [422, 'Invalid params.'],
  1420: [422, 'Invalid sender.'],
  1430: [422, 'Invalid recipient.'],
  1440: [422, 'Invalid message type.'],
  1450: [422, 'Invalid client reference.'],
  1451: [422, 'Context no longer available.'],
  1460: [422, 'Daily message limit exceeded.'],
  1461: [422, 'Per-user marketing limit.'],
  1470: [422, 'Fraud defender.'],
  1480: [422, 'Regulation.'],
};

const fromMeta: Readonly<Record<number, number>> = {
  100: 1020,
  130429: 1000,
  131000: 1331,
  131008: 1010,
  131009: 1020,
  131016: 1230,
  131021: 1430,
  131026: 1300,
  131031: 1060,
  131042: 1070,
  131045: 1420,
  131047: 1340,
  131048: 1460,
  131049: 1461,
  131050: 1240,
  131051: 1440,
  131053: 1380,
  131056: 1241,
  132000: 1022,
  132001: 1022,
  132007: 1022,
  132015: 1022,
  132016: 1022,
};
const unknownCode = 1330;

export const knowsVonageCode = (code: number): boolean => Object.hasOwn(catalogue, code);

const vonageCode = (code: number): number => (knowsVonageCode(code) ? code : (fromMeta[code] ?? unknownCode));

export const errorObject = (given: number): object => {
  const code = vonageCode(given);
  return {
    type: `https://developer.vonage.com/api-errors/messages#${code}`,
    title: String(code),
    detail: catalogue[code]?.[1] ?? 'Unknown.',
    instance: 'bf0ca0bf927b3b52e3cb03217e1a1ddf',
  };
};

/** The generic ones have words for a title, and a word behind the #. */
export const unauthorized = jsonAnswer(401, {
  type: 'https://developer.vonage.com/api-errors#unauthorized',
  title: 'Unauthorized',
  detail: 'You did not provide correct credentials.',
  instance: 'bf0ca0bf927b3b52e3cb03217e1a1ddf',
});

export const notFound = jsonAnswer(404, {
  type: 'https://developer.vonage.com/api-errors#not-found',
  title: 'Not Found',
  detail: 'The resource was not found.',
  instance: 'bf0ca0bf927b3b52e3cb03217e1a1ddf',
});

export const writeRefusal = ({ code }: GraphError): WrittenAnswer =>
  code === 190 ? unauthorized : jsonAnswer(catalogue[vonageCode(code)]?.[0] ?? 422, errorObject(code));
