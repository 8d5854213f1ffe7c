// X-Twilio-Signature: base64 of the HMAC-SHA1 of the whole address and every parameter, by the name's code units.
import { createHmac } from 'node:crypto';

export function signForm(url: string, parameters: URLSearchParams, authToken: string): string {
  const names = [...new Set(parameters.keys())].sort();
  const signed = names.flatMap((name) => {
    const values = [...new Set(parameters.getAll(name))].sort();
    return values.map((value) => name + value);
  });
  return createHmac('sha1', authToken)
    .update(url + signed.join(''))
    .digest('base64');
}
