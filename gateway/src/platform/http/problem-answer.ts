// Turns any error into one problem answer (RFC 9457). The customer reads the catalogue's words and the detail
// chosen where the error was understood; our log gets the rest.

import { errorCatalogue } from '@hudhud/contract/errors.ts';
import type { Problem } from '@hudhud/contract/problem.ts';
import { isDatabaseOutage } from '../database/database.ts';
import { errorCode } from '../error-code.ts';
import { AppError } from '../errors.ts';

export const problemContentType = 'application/problem+json; charset=utf-8';

/** How long a caller is asked to wait when the store does not answer: an embedded PostgreSQL restarts in about a second. */
const outageRetrySeconds = 2;

const frameworkCodes: Record<string, ConstructorParameters<typeof AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_content_type'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_json',
    { detail: 'The body is not as long as the Content-Length header says.' },
  ],
  FST_ERR_BAD_URL: ['route_not_found', { detail: 'The path is not a valid address.' }],
};

export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const known = frameworkCodes[errorCode(error)];
  if (known) return new AppError(...known);
  if (isDatabaseOutage(error)) {
    return new AppError('store_unavailable', { retryAfterSeconds: outageRetrySeconds, cause: error });
  }
  return new AppError('internal_error', {
    internal: error instanceof Error ? error.message : String(error),
    cause: error,
  });
};

export const toProblem = (error: AppError, requestId: string, errorsPage: string): Problem => ({
  type: `${errorsPage}#${error.code}`,
  title: errorCatalogue[error.code].title,
  status: error.status,
  detail: error.detail,
  code: error.code,
  request_id: requestId,
  ...(error.messageId !== undefined && { message_id: error.messageId }),
  ...(error.providerError && { provider_error: error.providerError }),
  ...error.extra,
  ...(error.errors && { errors: [...error.errors] }),
});
