// 360dialog's own errors. They have no codes, so those here are the fake's, to ask for one by `answer_error`. Meta's errors
// pass through as they are, or as text inside an error of 360dialog.
import { randomUUID } from 'node:crypto';
import { type GraphError, graphErrorBody } from '../../cloud/graph-error.ts';
import { jsonAnswer, type WrittenAnswer } from '../../message/answer-format.ts';
import type { BehaviourSettings } from '../../settings.ts';
import { newTraceId } from '../meta-cloud/answers.ts';

const own: Readonly<Record<number, readonly [status: number, message: string]>> = {
  360001: [400, 'The phone number has been disabled'],
  360002: [400, 'You have exceeded the endpoint rate limit'],
  360003: [400, 'The account is blocked because of lack of payment'],
  360004: [403, 'This endpoint is blocked'],
  360005: [502, 'Bad gateway'],
  360006: [500, 'Internal server error'],
  360007: [429, 'Too many requests'],
};

const tokenCode = 190;

export const isOwnCode = (code: number): boolean => Object.hasOwn(own, code);

export const writeOwnError = (status: number, message: string): WrittenAnswer =>
  jsonAnswer(status, {
    meta: {
      success: false,
      http_code: status,
      developer_message: message,
      '360dialog_trace_id': randomUUID(),
    },
  });

export const writeRefusal = (
  error: GraphError,
  { errorsWrapped }: Pick<BehaviourSettings, 'errorsWrapped'>,
): WrittenAnswer => {
  const [status, message] = own[error.code] ?? [];
  if (status !== undefined && message !== undefined) return writeOwnError(status, message);
  if (error.code === tokenCode) return writeOwnError(401, 'Invalid api_key');
  const body = graphErrorBody(error, newTraceId());
  return errorsWrapped
    ? writeOwnError(error.status, `Invalid payload (${JSON.stringify(body)})`)
    : jsonAnswer(error.status, body);
};
