// Twilio's errors, and which of them stands for which of Meta's. The same codes come in answers and in callbacks.
import type { GraphError } from '../../cloud/graph-error.ts';
import { jsonAnswer, type WrittenAnswer } from '../../message/answer-format.ts';

const catalogue: Readonly<Record<number, readonly [status: number, message: string]>> = {
  10001: [401, 'Account is not active'],
  11751: [400, 'Media exceeds messaging provider size limit'],
  20003: [401, 'Authenticate'],
  20404: [404, 'The requested resource was not found'],
  20429: [429, 'Too Many Requests'],
  20500: [500, 'Internal Server Error'],
  21211: [400, "Invalid 'To' Phone Number"],
  21610: [400, 'Attempt to send to unsubscribed recipient'],
  21617: [400, 'The concatenated message body exceeds the 1600 character limit'],
  21619: [400, 'A text message body or media urls must be specified.'],
  21656: [400, 'The Content Variables parameter is invalid.'],
  30001: [400, 'Queue overflow'],
  30002: [400, 'Account suspended'],
  63001: [400, 'Channel could not authenticate the request'],
  63003: [400, 'Channel could not find To address'],
  63005: [400, 'Channel did not accept given content'],
  63007: [400, 'Twilio could not find a Channel with the specified From address'],
  63012: [400, 'Channel provider returned an internal service error'],
  63013: [400, 'This message send failed because it violates Channel provider policy'],
  63015: [400, 'Channel sandbox can only send messages to phone numbers that have joined the sandbox'],
  63016: [400, 'Failed to send freeform message because you are outside the allowed window'],
  63017: [429, 'Rate limit exceeded for Channel'],
  63018: [429, 'Rate limit exceeded for Channel'],
  63019: [400, 'Media failed to download'],
  63020: [400, 'Twilio encountered a Business Manager account error'],
  63021: [400, 'Channel invalid content error'],
  63022: [400, 'Invalid vCard file'],
  63024: [400, 'Invalid message recipient'],
  63030: [400, 'Unsupported parameter for type of channels message'],
  63032: [400, 'User is part of a Meta experiment'],
  63033: [400, 'Recipient unsubscribed'],
  63040: [400, 'Template rejected'],
  63041: [400, 'Template paused'],
  63042: [400, 'Template disabled'],
  63049: [400, 'Meta chose not to deliver this marketing message'],
  63050: [400, 'Recipient has opted out of marketing messages'],
  63051: [400, 'WhatsApp sender is locked'],
  63112: [400, 'The WhatsApp Business Account has been disabled'],
  92002: [400, 'Content variables exceed the limit of 100'],
  92007: [400, 'Content variables have an empty or invalid value'],
  92009: [400, 'Content has already been submitted for approval'],
};

/** Twilio's codes for Meta's refusals, at once or later. */
const fromMeta: Readonly<Record<number, number>> = {
  100: 21619,
  190: 20003,
  130429: 20429,
  130472: 63032,
  131000: 63012,
  131008: 21619,
  131009: 63021,
  131016: 63012,
  131021: 21211,
  131026: 63024,
  131031: 63112,
  131042: 30002,
  131045: 63001,
  131047: 63016,
  131048: 63018,
  131049: 63049,
  131050: 63050,
  131053: 63019,
  131056: 63018,
  132000: 21656,
  132001: 63040,
  132007: 63013,
  132015: 63041,
  132016: 63042,
};

const contentRefused = 63005;

export const knowsTwilioCode = (code: number): boolean => Object.hasOwn(catalogue, code);

export const twilioCode = (code: number): number =>
  knowsTwilioCode(code) ? code : (fromMeta[code] ?? contentRefused);

export const twilioMessage = (code: number): string => catalogue[code]?.[1] ?? 'Unknown error';

export const writeError = (given: number): WrittenAnswer => {
  const code = twilioCode(given);
  const [status, message] = catalogue[code] ?? [400, 'Unknown error'];
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return jsonAnswer(status, { code, message, more_info, status });
};

export const writeRefusal = ({ code }: GraphError): WrittenAnswer => writeError(code);
