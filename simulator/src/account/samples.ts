// Sessions and handles of samples carry their own data: the simulator stores nothing of them.

export interface Sample {
  readonly type: string;
  readonly length?: number;
}

export const encodeSample = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

export const readSample = (text: string): Sample | null => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Sample;
  } catch {
    return null;
  }
};

/** The type of the file behind a handle; null when it is none of ours. */
export function typeOfSample(handle: unknown): string | null {
  const [, text] = /^4::([\w-]+):/.exec(String(handle)) ?? [];
  return text === undefined ? null : (readSample(text)?.type ?? null);
}
