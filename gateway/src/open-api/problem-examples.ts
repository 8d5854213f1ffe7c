// One example answer for every error code, made from the catalogue, so that each refusal of each operation can be seen.

import { type ErrorCode, errorCatalogue, errorCodes } from '@hudhud/contract/errors.ts';
import type { Problem } from '@hudhud/contract/problem.ts';

/** Codes that name a field, with a field that they could name. */
const pointers: Partial<Record<ErrorCode, string>> = {
  missing_field: '/to',
  unknown_field: '/mesage',
  wrong_type: '/message',
  invalid_value: '/on_unknown',
  invalid_phone_number: '/to',
  text_empty: '/message',
  text_too_long: '/message',
  invalid_characters: '/message',
  placeholder_unresolved: '/message',
  invalid_schedule: '/schedule_at',
  unknown_message_type: '/type',
  unknown_provider: '/provider',
  unknown_channel: '/channel',
  unknown_sender: '/from',
  invalid_webhook_url: '/url',
  webhook_url_blocked: '/url',
  invalid_webhook_header: '/headers/Host',
};

const rejection = {
  code: '131026',
  title: 'Message undeliverable',
  detail: 'Message undeliverable.',
  cause: 'The message cannot be delivered: the number is not on WhatsApp, or its app is too old.',
  action: 'Check the number with the person. Do not send again and again.',
};

const toProblem = (code: ErrorCode, errorsPage: string): Problem => {
  const { status, title, cause } = errorCatalogue[code];
  const pointer = pointers[code];
  return {
    type: `${errorsPage}#${code}`,
    title,
    status,
    detail: cause,
    code,
    request_id: 'req_01kagx5p9ne0ps4a2v7qk3m8dz',
    ...(code === 'provider_rejected' && {
      message_id: 'msg_01kagx5p9ne0ps4a2v7qk3m8dz',
      provider_error: rejection,
    }),
    ...(pointer !== undefined && { errors: [{ code, detail: cause, pointer }] }),
  };
};

/** By code, as the components of the document that answers refer to. */
export const problemExamples = (
  codes: readonly ErrorCode[],
  errorsPage: string,
): Record<string, { summary: string; value: Problem }> =>
  Object.fromEntries(
    codes.map((code) => [code, { summary: errorCatalogue[code].title, value: toProblem(code, errorsPage) }]),
  );

/** The codes that an answer's description lists: `problemResponses` writes each in backticks. */
export const codesOf = (description: string): ErrorCode[] =>
  errorCodes.filter((code) => description.includes(`\`${code}\``));
