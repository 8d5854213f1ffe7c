// Handles input that never becomes a request: bytes that are not HTTP, headers that are too large, requests that arrive too
// slowly. It is answered with a problem like any other refusal, on the bare socket, and the connection is closed.

import type { Socket } from 'node:net';
import { AppError } from '../platform/errors.ts';
import { problemContentType, toProblem } from '../platform/http/problem-answer.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Bounds } from './bounds.ts';
import { securityHeaderLines } from './security-headers.ts';

/** Not imported: an import reads every export of `node:http`, also its WebSocket, which loads 12 MB that the gateway does not use. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export interface BrokenHttpOptions {
  readonly publicUrl: () => string;
  readonly bounds: Bounds;
  /** Whether the time limit of requests is not for this connection. */
  readonly mayTakeLong: (socket: Socket) => boolean;
}

/** For the answer to reach a caller that listens. One that keeps its end open must not keep ours. */
const lingerMilliseconds = 1_000;

const toError = (code: string | undefined): AppError => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headers_too_large');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new AppError('body_too_large');
  return new AppError('invalid_http');
};

export const answerBrokenHttp = (
  options: BrokenHttpOptions,
  { code }: { code?: string },
  socket: Socket,
): void => {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = toError(code);
  if (error.code === 'request_timeout') {
    if (options.mayTakeLong(socket)) return;
    options.bounds.reached('request_deadline', { address: socket.remoteAddress ?? 'unknown' });
  }
  const problem = toProblem(error, toPublicId('request', newUuid()), `${options.publicUrl()}/docs/errors`);
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\ncontent-type: ${problemContentType}\r\n` +
      `${securityHeaderLines(options)}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
};
