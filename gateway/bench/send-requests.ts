// The requests of a load: whole HTTP requests, made before anything is measured.

export interface Caller {
  readonly companyId: string;
  readonly token: string;
  /** The provider that carries its messages; the first one when left out. */
  readonly provider?: string;
}

export interface Target {
  readonly host: string;
  readonly port: number;
}

export const targetOf = (address: string): Target => {
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port) };
};

export const httpRequest = (
  target: Target,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Buffer => {
  const text = JSON.stringify(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${target.host}:${target.port}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      ...lines,
      '',
      text,
    ].join('\r\n'),
  );
};

/** So many people that none is written to often enough to be slowed down. */
export const phoneNumberOf = (index: number): string => `+96650${1_000_000 + ((index * 7919) % 8_999_993)}`;

export const textOf = (index: number): string =>
  `Dear customer, your invoice INV-2026-${100_000 + index} over SAR ${index}.50 is ready. Thank you!`;

export interface SendRequestOptions {
  readonly callers: readonly Caller[];
  readonly count: number;
  /** False: answered as soon as it is stored. */
  readonly isWaiting: boolean;
  readonly path?: string;
}

/** Different messages, from each caller in turn. */
export const makeSendRequests = (target: Target, options: SendRequestOptions): Buffer[] =>
  Array.from({ length: options.count }, (_, index) => {
    const caller = options.callers[index % options.callers.length];
    const headers = {
      Authorization: `Bearer ${caller?.token}`,
      'X-Company-ID': caller?.companyId ?? '',
      ...(!options.isWaiting && { Prefer: 'respond-async' }),
    };
    const message = {
      to: phoneNumberOf(index),
      type: 'text',
      message: textOf(index),
      provider: caller?.provider ?? 'meta_cloud',
    };
    return httpRequest(target, options.path ?? '/api/v1/messages/send', headers, message);
  });
