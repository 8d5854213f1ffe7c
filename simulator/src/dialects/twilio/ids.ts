// Twilio's ids: two letters that say what it is, and 32 hexadecimal digits.
import { createHash, randomBytes } from 'node:crypto';
import { isMediaKind } from '../../account/media-types.ts';

export const newSid = (prefix: string): string => prefix + randomBytes(16).toString('hex');

/** The same id for the same name, so that no table is needed. */
export const sidOf = (prefix: string, name: string): string =>
  prefix + createHash('md5').update(name).digest('hex');

export const newMessageSid = (_direction: string, { type }: { type: string }): string =>
  newSid(isMediaKind(type) ? 'MM' : 'SM');
