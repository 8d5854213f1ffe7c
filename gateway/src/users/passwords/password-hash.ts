// Passwords as they are stored: argon2id with its parameters in the text (PHC format), so that the parameters can grow
// and old passwords still open.

import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../platform/errors.ts';
import { equalDigests } from '../../platform/secrets.ts';

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's recommendation of 2025; about 60 ms of one core. */
const current: Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const nonceBytes = 16;
const tagBytes = 32;

/**
 * Hashes run on the four threads that also resolve host names for provider calls, and take 19 MiB each. So only two run
 * at once, and when too many wait the caller is asked to come back.
 */
const runningMax = 2;
const waitingMax = 100;
const crowdRetrySeconds = 5;

const derive = promisify(argon2);

let running = 0;
const waiting: (() => void)[] = [];

const takeTurn = async (): Promise<void> => {
  if (running < runningMax) {
    running += 1;
    return;
  }
  if (waiting.length >= waitingMax)
    throw new AppError('overloaded', { retryAfterSeconds: crowdRetrySeconds });
  await new Promise<void>((resolve) => waiting.push(resolve));
};

/** Hands the turn on, or gives it back. */
const endTurn = (): void => {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
};

const hash = async (password: string, nonce: Buffer, parameters: Parameters): Promise<Buffer> => {
  await takeTurn();
  try {
    // People type the same letters in different Unicode forms on different machines.
    const message = password.normalize('NFKC');
    return await derive('argon2id', { ...parameters, message, nonce, tagLength: tagBytes });
  } finally {
    endTurn();
  }
};

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const format = ({ memory, passes, parallelism }: Parameters, nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;

const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(nonceBytes);
  return format(current, nonce, await hash(password, nonce, current));
};

export const verifyPassword = async (password: string, storedHash: string): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = stored.exec(storedHash) ?? [];
  if (memory === undefined) throw new Error('a stored password hash cannot be read');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await hash(password, Buffer.from(nonce, 'base64'), parameters);
  const expected = Buffer.from(tag, 'base64');
  return equalDigests(found, expected);
};

const noNonce = Buffer.alloc(nonceBytes);

/** Takes as long as a real check, for an e-mail address without an account. */
export const pretendToVerify = async (password: string): Promise<false> => {
  await hash(password, noNonce, current);
  return false;
};
