// A customer's web server on loopback with files at addresses that the test chooses.

import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atFileEnd } from '../file-end.ts';

export interface ServedFile {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer;
}

export interface FileServer {
  readonly url: string;
  /** Paths that were asked for, oldest first. */
  readonly asked: readonly string[];
  serve(path: string, file: ServedFile): void;
}

export const useFileServer = async (): Promise<FileServer> => {
  const files = new Map<string, ServedFile>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const { status = 200, headers = {}, body } = files.get(path) ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atFileEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    serve: (path, file) => files.set(path, file),
  };
};
