// Many callers who begin a request and do not end it, as an attacker would. Counts are bounded, and all of them call loopback.

import { openRawRequest, type RawRequest, rawHead } from './raw-request.ts';

export interface Crowd {
  readonly requests: readonly RawRequest[];
  /** How many have an answer of this status by now. */
  answered(status: number): number;
  breakOff(): void;
}

/** Opens so many requests with the same head and the same beginning of a body. */
export const openCrowd = async (
  address: string,
  count: number,
  path: string,
  { headers = {}, body = '', method = 'POST' }: { headers?: object; body?: string; method?: string } = {},
): Promise<Crowd> => {
  const requests: RawRequest[] = [];
  for (let opened = 0; opened < count; opened += 50) {
    const some = await Promise.all(
      Array.from({ length: Math.min(50, count - opened) }, () => openRawRequest(address)),
    );
    for (const request of some)
      request.write(rawHead(method, path, headers as Record<string, string>) + body);
    requests.push(...some);
  }
  return {
    requests,
    answered: (status) =>
      requests.filter(({ received }) => received.startsWith(`HTTP/1.1 ${status} `)).length,
    breakOff() {
      for (const request of requests) request.breakOff();
    },
  };
};

/** A body in chunks that has begun and does not end. */
export const unfinishedChunks = {
  headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  body: '5\r\n{"a":\r\n',
};
