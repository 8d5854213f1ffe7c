// Is it really Vonage that calls? Every callback brings a token that is signed with the account's signature secret and
// names the hash of the body.

import { createHash } from 'node:crypto';
import type { Callback } from '../callback.ts';
import { equalSignatures } from '../prove-callback.ts';
import type { ProviderFields } from '../provider.ts';
import { field, type VonageFieldName } from './fields.ts';

/** Vonage repeats a callback for a day; the token of a repetition may be as old. */
const ageSecondsMax = 25 * 3_600;
const clockSeconds = 300;

/** A claim of another account or application is refused; one that is missing, or that we cannot compare, is not. */
const fits = (claim: unknown, fields: ProviderFields, name: VonageFieldName): boolean =>
  typeof claim !== 'string' || field(fields, name) === '' || claim === field(fields, name);

export const verifyVonageCallback = async (
  { headers, body, receivedAt }: Pick<Callback, 'headers' | 'body' | 'receivedAt'>,
  fields: ProviderFields,
): Promise<boolean> => {
  const { authorization } = headers;
  const secret = field(fields, 'signature_secret');
  if (typeof authorization !== 'string' || secret === '') return false;
  const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
  const { jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, Buffer.from(secret), {
      algorithms: ['HS256'],
      currentDate: receivedAt,
      maxTokenAge: ageSecondsMax,
      clockTolerance: clockSeconds,
    });
    const hash = createHash('sha256').update(body).digest('hex');
    return (
      typeof payload.payload_hash === 'string' &&
      equalSignatures(payload.payload_hash.toLowerCase(), hash) &&
      fits(payload.api_key, fields, 'api_key') &&
      fits(payload.application_id, fields, 'application_id')
    );
  } catch {
    // With any of these errors it proves nothing.
    return false;
  }
};
